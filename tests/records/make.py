#!/usr/bin/env python3
"""Write the golden records that are missing, and all renderings anew: python tests/records/make.py

A record that is there stays as it is: old games must go on replaying. A rendering changes whenever words or scenes
do; read the difference before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

from polychrome.engine.core import Game  # noqa: E402
from polychrome.engine.dice import Dice  # noqa: E402
from polychrome.engine.record import read, record, write  # noqa: E402
from polychrome.engine.table import Table  # noqa: E402
from polychrome.games import GAMES, find  # noqa: E402
from records.golden import FOLDER, rendering, wanted  # noqa: E402


def play(game: Game, seats: int, options: tuple[int, ...], seed: int) -> Table:
    table = Table(game, seats, game.named(options), Dice(seed))
    whims = Dice(-seed)
    while not table.over():
        acting = table.acting()
        seat = acting[whims.below(len(acting))]
        table.play(seat, table.state.sample(seat, whims))
    return table


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
