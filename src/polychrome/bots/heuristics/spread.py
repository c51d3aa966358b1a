"""Discs spread face down (Ronde, Trio, Arc-en-ciel, Rondo): what is known of them, and what to turn up."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.base import GLANCES, Heuristics
from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice
from polychrome.games.colomo.table import FLIP, SHOWS, Spread

NOWHERE: Final = -1


class Known:
    """What a player has in mind of the discs that lie face down."""

    def __init__(self, state: Spread) -> None:
        self.count = [0] * len(state.pool)  # by colour: discs known
        self.place = [NOWHERE] * len(state.pool)  # by colour: one of them, the first
        self.unseen = 0
        self.blank = NOWHERE  # a disc never seen, the first
        up = state.up
        disc = state.disc
        for place in state.left:
            colour = disc[place]
            if colour == HIDDEN:
                if self.unseen == 0:
                    self.blank = place
                self.unseen += 1
            elif place not in up:
                if self.count[colour] == 0:
                    self.place[colour] = place
                self.count[colour] += 1

    def one_of_each(self) -> list[int]:
        """A disc never seen, and one of every colour known: all others come to the same."""
        found = [place for place in self.place if place != NOWHERE]
        if self.unseen:
            found.append(self.blank)
        found.sort()
        return found


def any_blank(state: Spread, known: Known, dice: Dice) -> int:
    """A disc never seen; who always took the first would look at the same few for ever when memory fades."""
    number = dice.below(known.unseen)
    for place in state.left:
        if state.disc[place] == HIDDEN:
            if number == 0:
                return place
            number -= 1
    raise AssertionError("there are fewer")


def any_known(known: Known, dice: Dice) -> int:
    """A disc that tells nobody anything."""
    return dice.pick([place for place in known.place if place != NOWHERE])


class SpreadHeuristics(Heuristics):
    EFFORTS = GLANCES

    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, Spread)
        if state.phase != FLIP:
            return state.legal(seat)
        known = Known(state)
        sure = self.sure(state, seat, known)
        return [sure] if sure != NOWHERE else known.one_of_each()

    def any_like(self, view: State, seat: int, action: int, dice: Dice) -> int:
        assert isinstance(view, Spread)
        if view.phase != FLIP or action >= SHOWS:
            return action
        colour = view.disc[action]
        return dice.pick([place for place in view.legal(seat) if place < SHOWS and view.disc[place] == colour])

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, Spread)
        if state.phase != FLIP:
            return state.sample(seat, dice)
        known = Known(state)
        sure = self.sure(state, seat, known)
        return sure if sure != NOWHERE else self.unsure(state, seat, known, dice)

    def unsure(self, state: Spread, seat: int, known: Known, dice: Dice) -> int:
        """What to do in a hurry where nothing is known to be right."""
        if known.unseen and (len(known.one_of_each()) == 1 or self.curious(state, seat, known, dice)):
            return any_blank(state, known, dice)
        return any_known(known, dice)

    def sure(self, state: Spread, seat: int, known: Known) -> int:
        """A disc to turn up without a thought, or NOWHERE."""
        return NOWHERE

    def curious(self, state: Spread, seat: int, known: Known, dice: Dice) -> bool:
        """Turn up a disc never seen rather than one that everybody knows?"""
        return True
