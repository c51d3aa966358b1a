"""In a game of memory: from which line on people are shown what happened, and since when they look at it."""

from __future__ import annotations

from typing import NamedTuple


class Part(NamedTuple):
    """A move, and what chance answered to it."""

    begin: int  # its first line
    at: int  # milliseconds of the table


class Story:
    """Lines from `begin` on are drawn as if just told, until their look is over; then it is as if they never were."""

    __slots__ = ("begin", "parts")

    def __init__(self) -> None:
        self.begin = 0
        self.parts: list[Part] = []

    def go_on(self, line: int, since: int | None, at: int) -> None:
        """A move is played, as this line; what was to be seen before `since` is covered now."""
        self.cover(line if since is None else since)
        self.parts.append(Part(line, at))

    def cover(self, line: int) -> None:
        self.begin = line
        self.parts = [part for part in self.parts if part.begin >= line]

    def shorten(self, length: int) -> None:
        """The last move has been taken back."""
        self.begin = min(self.begin, length)
        self.parts = [part for part in self.parts if part.begin < length]

    def end(self, part: int, length: int) -> int:
        """The number of the first line that is no longer of this part."""
        return self.parts[part + 1].begin if part + 1 < len(self.parts) else length
