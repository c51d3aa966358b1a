"""Matches on all cores. A bot that hangs or takes its process down loses its seat, never the tournament."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Final

from polychrome.arena.match import DIED, HUNG, Failure
from polychrome.arena.schedule import Match, Played
from polychrome.arena.worker import NO_SEAT, PULSE, SharedQuestion

LIMIT: Final = 60.0  # seconds for a move
MAKER: Final = "polychrome.bots:hire"  # who makes bots of their names
LARGEST: Final = 64  # matches in a portion
TICK: Final = 0.5  # seconds between two looks at who has fallen silent
STARTING: Final = 120.0  # seconds for a process to begin
ENDING: Final = 30.0  # seconds for a killed process to be gone


class Died(Exception):
    """Our processes end, again and again, and it is no bot's doing."""


def run(
    matches: Sequence[Match], jobs: int, limit: float = LIMIT, maker: str = MAKER
) -> Generator[list[Played], None, None]:
    """Play the matches, in any order; nothing has come where a list is empty. Closing the iterator ends the games under
    way."""
    return stream(matches, len(matches), jobs, limit, maker)


def stream(
    matches: Iterable[Match], games: int, jobs: int, limit: float = LIMIT, maker: str = MAKER
) -> Generator[list[Played], None, None]:
    """As `run`, for so many matches that nobody wants to hold all of them at once."""
    pool = Pool(matches, games, limit, maker)
    try:
        yield from pool.run(jobs)
    finally:
        pool.close()


class Worker:
    """Another process and the thread that listens to it."""

    def __init__(self, maker: str, answers: queue.SimpleQueue[tuple[Worker, list[Played | Exception] | None]]) -> None:
        handle, name = tempfile.mkstemp(prefix="polychrome-pulse-")
        with os.fdopen(handle, "wb") as file:
            file.write(bytes(PULSE))
        self.file = Path(name)
        self.pulse = SharedQuestion(self.file)
        self.given: dict[int, Match] = {}  # in the order in which they will be played
        self.beat = 0
        self.since = monotonic()
        self.answers = answers
        self.process = subprocess.Popen(
            [sys.executable, "-m", "polychrome.arena.worker", name, maker],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            # Ctrl-C goes to all of a terminal's processes, and one shall answer.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                self.answers.put((self, pickle.load(self.process.stdout)))
        self.answers.put((self, None))

    def give(self, portion: list[Match]) -> None:
        assert self.process.stdin is not None
        if not self.given:
            self.since = monotonic()
        self.given.update((match.number, match) for match in portion)
        with suppress(OSError):  # dead: the listener will say so
            pickle.dump(portion, self.process.stdin)
            self.process.stdin.flush()

    def late(self, limit: float) -> bool:
        """Has there been no sign of life for too long?"""
        beat, now = self.pulse.numbers[0], monotonic()
        if beat != self.beat or not self.given:
            self.beat, self.since = beat, now
        return now - self.since > (limit if beat else STARTING)

    def end(self) -> None:
        self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(ENDING)
        self.listener.join(ENDING)
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(OSError, ValueError):
                pipe.close()  # type: ignore[union-attr]
        self.pulse.close()
        self.file.unlink(missing_ok=True)


class Pool:
    def __init__(self, matches: Iterable[Match], games: int, limit: float, maker: str) -> None:
        self.matches = iter(matches)
        self.again: deque[Match] = deque()  # those of processes that have ended
        self.left = games  # to be given out
        self.maker = maker
        self.limit = limit
        self.answers: queue.SimpleQueue[tuple[Worker, list[Played | Exception] | None]] = queue.SimpleQueue()
        self.workers: list[Worker] = []
        self.fruitless = 0  # about how many processes died since the last finished game

    def run(self, jobs: int) -> Generator[list[Played], None, None]:
        for _ in range(min(jobs, self.left)):
            self.workers.append(Worker(self.maker, self.answers))
        for worker in self.workers:
            self.feed(worker)
        looked = monotonic()
        tick = min(TICK, self.limit / 4)
        while any(worker.given for worker in self.workers):
            done: list[Played] = []
            with suppress(queue.Empty):
                worker, news = self.answers.get(timeout=tick)
                if worker not in self.workers:
                    continue  # ended meanwhile; its games are being played again
                if news is None:
                    self.died(worker)
                    continue
                done = self.taken(worker, news)
                self.feed(worker)
            yield done
            if monotonic() - looked > tick:
                looked = monotonic()
                for silent in [worker for worker in self.workers if worker.late(self.limit)]:
                    self.hung(silent)

    def feed(self, worker: Worker) -> None:
        """Keep a worker busy, and the last portions small, so that all are ready at about the same time."""
        size = max(1, min(LARGEST, self.left // (8 * len(self.workers))))
        if self.left and len(worker.given) <= size:
            portion = [self.again.popleft() if self.again else next(self.matches) for _ in range(min(size, self.left))]
            self.left -= len(portion)
            worker.give(portion)

    def taken(self, worker: Worker, news: list[Played | Exception]) -> list[Played]:
        done = []
        for one in news:
            if isinstance(one, Exception):
                raise one
            del worker.given[one.number]
            done.append(one)
        self.fruitless = 0
        return done

    def hung(self, worker: Worker) -> None:
        number, seat, line = worker.pulse.last()
        match = worker.given.get(number)
        if match is None or seat == NO_SEAT:
            raise Died  # not a bot's doing
        # A bot that hangs once more, and earlier, thinks differently every time: then it is not asked at all.
        failure = Failure(seat, 0 if seat in match.barred else line, False, f"{self.limit:g} s", HUNG)
        self.replace(worker, match._replace(barred={**match.barred, seat: failure}))

    def died(self, worker: Worker) -> None:
        number, seat, line = worker.pulse.last()
        self.fruitless += 1 if worker.pulse.numbers[0] else 4  # one that never began will hardly do so next time
        if self.fruitless > 4 * len(self.workers) + 4:
            raise Died
        match = worker.given.get(number)
        if match is not None:
            match = match._replace(losses=match.losses + 1)
            if match.losses > 1 and seat != NO_SEAT:  # once may have been somebody from outside
                line = 0 if seat in match.barred else line
                worker.process.wait(ENDING)
                failure = Failure(seat, line, False, f"exit code {worker.process.returncode}", DIED)
                match = match._replace(barred={**match.barred, seat: failure})
        self.replace(worker, match)

    def replace(self, worker: Worker, first: Match | None) -> None:
        """A new process for an ended one, and all that it had not finished back to the front, the accident first."""
        unfinished = [match for match in worker.given.values() if first is None or match.number != first.number]
        self.again.extendleft(reversed(unfinished))
        self.left += len(unfinished)
        worker.end()
        self.workers[self.workers.index(worker)] = fresh = Worker(self.maker, self.answers)
        fresh.give([first] if first is not None else [])
        self.feed(fresh)
        for other in self.workers:  # one that had nothing left to do can help again
            self.feed(other)

    def close(self) -> None:
        for worker in self.workers:
            worker.process.kill()
        for worker in self.workers:
            worker.end()
        self.workers = []
