"""Color Words: words from a list of those that people use, the more of them the better somebody plays."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.base import Heuristics
from polychrome.bots.words import LEVELS, WordsBot
from polychrome.engine.core import State
from polychrome.engine.dice import Dice


class ColorWordsHeuristics(Heuristics):
    LISTED = False

    def compose(self, view: State, seat: int, dice: Dice, skill: str) -> int:
        return WordsBot(dice.below(1 << 30), LEVELS[skill]).choose(view, seat)


HEURISTICS: Final = ColorWordsHeuristics
