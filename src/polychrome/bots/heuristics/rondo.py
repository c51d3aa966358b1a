"""Rondo: the colour that is asked for, and new discs where it is not known."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.spread import NOWHERE, Known, SpreadHeuristics
from polychrome.engine.dice import Dice
from polychrome.games.colomo.rondo import Rondo
from polychrome.games.colomo.table import Spread


class RondoHeuristics(SpreadHeuristics):
    def sure(self, state: Spread, seat: int, known: Known) -> int:
        assert isinstance(state, Rondo)
        missed = state.tried == 1 and state.disc[state.up[-1]] != state.target
        if known.count[state.target] and not missed:
            return known.place[state.target] if known.count[state.target] + state.tried >= 2 else NOWHERE
        return NOWHERE

    def curious(self, state: Spread, seat: int, known: Known, dice: Dice) -> bool:
        assert isinstance(state, Rondo)
        if state.tried == 1 and state.disc[state.up[-1]] != state.target:
            return dice.below(5) == 0
        return True


HEURISTICS: Final = RondoHeuristics
