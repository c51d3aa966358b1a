"""Trio: remember six, nine or twelve discs, and find three of each colour."""

from __future__ import annotations

from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.puzzles import Puzzle
from polychrome.puzzles.makers.recalled import recalled

TRIOS = (2, 3, 4)  # by grade


def make(game: Game, options: dict[str, Value], number: int, dice: Dice) -> Puzzle | None:
    return recalled(game, 3, TRIOS[number % 3], number % 3 + 1, dice)
