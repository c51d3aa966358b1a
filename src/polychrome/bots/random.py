"""Plays anything legal: the measure of luck."""

from __future__ import annotations

from polychrome.engine.core import Bot, State
from polychrome.engine.dice import Dice


class RandomBot(Bot):
    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, view: State, seat: int) -> int:
        return view.sample(seat, self.dice)
