"""Trio on the table: the discs of the box, and in front of every seat the trios it has found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from polychrome.engine.core import Message, State
from polychrome.engine.table import Line
from polychrome.games.colomo import trio as rules
from polychrome.games.colomo.table import COLOURS, LETTERS, OVER, OWN, START
from polychrome.games.colomo.trio import Trio
from polychrome.scenes.games.colomo import table
from polychrome.scenes.games.colomo.table import FOUND, MISSED, Try
from polychrome.scenes.scene import Choice, Scene, Zone
from polychrome.scenes.turn import spoken, status, why


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, Trio)
    return Scene(
        game="trio",
        viewer=viewer,
        seats=table.seats(view, lambda seat: table.counted(view, seat, "trios")),
        zones=zones(view, told),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        choices=choices(view, viewer),
        over=view.phase == OVER,
        why=why(view, Message("trio.why.most", {})) if view.phase == OVER else (),
    )


def zones(view: Trio, told: Sequence[Line]) -> tuple[Zone, ...]:
    fresh = [(tried.seat, tried.colour) for tried in tries(view, told).values() if tried.outcome == FOUND]
    won = []
    for seat in range(view.seats):
        counts = [3 * trios for trios in view.own[seat * COLOURS : (seat + 1) * COLOURS]]
        won.append(table.by_colour(seat, counts, fresh))
    return (table.spread(view, told), *won)


def tries(view: Trio, told: Sequence[Line]) -> dict[int, Try]:
    return table.tries(view, told, 3, pending=bool(view.up))


def news(view: Trio, told: Sequence[Line]) -> tuple[Message, ...]:
    found = []
    tried = tries(view, told)
    for at, line in enumerate(told):
        if at in tried:
            found += result(tried[at], table.spots(view))
        elif START <= line.action < OWN:
            found.append(table.starts(line))
    return tuple(found)


def result(tried: Try, name: Callable[[int], str]) -> list[Message]:
    if tried.outcome == MISSED:
        return [table.turned_up("trio.news.different", tried, name)]
    turned = [table.turned_up("colomo.news.turned_up", tried, name)]
    if tried.outcome == FOUND:
        turned.append(spoken("trio.news.found", tried.seat, colour=LETTERS[tried.colour]))
    return turned


def prompt(view: Trio, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if len(view.up) == 2:
        return Message("colomo.prompt.one_more", {})
    return Message("trio.prompt.two_more" if view.up else "trio.prompt.flip", {})


def choices(view: Trio, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    return tuple(table.flip(action, rules.TEXTS[action], table.spots(view)) for action in view.legal(viewer))


# For whoever asks why not.
meant = table.meant
CHAPTERS = table.CHAPTERS
