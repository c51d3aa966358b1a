"""What the end of a playout is worth to each seat: the win, shared; points only tell equal wins apart."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import State

POINTS: Final = 0.25  # the part of a value that points decide: they guide a short search but do not outweigh wins


class Worth:
    """Values between 0 and 1. Points are scaled by the leads and arrears seen so far, so that no game needs a scale."""

    def __init__(self) -> None:
        self.low = 0
        self.high = 0
        self.shares: list[float] = []  # by seat: the win alone, as it was last found

    def values(self, state: State) -> list[float]:
        seats = state.seats
        scores = state.scores()
        values = [0.5] * seats
        for seat in range(seats):
            lead = scores[seat] * seats
            for other in scores:
                lead -= other
            if lead < self.low:
                self.low = lead
            elif lead > self.high:
                self.high = lead
            if self.high > self.low:
                values[seat] = (lead - self.low) / (self.high - self.low)
            values[seat] *= POINTS
        self.shares = [0.0] * seats
        winners = state.winners()
        for seat in winners:
            self.shares[seat] = 1.0 / len(winners)
            values[seat] += (1.0 - POINTS) / len(winners)
        return values
