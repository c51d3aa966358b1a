"""Trio: three of a colour, and nothing shown that cannot win any more."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.spread import NOWHERE, Known, SpreadHeuristics
from polychrome.engine.dice import Dice
from polychrome.games.colomo.table import COLOURS, Spread


class TrioHeuristics(SpreadHeuristics):
    def sure(self, state: Spread, seat: int, known: Known) -> int:
        """The next disc of a trio that is known as a whole."""
        up = state.up
        if not up:
            for colour in range(COLOURS):
                if known.count[colour] >= 3:
                    return known.place[colour]
            return NOWHERE
        colour = state.disc[up[0]]
        if len(up) == 2 and state.disc[up[1]] != colour:
            return NOWHERE
        return known.place[colour] if known.count[colour] + len(up) >= 3 else NOWHERE

    def curious(self, state: Spread, seat: int, known: Known, dice: Dice) -> bool:
        """What cannot win any more only helps the others."""
        up = state.up
        if not up:
            return True
        if self.cunning:
            return len(up) == 2 and state.disc[up[0]] == state.disc[up[1]]
        if len(up) == 2 and state.disc[up[0]] != state.disc[up[1]]:
            return dice.below(5) == 0
        return dice.below(2) == 0 or known.count[state.disc[up[0]]] + len(up) == 2


HEURISTICS: Final = TrioHeuristics
