"""What makers of puzzles with one move share: the best of all moves, if it is the best by far."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Best(NamedTuple):
    action: int
    worth: float
    ahead: float  # of the second best


def best_of(worths: Mapping[int, float]) -> Best:
    """The best of two moves or more, and how far it is ahead of the second."""
    order = sorted(worths, key=lambda action: (-worths[action], action))
    return Best(order[0], worths[order[0]], worths[order[0]] - worths[order[1]])


def grade_of(ease: float, easy: float, fair: float) -> int:
    """The more there is that helps to find it (a lead over the second best, something that lies open), the easier."""
    return 1 if ease >= easy else 2 if ease >= fair else 3
