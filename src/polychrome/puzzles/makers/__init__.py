"""Makers of puzzles: a module for each game, found by its name, whose `make` answers one, or None for another try."""

from __future__ import annotations

from typing import Protocol

from polychrome.by_name import module_of
from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.puzzles import Puzzle


class Maker(Protocol):
    def __call__(self, game: Game, options: dict[str, Value], number: int, dice: Dice) -> Puzzle | None:
        """A puzzle for these options. All luck is in the dice; the number is its place in the stock."""


def maker_of(game: Game) -> Maker | None:
    """The maker of a game's puzzles, if it has one."""
    found: Maker | None = getattr(module_of(__name__, game.name), "make", None)
    return found
