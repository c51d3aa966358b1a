#!/usr/bin/env python3
"""Write the golden records that are missing, and all renderings anew: python tests/records/make.py

A record that is there stays as it is: old games must go on replaying. A rendering changes whenever words or scenes
do; read the difference before you commit it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from polychrome.engine.core import NATURE, Game, State  # noqa: E402
from polychrome.engine.dice import Dice  # noqa: E402
from polychrome.engine.record import read, record, write  # noqa: E402
from polychrome.engine.table import Table  # noqa: E402
from polychrome.registry import GAMES, find  # noqa: E402
from records.golden import FOLDER, rendering, wanted  # noqa: E402

LONGEST_RECORD = 1500  # lines

Choose = Callable[[State, int, Dice], int]


def play(game: Game, seats: int, options: tuple[int, ...], seed: int) -> Table:
    """At random, for that shows most; games of memory, which would go on for thousands of lines, by people who
    remember."""
    table = finished(game, seats, options, seed, at_random)
    return table if len(table.log) <= LONGEST_RECORD else finished(game, seats, options, seed, attentive)


def finished(game: Game, seats: int, options: tuple[int, ...], seed: int, choose: Choose) -> Table:
    table = Table(game, seats, game.named(options), Dice(seed))
    whims = Dice(-seed)
    while not table.over():
        acting = table.acting()
        seat = acting[whims.below(len(acting))]
        table.play(seat, choose(table.state, seat, whims))
    return table


def at_random(state: State, seat: int, whims: Dice) -> int:
    return state.sample(seat, whims)


def attentive(state: State, seat: int, whims: Dice) -> int:
    """Best of all something that surely brings points, then something unknown; last what surely ends the turn."""
    view = state.view(seat, recall=True)
    worth = {action: prospect(view, seat, action) for action in view.legal(seat)}
    return whims.pick([action for action, value in worth.items() if value == max(worth.values())])


def prospect(view: State, seat: int, action: int) -> int:
    after = view.clone()
    after.apply(seat, action)
    while NATURE in after.acting():
        outcomes = after.legal(NATURE)
        if len(outcomes) > 1:
            return 2
        after.apply(NATURE, outcomes[0])
    if after.scores()[seat] > view.scores()[seat]:
        return 3
    return 0 if after.acting() and seat not in after.acting() else 1


def main() -> None:
    for game in GAMES:
        for seed, (name, (seats, options)) in enumerate(wanted(game).items(), 1):
            file = FOLDER / f"{name}.txt"
            if not file.exists():
                file.write_text(write(record(play(game, seats, options, seed), luck=True)), encoding="utf-8")
                print("new:", file.name)
    for file in sorted(FOLDER.glob("*.txt")):
        if not file.name.endswith(".golden.txt"):
            text = rendering(read(file.read_text(encoding="utf-8"), find))
            file.with_suffix(".golden.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
