"""Who sits where: names, going and coming back, several people at one browser, and taking back."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from web.people import ROOT, Person, finish, serving

People = Callable[..., Person]


@pytest.fixture
def toys(visitor: People, page_files: Path, tmp_path: Path) -> Iterator[People]:
    """People at a server whose only game is one of private hands (`server/hands.py`)."""
    with serving(tmp_path, "web.toybox:box") as server:
        yield partial(visitor, server)


def test_a_name_is_typed_where_it_stands(person: People) -> None:
    fox = person().make_table(2)
    fox.page.get_by_label("People may choose their own names").check()
    own = fox.page.locator("li.yours")
    given = own.locator(".name").inner_text()
    own.get_by_role("button", name="Name", exact=True).click()
    field = own.get_by_label("What is your name here?")
    assert field.evaluate("node => node === document.activeElement")
    field.fill("Nobody")
    field.press("Escape")
    assert own.locator(".name").inner_text() == given  # nothing happened
    own.get_by_role("button", name="Name", exact=True).click()
    field.fill("x" * 50)
    assert field.input_value() == "x" * 20
    field.fill("  Zoé <b>  ")
    field.press("Enter")
    own.get_by_text("Zoé <b>").wait_for()
    own.get_by_role("button", name="Name", exact=True).click()
    field.fill("")
    own.get_by_role("button", name="Keep this name").click()  # no name: one is drawn
    own.get_by_text("Zoé").wait_for(state="detached")


def test_taking_back(toys: People) -> None:
    fox = toys()
    fox.open_table("hands", 2, "random", {})
    fox.page.wait_for_selector(".board")
    fox.no_pause()
    fox.page.wait_for_selector("[data-target=pass]")
    assert fox.page.get_by_role("button", name="Take back").count() == 0
    back = fox.page.get_by_role("button", name="Take back")
    fox.touch("pass")
    back.click()
    fox.page.wait_for_selector("[data-target=pass]")  # as it was
    fox.touch("pass")
    back.wait_for()  # only then has the server taken the move: before, there is nothing to take back
    fox.page.keyboard.press("u")  # the same by key
    fox.page.wait_for_selector("[data-target=pass]")
    fox.touch("hand0.0")  # a new card is drawn: something came to light
    fox.page.wait_for_selector("[data-piece='laid.0']")
    fox.page.wait_for_selector("[data-target=pass]")
    assert fox.page.get_by_role("button", name="Take back").count() == 0


def test_the_last_player_of_a_round_may_take_a_placed_card_back(person: People) -> None:
    """In Coloretto nothing comes to light when a card is placed; only the last one of a round still has the turn."""
    fox = person().sit_late("alone")
    before = fox.page.locator("[data-piece^=row]").count()
    fox.touch("deck")
    fox.page.wait_for_selector("[data-piece='drawn.0']")
    row = next(target for target in fox.targets() if target.startswith("row"))
    fox.touch(row)
    fox.page.get_by_role("button", name="Take back").click()
    fox.page.wait_for_selector("[data-piece='drawn.0']")  # to be placed once more
    assert fox.page.locator("[data-piece^=row]").count() == before


def test_the_curtain_hides_everything_until_the_tap(toys: People) -> None:
    fox = toys()
    heard = fox.listen()
    fox.open_table("hands", 2, None, {})
    fox.page.get_by_role("button", name="Sit here too").click()
    fox.until("document.querySelectorAll('li.yours').length === 2")
    fox.page.get_by_role("button", name="Begin").click()
    for turn in range(8):
        seat = turn % 2
        fox.page.wait_for_selector(".curtain")
        told = [message for message in heard if message["t"] in ("frame", "curtain")]
        assert told[-1] == {"t": "curtain", "seat": seat}
        # What the other seat was shown before may not stay in the page: no card at all is there.
        assert re.search(r"toy\.card|data-piece|hand\d", fox.page.content()) is None
        frames = sum(message["t"] == "frame" for message in heard)
        fox.page.get_by_role("button", name="It’s me").click()
        fox.page.wait_for_selector("[data-piece]")
        frame = [message for message in heard if message["t"] == "frame"]
        assert len(frame) == frames + 1  # nothing came before the tap
        other = f"hand{1 - seat}"
        zones = {zone["id"]: zone.get("pieces", []) for zone in frame[-1]["scene"]["zones"]}
        assert [piece.get("colours") for piece in zones[other]] == [None] * 3
        assert all(piece["colours"] for piece in zones[f"hand{seat}"])
        fox.touch(next(target for target in fox.targets() if target.startswith("hand")))
    fox.page.wait_for_selector(".verdict, .curtain")


def test_whoever_leaves_is_replaced_by_a_bot_and_may_come_back(person: People) -> None:
    host, friend = person(), person()
    host.make_table(2)
    friend.join(host)
    host.page.get_by_role("button", name="Begin").click()
    for one in (host, friend):
        one.page.wait_for_selector(".board")
    host.no_pause()
    friend.page.get_by_role("button", name="Settings").click()
    friend.page.get_by_role("button", name=re.compile("leaves the table")).click()  # asked for twice
    friend.page.get_by_role("button", name=re.compile("leaves the table.* again")).click()
    friend.page.get_by_text("You are watching").wait_for()
    host.let_play()
    absent = host.page.locator("[data-seat='1'] .name", has_text="not here")
    absent.wait_for()
    host.page.get_by_role("button", name="Let a bot play").click()
    host.until("document.querySelectorAll('[data-seat=\"1\"] [data-piece]').length > 1")  # the bot takes rows
    host.stop()
    friend.page.reload()  # the browser remembers which seat it was
    friend.page.get_by_role("button", name=re.compile("play again yourself")).click()
    friend.until("!document.querySelector('.say small')")  # no longer watching
    assert host.page.get_by_role("button", name="Let a bot play").count() == 0
    absent.wait_for(state="detached")
    own = friend.page.locator(".own .piece").count()
    host.let_play()
    friend.let_play()
    friend.until(f"document.querySelectorAll('.own .piece').length > {own} || document.querySelector('.verdict')")


def test_the_final_choice_is_a_set_made_by_hand(person: People) -> None:
    """One's own colours, from the last to the first; what was touched can be left out again; the total runs along."""
    fox = person().sit_late("final", final_choice="manual")
    fox.page.wait_for_selector("[data-target]")
    assert "the colours that count plus" in fox.page.locator(".say").inner_text()
    own = fox.page.locator(".own [data-target^='own0.']")
    colours = [str(button.get_attribute("data-target")) for button in own.all()]
    assert len(colours) > 3
    total = fox.page.locator(".say").inner_text()
    fox.page.locator(f"[data-target='{colours[-1]}']").click()
    fox.until(f"document.querySelector('[data-target=\"{colours[-1]}\"][aria-pressed=true]')")
    assert fox.page.locator(".say").inner_text() != total
    fox.page.locator(f"[data-target='{colours[-1]}']").click()
    fox.until(f"document.querySelector('[data-target=\"{colours[-1]}\"]:not([aria-pressed])')")
    assert fox.page.locator(".say").inner_text() == total
    for joker in range(fox.page.locator(".buttons [data-target^='joker']").count() and jokers(fox)):
        fox.page.locator(".buttons [data-target^='joker']").nth(joker).click()
    for colour in colours[:-4:-1]:
        fox.page.locator(f"[data-target='{colour}']").click()
    said = fox.page.locator(".say").inner_text()
    points = int(re.findall(r"That is ([−-]?\d+) points?", said)[0].replace("−", "-"))
    fox.breathe()
    fox.page.locator(f"[data-target='{colours[-3]}']").click()  # a choice of weight: the last one is touched twice
    fox.page.wait_for_selector(".verdict")
    assert int(fox.page.locator(".seat[data-seat='0'] .score b").inner_text()) == points


def jokers(fox: Person) -> int:
    return int(fox.page.locator(".own [data-piece='own0.J']").get_attribute("data-count") or 0)


def joining(folder: Path, invitation: str, bot: str = "random") -> subprocess.Popen[str]:
    """A program of somebody else's, as it would be started on another machine."""
    folder.mkdir()
    variables = {"PYTHONPATH": str(ROOT / "src"), "XDG_DATA_HOME": str(folder), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "polychrome", "join", invitation, "--bot", bot, "--lang", "en"]
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=folder, env={**os.environ, **variables}, encoding="utf-8", **streams)


def test_a_bot_that_joins_from_elsewhere_is_marked_as_one(person: People, tmp_path: Path) -> None:
    fox = person().make_table(2)
    invitation = fox.page.get_by_label("Link to this table").input_value()
    bot = joining(tmp_path / "bot", invitation)
    try:
        fox.page.locator("li.person:not(.yours)").get_by_text("bot from elsewhere").wait_for()
        assert fox.page.locator("li.yours").get_by_text("bot from elsewhere").count() == 0
        fox.page.get_by_role("button", name="Begin").click()
        fox.page.wait_for_selector(".board")
        seat = fox.page.get_by_role("list", name="At the table").locator("li[data-seat='1']")
        assert "bot from elsewhere" in seat.inner_text()
        fox.page.reload()  # as a restart, for the page
        seat.get_by_text("bot from elsewhere").wait_for()
        finish(fox)
        assert bot.wait() == 0
        assert "bot from elsewhere" in seat.inner_text()
    finally:
        bot.kill()
        bot.communicate()


def test_a_host_may_want_no_bots_from_elsewhere(person: People, tmp_path: Path) -> None:
    fox = person(locale="de-DE")
    fox.open_table("coloretto", 2, None, {})
    switch = fox.page.get_by_label("Bots von anderswo dürfen sich setzen")
    switch.uncheck()
    fox.until("document.querySelectorAll('.tick input:checked').length === 0")
    fox.say(programs=False)  # the room has heard it
    bot = joining(tmp_path / "bot", fox.page.get_by_label("Link zu diesem Tisch").input_value())
    _, said = bot.communicate()
    assert (bot.returncode, said) == (1, "At this table the host wants no bots from elsewhere.\n")
    expect(fox.page.locator("li.open")).to_have_count(1)
