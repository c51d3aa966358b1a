"""Many games between the same bots, on all cores. What comes out depends on the seed, never on who computed it."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from contextlib import closing
from typing import NamedTuple

from polychrome.arena import pool
from polychrome.arena.match import Result, derived, play
from polychrome.arena.schedule import Match, Played
from polychrome.engine.core import Value
from polychrome.registry import find


class Series(NamedTuple):
    """What is to be played. Plain data, so that it can be sent to other processes."""

    game: str
    bots: tuple[str, ...]  # as many as seats
    options: Mapping[str, Value]
    games: int
    seed: int
    logs: bool = False  # bring home what was played

    def seating(self, number: int) -> list[int]:
        """Which bot sits where in one game: everybody moves on by a seat from game to game."""
        seats = len(self.bots)
        return [(seat - number) % seats for seat in range(seats)]

    def match(self, number: int) -> Match:
        bots = tuple(self.bots[bot] for bot in self.seating(number))
        seed = derived(self.seed, "game", number)
        luck = derived(seed, "luck")
        return Match(number, self.game, bots, dict(self.options), seed, luck, barred={}, logs=self.logs)

    def play(self, number: int) -> Result:
        """One of the games, here and now."""
        match = self.match(number)
        result = play(find(self.game), match.bots, self.options, match.seed)
        return result if self.logs else result._replace(log=[])

    def result(self, one: Played) -> Result:
        luck = self.match(one.number).luck
        return Result(one.scores, one.winners, one.steps, one.adjudicated, one.failures, one.log, luck)


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(series: Series, jobs: int, limit: float = pool.LIMIT) -> Generator[tuple[int, Result], None, None]:
    """Play the series, in any order: (number of the game, result). Closing the iterator ends the games under way."""
    matches = (series.match(number) for number in range(series.games))
    with closing(pool.stream(matches, series.games, jobs, limit)) as arriving:
        for done in arriving:
            for one in done:
                yield one.number, series.result(one)
