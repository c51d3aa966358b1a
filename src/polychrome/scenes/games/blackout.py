"""Blackout on the table: a line of six discs, the colour that is wanted, and what every seat has won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.engine.core import Message, State
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.table import Line
from polychrome.games.colomo import blackout as rules
from polychrome.games.colomo.blackout import PLACES, Blackout
from polychrome.games.colomo.table import COLOURS, FLIP, LETTERS, OVER, OWN, SHOW, SHOWS, START
from polychrome.scenes.games.colomo import table
from polychrome.scenes.scene import DISC, HAND, LINE, PILE, SPOT, TICK, Button, Choice, Piece, Scene, Zone
from polychrome.scenes.turn import spoken, status, why
from polychrome.words import letter

Way = tuple[tuple[str, ...], Message]  # targets to touch, and what it means


def scene(view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    assert isinstance(view, Blackout)
    return Scene(
        game="blackout",
        viewer=viewer,
        seats=table.seats(
            view,
            lambda seat: table.counted(view, seat, "discs"),
            lambda seat: notes(view, seat),
        ),
        zones=zones(view, viewer, told),
        status=status(view),
        prompt=prompt(view, viewer),
        news=news(view, told),
        room_for=(HAND,),
        choices=choices(view, viewer),
        buttons=buttons(view, viewer),
        over=view.phase == OVER,
        why=why(view, Message("blackout.why.most", {})) if view.phase == OVER else (),
        facts=facts(view, viewer),
    )


# What lies on the table.


def zones(view: Blackout, viewer: int, told: Sequence[Line]) -> tuple[Zone, ...]:
    found = [line(view, viewer, told)]
    if view.phase in (FLIP, SHOW):
        wanted = table.pile("wanted", view.asked, 1)
        found.append(Zone("wanted", PILE, Message("blackout.wanted", {}), (wanted,)))
    if view.phase == rules.ARRANGING and viewer == view.manipulator:
        discs = tuple(table.pile("hand", colour, 1) for colour in range(COLOURS))
        found.append(Zone("hand", HAND, Message("blackout.hand", {}), discs, seat=viewer))
    fresh = won(view, told)
    counts = [view.own[seat * COLOURS : (seat + 1) * COLOURS] for seat in range(view.seats)]
    return (*found, *(table.by_colour(seat, counts[seat], fresh) for seat in range(view.seats)))


def line(view: Blackout, viewer: int, told: Sequence[Line]) -> Zone:
    """Discs that were turned up have gone to whoever won them and leave gaps."""
    label = Message("blackout.line", {})
    shifting = view.phase == rules.SHIFTING and viewer == view.manipulator
    came = moved(told)
    discs = []
    for place in range(PLACES):
        if view.disc[place] != NONE and view.taken[place] == NONE:
            piece = table.disc(place, letter(place), view.disc[place], place in came, came.get(place, ()))
            discs.append(piece)
    if not shifting:
        return Zone("line", LINE, label, tuple(discs), slots=PLACES)
    ends = [Piece(end, SPOT, Message(f"blackout.{end}", {}), at=at) for end, at in (("left", 0), ("right", PLACES + 1))]
    inner = [Piece(piece.id, DISC, piece.label, up=False, at=piece.at + 1) for piece in discs]
    return Zone("line", LINE, label, (ends[0], *inner, ends[1]))


def moved(told: Sequence[Line]) -> dict[int, tuple[int, ...]]:
    """Places with a disc that has just been moved there, and where it lay; only while nothing else has happened."""
    if not told or not rules.SHIFT <= told[-1].action < rules.ARRANGE:
        return {}
    order = rules.SHIFTS[told[-1].action - rules.SHIFT]
    return {place: (order[place],) for place in lifted(order)}


def lifted(order: list[int]) -> list[int]:
    """Places whose disc was moved: the line may have grown at one end and lost at the other."""
    ways = [[place for place in range(PLACES) if order[place] != place + first] for first in range(-2, 3)]
    return min(ways, key=len)


def won(view: Blackout, told: Sequence[Line]) -> list[tuple[int, int]]:
    """Who has just won which colour: where the line is still the same."""
    if view.phase == rules.ARRANGING:
        return []
    seen = table.glimpses(told)
    return [(view.taken[place], colour) for place, colour in seen.items() if view.taken[place] != NONE]


# Who sits there, and what there is to know.


def notes(view: Blackout, seat: int) -> tuple[Message, ...]:
    shows = seat == view.manipulator and view.phase != OVER
    return (Message("blackout.note.manipulator", {}),) if shows else ()


def facts(view: Blackout, viewer: int) -> tuple[Message, ...]:
    if view.phase <= OVER:
        return ()
    number = view.seats - view.rounds + (view.phase == rules.ARRANGING)
    found = [Message("blackout.fact.round", {"number": number, "rounds": view.seats})]
    if view.phase == rules.MEMORISING and viewer != view.manipulator:
        found.insert(0, Message("blackout.fact.look", {}))
    return tuple(found)


# What just happened.


def news(view: Blackout, told: Sequence[Line]) -> tuple[Message, ...]:
    found = []
    asked = NONE if any(rules.ASK <= line.action < rules.SHIFT for line in told) else view.asked
    showing = table.showings(told)
    for at, line in enumerate(told):
        seat, action = line.seat, line.action
        if at in showing:
            wanted = action - SHOWS if asked == NONE and asks_next(view, told[at + 1 :]) else asked
            found.append(turned(told[at - 1].seat, told[at - 1].action, action - SHOWS, wanted))
        elif START <= action < OWN:
            found.append(table.starts(line))
        elif action == rules.COVER:
            found.append(spoken("blackout.news.covered", seat))
        elif rules.ASK <= action < rules.SHIFT:
            asked = action - rules.ASK
            found.append(spoken("blackout.news.asked", seat, colour=LETTERS[asked]))
        elif rules.SHIFT <= action < rules.ARRANGE:
            found.append(shifted(rules.SHIFTS[action - rules.SHIFT], seat))
        elif action >= rules.ARRANGE:
            found.append(spoken("blackout.news.arranged", seat))
    return tuple(found)


def asks_next(view: Blackout, rest: Sequence[Line]) -> bool:
    """Is another colour asked for after a disc? Then it was the right one."""
    return rules.ASK <= rest[0].action < rules.SHIFT if rest else view.phase == rules.ASKING


def turned(seat: int, place: int, colour: int, asked: int) -> Message:
    key = "blackout.news.right" if colour == asked else "blackout.news.wrong"
    if asked == NONE:  # the last disc of a round, and what was wanted was told before
        key = "blackout.news.turned"
    return spoken(key, seat, place=place, colour=LETTERS[colour])


def shifted(order: list[int], seat: int) -> Message:
    places = lifted(order)
    if not places:
        return spoken("blackout.news.kept", seat)
    if sorted(order[place] for place in places) == places:
        return spoken("blackout.news.swapped", seat, places=places)
    return spoken("blackout.news.moved", seat, order=order)


# What the viewer can do.


def prompt(view: Blackout, viewer: int) -> Message | None:
    if viewer not in view.acting():
        return None
    if view.phase == rules.ARRANGING:
        return Message("blackout.prompt.arrange", {})
    if view.phase == rules.MEMORISING:
        return Message("blackout.prompt.cover", {})
    if view.phase == rules.SHIFTING:
        return Message("blackout.prompt.shift", {})
    if view.phase == FLIP:
        return Message("blackout.prompt.find", {"colour": LETTERS[view.asked]})
    seeker = (view.manipulator + 1 + view.flips % (view.seats - 1)) % view.seats
    return Message("blackout.prompt.ask", {"seat": seeker})


def choices(view: Blackout, viewer: int) -> tuple[Choice, ...]:
    if viewer not in view.acting():
        return ()
    found = [choice(action) for action in view.legal(viewer)]
    if view.phase == rules.SHIFTING:
        found.sort(key=lambda choice: choice.path)  # from left to right
    return tuple(found)


def choice(action: int) -> Choice:
    text = rules.TEXTS[action]
    if action < SHOWS:
        return table.flip(action, text, letter)
    if action == rules.COVER:
        return Choice(text, ("line",), Message("blackout.choice.cover", {}), weighty=True)
    if action < rules.SHIFT:
        colour = LETTERS[action - rules.ASK]
        return Choice(text, (f"ask.{colour}",), Message("blackout.choice.ask", {"colour": colour}))
    if action < rules.ARRANGE:
        path, label = WAYS[tuple(rules.SHIFTS[action - rules.SHIFT])]
        return Choice(text, path, label)
    colours = [LETTERS[colour] for colour in rules.LINES[action - rules.ARRANGE]]
    path = tuple(f"hand.{colour}" for colour in colours)
    return Choice(text, path, Message("blackout.choice.arrange", {"colours": colours}))


def buttons(view: Blackout, viewer: int) -> tuple[Button, ...]:
    if viewer not in view.acting():
        return ()
    if view.phase == rules.SHIFTING:
        return (Button("keep", Message("blackout.choice.keep", {}), sign=TICK),)
    if view.phase != rules.ASKING:
        return ()
    return tuple(
        Button(f"ask.{LETTERS[colour]}", Message(f"colomo.colour.{LETTERS[colour]}", {}), table.hue(colour))
        for colour in view.hidden()
    )


def ways() -> dict[tuple[int, ...], Way]:
    """For each manipulation: touch a disc, then the disc it changes places with or the end that it goes to.

    A disc that goes to an end leaves a gap; the disc at the other end closes it, there is no other way (BLK-5). Only
    the two outermost discs can both go to the end beyond: touch the other one after the end, or `keep`.
    """
    found: dict[tuple[int, ...], Way] = {tuple(range(PLACES)): (("keep",), Message("blackout.choice.keep", {}))}
    for a in range(PLACES):
        for b in range(a + 1, PLACES):
            order = list(range(PLACES))
            order[a], order[b] = b, a
            label = Message("blackout.choice.swap", {"place": a, "other": b})
            found[tuple(order)] = ((f"disc{a}", f"disc{b}"), label)
    for end in ("left", "right"):
        for disc in range(PLACES):  # counted from the far end
            order = [0 if place == disc else place for place in range(1, PLACES)] + [disc]
            here = seen_from(end, disc)
            key = f"blackout.choice.{end}_gap" if disc else f"blackout.choice.{end}"
            label = Message(key, {"place": here, "other": seen_from(end, 0)})
            path = (f"disc{here}", end, "keep") if disc < 2 else (f"disc{here}", end)
            found[mirrored(end, order)] = (path, label)
        for first, second in ((0, 1), (1, 0)):
            here, other = seen_from(end, first), seen_from(end, second)
            label = Message(f"blackout.choice.{end}_both", {"place": here, "other": other})
            found[mirrored(end, [2, 3, 4, 5, first, second])] = ((f"disc{here}", end, f"disc{other}"), label)
    return found


def seen_from(end: str, place: int) -> int:
    return place if end == "right" else PLACES - 1 - place


def mirrored(end: str, order: list[int]) -> tuple[int, ...]:
    return tuple(order if end == "right" else [PLACES - 1 - place for place in reversed(order)])


WAYS: Final = ways()


# Which chapter of the rules explains which refusal.
CHAPTERS: Final = {
    "show": ("arrange_first", "cover_first"),
    "move": ("shift_first",),
    "ask": (*table.FLIPS, "ask_first", "found", "turn_first", "turned"),
}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    return (f"turn {path[-1][4:]}",) if path[-1].startswith("disc") else ()
