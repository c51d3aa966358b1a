"""What a view of a game looks and sounds like, in terms that know no game.

A scene file turns a view, and what its viewer has just been told, into a Scene; the renderers (text, terminal,
picture, page) draw Scenes. Everything that is said is a Message of the catalogues; every legal action of the
viewer is a Choice with a path of targets that a person would touch, one after the other.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from polychrome.engine.core import SPECTATOR, Message

# Nothing in a scene leads back to itself, so the garbage collector need not look at it (gc=False): servers hold many.

# How a zone lays out its places.
ROW = "row"  # side by side, in order
GRID = "grid"  # `columns` places wide; where there is a number of places, they are called A1, A2 … B1 …
RING = "ring"
LINE = "line"  # one place next to the other, order matters, ends can be reached
PILE = "pile"  # on top of each other
HAND = "hand"  # held by a seat
TRAY = "tray"  # collected by a seat, sorted
FIELD = "field"  # squares without end: every piece lies on its `cells`. A square where nothing can be touched is the
# target `ZONE@COLUMN,ROW` for whoever asks why

# What a piece is.
CARD = "card"
DISC = "disc"
TILE = "tile"
PAWN = "pawn"
CAP = "cap"
CELL = "cell"  # a square of a sheet that people write on; its badge is the letter, nothing while it is empty
STAR = "star"  # something to win that is printed on a sheet; its badge says for what
SPOT = "spot"  # no piece, but an empty place that can be touched or has a name (its badge)


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """A thing on the table. Its id lasts while a player could follow it with the eyes, and no longer."""

    id: str
    shape: str
    label: Message  # in words, with its number: "3 red"
    colours: tuple[str, ...] = ()  # names of the palette; none for a face-down or colourless piece
    up: bool = True  # face up
    badge: str = ""  # a few letters printed on it: "+2"
    count: int = 1  # how many alike lie here
    fresh: bool = False  # part of what just happened
    at: int = -1  # its place in the zone, where places keep their number (a table with gaps); -1: after the one before.
    # People call such a place by the argument `place` of the label.
    via: tuple[int, ...] = ()  # the places it has just come over, first where it lay: for eyes that follow it
    cells: tuple[tuple[int, int], ...] = ()  # on a field: column (to the right) and row (down), one for each colour
    mark: str = ""  # what was done to it, one of the marks below


# What comes and goes beside the zones.
FACTS = "facts"

# Signs of a button.
TICK = "tick"
CROSS = "close"
THUMB = "thumb"
STOP = "stop"
CALL = "call"  # "that is not true!"
SHUT = "shut"  # eyes
LIFT = "lift"

# Marks of a piece.
BEGIN = "begin"  # a cell where the first word begins
PENCIL = "pencil"  # a letter that is written but does not count yet
CIRCLED = "circled"  # a star that is won
CROSSED = "crossed"  # a star that cannot be won any more


class Zone(Struct, frozen=True, omit_defaults=True, dict=True):
    """A part of the table that holds pieces. It may remember how it is written (remember.py)."""

    id: str
    kind: str
    label: Message
    pieces: tuple[Piece, ...] = ()
    seat: int | None = None  # whose it is; None: the table's
    places: int = 0  # places to draw, also when empty; 0: as many as pieces
    columns: int = 0  # of a grid
    note: Message | None = None  # "taken by Fox"
    closed: bool = False  # out of play for now: drawn pale
    within: str = ""  # id of the ring in whose middle it lies, or of the sheet at whose edges
    counts: bool = False  # what can be seen on the table, counted; its note is a warning
    colours: tuple[str, ...] = ()  # for which its places wait: a gap may show what is missing


class Button(Struct, frozen=True, omit_defaults=True, gc=False):
    """A target that is neither a piece nor a zone."""

    id: str
    label: Message
    colours: tuple[str, ...] = ()
    upright: bool = False  # its colours stand for squares below each other, not side by side
    zone: str = ""  # id of the zone that it is about
    sign: str = ""  # what it means, for those who do not read: one of the signs above


class Choice(Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action of the viewer: its text, the path of targets to touch, and the whole of it in words."""

    action: str
    path: tuple[str, ...]  # ids of pieces, zones and buttons
    label: Message
    weighty: bool = False  # touch the last target twice


class Tally(Struct, frozen=True, omit_defaults=True, gc=False):
    """What has been touched so far comes to: with these targets, and whichever of the others."""

    path: tuple[str, ...]
    points: int
    gains: dict[str, int]  # by the other targets: what each of them adds


class Tick(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that may be claimed for a word."""

    id: str  # follows the action
    label: Message


class Composer(Struct, frozen=True, omit_defaults=True, gc=False):
    """The viewer may write a word on a sheet, cell by cell to the right or down.

    The action is `verb WORD START STEPS` and the ids of what is claimed; START is the name of a cell (the argument
    `place` of its label), STEPS has R or D for every letter but the first.
    """

    zone: str  # id of the sheet
    verb: str
    shortest: int  # letters
    longest: int
    starts: tuple[int, ...]  # places where a word may begin now
    spelled: dict[str, str]  # signs that take several cells; any other letter only loses its accents
    ticks: tuple[Tick, ...] = ()
    verdict: bool = False  # is there a word list to be asked?
    instead: str = ""  # id of the button for whoever writes nothing
    keep: str = ""  # the round: what was written and not handed in by its end can be offered in the next


class Weighing(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a word would bring, said to its writer alone."""

    points: int
    parts: tuple[Message, ...] = ()  # what earns how much
    reason: Message | None = None  # why it cannot stand there
    verdict: Message | None = None  # of the word list, for whoever asks


class Sum(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of somebody's points, when the game is over: what earned them."""

    label: Message
    points: int


class Place(Struct, frozen=True, omit_defaults=True, dict=True):
    """A seat along the edge of the table. It may remember how it is written, too."""

    seat: int
    score: int
    acting: bool
    winner: bool = False  # only when over
    notes: tuple[Message, ...] = ()
    colour: str = ""  # that the rules give this seat
    standing: Message | None = None  # said instead of the score where points are not what counts: "5 tiles left"
    sums: tuple[Sum, ...] = ()  # only when over: how the score came about; together they are the score
    out: bool = False  # no longer in play
    skips: bool = False  # has a turn to sit out


class Example(NamedTuple):
    """How a game comes to look as it does on its card."""

    seats: int
    options: dict[str, str]
    lines: tuple[str, ...]  # what whoever is asked does


class Scene(Struct, frozen=True, omit_defaults=True, gc=False, kw_only=True):
    game: str
    viewer: int = SPECTATOR
    places: tuple[Place, ...]
    zones: tuple[Zone, ...]
    status: Message  # whose turn, or who won
    prompt: Message | None = None  # what the viewer can do now, in one sentence
    news: tuple[Message, ...] = ()  # what just happened, oldest first
    choices: tuple[Choice, ...] = ()
    buttons: tuple[Button, ...] = ()
    over: bool = False
    facts: tuple[Message, ...] = ()  # public things worth knowing: "38 cards in the deck"
    composer: Composer | None = None
    loose: bool = False  # what is chosen is a set: the targets of a path may be touched in any order
    tallies: tuple[Tally, ...] = ()  # where it has a running total
    room_for: tuple[str, ...] = ()  # what comes and goes, so that the table stands still: HAND, or FACTS of two lines
    why: tuple[Message, ...] = ()  # only when over: the rule that decided, and a kind word for the others


def onlooker(scene: Scene) -> Scene:
    """The same table for whoever only looks, where nobody has secrets."""
    return replace(scene, viewer=SPECTATOR, prompt=None, choices=(), buttons=(), composer=None, tallies=())
