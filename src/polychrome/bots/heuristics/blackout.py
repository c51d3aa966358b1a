"""Blackout: move two discs, ask for any colour, and turn up what one remembers."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.base import GLANCES, Heuristics
from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice
from polychrome.games.colomo.blackout import Blackout
from polychrome.games.colomo.table import FLIP


class BlackoutHeuristics(Heuristics):
    """A line is as good as another as long as nobody knows what the others will forget."""

    EFFORTS = GLANCES
    SPAN = 0.5  # six discs, seen only once: that is the part of a span that they find

    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, Blackout)
        actions = state.legal(seat)
        return finds(state, actions) if state.phase == FLIP else actions[:1]

    def any_like(self, view: State, seat: int, action: int, dice: Dice) -> int:
        return self.quick(view, seat, dice)

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, Blackout)
        actions = state.legal(seat)
        return dice.pick(finds(state, actions) if state.phase == FLIP else actions)


def finds(state: Blackout, places: list[int]) -> list[int]:
    """Where the colour asked for lies, or else may lie."""
    for place in places:
        if state.disc[place] == state.asked:
            return [place]
    blank = [place for place in places if state.disc[place] == HIDDEN]
    return blank or places


HEURISTICS: Final = BlackoutHeuristics
