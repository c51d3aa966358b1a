#!/usr/bin/env python3
"""Pairs alone with a perfect memory, against the known optimum: python bench/pairs.py --games 10000

Thirty colours, two discs of each; a move turns two up. The best player needs (3 - 2 ln 2) n + 7/8 - 2 ln 2 moves in the
mean for n pairs (Velleman & Warrington, What to expect in a game of memory, 2013), which for 30 is 47.90. Exit code 0
if the mean is within one per cent of that.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests"))
try:
    import polychrome  # noqa: F401 - the build at hand, or else the sources of this clone
except ImportError:
    sys.path.insert(0, str(ROOT / "src"))

from polychrome.arena.stats import mean  # noqa: E402
from polychrome.engine.core import COMPILED  # noqa: E402
from toys.pairs import PAIRS, expected, fewest, moves  # noqa: E402
from toys.pairs_bot import PairsBot  # noqa: E402

NEAR = 0.01
QUIET = 20  # seconds between two signs of life where nobody watches


def main() -> int:
    parser = argparse.ArgumentParser(description="Play pairs alone with a perfect memory.")
    parser.add_argument("--games", type=int, default=10_000, help="how many (10000)")
    parser.add_argument(
        "--pairs", type=int, default=PAIRS, choices=range(2, PAIRS + 1), metavar="N", help="2 to 30 (30)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next has the next (1)")
    chosen = parser.parse_args()
    live = sys.stderr.isatty()
    begun = told = time.monotonic()
    needed: list[float] = []
    for number in range(chosen.games):
        needed.append(moves(PairsBot(), chosen.seed + number, chosen.pairs))
        if time.monotonic() - told > (1 if live else QUIET):
            told = time.monotonic()
            text = f"{number + 1} of {chosen.games} games"
            print(f"\r{text}  " if live else text, end="" if live else "\n", file=sys.stderr, flush=True)
    if live:
        print("\r" + " " * 40, end="\r", file=sys.stderr, flush=True)
    found = mean(needed)
    wanted = expected(chosen.pairs)
    build = "compiled" if COMPILED else "interpreted"
    print(f"{chosen.games} games of {chosen.pairs} pairs in {time.monotonic() - begun:.0f} s, {build}")
    print(f"mean      {found.middle:9.4f} moves, 95 % interval {found.low:.4f} to {found.high:.4f}")
    print(f"expected  {wanted:9.4f} (3 - 2 ln 2) n + 7/8 - 2 ln 2")
    print(f"exactly   {fewest(chosen.pairs):9.4f} worked out backwards for {chosen.pairs} pairs")
    print(f"ratio     {found.middle / wanted:9.5f}")
    near = abs(found.middle / wanted - 1) <= NEAR
    print(f"{'Within' if near else 'NOT within'} {NEAR:.0%} of the known optimum.")
    return 0 if near else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
