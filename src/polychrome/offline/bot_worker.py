"""Bots think in one interpreter beside the tables', one thought after the other, and none for ever.

Each thinks as on a server, so that the same luck gives the same game. Where that takes too long (a slow device, many
seats), the next thoughts of such a bot at such a game are cut off, and what looks best so far is played.

To start that interpreter may take longer than people like to wait. Then chance moves for a bot, and the interpreter
goes on starting; one that is ended after all, since nothing may come of it, leaves twice the time to the next.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.json import encode
from msgspec.structs import replace

from polychrome.offline.calls import Commands, Halt, Think, Wake
from polychrome.room.thought import Problem, Solution

THOUGHT_SECONDS: Final = 30.0  # seconds for one move: there are slow telephones
START_SECONDS: Final = 120.0  # for its interpreter to start
LONG: Final = 3.0  # seconds that people like to wait
HURRY: Final = 2_500  # milliseconds, for a bot that took longer

Then = Callable[[Solution | None], None]


class Wait(NamedTuple):
    problem: Problem
    then: Then


class BotWorker:
    def __init__(self, send: Callable[[Commands], None]) -> None:
        self.send = send
        self.row: deque[Wait] = deque()
        self.now: Wait | None = None  # what is thought about
        self.number = 0  # of that thought
        self.until = 0.0
        self.awake = False  # is its interpreter there?
        self.starting: float | None = None  # until when it may take to start
        self.start_seconds = START_SECONDS
        self.slow: set[tuple[str, str, int]] = set()  # games, bots and seats that took too long here

    def ask(self, problem: Problem, then: Then, now: float) -> None:
        """Somebody is told what a bot thinks, when it is their turn; None if it came to nothing."""
        self.row.append(Wait(problem, then))
        self.go_on(now)

    def go_on(self, now: float) -> None:
        if self.now is None and self.row:
            self.now = self.row.popleft()
            self.number += 1
            self.until = now + THOUGHT_SECONDS
            if self.awake:
                self.begin(self.now.problem)
            else:
                self.start(now)

    def begin(self, problem: Problem) -> None:
        if kind(problem) in self.slow:
            problem = replace(problem, hurry=HURRY)
        self.send(Think(self.number, encode(problem).decode()))

    def thought(self, number: int, solution: Solution, now: float, seconds: float) -> None:
        """An answer; one that comes too late is nobody's."""
        if self.now is None or number != self.number:
            return
        if seconds > LONG:
            self.slow.add(kind(self.now.problem))
        self.settle(solution, now)

    def settle(self, solution: Solution | None, now: float) -> None:
        if self.now is not None:
            then, self.now = self.now.then, None
            self.go_on(now)
            then(solution)

    # Its interpreter.

    def start(self, now: float) -> None:
        if self.starting is None:
            self.starting = now + self.start_seconds
            self.send(Wake())

    def started(self, now: float) -> None:
        """It is there: only from now on a thought takes time."""
        self.awake, self.starting = True, None
        if self.now is not None:
            self.until = now + THOUGHT_SECONDS
            self.begin(self.now.problem)

    def died(self, now: float) -> None:
        """Or it could not be loaded. The next thought begins another."""
        self.awake, self.starting = False, None
        self.settle(None, now)

    def halt(self) -> None:
        self.awake, self.starting = False, None
        self.send(Halt())

    # Time.

    def due(self) -> float | None:
        times = [] if self.now is None else [self.until]
        return min(times if self.starting is None else [*times, self.starting], default=None)

    def tick(self, now: float) -> None:
        if self.starting is not None and now >= self.starting:
            self.start_seconds *= 2
            self.halt()
            if self.now is not None:
                self.start(now)
        if self.now is not None and now >= self.until:
            if self.awake:
                self.slow.add(kind(self.now.problem))
                self.halt()
            self.settle(None, now)


def kind(problem: Problem) -> tuple[str, str, int]:
    seats = problem.view["seats"]
    assert isinstance(seats, int)
    return problem.game, problem.bot, seats
