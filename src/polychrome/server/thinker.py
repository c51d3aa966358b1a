"""The process a bot thinks in: a question per line in, an answer per line out."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from msgspec import Struct
from msgspec.json import decode, encode

from polychrome.bots import enlist, explain, hurry, make
from polychrome.engine.core import Unplayable
from polychrome.lexicon.shelf import hand_over
from polychrome.room.box import Box, named


class Problem(Struct):
    """All that a bot gets: a view, whose it is, and who is to think."""

    game: str
    view: dict[str, int | list[int]]
    seat: int
    bot: str
    seed: int
    why: bool = False  # say also what else there is, and what to expect
    hurry: int = 0  # milliseconds after which to play what looks best so far; 0: nobody waits


class Solution(Struct):
    action: str | None = None
    trouble: str | None = None
    estimate: float | None = None  # the share of wins expected
    others: list[tuple[str, float]] = []  # actions and what to expect of them


def solve(box: Box, problem: Problem) -> Solution:
    game = box.find(problem.game)
    options = problem.view["options"]
    seats = problem.view["seats"]
    assert isinstance(options, list)
    assert isinstance(seats, int)
    view = game.start(seats, tuple(options))
    view.load(problem.view)
    bot = make(problem.bot, problem.seed)
    if problem.hurry:
        hurry(bot, problem.hurry)
    if not problem.why:
        return Solution(game.text(bot.choose(view, problem.seat)))
    found = explain(bot, view, problem.seat)
    others = [(game.text(other.action), other.estimate) for other in found.alternatives]
    return Solution(game.text(found.action), None, found.estimate, others)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # the tables come first
    hand_over()
    box = named(sys.argv[1])
    for own in sys.argv[2:]:
        with suppress(Unplayable):  # it was there when the server began; who asks for it now will hear of it
            enlist(own)
    for line in sys.stdin.buffer:
        try:
            solution = solve(box, decode(line, type=Problem))
        except Exception as error:
            solution = Solution(trouble=f"{type(error).__name__}: {error}")
        sys.stdout.buffer.write(encode(solution) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
