"""Axe finds nothing wrong at any table, from the first move to the last, with as many people as there can be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from polychrome.registry import GAMES
from web.axe import wrong_by_day_and_night
from web.people import Person
from web.positions import Game, Position, positions
from web.test_reach import SIZES, at_table

People = Callable[..., Person]
Sizes = tuple[tuple[int, int], ...]

LARGEST = [
    *(Game(game.name, game.most, {}) for game in GAMES),
    Game("coloretto", 5, {"final_choice": "manual"}),
    Game("color_words", 6, {"word_check": "vote"}),
]


def cases() -> list[Any]:
    """A decision and the end of each, at one size by turns; in the long run all phases at all sizes."""
    found = [pytest.param(game, SIZES[at % 5 :][:1], False, id=str(game)) for at, game in enumerate(LARGEST)]
    return found + [pytest.param(game, SIZES, True, id=f"{game}-all", marks=pytest.mark.long) for game in LARGEST]


def telling(found: list[Position]) -> list[Position]:
    """The last decision, and the end."""
    return [[one for one in found if one.frame["scene"].get("choices")][-1], found[-1]]


@pytest.mark.parametrize(("game", "sizes", "every_phase"), cases())
def test_the_largest_table_of_every_game(person: People, game: Game, sizes: Sizes, every_phase: bool) -> None:
    fox = person(has_touch=True)
    at_table(fox, game)
    found = positions(game)
    wrong = []
    for width, height in sizes:
        fox.page.set_viewport_size({"width": width, "height": height})
        fox.until(f"innerWidth === {width}")
        for position in found if every_phase else telling(found):
            fox.page.evaluate("(told) => show(told)", {"room": position.room, "frame": position.frame})
            wrong += wrong_by_day_and_night(fox, f"{width}×{height}, {position.phase}")
    assert wrong == []
