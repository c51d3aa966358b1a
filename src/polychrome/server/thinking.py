"""Bots think in processes of their own, so that no table waits for another's bot, nor dies with it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from msgspec import DecodeError
from msgspec.json import decode, encode

from polychrome import bots
from polychrome.engine.core import Game, State
from polychrome.server.thinker import Problem, Solution

log: Final = logging.getLogger("polychrome")

OURS: Final = "polychrome.server.box:ours"
PATIENCE: Final = 15.0  # seconds for one move
LONGEST: Final = 1 << 20  # bytes of an answer


class Worker:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, box: str, own: Sequence[str] = ()) -> Worker:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "polychrome.server.thinker",
            box,
            *own,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        return cls(process)

    async def ask(self, problem: Problem) -> Solution:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(encode(problem) + b"\n")
        await self.process.stdin.drain()
        return decode(await self.process.stdout.readuntil(b"\n"), type=Solution)

    async def stop(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Thinking:
    """A few workers, started when they are needed."""

    def __init__(
        self, box: str = OURS, workers: int | None = None, patience: float = PATIENCE, own: Sequence[str] = ()
    ) -> None:
        self.box = box
        self.own = own  # bots of whoever runs the server
        self.patience = patience
        self.free = asyncio.Semaphore(workers or max(1, (os.cpu_count() or 2) - 1))
        self.idle: list[Worker] = []

    async def choose(self, game: Game, view: State, seat: int, bot: str, seed: int) -> str | None:
        """What a bot plays, as text; None if it came to nothing, which has then been logged."""
        if bot == "random":
            return game.text(bots.make(bot, seed).choose(view, seat))
        solution = await self.solve(Problem(game.name, view.dump(), seat, bot, seed))
        return None if solution is None else solution.action

    async def explain(self, game: Game, view: State, seat: int, bot: str, seed: int) -> Solution | None:
        """What a bot would play and why."""
        solution = await self.solve(Problem(game.name, view.dump(), seat, bot, seed, why=True))
        return None if solution is None or solution.action is None else solution

    async def solve(self, problem: Problem) -> Solution | None:
        """What a worker says; None if it says nothing."""
        game, bot = problem.game, problem.bot
        async with self.free:
            try:
                worker = self.idle.pop() if self.idle else await Worker.start(self.box, self.own)
            except OSError as error:
                log.warning("The bot %s cannot think: no process for it (%s)", bot, error)
                return None
            try:
                solution = await asyncio.wait_for(worker.ask(problem), self.patience)
            except (TimeoutError, OSError, EOFError, ValueError, DecodeError) as error:
                await worker.stop()
                log.warning("The bot %s at %s gave no answer: %s", bot, game, type(error).__name__)
                return None
            except BaseException:
                await asyncio.shield(worker.stop())
                raise
            self.idle.append(worker)
        if solution.trouble is not None:
            log.warning("The bot %s at %s failed: %s", bot, game, solution.trouble)
        return solution

    async def close(self) -> None:
        while self.idle:
            await self.idle.pop().stop()
