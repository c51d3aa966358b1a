"""The home page: games to choose from, and what matters now."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from polychrome.games import GAMES
from polychrome.room.box import ours
from polychrome.room.cards import game_info
from web.people import Person, serving

People = Callable[..., Person]
PHONE = {"viewport": {"width": 360, "height": 740}}
HEIGHT = "document.documentElement.scrollHeight"


def shown(fox: Person) -> list[str]:
    fox.page.wait_for_selector(".games article")
    names: list[str] = fox.page.locator(".games h2").all_inner_texts()
    return names


def test_the_whole_shelf_is_short_on_a_phone(person: People) -> None:
    fox = person(**PHONE).go()
    assert len(shown(fox)) == len(GAMES)
    assert fox.page.evaluate(HEIGHT) <= 2000
    for bot in ("casual", "casual", "casual", "casual"):  # with open tables, too
        fox.wish("ronde", 4, bot, {})
    fox.go()
    expect(fox.page.locator(".tables li")).to_have_count(4)
    shown(fox)
    assert fox.page.evaluate(HEIGHT) <= 2000
    assert fox.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_every_game_has_an_emblem_of_its_own() -> None:
    box = ours()
    emblems = [game_info(box, game).emblem for game in GAMES]
    assert all(emblems)
    assert all(one != other for one in emblems for other in emblems if one is not other)


def test_a_game_that_nobody_has_drawn_is_on_the_shelf_too(visitor: People, page_files: Path, tmp_path: Path) -> None:
    with serving(tmp_path, box="web.toybox:box") as server:
        toys = visitor(server, **PHONE).go()
        assert len(shown(toys)) == 1
        toys.page.locator(".games .open").click()
        toys.page.get_by_role("dialog").get_by_role("button", name=re.compile("^Play now")).click()
        toys.page.wait_for_selector(".board")


def test_what_is_wished_for_is_found_and_remembered(person: People) -> None:
    fox = person(**PHONE).go()
    shown(fox)
    fox.page.get_by_label("Any age").select_option("4")
    assert shown(fox) == ["Ronde", "Arc-en-ciel"]
    fox.page.get_by_label("Any time").select_option("20")
    assert shown(fox) == ["Ronde"]
    fox.page.reload()
    assert shown(fox) == ["Ronde"]
    fox.page.get_by_role("button", name="Show all").click()
    assert len(shown(fox)) == len(GAMES)
    fox.page.get_by_label("Players").select_option(label="alone")
    assert shown(fox) == ["Chromino", "Color Words"]
    fox.page.get_by_role("button", name="No reading").click()
    assert shown(fox) == ["Chromino"]
    expect(fox.page.locator(".filters [role=status]")).to_have_text("1 game fits.")
    fox.page.get_by_label("Any age").select_option("4")
    fox.page.get_by_text("No game is all of this.").wait_for()
    assert fox.page.locator(".games article").count() == 0


def test_as_many_play_as_are_looked_for(person: People) -> None:
    fox = person().go()
    fox.page.get_by_label("Players").select_option("5")
    fox.page.get_by_role("button", name="Play now: Ronde").click()
    expect(fox.page.locator(".seat")).to_have_count(5)


def test_an_open_table_says_with_whom_and_leads_there(person: People) -> None:
    host, friend = person(), person(**PHONE)
    host.make_table(2)
    friend.join(host)
    host.page.get_by_role("button", name="Begin").click()
    for one in (host, friend):
        one.page.wait_for_selector(".board")
    names = host.page.locator(".seat .name").all_inner_texts()
    asked = host if host.targets() else friend
    there = asked.page.url
    asked.go()
    table = asked.page.locator(".tables a")
    table.wait_for()
    said = table.inner_text()
    assert said.startswith("Coloretto with ")
    assert sum(name in said for name in names) == 1  # the other one
    assert "Your turn" in said
    table.click()
    asked.page.wait_for_selector("[data-target]")
    assert asked.page.url == there


def test_a_box_is_opened_and_closed_by_keys_and_the_focus_comes_back(person: People) -> None:
    fox = person(**PHONE).go()
    shown(fox)
    fox.page.locator(".open").nth(2).focus()
    fox.page.keyboard.press("Enter")
    box = fox.page.get_by_role("dialog", name="Arc-en-ciel")
    box.wait_for()
    box.get_by_text("Rules").click()
    box.get_by_role("heading", name="What it is about").wait_for()
    fox.page.keyboard.press("Escape")
    fox.until("!document.querySelector('dialog')")
    fox.until("document.activeElement?.textContent === 'Arc-en-ciel'")
