"""Many games between the same bots, on all cores. What comes out depends on the seed, never on who computed it."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager, suppress
from ctypes import c_byte
from typing import Final, NamedTuple

from polychrome.arena.match import Result, Stopped, derived, play
from polychrome.engine.core import Value
from polychrome.games import find

PARTS: Final = 100  # portions of games for each process: enough for a smooth progress bar
LARGEST: Final = 200  # games in a portion


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

    def play(self, number: int, stop: Callable[[], bool] | None = None) -> Result:
        bots = [self.bots[bot] for bot in self.seating(number)]
        result = play(find(self.game), bots, self.options, derived(self.seed, "game", number), stop)
        return result if self.logs else result._replace(log=[])


def cores() -> int:
    """Processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run(series: Series, jobs: int) -> Generator[tuple[int, Result], None, None]:
    """Play the series, in any order: (number of the game, result). Closing the iterator stops the games under way."""
    jobs = min(jobs, series.games)
    if jobs <= 1:
        for number in range(series.games):
            yield number, series.play(number)
        return
    # A fresh process knows nothing of our threads and open terminals; a forked one might trip over them.
    context = multiprocessing.get_context("spawn")
    stop = context.RawValue("b", 0)  # has no lock that a dying process could take with it
    size = min(LARGEST, max(1, series.games // (jobs * PARTS)))
    portions = iter(range(0, series.games, size))
    with ProcessPoolExecutor(jobs, context, initializer=learn, initargs=(stop,)) as pool:
        waiting: set[Future[list[tuple[int, Result]]]] = set()
        try:
            while True:
                with deaf():
                    for first in portions:
                        waiting.add(pool.submit(portion, series, first, min(first + size, series.games)))
                        if len(waiting) >= 3 * jobs:
                            break
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from future.result()
        finally:
            stop.value = 1
            for future in waiting:
                future.cancel()


@contextmanager
def deaf() -> Iterator[None]:
    """Processes started in here never hear Ctrl-C: it goes to all of a terminal's processes, and one shall answer."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the other processes.

STOP: list[c_byte] = []


def learn(stop: c_byte) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    STOP[:] = [stop]


def stopped() -> bool:
    return bool(STOP[0].value)


def portion(series: Series, first: int, end: int) -> list[tuple[int, Result]]:
    """Some games of the series; those that were finished, if somebody asks to stop."""
    results: list[tuple[int, Result]] = []
    with suppress(Stopped):
        results.extend((number, series.play(number, stopped)) for number in range(first, end))
    return results
