"""Bots think in one interpreter beside the tables', one thought after the other, and none for ever."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.json import encode

from polychrome.offline.errands import Errands, Halt, Think
from polychrome.room.thought import Problem, Solution

PATIENCE: Final = 30.0  # seconds for one move: there are slow telephones

Then = Callable[[Solution | None], None]


class Wait(NamedTuple):
    problem: Problem
    then: Then


class Thinking:
    def __init__(self, send: Callable[[Errands], None]) -> None:
        self.send = send
        self.row: deque[Wait] = deque()
        self.now: Wait | None = None  # what is thought about
        self.number = 0  # of that thought
        self.until = 0.0

    def ask(self, problem: Problem, then: Then, now: float) -> None:
        """Somebody is told what a bot thinks, when it is their turn; None if it came to nothing."""
        self.row.append(Wait(problem, then))
        self.go_on(now)

    def go_on(self, now: float) -> None:
        if self.now is None and self.row:
            self.now = self.row.popleft()
            self.number += 1
            self.until = now + PATIENCE
            self.send(Think(self.number, encode(self.now.problem).decode()))

    def thought(self, number: int, solution: Solution | None, now: float) -> None:
        """An answer; one that comes too late is nobody's."""
        if self.now is None or number != self.number:
            return
        then, self.now = self.now.then, None
        self.go_on(now)
        then(solution)

    def due(self) -> float | None:
        return None if self.now is None else self.until

    def tick(self, now: float) -> None:
        if self.now is not None and now >= self.until:
            self.send(Halt(self.number))
            self.thought(self.number, None, now)
