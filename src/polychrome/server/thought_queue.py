"""Who thinks next, and for how long: those who opened tables take turns, and so do the tables of each.

Of all openers that wait (an opener is an address) the one served longest ago is next; of its tables the same; of a
table's thoughts the first. So whoever opens sixty tables is served no more often than whoever opens one, and nobody
waits for another's whole row.

One worker is kept for light thoughts, so that no glance waits behind a search; it helps out, for a moment each, those
who have waited for long. And whoever thinks takes no more than
its part of the time that is left to those behind: with sixty at one worker a search has thirty milliseconds, not two
seconds, and the sixtieth waits two seconds, not two minutes.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Final

WAIT: Final = 2.0  # seconds in which everybody's turn comes, as far as we can help it; three are promised
LEAST: Final = 0.01  # seconds that every thought gets
ROW: Final = 100  # thoughts of one opener for which others hurry; whoever has more in the row waits longer itself
OVERTIME: Final = 0.05  # seconds beside its budget that a thought takes at most, as far as we reckon with it
REMEMBERED: Final = 5_000  # openers and tables


class QueuedThought:
    """Something to think about, and for whom."""

    __slots__ = ("asked", "budget", "docile", "go", "heavy", "helped", "opener", "table")

    def __init__(self, opener: str, table: str, heavy: bool, go: Callable[[], None], docile: bool = True) -> None:
        self.opener = opener
        self.table = table
        self.heavy = heavy
        self.docile = docile  # ends when its budget does
        self.go = go  # called when it is its turn
        self.asked = 0.0
        self.budget = 0.0  # seconds; 0: as long as it likes
        self.helped = False  # for a moment, by the worker that is kept for light ones


class Served:
    """Who was served when, by the number of the thought. Whoever never was comes first."""

    __slots__ = ("last", "thoughts")

    def __init__(self) -> None:
        self.last: dict[str, int] = {}  # in this order, too
        self.thoughts = 0

    def note(self, name: str) -> None:
        self.thoughts += 1
        self.last.pop(name, None)
        self.last[name] = self.thoughts
        if len(self.last) > REMEMBERED:
            del self.last[next(iter(self.last))]

    def rank(self, name: str) -> int:
        return self.last.get(name, 0)


class ThoughtQueue:
    def __init__(self, workers: int, clock: Callable[[], float] = monotonic) -> None:
        self.workers = workers
        self.lanes = max(1, workers - 1)  # for heavy thoughts
        self.share = max(1, self.lanes - 1)  # of these lanes, for one opener
        self.clock = clock
        self.waiting: list[QueuedThought] = []  # in the order in which they asked
        self.running: dict[QueuedThought, float] = {}  # since when
        self.overtime = 0.0  # seconds that thoughts take beside their budget, as they lately did
        self.openers = Served()
        self.tables = Served()

    def ask(self, thought: QueuedThought) -> None:
        """Take a place in the row; `go` may be called at once."""
        thought.asked = self.clock()
        self.waiting.append(thought)
        self.call()

    def end(self, thought: QueuedThought) -> None:
        """It has been thought, or nobody wants to know any more."""
        since = self.running.pop(thought, None)
        if since is None:
            self.waiting.remove(thought)
            return
        if thought.budget:
            over = min(OVERTIME, max(0.0, self.clock() - since - thought.budget))
            self.overtime += (over - self.overtime) / 10
        self.call()

    def call(self) -> None:
        while (thought := self.next()) is not None:
            self.waiting.remove(thought)
            thought.helped = not self.free(thought)
            thought.budget = self.budget(thought)
            self.running[thought] = self.clock()
            self.openers.note(thought.opener)
            self.tables.note(thought.table)
            thought.go()

    def next(self) -> QueuedThought | None:
        if len(self.running) >= self.workers:
            return None
        busy = {thought.table for thought in self.running}  # one at a time for a table
        patient = self.clock() - WAIT / 2
        free: list[QueuedThought] = []
        late: list[QueuedThought] = []
        for thought in self.waiting:
            if thought.table not in busy:
                if self.free(thought):
                    free.append(thought)
                elif thought.docile and thought.asked < patient:
                    late.append(thought)
        return min(free or late, key=self.rank, default=None)

    def free(self, thought: QueuedThought) -> bool:
        """Is there a worker for a thought like this?"""
        if not thought.heavy:
            return True
        heavy = [other.opener for other in self.running if other.heavy and not other.helped]
        return len(heavy) < self.lanes and heavy.count(thought.opener) < self.share

    def rank(self, thought: QueuedThought) -> tuple[int, int]:
        return self.openers.rank(thought.opener), self.tables.rank(thought.table)

    def budget(self, thought: QueuedThought) -> float:
        """Seconds for a thought that begins now; 0 if nobody waits behind it."""
        if thought.helped:
            return LEAST
        apart = thought.heavy and self.workers > 1  # then light ones have a worker of their own
        rows: dict[str, list[QueuedThought]] = {}
        for other in self.waiting:
            if other.heavy or not apart:
                rows.setdefault(other.opener, []).append(other)
        if not rows:
            return 0.0
        now = self.clock()
        seconds, before = inf, 0
        for turn in range(min(ROW, max(map(len, rows.values())))):
            asking = [row for row in rows.values() if len(row) > turn]
            before += len(asking)  # thoughts until all of these had their turn, this one included
            first = min(now if len(row) > ROW else row[turn].asked for row in asking)
            seconds = min(seconds, (WAIT - (now - first)) / before)
        lanes = self.lanes if apart and rows.keys() != {thought.opener} else self.share if apart else self.workers
        return max(LEAST, seconds * lanes - self.overtime)
