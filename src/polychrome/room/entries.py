"""What lasts of a table: its header, which never changes, and its entries, one after the other.

Whatever is true of a table follows from these by `Fold.apply`. Who looks at it just now, feelings and hints are no
entries; guests and the names they give themselves can be erased from what is kept.

An entry is kept as JSON, but for those that nearly all of them are: `2#57Ab@31 take 3` is a move of seat 2, by the
page's own name 57Ab, and what happened from line 31 on is shown (both may be missing); `*red` is what nature brought.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import DecodeError, Struct
from msgspec.json import Decoder, Encoder

from polychrome.engine.core import Value
from polychrome.room.people import Chair
from polychrome.room.wire import RoomSettings


class Header(Struct, frozen=True):
    id: str
    game: str
    version: int  # of the game's rules
    seats: int
    options: dict[str, Value]
    key: bytes  # of the luck; secret until the game is over
    created: int  # seconds since 1970


class Entry(Struct, tag_field="is", tag=str.lower, omit_defaults=True, gc=False):
    """A lasting change. The milliseconds that had passed at its table are kept beside it."""


# Who sits there.


class Seated(Entry):
    """From now on this seat is somebody's, a bot's, or open."""

    seat: int
    chair: Chair


class Hosted(Entry):
    """From now on this guest decides about the table."""

    guest: str | None = None


class Invited(Entry):
    """From now on these let people in, and none before them."""

    secret: str
    code: str | None = None


class Arranged(Entry):
    """How the table is kept: clocks, looks, hints."""

    settings: RoomSettings


class Chosen(Entry):
    """What will be played, by how many and how, instead of what the header says. Only before the game begins."""

    game: str
    version: int  # of the game's rules
    seats: int
    options: dict[str, Value]


# What is played.


class Began(Entry):
    """The game begins: whatever chance does first follows."""

    guided: bool = False  # chance and the other seats do what the guide to the game says, while it is followed
    puzzle: str = ""  # of which day: the game begins where that puzzle does, and ends where it is decided


class Moved(Entry):
    seat: int
    action: str
    id: str | None = None  # the page's own name for it; None: a bot or a clock played
    since: int | None = None  # in games of memory: the line from which on people are shown what happened; None: this


class Chance(Entry):
    """What nature brought."""

    action: str


class Undone(Entry):
    """The last move is taken back."""

    seat: int
    id: str


class Covered(Entry):
    """A look is over: what was turned up before this line is not shown any more."""

    line: int


class Agreed(Entry):
    """All have said that they agree: now the clock runs."""


class Unguided(Entry):
    """The guide is left: from now on the game is like any other."""


class Adjudicated(Entry):
    """Bots got nowhere: the standing counts (GEN-15)."""


class Rematched(Entry):
    """All go on at another table."""

    table: str


Any = (
    Seated
    | Hosted
    | Invited
    | Arranged
    | Chosen
    | Began
    | Moved
    | Chance
    | Undone
    | Covered
    | Agreed
    | Unguided
    | Adjudicated
    | Rematched
)
OF_SEATING: Final[frozenset[type[Entry]]] = frozenset((Seated, Hosted, Invited, Arranged, Chosen, Rematched))

MOVED: Final = re.compile(r"([0-9]{1,9})(?:#([A-Za-z0-9]+))?(?:@([0-9]{1,18}))? (.*)", re.DOTALL)
encoder: Final = Encoder()
decoder: Final[Decoder[Any]] = Decoder(Any)


def encode(entry: Entry) -> str:
    if isinstance(entry, Moved) and (entry.id is None or is_plain(entry.id)):
        name = "" if entry.id is None else f"#{entry.id}"
        since = "" if entry.since is None else f"@{entry.since}"
        return f"{entry.seat}{name}{since} {entry.action}"
    if isinstance(entry, Chance):
        return f"*{entry.action}"
    return encoder.encode(entry).decode()


def is_plain(name: str) -> bool:
    """Is a name of a move like those of all pages (wire.MoveId)?"""
    return name.isascii() and name.isalnum()


def decode(text: str) -> Entry:
    """DecodeError if it makes no sense. Moves and chance were JSON once, too."""
    if text.startswith("{"):
        return decoder.decode(text)
    if text.startswith("*"):
        return Chance(text[1:])
    found = MOVED.fullmatch(text)
    if found is None:
        raise DecodeError("neither JSON nor a move")
    seat, name, since, action = found.groups()
    return Moved(int(seat), action, name, None if since is None else int(since))
