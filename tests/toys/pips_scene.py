"""Pips on the table: the bag, the line of the mover, and in front of every seat what it has kept."""

from __future__ import annotations

from collections.abc import Sequence

from polychrome.engine.core import Message, State
from polychrome.engine.table import Line
from polychrome.scenes.scene import DISC, PILE, ROW, TRAY, Choice, Piece, Scene, Seat, Sum, Zone
from polychrome.scenes.turn import spoken, status, why
from toys.pips import DRAW, PIP, START, STOP, Pips

PALETTE = ("red", "yellow", "green", "blue")


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, Pips)
    asked = viewer in view.acting()
    return Scene(
        game="pips",
        viewer=viewer,
        seats=seats(view),
        zones=(bag(view), line(view), *[tray(view, seat) for seat in range(view.seats)]),
        status=status(view),
        prompt=Message("pips.prompt", {}) if asked else None,
        news=tuple(news(line) for line in told),
        choices=choices(view, viewer) if asked else (),
        over=not view.acting(),
        why=() if view.acting() else why(view, Message("pips.why", {})),
    )


def seats(view: Pips) -> tuple[Seat, ...]:
    scores, acting = view.scores(), view.acting()
    winners = [] if acting else view.winners()
    sums = [() if acting else earned(view.kept(seat)) for seat in range(view.seats)]
    return tuple(
        Seat(seat, scores[seat], seat in acting, seat in winners, sums=sums[seat]) for seat in range(view.seats)
    )


def earned(kept: list[int]) -> tuple[Sum, ...]:
    """How a score came about, said at the end."""
    pips, sets = sum(kept), min(kept)
    found = (Sum(Message("pips.sum.pips", {"n": pips}), pips), Sum(Message("pips.sum.sets", {"n": sets}), 3 * sets))
    return tuple(part for part in found if part.points)


def bag(view: Pips) -> Zone:
    inside = sum(view.bag)
    backs = (Piece("bag.0", DISC, Message("pips.inside", {"n": inside}), up=False, count=inside),) if inside else ()
    return Zone("bag", PILE, Message("pips.bag", {}), backs)


def line(view: Pips) -> Zone:
    pips = [pip(f"line.{at}", colour) for at, colour in enumerate(view.line)]
    return Zone("line", ROW, Message("pips.line", {}), tuple(pips), slots=len(view.bag))


def tray(view: Pips, seat: int) -> Zone:
    kept = [pip(f"own{seat}.{colour}", colour, count) for colour, count in enumerate(view.kept(seat)) if count]
    return Zone(f"own{seat}", TRAY, Message("pips.own", {"seat": seat}), tuple(kept), seat=seat)


def pip(name: str, colour: int, count: int = 1) -> Piece:
    label = Message("pips.pips", {"n": count, "colour": PALETTE[colour]})
    return Piece(name, DISC, label, (PALETTE[colour],), count=count)


def choices(view: Pips, viewer: int) -> tuple[Choice, ...]:
    """Touch the bag to draw, your own pips to stop."""
    ways = {
        DRAW: Choice("draw", ("bag",), Message("pips.draw", {})),
        STOP: Choice("stop", (f"own{viewer}",), Message("pips.stop", {})),
    }
    return tuple(ways[action] for action in view.legal(viewer))


def news(line: Line) -> Message:
    if line.action >= START:
        return spoken("pips.news.starts", line.action - START)
    if line.action >= PIP:
        return Message("pips.news.pip", {"colour": PALETTE[line.action - PIP]})
    return spoken("pips.news.stops" if line.action == STOP else "pips.news.draws", line.seat)


CHAPTERS = {"turn": ("stop",)}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    """What whoever touches this would like to do, open to them or not."""
    return ("stop",) if path[-1].startswith("own") else ("draw",)
