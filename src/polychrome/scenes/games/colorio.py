"""Colorio on the table: five times five fields below their caps, and how many of each colour can be seen.

The news name places, never colours: whoever wants to know what was under a cap has to look while it is off. A field
that was uncovered and covered again within the lines just told lies open a little longer (see glimpse.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from polychrome.engine.core import HIDDEN, NATURE, Argument, Message, State
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.pieces.order import members
from polychrome.engine.table import Line
from polychrome.games.colorio import rules
from polychrome.games.colorio.rules import (
    DECIDE,
    MOVES,
    NAMES,
    OVER,
    PLACES,
    REMOVE,
    SHOWS,
    START,
    TURNS,
    Colorio,
)
from polychrome.games.colorio.strips import COLOURS, LETTERS, SIDE
from polychrome.scenes import turn
from polychrome.scenes.scene import CAP, DISC, GRID, LIFT, TILE, TRAY, Button, Choice, Piece, Scene, Seat, Sum, Zone
from polychrome.scenes.turn import spoken

PALETTE: Final = ("blue", "green", "yellow", "red", "orange")  # CIO-2
FATAL: Final = COLOURS - 1  # so many visible: one more puts somebody out


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, Colorio)
    return Scene(
        game="colorio",
        viewer=viewer,
        seats=seats(view),
        zones=(board(view, told), counters(view)),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        choices=choices(view, viewer),
        buttons=buttons(view, viewer),
        over=view.phase == OVER,
        facts=facts(view),
        why=turn.why(view, rule(view)) if view.phase == OVER else (),
    )


def at(field: int) -> dict[str, Argument]:
    """Where a field is, as people say it."""
    return {"row": field // SIDE + 1, "column": field % SIDE + 1}


# What lies on the table.


def board(view: Colorio, told: Sequence[Line]) -> Zone:
    lifts = [lift for lift in lifts_of(view, told) if lift.current and lift.field != NONE]
    seen = {lift.field: lift.colour for lift in lifts if lift.colour >= 0}
    came = {lift.target: lift.field for lift in lifts if lift.target != NONE}  # the cap there, and from where
    pieces = [piece(view, field, seen, came.get(field, NONE)) for field in range(PLACES)]
    return Zone("board", GRID, Message("colorio.board", {}), tuple(pieces), columns=SIDE)


def piece(view: Colorio, field: int, seen: dict[int, int], origin: int) -> Piece:
    """A field at its place: its cap, or the colour that can be seen."""
    fresh = field in seen
    known = view.lies_open(field) or (view.phase == OVER and view.disc[field] >= 0)  # at the end all caps come off
    colour = view.disc[field] if known else seen.get(field, HIDDEN)
    args: dict[str, Argument] = {"place": NAMES[field], **at(field)}
    name = f"field{field}"
    if colour < 0:
        via = () if origin == NONE else (origin, field)
        return Piece(name, CAP, Message("colorio.cap", args), up=False, fresh=bool(via), at=field, via=via)
    label = Message("colorio.field", {**args, "colour": LETTERS[colour]})
    return Piece(name, TILE, label, (PALETTE[colour],), fresh=fresh, at=field)


def counters(view: Colorio) -> Zone:
    """How many fields of each colour can be seen, and which colours are dangerous now."""
    shown = [counter(colour, count) for colour, count in enumerate(view.visible) if count]
    fatal = [LETTERS[colour] for colour, count in enumerate(view.visible) if count == FATAL]
    warning = Message("colorio.warning", {"colours": fatal}) if fatal and view.phase != OVER else None
    return Zone("visible", TRAY, Message("colorio.visible", {}), tuple(shown), note=warning, counts=True)


def counter(colour: int, count: int) -> Piece:
    state = "all" if count > FATAL else "four" if count == FATAL else "some"
    label = Message(f"colorio.counter.{state}", {"n": count, "colour": LETTERS[colour]})
    badge = "!" if state == "four" else ""
    return Piece(f"visible.{colour}", DISC, label, (PALETTE[colour],), badge=badge, count=count)


def facts(view: Colorio) -> tuple[Message, ...]:
    caps = Message("colorio.fact.caps", {"n": view.caps.bit_count(), "removed": view.removed})
    side = Message("colorio.fact.grey" if view.side else "colorio.fact.white", {})
    known = () if view.phase in (rules.LOT, rules.TURNING) else (side,)
    if view.options[rules.VARIANT] != rules.POINTS:
        return (caps, *known)
    return (Message("colorio.fact.round", {"round": view.round + 1, "rounds": view.seats}), caps, *known)


# People.


def seats(view: Colorio) -> tuple[Seat, ...]:
    acting, scores = view.acting(), view.scores()
    winners = view.winners() if view.phase == OVER else []
    return tuple(place(view, seat, scores[seat], seat in acting, seat in winners) for seat in range(view.seats))


def place(view: Colorio, seat: int, score: int, acting: bool, winner: bool) -> Seat:
    """Where nobody counts points, what counts is who is still in."""
    out = not view.alive >> seat & 1
    if view.options[rules.VARIANT] == rules.POINTS:
        notes = (Message("colorio.note.out", {}),) if out else ()
        return Seat(seat, score, acting, winner, notes, sums=sums(view, seat), out=out)
    standing = Message("colorio.note.out" if out else "colorio.note.in", {})
    sum_of = (Sum(standing, score),) if score else ()
    return Seat(seat, score, acting, winner, standing=standing, sums=sum_of, out=out)


def sums(view: Colorio, seat: int) -> tuple[Sum, ...]:
    """What each round brought (CIO-15)."""
    if view.phase != OVER:
        return ()
    earned = view.earned[seat * view.seats : (seat + 1) * view.seats]
    return tuple(
        Sum(Message("colorio.sum.round", {"round": i + 1}), points) for i, points in enumerate(earned) if points
    )


def rule(view: Colorio) -> Message:
    """What decided, and with which colours the last round was lost (CIO-11, CIO-14, CIO-15)."""
    colours = [LETTERS[colour] for colour, count in enumerate(view.visible) if count > FATAL]
    key = "colorio.why.points" if view.options[rules.VARIANT] == rules.POINTS else "colorio.why.survivor"
    return Message(key, {"colours": colours})


def status(view: Colorio) -> Message:
    """Points are for the game that is played for them."""
    if view.phase != OVER or view.options[rules.VARIANT] == rules.POINTS:
        return turn.status(view)
    return spoken("colorio.end.survivor", view.winners()[0])


# What just happened.


class Lift(NamedTuple):
    """A cap lifted, as far as it is told, and what became of it."""

    line: int  # the number of its last line
    seat: int  # NATURE if it is not told
    field: int  # NONE if the lift itself is not told
    colour: int  # HIDDEN if it is not told
    deed: str  # lifted (undecided), removed, moved, out
    target: int  # of a move
    current: bool  # on the board that lies there now, not one of a round that is over


def lifts_of(view: Colorio, told: Sequence[Line]) -> list[Lift]:
    found: list[Lift] = []
    seat, field, colour = NATURE, NONE, HIDDEN
    for number, line in enumerate(told):
        action = line.action
        if action < MOVES:
            seat, field, colour = line.seat, action, HIDDEN
        elif action <= REMOVE:
            deed = "removed" if action == REMOVE else "moved"
            target = NONE if action == REMOVE else action - MOVES
            found.append(Lift(number, line.seat, field, colour, deed, target, True))
            seat, field, colour = NATURE, NONE, HIDDEN
        elif action < START:
            colour = action - SHOWS
            if number == len(told) - 1 and view.phase == DECIDE:
                found.append(Lift(number, view.seat, view.place, colour, "lifted", NONE, True))
            elif not decided(told, number):
                found.append(Lift(number, seat, field, colour, "out", NONE, True))
                seat, field, colour = NATURE, NONE, HIDDEN
    return since_the_round_began(view, found)


def decided(told: Sequence[Line], number: int) -> bool:
    """Does a decision follow? Whoever uncovers the fifth field of a colour has none."""
    return number + 1 < len(told) and MOVES <= told[number + 1].action <= REMOVE


def since_the_round_began(view: Colorio, lifts: list[Lift]) -> list[Lift]:
    """Marks what belongs to rounds before: a round has removed as many caps as the view says, and began with one."""
    removed = 0
    for number in reversed(range(len(lifts))):
        deed = lifts[number].deed
        if deed != "lifted" and removed == view.removed:
            return [lift._replace(current=at > number) for at, lift in enumerate(lifts)]
        removed += deed in ("removed", "out")
    return lifts


def news(view: Colorio, told: Sequence[Line]) -> tuple[Message, ...]:
    lifts = {lift.line: lift for lift in lifts_of(view, told)}
    ended = [number for number, lift in lifts.items() if not lift.current]
    found = []
    for number, line in enumerate(told):
        if number in lifts:
            if lifts[number].seat != NATURE:
                found.append(happened(lifts[number]))
            if ended and number == ended[-1]:
                found.append(Message("colorio.news.round", {"round": view.round + 1}))
        elif line.action >= TURNS:
            found.append(Message("colorio.news.grey" if line.action - TURNS else "colorio.news.white", {}))
        elif line.action >= START:
            found.append(spoken("colorio.news.start", line.action - START))
    return tuple(found)


def happened(lift: Lift) -> Message:
    where = at(lift.field)
    to: dict[str, Argument] = {"to_row": lift.target // SIDE + 1, "to_column": lift.target % SIDE + 1}
    if lift.field == NONE:
        if lift.deed == "removed":
            return spoken("colorio.news.took_away", lift.seat)
        return spoken("colorio.news.covered", lift.seat, **to)
    if lift.deed == "moved":
        return spoken("colorio.news.moved", lift.seat, **where, **to)
    key = {"lifted": "colorio.news.lifted", "removed": "colorio.news.removed", "out": "colorio.news.out"}[lift.deed]
    return spoken(key, lift.seat, **where)


# What the viewer can do.


def prompt(view: Colorio, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if view.phase == DECIDE:
        if view.first:
            return Message("colorio.prompt.first_turn", {})
        if view.must_remove():
            return Message("colorio.prompt.nothing_removed", {})
        return Message("colorio.prompt.decide" if view.targets() else "colorio.prompt.no_place", {})
    if view.barred and not view.step:
        return Message("colorio.prompt.lift_ban", at(members(view.barred)[0]))
    return Message("colorio.prompt.lift", {"n": view.step + 1})


def choices(view: Colorio, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    actions = view.legal(viewer)
    return tuple(choice(view, action, len(actions) > 1) for action in actions)


def choice(view: Colorio, action: int, free: bool) -> Choice:
    """Touch a cap to lift it; then an open field to cover it, or the button. Where one is free to choose, twice."""
    text = rules.TEXTS[action]
    if action == REMOVE:
        return Choice(text, ("remove",), Message("colorio.choice.remove", {}), weighty=free)
    if action < MOVES:
        label = Message("colorio.choice.lift", {"place": NAMES[action], **at(action)})
        return Choice(text, (f"field{action}",), label)
    field = action - MOVES
    label = Message("colorio.choice.move", {"place": NAMES[field], "colour": LETTERS[view.disc[field]], **at(field)})
    return Choice(text, (f"field{field}",), label, weighty=free)


def buttons(view: Colorio, viewer: int) -> tuple[Button, ...]:
    asked = viewer in view.acting() and view.phase == DECIDE
    return (Button("remove", Message("colorio.choice.remove", {}), sign=LIFT),) if asked else ()


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "turn": ("capped", "decide_first", "lift_first", "open"),
    "first": ("first_turn",),
    "move": ("nothing_removed", "same_colour", "same_field"),
    "ban": ("ban", "same_cap"),
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    """Lift this cap, or cover this field: whichever it is time for."""
    field = path[-1].removeprefix("field")
    if not field.isdecimal() or int(field) >= PLACES:
        return ()
    return (f"lift {NAMES[int(field)]}", f"move {NAMES[int(field)]}")
