"""The process a bot thinks in: a question per line in, an answer per line out."""

from __future__ import annotations

import os
import sys

from msgspec import Struct
from msgspec.json import decode, encode

from polychrome.bots import make
from polychrome.server.box import Box, named


class Problem(Struct):
    """All that a bot gets: a view, whose it is, and who is to think."""

    game: str
    view: dict[str, int | list[int]]
    seat: int
    bot: str
    seed: int


class Solution(Struct):
    action: str | None = None
    trouble: str | None = None


def solve(box: Box, problem: Problem) -> Solution:
    game = box.find(problem.game)
    options = problem.view["options"]
    seats = problem.view["seats"]
    assert isinstance(options, list)
    assert isinstance(seats, int)
    view = game.start(seats, tuple(options))
    view.load(problem.view)
    return Solution(game.text(make(problem.bot, problem.seed).choose(view, problem.seat)))


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # the tables come first
    box = named(sys.argv[1])
    for line in sys.stdin.buffer:
        try:
            solution = solve(box, decode(line, type=Problem))
        except Exception as error:
            solution = Solution(trouble=f"{type(error).__name__}: {error}")
        sys.stdout.buffer.write(encode(solution) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
