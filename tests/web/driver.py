"""Somebody at a table of discs or caps, by finger or by key: `player.js` says where to touch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from web.people import LIMIT, Person
from web.watching import WATCH

SEATS = {
    "ronde": 2,
    "trio": 2,
    "arc_en_ciel": 2,
    "rondo": 2,
    "blackout": 3,
    "les_aveugles": 2,
    "a_l_aveuglette": 2,
}
TABLET = {"width": 820, "height": 1180}

PLAYER = Path(__file__).with_name("player.js").read_text(encoding="utf-8")
REAL = 8  # touches by real fingers and keys


def sit(fox: Person, game: str, seats: int = 0, **settings: int) -> Person:
    fox.page.add_init_script(WATCH + PLAYER)
    fox.open_table(game, seats or SEATS[game], "random", {})
    fox.page.wait_for_selector(".board")
    fox.say(**{"pause": 0, "look": 0, "memorise": 1, "challenge": 0, **settings})
    return fox


def until_asked(fox: Person, by_key: bool) -> dict[str, Any]:
    """What to touch next, as soon as there is something."""

    def step() -> dict[str, Any] | None:
        found: dict[str, Any] = fox.page.evaluate("(byKey) => WHERE(byKey)", by_key)
        return None if found["kind"] == "wait" else found

    return fox.look(step, "something to touch")


def go(fox: Person, target: str) -> None:
    """With arrow keys, from wherever the focus is."""
    page, focus = fox.page, "document.activeElement.dataset.target ?? ''"
    page.wait_for_selector('[data-target][tabindex="0"]')  # keys come after the table
    if not page.evaluate(focus):
        page.keyboard.press("ArrowRight")  # the first arrow leads to the table
    keys = page.evaluate("(target) => WALK(target)", target)
    assert keys is not None, f"no arrows lead to {target}"
    for key in keys:
        page.keyboard.press(key)
    assert page.evaluate(focus) == target


def play_to_the_end(fox: Person, by_key: bool = False, wanted: str = "") -> set[str]:
    """What was touched; the game is left when something was whose name begins as wanted."""
    page = fox.page
    touched: set[str] = set()
    for _ in range(REAL):
        step = until_asked(fox, by_key)
        kind, target = step["kind"], step.get("target", "")
        if kind == "over":
            return touched
        if kind == "again":
            fox.breathe()
        if not by_key:
            fox.tap(step["x"], step["y"])
        else:
            if kind == "touch":
                go(fox, target)
            page.keyboard.press("Enter")
        touched.add(target)
        if wanted and target.startswith(wanted):
            return touched
    page.evaluate("(wishes) => HURRY(wishes)", [by_key, wanted, LIMIT])
    assert page.evaluate("stuck") == []  # arrows led everywhere
    return touched | set(page.evaluate("[...touched]"))
