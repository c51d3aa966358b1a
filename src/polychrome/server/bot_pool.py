"""Bots think in processes of their own, so that no table waits for another's bot, nor dies with it."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from msgspec import DecodeError
from msgspec.json import decode, encode

from polychrome import bots
from polychrome.engine.core import Game, State
from polychrome.room.thought import Problem, Solution
from polychrome.server.thought_queue import QueuedThought, ThoughtQueue

log: Final = logging.getLogger("polychrome")

OURS: Final = "polychrome.room.catalogue:ours"
THOUGHT_SECONDS: Final = 15.0  # seconds for one move
ANSWER_BYTES: Final = 1 << 20  # bytes of an answer
LATE: Final = 1.0  # seconds after which people are told that a bot waits for its turn to think
HINTS: Final = 4  # thoughts of one table that may wait; whoever asks for one more hint gets none


class BotProcess:
    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, catalogue: str, own: Sequence[str] = ()) -> BotProcess:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "polychrome.server.bot_process",
            catalogue,
            *own,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=ANSWER_BYTES,
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


class BotPool:
    """A few workers, started when they are needed, and the row before them."""

    def __init__(
        self,
        catalogue: str = OURS,
        workers: int | None = None,
        patience: float = THOUGHT_SECONDS,
        own: Sequence[str] = (),
    ) -> None:
        self.catalogue = catalogue
        self.own = own  # bots of whoever runs the server
        self.patience = patience
        self.queue = ThoughtQueue(workers or max(2, os.cpu_count() or 2))
        self.idle: list[BotProcess] = []

    async def choose(
        self,
        game: Game,
        view: State,
        seat: int,
        bot: str,
        seed: int,
        table: str = "",
        opener: str = "",
        late: Callable[[], None] | None = None,
    ) -> str | None:
        """What a bot plays, as text; None if it came to nothing, which has then been logged.

        Others may come first: table and opener say whose turn it uses up, and `late` is called if that takes long.
        """
        if bot == "random":
            return game.text(bots.make(bot, seed).choose(view, seat))
        solution = await self.solve(Problem(game.name, view.dump(), seat, bot, seed), table, opener, late)
        return None if solution is None else solution.action

    async def explain(
        self, game: Game, view: State, seat: int, bot: str, seed: int, table: str = "", opener: str = ""
    ) -> Solution | None:
        """What a bot would play and why; None also where too many ask."""
        if sum(thought.table == table for thought in self.queue.waiting) >= HINTS:
            return None
        solution = await self.solve(Problem(game.name, view.dump(), seat, bot, seed, why=True), table, opener)
        return None if solution is None or solution.action is None else solution

    async def solve(
        self, problem: Problem, table: str, opener: str, late: Callable[[], None] | None = None
    ) -> Solution | None:
        """What a worker says when it is this problem's turn; None if it says nothing."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        bell = None if late is None else loop.call_later(LATE, late)

        def go() -> None:
            if not turn.done():  # else nobody wants to know any more
                turn.set_result(None)

        thought = QueuedThought(opener, table, bots.weighty(problem.bot), go, problem.bot not in self.own)
        self.queue.ask(thought)
        try:
            await turn
            if bell is not None:
                bell.cancel()
            problem.hurry = round(1000 * thought.budget)
            return await self.answer(problem)
        finally:
            if bell is not None:
                bell.cancel()
            self.queue.end(thought)

    async def answer(self, problem: Problem) -> Solution | None:
        """What a worker says. One that has died, now or while it had nothing to do, is replaced once."""
        game, bot = problem.game, problem.bot
        worker = self.rested()
        for last in (False, True):
            try:
                worker = worker or await self.start()
            except OSError as error:
                log.warning("The bot %s cannot think: no process for it (%s)", bot, error)
                return None
            try:
                solution = await asyncio.wait_for(worker.ask(problem), self.patience)
            except (TimeoutError, OSError, EOFError, ValueError, DecodeError) as error:
                await worker.stop()
                died = isinstance(error, OSError | EOFError) and not isinstance(error, TimeoutError)
                if died and not last:
                    worker = None
                    continue
                log.warning("The bot %s at %s gave no answer: %s", bot, game, type(error).__name__)
                return None
            except BaseException:
                await asyncio.shield(worker.stop())
                raise
            self.idle.append(worker)
            if solution.trouble is not None:
                log.warning("The bot %s at %s failed: %s", bot, game, solution.trouble)
            return solution
        return None

    def rested(self) -> BotProcess | None:
        """A worker that has nothing to do and is alive, as far as we know."""
        while self.idle:
            worker = self.idle.pop()
            if worker.process.returncode is None:
                return worker
        return None

    async def start(self) -> BotProcess:
        return await BotProcess.start(self.catalogue, self.own)

    async def close(self) -> None:
        while self.idle:
            await self.idle.pop().stop()
