"""A plan, played and written down: whatever happens, what was finished stays, and nothing is played twice."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from time import monotonic
from typing import Final

from polychrome.arena import pool
from polychrome.arena.book import Book
from polychrome.arena.schedule import Fixture, Match, Plan, Played

OFTEN: Final = 0.5  # seconds between two commits

# What is finished, as it comes in, and now and then nothing: so that what came before is written down meanwhile.
Engine = Callable[[Sequence[Match]], Generator[list[Played], None, None]]


def local(jobs: int, limit: float = pool.LIMIT, maker: str = pool.MAKER) -> Engine:
    return lambda matches: pool.run(matches, jobs, limit, maker)


def play(plan: Plan, book: Book, engine: Engine, tick: Callable[[int], None] = lambda games: None) -> None:
    """Play what is not finished yet. `tick` is told of games as they come in."""
    finished = book.finished()
    fixtures = {fixture.number: fixture for fixture in plan.fixtures() if fixture.number not in finished}
    if not fixtures:
        return
    waiting: list[tuple[Fixture, Match, Played]] = []
    matches = {number: plan.match(fixture) for number, fixture in fixtures.items()}
    written = monotonic()
    with closing(engine(list(matches.values()))) as arriving:
        try:
            for done in arriving:
                waiting += [(fixtures[one.number], matches[one.number], one) for one in done]
                if waiting and monotonic() - written > OFTEN:
                    book.add(waiting)
                    waiting = []
                    written = monotonic()
                if done:
                    tick(len(done))
        finally:
            book.add(waiting)
