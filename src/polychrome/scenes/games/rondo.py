"""Rondo on the table: a circle of twelve discs, in its middle the pile and what was drawn from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.engine.core import Message, State
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.table import Line
from polychrome.games.colomo import rondo as rules
from polychrome.games.colomo.rondo import Rondo
from polychrome.games.colomo.table import COLOURS, DRAWS, LETTERS, OVER, OWN, START
from polychrome.scenes.games.colomo import table
from polychrome.scenes.games.colomo.table import FOUND, MISSED, Try
from polychrome.scenes.scene import DISC, PILE, RING, TRAY, Choice, Piece, Scene, Zone
from polychrome.scenes.turn import spoken, status, why
from polychrome.words import letter


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, Rondo)
    return Scene(
        game="rondo",
        viewer=viewer,
        seats=table.seats(view, lambda seat: table.counted(view, seat, "discs")),
        zones=zones(view, told),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        choices=choices(view, viewer),
        over=view.phase == OVER,
        why=why(view, Message("rondo.why.most", {})) if view.phase == OVER else (),
    )


def zones(view: Rondo, told: Sequence[Line]) -> tuple[Zone, ...]:
    pieces = table.lying(view, letter, table.glimpses(told))
    circle = Zone("circle", RING, Message("rondo.circle", {}), pieces, slots=rules.CIRCLE)
    fresh = [(tried.seat, tried.colour) for tried in tries(view, told).values() if tried.outcome == FOUND]
    won = [table.by_colour(seat, view.own[seat * COLOURS : (seat + 1) * COLOURS], fresh) for seat in range(view.seats)]
    return (circle, pile(view), middle(view, told), *won)


def pile(view: Rondo) -> Zone:
    left = sum(view.pile)
    backs = (Piece("pile.0", DISC, Message("rondo.back", {}), up=False, count=left),) if left else ()
    return Zone("pile", PILE, Message("rondo.pile", {}), backs, within="circle")


def middle(view: Rondo, told: Sequence[Line]) -> Zone:
    """What the finder of the next pair wins; the colour to be found is marked."""
    drawn = [line.action - DRAWS for line in told if DRAWS <= line.action < OWN]
    pieces = [
        table.pile(
            "middle", colour, view.middle.count(colour), colour in drawn, badge="?" if colour == view.target else ""
        )
        for colour in range(COLOURS)
        if colour in view.middle
    ]
    return Zone("middle", TRAY, Message("rondo.middle", {}), tuple(pieces), within="circle")


def tries(view: Rondo, told: Sequence[Line]) -> dict[int, Try]:
    return table.tries(view, told, 2, pending=view.tried > 0)


def news(view: Rondo, told: Sequence[Line]) -> tuple[Message, ...]:
    found = []
    tried = tries(view, told)
    drawer = view.seat
    for at, line in enumerate(told):
        if at in tried:
            found += result(tried[at])
        elif START <= line.action < DRAWS:
            found.append(table.starts(line))
        elif line.action == rules.DRAW:
            drawer = line.seat
        elif DRAWS <= line.action < OWN:
            since = any(number > at and tried[number].outcome == FOUND for number in tried)
            key = drawn(view, told, at, drawer, since)
            found.append(spoken(key, drawer, colour=LETTERS[line.action - DRAWS]))
    return tuple(found)


def drawn(view: Rondo, told: Sequence[Line], at: int, drawer: int, since: bool) -> str:
    """What a disc from the pile led to (RDO-5). Whether its pair lay open or its colour in the middle can be told from
    the middle, unless somebody has found a pair since and won it."""
    if table.follower(view, told, at) == drawer and not (view.phase == OVER and at == len(told) - 1):
        return "rondo.news.drew"
    later = sum(DRAWS <= line.action < OWN for line in told[at:])
    colour = told[at].action - DRAWS
    covered = not since and colour not in view.middle[: len(view.middle) - later]
    return "rondo.news.covered" if covered else "rondo.news.dead"


def result(tried: Try) -> list[Message]:
    if tried.outcome == MISSED:
        return [table.turned_up("rondo.news.missed", tried, letter)]
    turned = [table.turned_up("colomo.news.turned_up", tried, letter)]
    if tried.outcome == FOUND:
        turned.append(spoken("rondo.news.found", tried.seat, colour=LETTERS[tried.colour]))
    return turned


def prompt(view: Rondo, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if view.target == NONE:
        return Message("rondo.prompt.draw", {})
    key = "rondo.prompt.one_more" if view.tried else "rondo.prompt.find"
    return Message(key, {"colour": LETTERS[view.target]})


def choices(view: Rondo, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    return tuple(choice(action) for action in view.legal(viewer))


def choice(action: int) -> Choice:
    text = rules.TEXTS[action]
    if action == rules.DRAW:
        return Choice(text, ("pile",), Message("rondo.choice.draw", {}))
    return table.flip(action, text, letter)


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "turn": (*table.FLIPS, "draw_first", "search_first"),
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    return ("draw",) if path[-1] == "pile" else table.meant(path)
