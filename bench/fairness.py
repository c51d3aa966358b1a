"""How long another table's bot waits beside many tables of heavy bots.

    python bench/fairness.py [--tables 60] [--seconds 20] [--workers 2] [--bots search:2000ms,master] [--first-come]

Every table of the crowd asks for a bot's move, and for the next as soon as it has one, in the worker processes of the
server. Between them other tables ask for one move each, of a light bot and of a heavy one, from the crowd's address and
from another. Seconds from the question to the answer: median, worst. The aim: nobody waits for more than three before
the bot begins to think (A30). `--first-come` serves as it once was, whoever asked first and for as long as it takes.
The processes have begun before the clock does.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from statistics import median
from time import perf_counter

from polychrome.bots import weighty
from polychrome.engine.core import COMPILED, State
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.registry import find
from polychrome.server.bot_pool import BotPool
from polychrome.server.thought_queue import QueuedThought, ThoughtQueue

PROMISE = 3.0
PROBES = ("casual", "sharp", "master", "search:2000ms")


class FirstCome(ThoughtQueue):
    def next(self) -> QueuedThought | None:
        return self.waiting[0] if self.waiting and len(self.running) < self.workers else None

    def budget(self, thought: QueuedThought) -> float:
        return 0.0


class Bench:
    def __init__(self, options: argparse.Namespace, bot: str) -> None:
        self.options = options
        self.bot = bot
        self.game = find(options.game)
        self.bot_pool = BotPool(workers=options.workers)
        if options.first_come:
            self.bot_pool.queue = FirstCome(self.bot_pool.queue.workers)
        self.moves = 0
        self.waits: dict[tuple[str, str], list[float]] = {}  # until the answer
        self.begun: dict[tuple[str, str], list[float]] = {}  # until the bot began to think
        self.none = 0

    def position(self, number: int) -> tuple[State, int]:
        """Somewhere in a game, where there is something to choose."""
        table, whims = Table(self.game, 2, None, Dice(number)), Dice(number + 1)
        for _ in range(1000):
            seat = table.acting()[0]
            if len(table.log) > 20 and len(table.state.legal(seat)) > 1:
                break
            table.play(seat, table.state.sample(seat, whims))
        return table.state.view(seat, recall=True), seat

    async def crowd(self, number: int) -> None:
        view, seat = self.position(number)
        while True:
            answer = await self.bot_pool.choose(self.game, view, seat, self.bot, self.moves, f"{number}", "crowd")
            self.none += answer is None
            self.moves += 1

    async def probe(self, number: int, bot: str, opener: str) -> None:
        view, seat = self.position(1000 + number)
        queue, table = self.bot_pool.queue, f"{bot} from {opener}"
        asked = perf_counter()
        asking = asyncio.ensure_future(self.bot_pool.choose(self.game, view, seat, bot, number, table, opener))
        while not asking.done() and not any(thought.table == table for thought in queue.running):
            await asyncio.sleep(0.002)
        self.begun.setdefault((bot, opener), []).append(perf_counter() - asked)
        self.none += await asking is None
        self.waits.setdefault((bot, opener), []).append(perf_counter() - asked)

    async def warm(self) -> None:
        """A process needs a second or more to begin, once."""
        view, seat = self.position(0)
        workers = range(self.bot_pool.queue.workers)
        await asyncio.gather(
            *(self.bot_pool.choose(self.game, view, seat, "casual", 1, str(worker)) for worker in workers)
        )

    async def run(self) -> None:
        await self.warm()
        crowd = [asyncio.ensure_future(self.crowd(number)) for number in range(self.options.tables)]
        began, number = perf_counter(), 0
        probes: list[asyncio.Future[None]] = []
        while perf_counter() - began < self.options.seconds:
            bot, opener = PROBES[number % len(PROBES)], ("crowd", "another")[number // len(PROBES) % 2]
            if not any(thought.table == f"{bot} from {opener}" for thought in self.bot_pool.queue.waiting):
                probes.append(asyncio.ensure_future(self.probe(number, bot, opener)))
            number += 1
            await asyncio.sleep(self.options.pace)
        took, moves = perf_counter() - began, self.moves
        _, pending = await asyncio.wait(probes, timeout=60)
        for task in (*pending, *crowd):
            task.cancel()
        await asyncio.gather(*pending, *crowd, return_exceptions=True)
        await self.bot_pool.close()
        kind = "first come" if self.options.first_come else "by turns"
        print(f"\n{self.options.tables} tables of {self.bot}, {kind}: {moves / took:.1f} moves/s, {self.none} without")
        print(f"  {'probe':<16}{'from':<10}{'began':>16}{'answered':>16}")
        for (bot, opener), waits in sorted(self.waits.items()):
            begun = self.begun[bot, opener]
            cells = "".join(f"{median(times):8.2f}{max(times):8.2f}" for times in (begun, waits))
            print(f"  {bot:<16}{opener:<10}{cells}{'  heavy' if weighty(bot) else ''}")
        if pending:
            print(f"  {len(pending)} of {len(probes)} had no answer a minute later")
        worst = max((max(times) for times in self.begun.values()), default=0.0)
        print(f"  longest wait {worst:.2f} s (aim {PROMISE:.0f}): {'reached' if worst <= PROMISE else 'missed'}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pace", type=float, default=0.25, help="seconds between two probes")
    parser.add_argument("--workers", type=int, help="processes; otherwise as many as the server takes here")
    parser.add_argument("--bots", default="search:2000ms,master", help="of the crowd, one after the other")
    parser.add_argument("--game", default="chromino", help="where master thinks longest")
    parser.add_argument("--first-come", action="store_true", help="as it once was, to compare")
    options = parser.parse_args()
    build = "compiled" if COMPILED else "interpreted"
    print(f"{build}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before we began", flush=True)
    for bot in options.bots.split(","):
        asyncio.run(Bench(options, bot).run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
