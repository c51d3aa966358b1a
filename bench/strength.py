#!/usr/bin/env python3
"""Does thinking help in the seven games of COLOMO? python bench/strength.py --bot search:100 --games 200

One bot against as many others as the fewest seats allow, in every game; it moves on by a seat from game to game. A win
shared by k seats counts 1/k. Games that go nowhere (GEN-15) are decided by the standing and counted as adjudicated.
Exit code 0 if the 95 % interval (Wilson) of the bot's share lies above parity in every game.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
try:
    import polychrome  # noqa: F401 - the build at hand, or else the sources of this clone
except ImportError:
    sys.path.insert(0, str(ROOT / "src"))

from polychrome.arena.match import derived, play  # noqa: E402
from polychrome.arena.stats import wilson  # noqa: E402
from polychrome.bots import make  # noqa: E402
from polychrome.engine.core import COMPILED, Unplayable  # noqa: E402
from polychrome.registry import GAMES, HOMES  # noqa: E402

BOX = {game.name: game for game, home in zip(GAMES, HOMES, strict=True) if home.startswith("colomo/")}
QUIET = 20  # seconds between two signs of life where nobody watches


class Task(NamedTuple):
    game: str
    bot: str
    against: str
    seed: int
    number: int


class Outcome(NamedTuple):
    game: str
    win: float
    adjudicated: bool
    steps: int
    failures: int
    seconds: float


def played(task: Task) -> Outcome:
    begun = time.process_time()
    game = BOX[task.game]
    seat = task.number % game.fewest
    bots = [task.bot if other == seat else task.against for other in range(game.fewest)]
    result = play(game, bots, {}, derived(task.seed, task.game, task.number))
    win = (seat in result.winners) / len(result.winners)
    seconds = time.process_time() - begun
    return Outcome(task.game, win, result.adjudicated, result.steps, len(result.failures), seconds)


def outcomes(tasks: list[Task], workers: int) -> Iterator[Outcome]:
    """All of them, telling how far it is; on as many processors as wanted."""
    live = sys.stderr.isatty()
    begun = told = time.monotonic()
    with get_context("spawn").Pool(workers) as pool:
        for done, outcome in enumerate(pool.imap(played, tasks), 1):
            if time.monotonic() - told > (1 if live else QUIET):
                told = time.monotonic()
                left = (told - begun) / done * (len(tasks) - done)
                text = f"{done} of {len(tasks)} games, now {outcome.game}, {left:.0f} s left"
                print(f"\r{text}  " if live else text, end="" if live else "\n", file=sys.stderr, flush=True)
            yield outcome
    if live:
        print("\r" + " " * 60, end="\r", file=sys.stderr, flush=True)


def row(name: str, found: list[Outcome]) -> tuple[str, bool]:
    """One line of the table, and whether the bot is above parity."""
    games = len(found)
    parity = 1 / BOX[name].fewest
    share = wilson(sum(outcome.win for outcome in found), games)
    cells = [
        f"{name:<16}{BOX[name].fewest:>5}{share.middle:>8.1%}  {share.low:>6.1%} to {share.high:>6.1%}{parity:>9.1%}",
        f"{sum(outcome.adjudicated for outcome in found):>13}",
        f"{sum(outcome.steps for outcome in found) / games:>9.0f}",
        f"{sum(outcome.seconds for outcome in found) / games:>9.2f}",
        "  above" if share.low > parity else "  not above",
    ]
    failures = sum(outcome.failures for outcome in found)
    return "".join(cells) + (f", {failures} failures" if failures else ""), share.low > parity


def main() -> int:
    parser = argparse.ArgumentParser(description="One bot against others in the seven games of COLOMO.")
    parser.add_argument("--bot", default="search:100", help="who is measured (search:100)")
    parser.add_argument("--against", default="random", help="who sits on the other seats (random)")
    parser.add_argument("--games", type=int, default=200, help="of each kind (200)")
    parser.add_argument("--game", choices=list(BOX), action="append", help="only this one; may be repeated")
    parser.add_argument("--seed", type=int, default=1, help="of the whole measurement (1)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    chosen = parser.parse_args()
    try:
        make(chosen.bot, 0)
        make(chosen.against, 0)
    except Unplayable as unplayable:
        parser.error(f"no such bot: {unplayable}")
    names = chosen.game or list(BOX)
    build = "compiled" if COMPILED else "interpreted"
    print(f"{chosen.bot} against {chosen.against}, {chosen.games} games each, seed {chosen.seed}, {build}")
    print("game            seats    wins        interval    parity  adjudicated    steps  seconds", flush=True)
    tasks = [
        Task(name, chosen.bot, chosen.against, chosen.seed, number) for name in names for number in range(chosen.games)
    ]
    above = True
    found: list[Outcome] = []
    for outcome in outcomes(tasks, chosen.workers):
        found.append(outcome)
        if len(found) == chosen.games:
            line, better = row(outcome.game, found)
            print(line, flush=True)
            above = above and better
            found = []
    print("Above parity in every game." if above else "Not above parity in every game.")
    return 0 if above else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
