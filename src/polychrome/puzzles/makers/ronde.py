"""Ronde: remember four, six or eight discs, and find their pairs."""

from __future__ import annotations

from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.puzzles import Puzzle
from polychrome.puzzles.makers.recalled import recalled

PAIRS = (2, 3, 4)  # by grade


def make(game: Game, options: dict[str, Value], number: int, dice: Dice) -> Puzzle | None:
    return recalled(game, 2, PAIRS[number % 3], number % 3 + 1, dice)
