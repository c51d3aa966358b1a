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
        own = state.own[seat]
        if state.up:
            colour = state.disc[state.up[0]]
            wanted = not own >> colour & 1 or had_by_all(state, colour)
            return known.place[colour] if known.count[colour] and wanted else NOWHERE
        free = NOWHERE
        for colour in range(COLOURS):
            if known.count[colour] >= 2:
                if not own >> colour & 1:
                    return known.place[colour]
                if had_by_all(state, colour):
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


def had_by_all(state: Ronde, colour: int) -> bool:
    """Has everybody a pair of this colour? Then another is put aside, and whoever found it plays on (RON-5, RON-6)."""
    return all(own >> colour & 1 for own in state.own)


HEURISTICS: Final = RondeHeuristics
