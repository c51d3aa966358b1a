"""Opponents on the page: how strong they are, who brought them, what they would do in your place."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from polychrome.engine.core import Message
from polychrome.words import Words
from web import pondering
from web.people import LIMIT, Person, serving

People = Callable[..., Person]

OWN = "examples.cautious:Cautious"
SLOW = "web.pondering:Pondering"
LEVELS = ["Kid", "Casual", "Sharp", "Master"]


# What would you do?


def draw(*people: Person) -> Person:
    """Whoever has the turn draws a card, and then has rows to choose from."""

    def asked() -> Person | None:
        return next((one for one in people if "deck" in one.targets()), None)

    found = people[0].look(asked, "asked to draw a card")
    found.touch("deck")
    found.page.wait_for_selector("[data-piece='drawn.0']")
    return found


def place(fox: Person) -> None:
    fox.touch(fox.targets()[0])
    fox.page.wait_for_selector("[data-piece='drawn.0']", state="detached")


def advised(fox: Person, hinted: dict[str, Any], frame: dict[str, Any]) -> None:
    """Eyes and ears are told the move, the estimate and the alternatives, and the way to the move is marked."""
    paths = {choice["action"]: choice["path"] for choice in frame["scene"]["choices"]}
    assert hinted["question"] == frame["question"]
    assert hinted["action"] in paths
    assert {other["action"] for other in hinted["others"]} <= paths.keys() - {hinted["action"]}
    said = fox.page.locator(".say.advice").inner_text()
    (target,) = paths[hinted["action"]]
    row = target.removeprefix("row")
    assert re.match(rf"“Place .* on row {'ABCDE'[int(row)]}", said), (said, target)
    assert f"wins about {hinted['percent']} % of the time" in said
    assert hinted["others"]
    assert hinted["reason"]  # it leaves room for one more move
    if "seat" not in hinted["reason"][1]:
        assert Words("en").translate(Message(*hinted["reason"])) in said
    for other in hinted["others"][:1]:
        assert f"({other['percent']} %)" in said.split("Also considered:")[1]
    assert said in fox.page.locator("[aria-live=polite]").all_inner_texts()
    marked = fox.page.locator("[data-hinted]").evaluate_all("nodes => nodes.map((node) => node.dataset.target)")
    assert marked == [target]


def test_a_hint_says_what_and_why_points_at_it_and_is_nobody_elses(person: People) -> None:
    host, friend = person(), person(viewport={"width": 820, "height": 1180})
    told = {host: host.listen(), friend: friend.listen()}
    host.make_table(2)
    friend.join(host)
    host.until("document.querySelectorAll('.table li.person').length === 2")
    allowed = friend.page.get_by_label("Hints for everybody")
    assert allowed.is_disabled()  # the host's to say, everybody's to see
    assert not allowed.is_checked()
    host.page.get_by_label("Hints for everybody").check()
    friend.until("document.querySelector('.tick input[type=checkbox]:checked')")
    host.page.get_by_role("button", name="Begin").click()
    for one in (host, friend):
        one.page.wait_for_selector(".board")
    fox = draw(host, friend)
    owl = friend if fox is host else host
    for asker, other, by_key in ((fox, owl, False), (owl, fox, True)):
        if by_key:
            draw(asker)
        assert other.page.get_by_role("button", name="Hint").count() == 0  # it is not their turn
        before = len(hints(told[other]))
        if by_key:
            tab_to(asker, "Hint")
            asker.page.keyboard.press("Enter")
        else:
            asker.page.get_by_role("button", name="Hint").click()
        asker.page.wait_for_selector("[data-hinted]")
        (hinted,) = hints(told[asker])
        advised(asker, hinted, [message for message in told[asker] if message["t"] == "frame"][-1])
        place(asker)
        asker.until("!document.querySelector('.advice, [data-hinted]')")  # it was about that question
        other.page.wait_for_selector("[data-target]")
        assert len(hints(told[other])) == before  # and now that they have heard of the move, nothing of the hint
        assert other.page.locator(".advice, [data-hinted]").count() == 0


def test_among_people_there_are_no_hints_unless_the_host_allows_them(person: People) -> None:
    host, friend = person(), person()
    host.make_table(2)
    friend.join(host)
    host.until("document.querySelectorAll('.table li.person').length === 2")
    host.page.get_by_role("button", name="Begin").click()
    for one in (host, friend):
        one.page.wait_for_selector(".board")
    fox = draw(host, friend)
    assert fox.page.get_by_role("button", name="Hint").count() == 0
    fox.page.keyboard.press("h")
    fox.page.locator(".say").get_by_text("Hints are off at this table.").wait_for()
    host.page.get_by_role("button", name="Settings").click()
    host.page.get_by_label("Hints for everybody").check()
    fox.page.wait_for_selector("[aria-label=Hint]")


def test_alone_in_a_game_of_memory_one_may_be_helped_to_remember(person: People) -> None:
    fox = person()
    told = fox.listen()
    fox.sit_down(game="ronde")
    fox.page.get_by_role("button", name="Settings").click()
    assert fox.page.get_by_label("Hints for everybody").count() == 0
    fox.page.get_by_label("Hints help me remember").check()
    fox.until("document.querySelector('dialog .tick input:enabled:checked')")

    def remembers() -> bool:
        return any(message["t"] == "room" and message["settings"]["remember"] for message in told)

    fox.look(remembers, "the server was told")


@pytest.mark.parametrize(
    ("game", "label", "most", "count"),
    [("colorio", "Discs stay visible for", "10", 1), ("color_words", "Time to write", "600", 2)],
)
def test_the_clocks_of_a_room_are_those_of_its_game(
    person: People, game: str, label: str, most: str, count: int
) -> None:
    fox = person()
    fox.sit_down(game=game)
    fox.page.get_by_role("button", name="Settings").click()
    slider = fox.page.get_by_label(label)
    slider.wait_for()
    assert slider.get_attribute("max") == most
    assert fox.page.locator("dialog input[type=range]").count() == count  # words have two: to write, and to answer


def test_a_bot_that_waits_for_its_turn_says_so_until_it_has_moved(person: People) -> None:
    """The server's word is put into its mouth; the rest is real."""
    fox = person()
    lines: list[Any] = []

    def between(line: Any) -> None:
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(line.send)
        lines.append(line)

    fox.page.route_web_socket(re.compile("/ws/"), between)
    fox.sit_down()
    draw(fox)
    lines[0].send('{"t":"waiting","seat":1}')
    fox.page.locator("[data-seat='1']").get_by_text("Waits for its turn to think.").wait_for()
    assert fox.page.locator("[data-seat='0']").get_by_text("Waits for its turn to think.").count() == 0
    place(fox)
    fox.until("![...document.querySelectorAll('.note')].some((note) => note.textContent.includes('Waits'))")


def hints(told: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [message for message in told if message["t"] == "hinted"]


def tab_to(fox: Person, name: str) -> None:
    for _ in range(40):
        fox.page.keyboard.press("Tab")
        if fox.page.evaluate("document.activeElement.ariaLabel") == name:
            return
    pytest.fail(f"Tab never led to {name}")


def test_a_hint_by_its_key_and_what_it_is_called(person: People) -> None:
    fox = person()
    fox.sit_down()
    draw(fox)
    fox.page.keyboard.press("?")
    fox.page.get_by_role("dialog", name="Keys").get_by_text("a hint").wait_for()
    fox.page.keyboard.press("Escape")
    fox.until("!document.querySelector('dialog')")
    fox.page.keyboard.press("h")
    fox.page.wait_for_selector("[data-hinted]")
    assert "wins about" in fox.page.locator(".say.advice").inner_text()
    fox.touch(str(fox.page.locator("[data-hinted]").get_attribute("data-target")))  # the advice is taken
    fox.page.wait_for_selector("[data-piece='drawn.0']", state="detached")


# How strong?


def strengths(fox: Person) -> Any:
    """The choice of a level on Coloretto's card, once that is open."""
    return fox.card().get_by_role("group", name="How strong?").get_by_role("button")


def at_seats(fox: Person) -> list[str]:
    fox.page.wait_for_selector(".seat .level")
    return fox.page.locator(".seat .level").all_inner_texts()


def test_a_level_is_chosen_shown_at_the_seats_and_remembered(person: People) -> None:
    fox = person().go()
    fox.unfold()
    assert strengths(fox).all_inner_texts() == LEVELS
    pressed = fox.card().locator("[aria-pressed=true]", has_text=re.compile("|".join(LEVELS)))
    assert pressed.all_inner_texts() == ["Casual"]
    strengths(fox).filter(has_text="Kid").click()
    assert pressed.all_inner_texts() == ["Kid"]
    fox.card().get_by_role("button", name="Play now: Coloretto").click()
    assert at_seats(fox) == ["Kid", "Kid"]
    fox.go()  # another day, another game
    fox.page.get_by_role("button", name="Play now: Ronde").click()
    assert at_seats(fox) == ["Kid", "Kid"]


def test_levels_in_a_lobby(person: People) -> None:
    fox = person().make_table(3)
    page = fox.page
    page.get_by_role("button", name="Bot").first.click()
    chosen = page.get_by_role("combobox", name=re.compile("How strong"))
    chosen.wait_for()
    assert chosen.locator("option").all_inner_texts() == LEVELS
    assert chosen.input_value() == "casual"
    for level in LEVELS:
        chosen.select_option(label=level)
        page.locator("li.bot .name", has_text=f"bot · {level}").wait_for()
    chosen.select_option(label="Sharp")
    page.locator("li.bot .name", has_text="bot · Sharp").wait_for()
    page.get_by_role("button", name="Begin").click()  # a bot takes the seat that is left, as strong as the last one
    assert at_seats(fox) == ["Sharp", "Sharp"]


def test_the_page_answers_while_four_bots_think(
    visitor: People, page_files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked while it is a bot's turn, answered while it is still the same turn."""
    lock = tmp_path / "lock"
    monkeypatch.setenv(pondering.VARIABLE, str(lock))
    with serving(tmp_path, bots=[SLOW]) as server, pondering.pondered(lock):
        fox = visitor(server)
        heard = fox.listen()
        fox.sit_down(5, SLOW)
        assert at_seats(fox) == ["Pondering"] * 4

        def bots_turn() -> int | None:
            targets = fox.targets()
            if targets:
                fox.touch("deck" if "deck" in targets else targets[0])
            return thinking(heard)

        before = fox.look(bots_turn, "the turn of a bot")
        heartbeat(fox)
        fox.page.get_by_role("button", name="Rules").click()
        fox.page.get_by_role("heading", name="What it is about").wait_for()
        assert thinking(heard) == before
        fox.context.close()


def thinking(heard: list[dict[str, Any]]) -> int | None:
    """How long the log is while a bot has the turn; None if we have it."""
    frame = next(message for message in reversed(heard) if message["t"] == "frame")
    return None if frame["question"] is not None or frame["scene"].get("over") else int(frame["length"])


def heartbeat(fox: Person) -> None:
    """As the page does it every now and then."""
    fox.page.evaluate(
        """(limit) => new Promise((done, fail) => {
            setTimeout(() => fail(new Error('no pong')), limit) // subject: ends a hang
            const socket = new WebSocket(`ws://${location.host}/ws/${location.pathname.slice(3)}`)
            socket.onopen = () => socket.send('{"t":"ping"}')
            socket.onmessage = ({ data }) => JSON.parse(data).t === 'pong' && (socket.close(), done())
        })""",
        LIMIT,
    )


# Whose?


def test_a_bot_of_whoever_runs_the_server_is_offered_and_plays(
    visitor: People, page_files: Path, tmp_path: Path
) -> None:
    with serving(tmp_path, bots=[OWN]) as server:
        fox = visitor(server).go()
        fox.page.wait_for_selector("article")
        fox.unfold().get_by_role("button", name="Cautious").wait_for()
        fox.make_table(2)
        page = fox.page
        page.get_by_role("button", name="Bot").click()
        chosen = page.get_by_role("combobox", name=re.compile("How strong"))
        chosen.wait_for()
        assert chosen.locator("option").all_inner_texts() == [*LEVELS, "Cautious"]
        chosen.select_option(label="Cautious")
        page.locator("li.bot .name", has_text="bot · Cautious").wait_for()
        page.get_by_role("button", name="Begin").click()
        assert at_seats(fox) == ["Cautious"]
        fox.no_pause()
        fox.let_play()
        fox.until("document.querySelectorAll('[data-seat=\"1\"] [data-piece]').length > 1")  # it has taken a row
        fox.stop()
        assert at_seats(fox) == ["Cautious"]  # nobody had to take its place
        fox.context.close()
