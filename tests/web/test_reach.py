"""Hands reach everything that may be touched, at every table, in every phase, on every screen, without scrolling (B30);
and the table stands still meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from laws.walks import few_ways
from polychrome.games import GAMES
from web.people import Person
from web.positions import Game, Position, positions

People = Callable[..., Person]
Look = dict[str, Any]

REACH = Path(__file__).with_name("reach.js").read_text(encoding="utf-8")
SIZES = ((320, 640), (360, 740), (740, 360), (820, 1180), (1440, 900))
ENOUGH = 44  # pixels from target to target


def usual() -> list[Game]:
    """Each game with the fewest and with the most seats, as it is usually played, and what else changes the board."""
    found = [Game(game.name, seats, {}) for game in GAMES for seats in (game.fewest, game.most)]
    return [*found, Game("coloretto", 5, {"final_choice": "manual"}), Game("color_words", 6, {"word_check": "vote"})]


def cases() -> list[Any]:
    """Two sizes for each of them, by turns; in the long run all sizes, and each option of each game."""
    others = [Game(game.name, seats, game.named(options)) for game in GAMES for seats, options in few_ways(game)]
    found = [pytest.param(game, (SIZES[at % 5], SIZES[(at + 2) % 5]), id=str(game)) for at, game in enumerate(usual())]
    return found + [pytest.param(game, SIZES, id=f"{game}-all", marks=pytest.mark.long) for game in [*usual(), *others]]


def looked_at(
    fox: Person, game: Game, found: list[Position], sizes: tuple[tuple[int, int], ...]
) -> dict[tuple[int, int], list[Look]]:
    fox.page.add_init_script(REACH)
    fox.page.route("**/api/tables/*/scores", lambda route: route.fulfill(json={"scores": [[0] * game.seats] * 3}))
    fox.go(f"/t/{game.name}")
    told = [{"room": position.room, "frame": position.frame, "phase": position.phase} for position in found]
    looks = {}
    for width, height in sizes:
        fox.page.set_viewport_size({"width": width, "height": height})
        fox.until(f"innerWidth === {width}")
        looks[width, height] = fox.page.evaluate("([told, enough]) => lookedThrough(told, enough)", [told, ENOUGH])
    return looks


@pytest.mark.parametrize(("game", "sizes"), cases())
def test_everything_can_be_reached_and_the_table_stands_still(
    person: People, game: Game, sizes: tuple[tuple[int, int], ...]
) -> None:  # B30
    looks = looked_at(person(has_touch=True), game, positions(game), sizes)
    wrong = [
        f"{width}×{height}, {look['phase']}: {target}: {why}"
        for (width, height), found in looks.items()
        for look in found
        for target, why in look["wrong"]
    ]
    assert not wrong, "\n".join(["", *wrong])
    for size, found in looks.items():
        places = {tuple(look["board"]): look["phase"] for look in found}
        assert len(places) == 1, f"the board moves at {size}: {places}"
