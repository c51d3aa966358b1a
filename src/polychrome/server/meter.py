"""What is counted and timed while a server runs, for whoever watches it from outside (metrics.py)."""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds


class Times:
    """How often something took how long."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)  # up to each bound, and beyond
        self.total = 0.0

    def note(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Meter:
    """What all tables of a server count, for whoever watches it."""

    __slots__ = ("heard", "kept", "times", "unkept")

    def __init__(self) -> None:
        self.heard = 0  # moves that somebody sent
        self.kept = 0  # those that counted; the others were refused, or had been sent before
        self.unkept = 0  # steps of any kind that the store did not take
        self.times = Times()  # from a move's coming in to everybody's being told
