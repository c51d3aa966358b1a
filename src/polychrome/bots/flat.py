"""Flat Monte Carlo: try every action equally often over imagined worlds, take the best mean."""

from __future__ import annotations

from time import monotonic

from polychrome.bots.heuristics import heuristics_of
from polychrome.bots.worth import Worth
from polychrome.engine.core import Bot, State
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout


class FlatBot(Bot):
    def __init__(self, seed: int, iterations: int, limit: int) -> None:
        self.dice = Dice(seed)
        self.iterations = iterations
        self.limit = limit  # of a playout, in actions
        self.hurry = 0  # milliseconds at most, whatever the budget; 0: no hurry

    def choose(self, view: State, seat: int) -> int:
        heuristics = heuristics_of(view)
        if not heuristics.LISTED:
            return heuristics.compose(view, seat, self.dice, "reader")
        actions = view.legal(seat)
        if len(actions) == 1:
            return actions[0]
        worth = Worth()
        totals = [0.0] * len(actions)
        tries = [0] * len(actions)
        deadline = monotonic() + self.hurry / 1000
        for i in range(self.iterations):
            if self.hurry and i and monotonic() >= deadline:
                break
            k = i % len(actions)
            world = view.clone()
            world.imagine(self.dice)
            world.apply(seat, actions[k])
            playout(world, self.dice, self.limit)
            totals[k] += worth.values(world)[seat]
            tries[k] += 1
        means = [totals[k] / tries[k] if tries[k] else 0.0 for k in range(len(actions))]
        return actions[means.index(max(means))]
