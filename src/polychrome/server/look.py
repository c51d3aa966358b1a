"""In a game of memory: how long is shown what lies open for a moment only, and who has not looked yet."""

from __future__ import annotations

from math import inf

from polychrome.engine.core import NATURE


class Look:
    """Lines from `held` on are drawn as if just told, until their look is over; then it is as if they never were."""

    __slots__ = ("ends", "held", "lookers", "mover")

    def __init__(self) -> None:
        self.held = 0
        self.mover = NATURE
        self.ends: list[tuple[int, float]] = []  # looks under way: the line after their last, and until when
        self.lookers: set[str] = set()  # guests who have not said that they have seen enough

    def turn(self, seat: int, length: int) -> None:
        """Somebody moves. Another's turn begins a new story, unless the old one is still looked at."""
        if seat != self.mover and not self.ends:
            self.held = length
        self.mover = seat

    def begin(self, length: int, now: float, seconds: int, guests: set[str]) -> None:
        """These guests were shown faces that the rules have covered; no seconds: until all have looked."""
        end = now + seconds if seconds else inf
        if not self.ends or self.ends[-1][0] < length:
            self.ends.append((length, end))
        self.lookers |= guests

    def drawn(self, length: int, unfinished: bool) -> None:
        """A frame went out. Where nothing is looked at and no turn has discs open, the next story begins."""
        if not self.ends and not unfinished:
            self.held = length

    def end(self) -> float | None:
        """When the first look is over: at its time, or at once if all wait for nobody."""
        if not self.ends:
            return None
        end = self.ends[0][1]
        return end if self.lookers or end < inf else 0.0

    def over(self, now: float) -> bool:
        """Forget what was looked at for long enough. Was there something?"""
        before = len(self.ends)
        while (end := self.end()) is not None and end <= now:
            self.held = self.ends.pop(0)[0]
        if not self.ends:
            self.lookers.clear()
        return len(self.ends) != before

    def finish(self) -> None:
        """All have looked."""
        self.held = self.ends[-1][0]
        self.ends.clear()

    def left(self, now: float) -> int:
        """Milliseconds until all is covered; 0: until all have looked."""
        end = self.ends[-1][1] if self.ends else now
        return 0 if end == inf else max(1, round((end - now) * 1000))
