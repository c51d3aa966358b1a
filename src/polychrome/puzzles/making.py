"""The stock: puzzle by puzzle, each from a seed of its own, so that whoever is interrupted goes on where they were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count
from pathlib import Path

from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.guides import LANGUAGE
from polychrome.puzzles import NEUTRAL, Puzzle, file_name
from polychrome.puzzles.makers import Maker


def made(game: Game, edition: str, maker: Maker, seed: int, number: int) -> Puzzle:
    """The puzzle of this number: the first of its draws that is good enough."""
    options: dict[str, Value] = {} if edition == NEUTRAL else {LANGUAGE: edition}
    for draw in count():
        name = f"{seed} {game.name} {edition} {number} {draw}".encode()
        luck = int.from_bytes(blake2b(name, digest_size=8).digest(), "big") >> 4
        found = maker(game, options, number, Dice(luck))
        if found is not None:
            return found
    raise AssertionError("counting does not end")


def make(folder: Path, game: Game, edition: str, maker: Maker, seed: int, wanted: int) -> Iterator[int]:
    """Add to a file until it has so many puzzles; answers, puzzle by puzzle, how many there are. A file that has more
    keeps them. One that was made by another seed is made anew; a line that was not finished is made again."""
    file = folder / file_name(game, edition)
    head = json.dumps({"seed": seed, "version": game.version})
    text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    lines = text.split("\n")[:-1]  # each ends with a line feed, or is not finished
    if not lines or lines[0] != head:
        lines = [head]
    whole = "".join(f"{line}\n" for line in lines)
    if text != whole:
        beside = file.with_suffix(".new")  # so that whoever is interrupted here loses nothing
        beside.write_text(whole, encoding="utf-8", newline="\n")
        beside.replace(file)
    there = len(lines) - 1
    yield there
    with file.open("a", encoding="utf-8", newline="\n") as out:
        for number in range(there, wanted):
            out.write(made(game, edition, maker, seed, number).written(game) + "\n")
            out.flush()
            yield number + 1
