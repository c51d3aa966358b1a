"""How fast Chromino plays and searches its table, both builds, measured in one run.

    python bench/chromino.py [--compiled DIR] [--json]

Figures are CPU time at its best of several rounds. The compiled build is looked for in build/compiled (made by
scripts/test) unless --compiled names another folder.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
SEATS = (1, 2, 4, 8)
GAMES = 25  # in a round
STAGES = (10, 20, 30, 40, 50, 60, 70)  # tiles on the table
BEST_OPEN_ENGINE = 2.6  # four-player games a second, on such a machine


def measured(package: Path) -> dict[str, Any]:
    """The figures of one build, from a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package), str(HERE)])}
    command = [sys.executable, str(Path(__file__).resolve()), "--alone"]
    return dict(json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout))


def figures() -> dict[str, object]:
    """What one build costs."""
    from measure import cost

    from polychrome.engine.core import COMPILED
    from polychrome.engine.dice import Dice
    from polychrome.engine.playout import playout
    from polychrome.games.chromino import GAME
    from polychrome.games.chromino.ground import Ground, ground_of
    from polychrome.games.chromino.rules import PLACE, Chromino
    from polychrome.games.chromino.tiles import TILES, tile_of

    def games(seats: int, scoring: str = "none") -> float:
        """Random games a second: every round plays the same ones, for some are much longer than others."""

        def play() -> None:
            dice = Dice(seats)
            for _ in range(GAMES):
                state = GAME.begin(seats, {"scoring": scoring})
                playout(state, dice, GAME.limit)
                state.scores()

        return GAMES / cost(play, 1)

    def crowded(tiles: int) -> list[int]:
        """A table of so many tiles, each laid at random."""
        for seed in range(1000):
            dice = Dice(seed)
            state = GAME.begin(1, {"draw_variant": "b"})
            assert isinstance(state, Chromino)
            while state.acting() and len(state.laid) < tiles:
                seat = state.acting()[0]
                state.apply(seat, state.sample(seat, dice))
            if len(state.laid) == tiles:
                return state.laid
        raise AssertionError(f"no game gets to {tiles} tiles")

    def hand_of(count: int, laid: list[int]) -> Chromino:
        """Somebody with so many tiles before this table; where too few are left, with some that lie on it."""
        state = GAME.begin(1, {"reserve": "open"})
        assert isinstance(state, Chromino)
        state.laid = laid
        state.phase = PLACE
        dice = Dice(len(laid))
        there = {tile_of(each) for each in laid}
        free = [tile for tile in range(TILES) if tile not in there]
        while len(free) < count:
            tile = dice.below(TILES)
            free += [tile] if tile not in free else []
        for tile in free[:count]:
            state.where[tile] = 0
        state.held = [count]
        return state

    def frontier(ground: Ground) -> int:
        """Free cells beside a tile that a square can still lie on."""
        return sum(asked > 0 for asked in ground.asks)

    full = hand_of(20, crowded(TILES))
    full.table()
    growth = []
    for tiles in STAGES:
        laid = crowded(tiles)
        state = hand_of(8, laid)
        lay = cost(lambda laid=laid: ground_of(laid), 20) / tiles * 1e6  # type: ignore[misc]
        find = cost(lambda state=state: state.legal(0), 50) * 1e6  # type: ignore[misc]
        growth.append({"tiles": tiles, "frontier": frontier(state.table()), "lay_us": lay, "find_us": find})
    return {
        "compiled": COMPILED,
        "games_s": {str(seats): games(seats) for seats in SEATS},
        "counted_s": {scoring: games(4, scoring) for scoring in "ABC"},
        "list_us": cost(lambda: full.legal(0), 20) * 1e6,
        "listed": len(full.legal(0)),
        "on_table": len(full.laid),
        "list_afresh_us": cost(lambda: full.clone().legal(0), 10) * 1e6,
        "growth": growth,
    }


def row(label: str, *cells: str) -> str:
    return f"{label:<46}" + "".join(f"{cell:>14}" for cell in cells)


def report(builds: list[dict[str, Any]]) -> list[str]:
    heads = ["interpreted", "compiled"][: len(builds)]
    lines = [row("Chromino, random games a second", *heads)]
    for name, group in (("{} seats", "games_s"), ("4 seats, points {}", "counted_s")):
        for key in builds[0][group]:
            lines.append(row("  " + name.format(key), *[f"{build[group][key]:,.0f}" for build in builds]))  # noqa: PERF401
    faster = [f"{build['games_s']['4'] / BEST_OPEN_ENGINE:,.0f}×" for build in builds]
    lines += [row("faster than the best open engine, 4 seats", *faster), ""]
    first = builds[0]
    lines.append(row(f"µs to list {first['listed']} places: {first['on_table']} tiles, a hand of 20", *heads))
    lines.append(row("  with the ground at hand", *[f"{build['list_us']:,.0f}" for build in builds]))
    lines.append(row("  with the ground built afresh", *[f"{build['list_afresh_us']:,.0f}" for build in builds]))
    lines += ["", row("tiles  frontier  µs a tile laid / to list for 8", *heads)]
    for at, stage in enumerate(first["growth"]):
        cells = [f"{build['growth'][at]['lay_us']:,.1f} / {build['growth'][at]['find_us']:,.1f}" for build in builds]
        lines.append(row(f"{stage['tiles']:>5} {stage['frontier']:>9}", *cells))
    if len(builds) == 1:
        lines.append("compiled build: not found; make it with `python3 scripts/test`, or name it with --compiled")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", type=Path, default=ROOT / "build" / "compiled")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.alone:
        json.dump(figures(), sys.stdout)
        return
    builds = [measured(ROOT / "src")]
    if (options.compiled / "polychrome").is_dir():
        builds.append(measured(options.compiled))
    print(json.dumps(builds, indent=2) if options.json else "\n".join(report(builds)))


if __name__ == "__main__":
    main()
