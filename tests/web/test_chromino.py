"""Chromino in a browser: tiles chosen, turned and laid by finger and by key, on a table that grows without end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from web.people import ROOT, Person
from web.watching import WATCH, too_much

People = Callable[..., Person]

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1440, "height": 900}
LAYER = Path(__file__).with_name("layer.js").read_text(encoding="utf-8")
TREMBLE = 270  # ms: a second touch sooner counts as the trembling of the first


def sit(fox: Person, seats: int = 2, **options: Any) -> Person:
    fox.page.add_init_script(LAYER)
    fox.sit_down(seats, game="chromino", start_player=0, **options)
    fox.page.wait_for_selector(".field .tile")
    fox.page.wait_for_selector("[data-target]")
    return fox


def where(fox: Person) -> dict[str, Any]:
    step: dict[str, Any] = fox.page.evaluate("WHERE_TO_LAY()")
    return step


def until_asked(fox: Person, kind: str) -> dict[str, Any]:
    """Until the next thing to touch is of this kind: a tile (or the bag), a place, or the same place again."""
    for _ in range(600):
        step = where(fox)
        if step["kind"] in (kind, "over"):
            return step
        fox.page.wait_for_timeout(10)
    pytest.fail(f"never asked for {kind}: {fox.page.locator('.say').inner_text()}")


def tap(fox: Person, step: dict[str, Any]) -> None:
    if step["kind"] == "again":
        fox.page.wait_for_timeout(TREMBLE)
        step = where(fox)  # the table may have come nearer
    if step["kind"] != "over":
        fox.page.touchscreen.tap(step["x"], step["y"])


def settled(fox: Person) -> None:
    fox.page.wait_for_timeout(320)  # the table has come nearer


def play(fox: Person, moves: int = 1000) -> int:
    """By finger: so many tiles, or to the end. How many were laid."""
    laid = waits = 0
    while laid < moves:
        step = where(fox)
        if step["kind"] == "over":
            break
        if step["kind"] == "wait":
            waits += 1
            assert waits < 900, f"nothing happens any more: {fox.page.locator('.say').inner_text()}"
            fox.page.wait_for_timeout(8)
            continue
        waits = 0
        tap(fox, step)
        laid += step["kind"] == "again"
    return laid


def play_by_key(fox: Person) -> tuple[int, int]:
    """To the end with keys alone: arrows, T, Enter. How many tiles were laid, and how many of them turned."""
    page = fox.page
    laid = turned = waits = 0
    while True:
        step = where(fox)
        on = page.evaluate("document.activeElement.dataset.target ?? ''")
        if step["kind"] == "over":
            return laid, turned
        if step["kind"] == "wait":
            waits += 1
            assert waits < 900, f"nothing happens any more: {page.locator('.say').inner_text()}"
            page.wait_for_timeout(8)
            continue
        waits = 0
        if not on:
            page.keyboard.press("ArrowRight")  # the first arrow leads to the table
        elif step["kind"] == "place" and not on.startswith("at."):
            page.keyboard.press("ArrowUp")
        elif step["kind"] == "again":
            if page.get_by_role("button", name="Turn the tile").count():
                before = page.locator(".place.armed").get_attribute("aria-label")
                page.keyboard.press("t")
                assert page.locator(".place.armed").get_attribute("aria-label") != before
                turned += 1
            page.wait_for_timeout(TREMBLE)
            page.keyboard.press("Enter")
            laid += 1
        else:
            page.keyboard.press(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")[laid % 4])
            page.keyboard.press("Enter")


def same_as_recorded(fox: Person) -> None:
    """What the page showed is what the record of the game has."""
    record = fox.record()
    assert record.count("place ") >= 8
    shown = fox.page.locator(".field [data-piece]").count()
    assert shown == record.count("place ") + 1  # and the base


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_whole_game_by_finger(person: People, size: dict[str, int]) -> None:
    fox = sit(person(viewport=size, has_touch=True), scoring="C")
    laid = play(fox)
    print(f"{size['width']} px: {laid} tiles laid by finger")
    assert laid > 3
    same_as_recorded(fox)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_whole_game_by_key(person: People, size: dict[str, int]) -> None:
    fox = sit(person(viewport=size, reduced_motion="reduce"), draw_variant="b")
    laid, turned = play_by_key(fox)
    print(f"{size['width']} px: {laid} tiles laid by key, {turned} turned")
    assert laid > 3
    same_as_recorded(fox)
