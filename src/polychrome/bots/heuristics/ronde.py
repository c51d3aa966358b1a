"""Ronde: pairs that one lacks, and a second disc that helps nobody."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.spread import NOWHERE, Known, SpreadHeuristics
from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from polychrome.games.colomo.ronde import GIVE, GIVING, Ronde
from polychrome.games.colomo.table import COLOURS, Spread


class RondeHeuristics(SpreadHeuristics):
    def sure(self, state: Spread, seat: int, known: Known) -> int:
        """A known pair of a colour that one lacks; or one that all have, which costs nothing and goes on."""
        assert isinstance(state, Ronde)
        if state.up:
            colour = state.disc[state.up[0]]
            wanted = not state.has(seat, colour) or state.had_by_all(colour)
            return known.place[colour] if known.count[colour] and wanted else NOWHERE
        free = NOWHERE
        for colour in range(COLOURS):
            if known.count[colour] >= 2:
                if not state.has(seat, colour):
                    return known.place[colour]
                if state.had_by_all(colour):
                    free = known.place[colour]
        return free

    def curious(self, state: Spread, seat: int, known: Known, dice: Dice) -> bool:
        """The first disc should be new; a second helps the others more than oneself (tests/bots/pairs_solved.py)."""
        return not state.up or (not self.cunning and dice.below(2) == 0)

    def unsure(self, state: Spread, seat: int, known: Known, dice: Dice) -> int:
        """The second disc should not make a pair that goes to somebody else."""
        if state.up:
            colour = state.disc[state.up[0]]
            known.place[colour] = NOWHERE
            if not known.one_of_each():
                return dice.pick(state.legal(seat))
        return super().unsure(state, seat, known, dice)

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        if state.phase != GIVING:
            return super().quick(state, seat, dice)
        assert isinstance(state, Ronde)
        gifts = state.legal(seat)
        best = gifts[0]
        for gift in gifts:  # to whoever has least
            if state.own[gift - GIVE].bit_count() < state.own[best - GIVE].bit_count():
                best = gift
        return best


HEURISTICS: Final = RondeHeuristics
