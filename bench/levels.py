#!/usr/bin/env python3
"""How long each level thinks about a move, in every game: median, mean and worst.

    python bench/levels.py [--game G …] [--level L …] [--seats N] [--seconds 3]

Plays games among equals for so many seconds each and times the moves in which there is something to choose. Processor
time, so that other programs do not count. Promised are 0.3, 1 and 3 seconds at most (casual, sharp, master).

`--child` measures instead a four-year-old's chance: who holds three discs in mind and plays sensibly, against `kid`;
with `--discs 24` from the small box (GEN-16).
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
try:
    import polychrome  # noqa: F401 - the build at hand, or else the sources of this clone
except ImportError:
    sys.path.insert(0, str(ROOT / "src"))

from polychrome.arena.match import derived, play  # noqa: E402
from polychrome.arena.stats import wilson  # noqa: E402
from polychrome.bots import LEVELS, make  # noqa: E402
from polychrome.bots.levels import LevelBot  # noqa: E402
from polychrome.engine.core import COMPILED, Bot, Game, Value  # noqa: E402
from polychrome.engine.dice import Dice  # noqa: E402
from polychrome.engine.table import Table  # noqa: E402
from polychrome.lexicon.shelf import hand_over  # noqa: E402
from polychrome.registry import GAMES, find  # noqa: E402

PROMISED = {"kid": 0.3, "casual": 0.3, "sharp": 1.0, "master": 3.0}  # seconds at worst
CHILDS = ("ronde", "trio", "arc_en_ciel", "rondo")
CHILD = "a child of four"


def thought(game: Game, level: str, seats: int, seconds: float, seed: int) -> list[float]:
    """Seconds for each move with a choice, from games among equals until the time is up."""
    found: list[float] = []
    begun = time.process_time()
    number = 0
    while time.process_time() - begun < seconds:
        table = Table(game, seats, None, Dice(derived(seed, number)))
        bots = [make(level, derived(seed, number, seat)) for seat in range(seats)]
        number += 1
        while table.acting() and not table.stuck():
            seat = table.acting()[0]
            view = table.state.view(seat, recall=True)
            before = time.process_time()
            action = bots[seat].choose(view, seat)
            if len(view.legal(seat)) > 1 or game.data is not None:
                found.append(time.process_time() - before)
            table.play(seat, action)
            if time.process_time() - begun > seconds and found:
                return found
    return found


def times(chosen: argparse.Namespace) -> int:
    kept = True
    print(f"{'game':<16}{'seats':>6}  {'level':<8}{'moves':>7}{'median':>10}{'mean':>10}{'worst':>10}   ms")
    for name in chosen.game or [game.name for game in GAMES]:
        game = find(name)
        seats = min(max(chosen.seats, game.fewest, 2), game.most)
        for level in chosen.level or list(LEVELS):
            found = thought(game, level, seats, chosen.seconds, chosen.seed)
            if not found:
                print(f"{name:<16}{seats:>6}  {level:<8}      0")
                continue
            cells = [1000 * value for value in (median(found), sum(found) / len(found), max(found))]
            late = "" if max(found) <= PROMISED[level] else f"   later than {PROMISED[level]:g} s"
            kept = kept and not late
            figures = "".join(f"{cell:>10.2f}" for cell in cells)
            print(f"{name:<16}{seats:>6}  {level:<8}{len(found):>7}{figures}{late}", flush=True)
    print("All in time." if kept else "Some moves took longer than promised.")
    return 0 if kept else 1


def seated(spec: str, seed: int) -> Bot:
    if spec == CHILD:
        return LevelBot(LEVELS["kid"]._replace(span=3.0, decay=0.0, confusion=0.0, slips=0), seed)
    return make(spec, seed)


def child(chosen: argparse.Namespace) -> int:
    """Two players, the child on either seat in turn."""
    fair = True
    options: dict[str, Value] = {"discs": chosen.discs} if chosen.discs else {}
    for name in chosen.game or CHILDS:
        game = find(name)
        wins = 0.0
        for number in range(chosen.games):
            bots = [CHILD, "kid"] if number % 2 else ["kid", CHILD]
            result = play(game, bots, options, derived(chosen.seed, name, number), make=seated)
            wins += (number % 2 == 0) in result.winners and 1 / len(result.winners)
            if sys.stderr.isatty():
                print(f"\r{name} {number + 1} of {chosen.games}", end="", file=sys.stderr, flush=True)
        share = wilson(wins, chosen.games)
        verdict = "about half" if 0.4 <= share.middle <= 0.6 else "not about half"
        fair = fair and 0.4 <= share.middle <= 0.6
        print(f"\r{name:<16}{share.middle:>7.1%}  ({share.low:.1%} to {share.high:.1%})  {verdict}", flush=True)
    return 0 if fair else 1


def main() -> int:
    parser = argparse.ArgumentParser(description="How long each level thinks, or a child's chance against the lowest.")
    parser.add_argument("--game", choices=[game.name for game in GAMES], action="append", help="only this one")
    parser.add_argument("--level", choices=list(LEVELS), action="append", help="only this one")
    parser.add_argument("--seats", type=int, default=2, help="(2)")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each game and level (3)")
    parser.add_argument("--child", action="store_true", help="a four-year-old's chance against kid")
    parser.add_argument("--games", type=int, default=400, help="for --child (400)")
    parser.add_argument("--discs", type=int, choices=(60, 24), help="in the box, for --child (60)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    hand_over()
    print(f"{'compiled' if COMPILED else 'interpreted'}, seed {chosen.seed}")
    return child(chosen) if chosen.child else times(chosen)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
