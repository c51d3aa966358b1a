"""Plays what a good player would play in a hurry: the heuristics of the game, without any search."""

from __future__ import annotations

from polychrome.bots.heuristics import heuristics_of
from polychrome.engine.core import Bot, State
from polychrome.engine.dice import Dice


class QuickBot(Bot):
    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, view: State, seat: int) -> int:
        heuristics = heuristics_of(view)
        if not heuristics.LISTED:
            return heuristics.compose(view, seat, self.dice, "casual")
        actions = view.legal(seat)
        if len(actions) == 1:
            return actions[0]
        heuristics.begin(view, seat)
        return heuristics.quick(view, seat, self.dice)
