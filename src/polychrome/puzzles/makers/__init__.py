"""Makers of puzzles: a module for each game, found by its name, whose `make` answers one, or None for another try."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.puzzles import Puzzle


class Maker(Protocol):
    def __call__(self, game: Game, options: dict[str, Value], number: int, dice: Dice) -> Puzzle | None:
        """A puzzle for these options. All luck is in the dice; the number is its place in the stock."""


def maker_of(game: Game) -> Maker | None:
    """The maker of a game's puzzles, if it has one."""
    name = f"{__name__}.{game.name}"
    return cast(Maker, import_module(name).make) if find_spec(name) is not None else None
