"""Plays what a good player would play in a hurry: the knack of the game, without any search."""

from __future__ import annotations

from polychrome.bots.knacks import knack_of
from polychrome.bots.words import writer
from polychrome.engine.core import Bot, State
from polychrome.engine.dice import Dice
from polychrome.games.color_words.rules import ColorWords


class QuickBot(Bot):
    def __init__(self, seed: int) -> None:
        self.dice = Dice(seed)

    def choose(self, view: State, seat: int) -> int:
        if isinstance(view, ColorWords):
            return writer(self.dice, "casual").choose(view, seat)
        actions = view.legal(seat)
        if len(actions) == 1:
            return actions[0]
        knack = knack_of(view)
        knack.begin(view, seat)
        return knack.quick(view, seat, self.dice)
