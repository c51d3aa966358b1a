"""Play a position to its end at random: the innermost loop of simulation and search."""

from __future__ import annotations

from polychrome.engine.core import State
from polychrome.engine.dice import Dice


def playout(state: State, dice: Dice, limit: int) -> int:
    """Play in place until nobody acts or `limit` actions were played; how many were played."""
    steps = 0
    seats = state.acting()
    while seats and steps < limit:
        seat = seats[0] if len(seats) == 1 else seats[dice.below(len(seats))]
        state.apply(seat, state.sample(seat, dice))
        steps += 1
        seats = state.acting()
    return steps
