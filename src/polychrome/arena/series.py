"""Many games between the same bots, on all cores. What comes out depends on the seed, never on who computed it."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from ctypes import c_byte
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnContext
from typing import Final, NamedTuple

from polychrome.arena.match import Result, Stopped, derived, play
from polychrome.engine.core import Value
from polychrome.games import find

PARTS: Final = 100  # portions of games for each process: enough for a smooth progress bar
LARGEST: Final = 200  # games in a portion
AHEAD: Final = 2  # portions given to a process at a time, so that it never waits for us
PATIENCE: Final = 10  # seconds for a bot to finish its thought when everything stops


class Died(Exception):
    """Somebody else has ended one of our processes."""


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
    portions = iter([(first, min(first + size, series.games)) for first in range(0, series.games, size)])
    workers = [Worker(context, series, stop) for _ in range(jobs)]
    try:
        for worker in workers * AHEAD:
            worker.give(next(portions, None))
        while busy := {worker.line: worker for worker in workers if worker.given}:
            for line in wait(list(busy)):
                worker = busy[line]  # type: ignore[index]
                results = worker.take()
                worker.give(next(portions, None))
                yield from results
    finally:
        stop.value = 1
        for worker in workers:
            worker.end()


class Worker:
    """Another process, with a line of its own: whatever happens to it, the others go on, and we hear of it.

    A ProcessPoolExecutor shares one line among all; a process killed while it speaks leaves it blocked for ever.
    """

    def __init__(self, context: SpawnContext, series: Series, stop: c_byte) -> None:
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(series, theirs, stop), daemon=True)
        self.given = 0  # portions that are not back yet
        with deaf():
            self.process.start()
        theirs.close()

    def give(self, portion: tuple[int, int] | None) -> None:
        if portion is not None:
            with suppress(OSError):  # dead: `take` will say so
                self.line.send(portion)
            self.given += 1

    def take(self) -> list[tuple[int, Result]]:
        self.given -= 1
        try:
            answer: list[tuple[int, Result]] | Exception = self.line.recv()
        except (EOFError, OSError):
            raise Died from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> None:
        self.line.close()
        self.process.join(PATIENCE)
        self.process.terminate()
        self.process.join()
        self.process.close()


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


def work(series: Series, line: Connection, stop: c_byte) -> None:
    """Play the portions that come along the line, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            first, end = line.recv()
            results: list[tuple[int, Result]] = []
            try:
                with suppress(Stopped):
                    for number in range(first, end):
                        results.append((number, series.play(number, lambda: bool(stop.value))))  # noqa: PERF401
            except Exception as error:
                line.send(error)
            else:
                line.send(results)
