"""Time as a server has seen it pass: no wrong clock can hurry it.

What a server ran counts in full, because a process can measure that. For the time it did not run there is only the word
of a clock, which may stand at 1970 (a small computer without a battery) or a year ahead. So of the time before a start
at most one day counts, only as far as the clock is later than it ever was, and only after an hour without a jump.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple

DAY: Final = 86_400
STEADY: Final = 3_600  # seconds without a jump after which a clock is believed
JUMP: Final = 60  # seconds by which a clock may be put right without having jumped


class Clock(NamedTuple):
    wall: Callable[[], float]  # may say anything
    run: Callable[[], float]  # goes on evenly while a process lives


def system_clock() -> Clock:
    return Clock(time.time, time.monotonic)


class ElapsedTime:
    """Seconds seen, from one start to the next."""

    def __init__(self, seen: int, highest: int | None, clock: Clock) -> None:
        self.clock = clock
        self.seen = float(seen)
        self.wall, self.run = clock.wall(), clock.run()
        self.highest = self.wall if highest is None else float(highest)  # that a clock ever showed
        self.missed = min(DAY, max(0.0, self.wall - self.highest))  # before this start, if the clock is right
        self.steady = 0.0

    def look(self) -> int:
        """How many seconds have been seen until now."""
        wall, run = self.clock.wall(), self.clock.run()
        passed = max(0.0, run - self.run)
        if abs(wall - self.wall - passed) > JUMP:
            self.missed = 0.0
        self.seen += passed
        self.steady += passed
        if self.steady >= STEADY:
            self.seen += self.missed
            self.missed = 0.0
        self.wall, self.run = wall, run
        self.highest = max(self.highest, wall)
        return int(self.seen)
