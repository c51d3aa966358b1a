#!/usr/bin/env python3
"""Play random games of every kind under all laws: python bench/soak.py --games 10000

Every game of the box (or `--game coloretto`), with every number of seats and every combination of options in turn.
Each game is checked against every law; the laws that look through everybody's eyes look at `--looks` positions of it,
drawn at random. Ends with `10000 games, 0 broken laws` and exit code 0, or names every broken law with its seed.

With `--ends` only the end is waited for: so many games of each kind, and how long the longest was. With `--option
word_check=list` only games with this choice are played; with `--lists` Color Words uses the word lists of this machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests"))
try:
    import polychrome  # noqa: F401 - the build at hand, or else the sources of this clone
except ImportError:
    sys.path.insert(0, str(ROOT / "src"))

from laws.laws import LAWS, broken_laws  # noqa: E402
from laws.walks import Case, endless_cases  # noqa: E402
from polychrome.engine.core import COMPILED, Game  # noqa: E402
from polychrome.engine.dice import Dice  # noqa: E402
from polychrome.engine.playout import playout  # noqa: E402
from polychrome.lexicon.shelf import hand_over  # noqa: E402
from polychrome.registry import GAMES, find  # noqa: E402

Task = tuple[str, int, tuple[int, ...], int, int]  # a Case that can be sent to another process


def task(case: Case) -> Task:
    return (case.game.name, *case[1:])


def broken(task: Task) -> list[str]:
    name, *rest = task
    return broken_laws(Case(find(name), *rest))


def chosen_cases(box: list[Game], seed: int, looks: int, wish: str) -> Iterator[Case]:
    """Those with the option that was wished for; all, if none was."""
    name, _, value = wish.partition("=")
    for case in endless_cases(box, seed, looks):
        if not wish or str(case.game.named(case.options).get(name)) == value:
            yield case


def soak(box: list[Game], chosen: argparse.Namespace) -> list[str]:
    """Play, telling how far it is; every broken law found."""
    found: list[str] = []
    games: int = chosen.games
    tasks = map(task, islice(chosen_cases(box, chosen.seed, max(2, chosen.looks), chosen.option), games))
    begun = told = time.monotonic()
    with get_context("spawn").Pool(chosen.workers, initializer=hand_over if chosen.lists else None) as pool:
        for done, lines in enumerate(pool.imap_unordered(broken, tasks, 8), 1):
            for line in lines:
                print(line, flush=True)
            found += lines
            if sys.stderr.isatty() and (time.monotonic() - told > 1 or done == games):
                told = time.monotonic()
                left = (told - begun) / done * (games - done)
                print(f"\r{done} of {games} games, {left:.0f} s left  ", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return found


def ending(box: list[Game], games: int, seed: int, wish: str) -> int:
    """Play so many of each to the end; how many did not come to one before the game's limit."""
    endless = 0
    print(f"{'game':16}{'games':>8}{'lines':>8}{'longest':>9}{'limit':>8}{'endless':>9}")
    for game in box:
        lengths = []
        for case in islice(chosen_cases([game], seed, 0, wish), games):
            state = game.begin(case.seats, game.named(case.options))
            lengths.append(playout(state, Dice(case.seed), game.limit))
            endless += bool(state.acting())
            if sys.stderr.isatty() and len(lengths) % 100 == 0:
                print(f"\r{game.name}: {len(lengths)} of {games} ", end="\r", file=sys.stderr, flush=True)
        count = sum(length >= game.limit for length in lengths)
        print(
            f"{game.name:16}{games:>8,}{sum(lengths) / games:>8.0f}{max(lengths):>9,}{game.limit:>8,}{count:>9}",
            flush=True,
        )
    return endless


def main() -> int:
    parser = argparse.ArgumentParser(description="Play random games under all laws.")
    parser.add_argument("--games", type=int, default=10_000, help="how many (10000)")
    parser.add_argument("--game", choices=[game.name for game in GAMES], help="only this one")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next has the next (1)")
    parser.add_argument("--looks", type=int, default=4, help="positions of each game for the costly laws (4)")
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--option", default="", metavar="NAME=VALUE", help="only games with this choice")
    parser.add_argument("--lists", action="store_true", help="with the word lists of this machine")
    parser.add_argument("--ends", action="store_true", help="only see that every game ends, so many of each kind")
    chosen = parser.parse_args()
    box = [find(chosen.game)] if chosen.game else list(GAMES)
    possible = [f"{option.name}={value}" for game in box for option in game.options for value in option.choices]
    if chosen.option and chosen.option not in possible:
        parser.error(f"there is no choice {chosen.option!r}; there are {', '.join(possible) or 'none'}")
    if chosen.lists:
        hand_over()
    build = "compiled" if COMPILED else "interpreted"
    print(f"{len(LAWS)} laws over {', '.join(game.name for game in box)}; {build}", flush=True)
    begun = time.monotonic()
    if chosen.ends:
        endless = ending(box, chosen.games, chosen.seed, chosen.option)
        print(f"in {time.monotonic() - begun:.0f} s")
        print(f"{endless} games without an end")
        return 1 if endless else 0
    found = soak(box, chosen)
    print(f"in {time.monotonic() - begun:.0f} s")
    print(f"{chosen.games} games, {len(found)} broken laws")
    return 1 if found else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
