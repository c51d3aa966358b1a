"""What a page does for its tables: it keeps their entries, tells, answers, and lets bots think. As text, both ways."""

from __future__ import annotations

from msgspec import Struct

from polychrome.room.entries import Header
from polychrome.room.thought import Solution


class Shelved(Struct):
    """What the page keeps of a table beside its entries."""

    id: str
    header: Header
    phase: str
    code: str | None
    touched: float  # seconds since 1970


class StoredEntry(Struct, array_like=True):
    """An entry of a table, as it is kept."""

    table: str
    number: int
    at: int  # milliseconds of the table
    entry: str


# For the page.


class Command(Struct, tag_field="do", tag=str.lower):
    """Something the page is to do."""


class Keep(Command):
    """All of it or nothing; an entry whose table and number are taken already is a conflict. Then say `Done`."""

    number: int
    tables: list[Shelved]
    entries: list[StoredEntry]


class Fetch(Command):
    """What is kept of this table? Then say `Fetched`."""

    table: str


class Send(Command):
    socket: int
    text: str


class Close(Command):
    socket: int
    code: int


class Answer(Command):
    """The answer to a request, as over HTTP."""

    request: int
    status: int
    text: str


class Wake(Command):
    """Begin another interpreter, for bots; say `Awake` when it is there."""


class Think(Command):
    """Let a bot think there (`room.thought.answer`); then say `Thought`."""

    number: int
    problem: str  # a `room.thought.Problem`; as text, for the numbers in it are greater than a page can count


class Halt(Command):
    """It takes too long to start, or to think: end that interpreter."""


class Trouble(Command):
    """A mistake of ours, for the console."""

    text: str


# From the page.


class Call(Struct, tag_field="call", tag=str.lower, forbid_unknown_fields=True):
    """Something the page says to its tables. Seconds of its clock come with each, see `Device.take`."""


class Ask(Call):
    """A request as over HTTP, to be answered by `Answer`."""

    request: int
    method: str
    path: str
    body: str = ""


class Connect(Call):
    """A page looks at a table, as over a socket."""

    socket: int
    table: str
    query: str = ""


class Hear(Call):
    socket: int
    text: str


class HangUp(Call):
    socket: int


class Done(Call):
    """Something is kept; or why it is not: then nothing has happened. With `conflict` somebody else was first."""

    number: int
    problem: str | None = None
    conflict: bool = False


class Fetched(Call):
    """With a `problem` nobody knows what is kept: it is there, and cannot be read just now."""

    table: str
    shelved: Shelved | None = None
    entries: list[tuple[int, str]] = []  # and when; the number of an entry is its place in the list
    problem: str | None = None


class Awake(Call):
    """The interpreter for bots is there."""


class BotsDied(Call, tag="died"):
    """It could not be loaded, or has given up."""


class Thought(Call):
    """What a bot thinks."""

    number: int
    solution: Solution
    seconds: float = 0.0  # that it took


class TimeCame(Call, tag="tick"):
    """The time has come that the last answer named."""


Calls = Ask | Connect | Hear | HangUp | Done | Fetched | Awake | BotsDied | Thought | TimeCame
Commands = Keep | Fetch | Send | Close | Answer | Wake | Think | Halt | Trouble


class Round(Struct):
    """What comes of a call: commands in their order, and when time has something to do next."""

    commands: list[Commands]
    next: float | None
