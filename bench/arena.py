#!/usr/bin/env python3
"""What the arena costs beside a plain loop, and how it scales: python bench/arena.py [--seconds 6] [--jobs 2]

The same matches are played by a plain loop in this process, by the arena on one core and by the arena on several, each
into a book of its own. Times on the wall tell how it scales, if nobody else uses the machine; processor time (ours and
that of our processes) tells the overhead even if somebody does. Goals: overhead at most 10 %, two cores at least 1.7 ×.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
try:
    import polychrome  # noqa: F401 - the build at hand, or else the sources of this clone
except ImportError:
    sys.path.insert(0, str(ROOT / "src"))

from polychrome.arena.book import Book  # noqa: E402
from polychrome.arena.match import Watch  # noqa: E402
from polychrome.arena.schedule import Pairing, Plan  # noqa: E402
from polychrome.arena.tournament import local, play  # noqa: E402
from polychrome.arena.worker import played  # noqa: E402
from polychrome.engine.core import COMPILED  # noqa: E402

ROUNDS = 5  # machines are noisy: each is a comparison of its own, and the middle of them counts
GOAL_OVERHEAD = 0.10
GOAL_SCALING = 0.85  # of as many times as there are cores: 1.7 on two


class Cost(NamedTuple):
    wall: float
    processor: float


def processor() -> float:
    """Seconds of all processors that we and our ended processes have used."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def loop(plan: Plan) -> Cost:
    begun, used = time.perf_counter(), processor()
    for fixture in plan.fixtures():
        match = plan.match(fixture)
        played(match, Watch(len(match.bots)))
    return Cost(time.perf_counter() - begun, processor() - used)


def arena(plan: Plan, jobs: int) -> Cost:
    with tempfile.TemporaryDirectory() as folder:
        begun, used = time.perf_counter(), processor()
        with closing(Book(Path(folder), new=True)) as book:
            book.settle(plan.identity(), plan.games)
            play(plan, book, local(jobs))
            assert len(book.finished()) == plan.total()
        return Cost(time.perf_counter() - begun, processor() - used)


def sized(pairing: Pairing, seconds: float) -> Plan:
    """So many games that a plain loop takes about so long."""
    probe = Plan((pairing,), {}, 2 * pairing.seats, 1)
    cost = loop(probe).processor / probe.total()
    return probe._replace(games=max(20, int(seconds / cost)))


def main() -> int:
    parser = argparse.ArgumentParser(description="The arena beside a plain loop.")
    parser.add_argument("--seconds", type=float, default=6, help="of every measurement (6)")
    parser.add_argument("--jobs", type=int, default=2, help="cores to scale to (2)")
    chosen = parser.parse_args()
    print(
        f"{'compiled' if COMPILED else 'interpreted'}, {chosen.jobs} cores, about {chosen.seconds:g} s each", flush=True
    )
    print("match                                  games   loop/s  arena/s  overhead     on all/s  scaling", flush=True)
    good = True
    for pairing in (
        Pairing("coloretto", 2, "child/random", "random"),
        Pairing("coloretto", 4, "search:20", "random"),
        Pairing("ronde", 2, "search:20", "random"),
    ):
        plan = sized(pairing, chosen.seconds)
        rounds = [(loop(plan), arena(plan, 1), arena(plan, chosen.jobs)) for _ in range(ROUNDS)]
        games = plan.total()
        overhead = median(one.processor / plain.processor for plain, one, _ in rounds) - 1
        scaling = median(one.wall / several.wall for _, one, several in rounds)
        plain, one, several = (median(cost.wall for cost in costs) for costs in zip(*rounds, strict=True))
        good = good and overhead <= GOAL_OVERHEAD and scaling >= GOAL_SCALING * chosen.jobs
        name = f"{pairing.game} {pairing.seats}: {pairing.one} – {pairing.rest}"
        print(
            f"{name:<38}{games:>6}{games / plain:>9.1f}{games / one:>9.1f}{overhead:>10.1%}"
            f"{games / several:>13.1f}{scaling:>8.2f}×",
            flush=True,
        )
    print("Goals met." if good else "Goals not met: overhead at most 10 %, scaling at least 0.85 of the cores.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
