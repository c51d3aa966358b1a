"""Pips: draw while most of the bag is no danger."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.base import Heuristics
from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from toys.pips import DRAW, STOP, Pips


class PipsHeuristics(Heuristics):
    EFFORTS = (4, 20, 100)

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, Pips)
        danger = sum(state.bag[colour] for colour in state.line)
        return STOP if 2 * danger > sum(state.bag) else DRAW


HEURISTICS: Final = PipsHeuristics
