"""What a bot is asked, wherever it thinks, and what becomes of its answer. All that it gets is a view."""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.json import decode, encode

from polychrome.bots import explain, hurry, make
from polychrome.engine.core import Message
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.room import Room
from polychrome.room.watcher import Watcher
from polychrome.scenes.reasons import reason

ADVISER: Final = "sharp"  # gives hints; where it may remember, it forgets as people do


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


def solve(catalogue: Catalogue, problem: Problem) -> Solution:
    game = catalogue.find(problem.game)
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


def answer(catalogue: Catalogue, text: bytes | str) -> bytes:
    """The same between two interpreters; whatever goes wrong with a bot is said, because somebody waits."""
    try:
        solution = solve(catalogue, decode(text, type=Problem))
    except Exception as error:
        solution = Solution(trouble=f"{type(error).__name__}: {error}")
    return encode(solution)


def hinted(room: Room, watcher: Watcher, seat: int, question: int, found: Solution | None) -> None:
    """Tell whoever asked, if they are still there and still asked the same."""
    asked = room.asked.get(seat)
    if watcher not in room.presence.watchers or asked is None or asked.number != question:
        return
    if found is None or found.action is None:
        watcher.post(wire.encode(wire.Sorry(Message("room.hint_none", {}))))
        return
    others = [wire.Estimate(action, round(100 * estimate)) for action, estimate in found.others]
    percent = None if found.estimate is None else round(100 * found.estimate)
    said = reason(room.game, room.moves.hint_view(seat), seat, room.game.parse(found.action))
    watcher.post(wire.encode(wire.Hinted(seat, question, found.action, percent, others, said)))
