"""What the seven games of COLOMO share on the table: discs at their places, what was just turned up, who sits there.

What lies face down is drawn as the view has it: without colour. Only what the viewer has just been told lies face up a
little longer, although the rules have covered it again; the next scene without these lines shows it no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from polychrome.engine.core import HIDDEN, NATURE, Message
from polychrome.engine.table import Line
from polychrome.games.colomo.table import IN_BOX, LETTERS, OVER, SHOWS, START, Discs, Spread
from polychrome.scenes.scene import DISC, GRID, PAWN, TRAY, Choice, Piece, Seat, Sum, Zone
from polychrome.scenes.turn import spoken
from polychrome.words import letter

PALETTE: Final = ("red", "orange", "yellow", "green", "blue", "violet")  # GEN-11
COLUMNS: Final = 10
SMALL_COLUMNS: Final = 6  # of the small box (GEN-16)

# Ids. A disc is named by its place on the table ("disc17"), a pawn by the cell it stands on ("pawn4"): whoever covers
# a thing covers its name. In front of a seat equal discs lie on one pile ("own2.R").


def spot(place: int, columns: int = COLUMNS) -> str:
    """What people call a place of the table: row and column, as the renderers count them."""
    return letter(place // columns) + str(place % columns + 1)


def small_spot(place: int) -> str:
    return spot(place, SMALL_COLUMNS)


def spots(view: Spread) -> Callable[[int], str]:
    """How the places of this table are called."""
    return small_spot if view.options[IN_BOX] else spot


def hue(colour: int) -> tuple[str, ...]:
    """Nothing for what is hidden."""
    return PALETTE[colour : colour + 1] if colour >= 0 else ()


def flipped(action: int) -> int:
    """The place of the disc that a player turns up; -1 for any other action."""
    return action if action < SHOWS else -1


# Pieces.


def disc(place: int, name: str, colour: int, fresh: bool = False, via: tuple[int, ...] = ()) -> Piece:
    """A disc at its place, face down if its colour is hidden."""
    if colour < 0:
        label = Message("colomo.disc_down", {"place": name})
    else:
        label = Message("colomo.disc", {"place": name, "colour": LETTERS[colour]})
    return Piece(f"disc{place}", DISC, label, hue(colour), colour >= 0, fresh=fresh, at=place, via=via)


def pile(name: str, colour: int, count: int, fresh: bool = False, badge: str = "", at: int = -1) -> Piece:
    """Discs of one colour."""
    label = Message(f"colomo.discs.{LETTERS[colour]}", {"n": count})
    return Piece(f"{name}.{LETTERS[colour]}", DISC, label, hue(colour), badge=badge, count=count, fresh=fresh, at=at)


def pawns(name: str, colour: int, count: int, fresh: bool = False) -> Piece:
    """Pawns of one colour, outside or home."""
    label = Message(f"colomo.pawns.{LETTERS[colour]}", {"n": count})
    return Piece(f"{name}.{LETTERS[colour]}", PAWN, label, hue(colour), count=count, fresh=fresh)


def pawn(cell: int, name: str, colour: int, at: int, fresh: bool = False, via: tuple[int, ...] = ()) -> Piece:
    """A pawn on the board, face down if its colour is hidden."""
    if colour < 0:
        label = Message("colomo.pawn_down", {"place": name})
    else:
        label = Message("colomo.pawn", {"place": name, "colour": LETTERS[colour]})
    return Piece(f"pawn{cell}", PAWN, label, hue(colour), colour >= 0, fresh=fresh, at=at, via=via)


# Zones.


def spread(view: Spread, told: Sequence[Line], place: Callable[[int], int] = flipped) -> Zone:
    """The discs of the box, those that are gone leaving gaps."""
    pieces = lying(view, spots(view), glimpses(told, place))
    columns = SMALL_COLUMNS if view.options[IN_BOX] else COLUMNS
    return Zone("table", GRID, Message("colomo.table", {}), pieces, slots=len(view.disc), columns=columns)


def lying(view: Spread, name: Callable[[int], str], seen: Mapping[int, int]) -> tuple[Piece, ...]:
    """The discs of the table; those just seen lie face up, whether the rules have covered them again or not."""
    found = []
    for place in view.left:
        colour = seen.get(place, HIDDEN) if view.disc[place] == HIDDEN else view.disc[place]
        found.append(disc(place, name(place), colour, place in seen))
    return tuple(found)


def own(seat: int, pieces: Sequence[Piece], key: str = "colomo.own", colours: tuple[str, ...] = ()) -> Zone:
    """What a seat has won; with a place for each of these colours."""
    label = Message(key, {"seat": seat})
    return Zone(f"own{seat}", TRAY, label, tuple(pieces), seat=seat, slots=len(colours), colours=colours)


def by_colour(seat: int, counts: Sequence[int], fresh: Sequence[tuple[int, int]] = ()) -> Zone:
    """Discs won, a pile for each colour; `fresh` are seats and colours."""
    zone = f"own{seat}"
    return own(
        seat,
        [pile(zone, colour, count, (seat, colour) in fresh) for colour, count in enumerate(counts) if count],
    )


# People.


def seats(
    view: Discs,
    sums: Callable[[int], Sequence[Sum]],
    notes: Callable[[int], tuple[Message, ...]] = lambda seat: (),
    coloured: bool = False,
    skips: Callable[[int], bool] = lambda seat: False,
) -> tuple[Seat, ...]:
    over = view.phase == OVER
    acting, scores = view.acting(), view.scores()
    winners = view.winners() if over else []
    return tuple(
        Seat(
            seat,
            scores[seat],
            seat in acting,
            seat in winners,
            notes(seat),
            PALETTE[seat] if coloured else "",
            sums=tuple(sums(seat)) if over else (),
            skips=skips(seat),
        )
        for seat in range(view.seats)
    )


def counted(view: Discs, seat: int, what: str) -> list[Sum]:
    """Where everything collected is a point, what lies before a seat says which; here only how much it is."""
    n = view.scores()[seat]
    return [Sum(Message(f"colomo.sum.{what}", {"n": n}), n)] if n else []


# What just happened.


def glimpses(told: Sequence[Line], place: Callable[[int], int] = flipped) -> dict[int, int]:
    """Places whose disc was shown, and its colour."""
    return {place(told[at - 1].action): told[at].action - SHOWS for at in showings(told, place)}


def showings(told: Sequence[Line], place: Callable[[int], int] = flipped) -> list[int]:
    """Numbers of the lines that show the disc that the line before turns up."""
    return [
        at
        for at in range(1, len(told))
        if shows(told[at]) and told[at - 1].seat != NATURE and place(told[at - 1].action) >= 0
    ]


def shows(line: Line) -> bool:
    return line.seat == NATURE and SHOWS <= line.action < START


def follower(view: Discs, told: Sequence[Line], at: int) -> int:
    """The seat that plays on after a line."""
    return next((line.seat for line in told[at + 1 :] if line.seat != NATURE), view.seat)


MISSED, FOUND, OPEN = "missed", "found", "open"


class Try(NamedTuple):
    """What somebody turned up in search of discs of one colour."""

    seat: int
    places: list[int]
    colour: int  # of the last one
    outcome: str


def tries(view: Discs, told: Sequence[Line], size: int, pending: bool) -> dict[int, Try]:
    """By the number of their last line. `pending`: the last one is not decided yet.

    Who is told a turn from its middle does not know how many discs were turned up before; whether the turn has passed
    and whether something is pending decides it.
    """
    found = {}
    showing = showings(told)
    turned: list[int] = []
    colours: list[int] = []
    for at in showing:
        seat = told[at - 1].seat
        turned.append(told[at - 1].action)
        colours.append(told[at].action - SHOWS)
        outcome = OPEN
        if follower(view, told, at) != seat:
            outcome = MISSED
        elif len(turned) == size:
            if len(set(colours)) == 1:
                outcome = FOUND
            else:  # the first of them belong to a search that ended before
                turned, colours = turned[-1:], colours[-1:]
        if at == showing[-1] and outcome == OPEN and not pending:
            outcome = FOUND
        if outcome != OPEN or at == showing[-1]:
            found[at] = Try(seat, turned, colours[-1], outcome)
            turned, colours = [], []
    return found


def turned_up(key: str, tried: Try, name: Callable[[int], str]) -> Message:
    return spoken(key, tried.seat, places=[name(place) for place in tried.places])


def starts(line: Line) -> Message:
    return spoken("colomo.news.start", line.action - START)


# What the viewer can do.


# Which chapter of the rules explains which refusal.
FLIPS: Final = ("up", "gone", "no_place")
CHAPTERS: Final = {"turn": FLIPS}


def meant(path: Sequence[str]) -> tuple[str, ...]:
    """What somebody wants who touches a disc, whether it may be turned up or not."""
    return (f"flip {path[-1][4:]}",) if path[-1].startswith("disc") else ()


def flip(action: int, text: str, name: Callable[[int], str]) -> Choice:
    return Choice(text, (f"disc{action}",), Message("colomo.choice.flip", {"place": name(action)}))
