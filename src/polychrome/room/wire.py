"""Every message between page and server. What is not listed here is refused; docs/protocol.md says what it means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal

from msgspec import DecodeError, Meta, Raw, Struct
from msgspec.json import Decoder, Encoder

from polychrome.engine.core import SPECTATOR, Explained, Message, Value
from polychrome.scenes.scene import Scene

MESSAGE_BYTES: Final = 16_384  # bytes of a message from the page
NAME: Final = 20  # characters of a name people give themselves
EMOTES: Final = 12
SLOWEST: Final = 5000  # ms that a bot may seem to think
LONGEST_CLOCK: Final = 600  # seconds
LONGEST_LOOK: Final = 10
LONGEST_MEMORISE: Final = 60
LONGEST_CHALLENGE: Final = 30
LONGEST_WRITE: Final = 600

Seat = Annotated[int, Meta(ge=0, lt=SPECTATOR)]
MoveId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9]{1,40}\Z")]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
SHORT: Final = 200  # characters
MOST_TARGETS: Final = 50  # on the way to one action
Short = Annotated[str, Meta(max_length=SHORT)]
Seats = Annotated[int, Meta(ge=0, le=SPECTATOR)]
Options = dict[Short, Short | Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]]
Phase = Literal["lobby", "playing", "over"]
Long = Annotated[str, Meta(max_length=12_000)]  # read only to be refused in words


class Unwelcome(Explained):
    """A message that is none of ours."""


# From the page.


class Heard(Struct, tag_field="t", tag=str.lower, forbid_unknown_fields=True, gc=False):
    """Anything a page may say over its socket."""


class Move(Heard):
    seat: Seat
    id: MoveId
    question: Number
    action: Long


class Weigh(Heard):
    """What would this word bring? Changes nothing and is told to nobody else."""

    seat: Seat
    id: MoveId
    action: Long
    ask: bool = False  # the word list, too


class Why(Heard):
    """Why can this not be touched? Changes nothing and is told to nobody else."""

    seat: Seat
    id: MoveId
    path: Annotated[list[Short], Meta(min_length=1, max_length=MOST_TARGETS)]  # what is touched, the last one in vain


class Hint(Heard):
    """What would a good player do here? Changes nothing and is told to nobody else."""

    seat: Seat


class Undo(Heard):
    """Take back what this seat has just done."""

    seat: Seat
    id: MoveId
    length: Number  # of the log, as the last frame had it: whoever acts meanwhile is not taken back


class Emote(Heard):
    seat: Seat
    emote: Annotated[int, Meta(ge=0, lt=EMOTES)]


class Name(Heard):
    seat: Seat
    name: Short | None


class Take(Heard):
    seat: Seat


class Leave(Heard):
    seat: Seat


class Bot(Heard):
    seat: Seat
    bot: Short


class Open(Heard):
    seat: Seat


class Remove(Heard):
    seat: Seat


class Choose(Heard):
    """What will be played, by how many and how; the whole of it, so that nothing is changed twice."""

    game: Short
    seats: Seats
    options: Options = {}


class Begin(Heard):
    pass


class Settings(Heard):
    own_names: bool | None = None
    pause: Annotated[int, Meta(ge=0, le=SLOWEST)] | None = None
    clock: Annotated[int, Meta(ge=0, le=LONGEST_CLOCK)] | None = None
    look: Annotated[int, Meta(ge=0, le=LONGEST_LOOK)] | None = None
    memorise: Annotated[int, Meta(ge=0, le=LONGEST_MEMORISE)] | None = None
    challenge: Annotated[int, Meta(ge=0, le=LONGEST_CHALLENGE)] | None = None
    write: Annotated[int, Meta(ge=0, le=LONGEST_WRITE)] | None = None
    hints: bool | None = None
    remember: bool | None = None
    programs: bool | None = None


class Program(Heard):
    """At my seats a program plays. Everybody sees it from now on, and it cannot be taken back."""


class StandIn(Heard):
    seat: Seat


class Consent(Heard):
    """May somebody new sit down in the middle of a game, and see what the seat holds?"""

    yes: bool


class Rematch(Heard):
    pass


class Unguide(Heard):
    """I need no guide any more: the game goes on like any other."""


class Ready(Heard):
    """I have seen enough; or I am still being told what lies open, and ask all to wait for me a little. Before the
    game: it may begin; or, wait for me."""

    heard: bool = True


class Curtain(Heard):
    """Both ways: hand the device to this seat; its people are looking now."""

    seat: Seat


class Ping(Heard):
    pass


Deed = Move | Undo  # in the game: acknowledged, and played once however often it is sent
DEEDS: Final = (Move, Undo)  # for isinstance, which finds a move in this at once
ToServer = (
    Move
    | Weigh
    | Why
    | Hint
    | Undo
    | Emote
    | Name
    | Take
    | Leave
    | Bot
    | Open
    | Remove
    | Choose
    | Begin
    | Settings
    | Program
    | StandIn
    | Consent
    | Rematch
    | Unguide
    | Ready
    | Curtain
    | Ping
)
decoder: Final[Decoder[ToServer]] = Decoder(ToServer)


def hear(text: str | bytes) -> ToServer:
    """A message from a page; Unwelcome if it is none."""
    try:
        return decoder.decode(text)
    except (DecodeError, RecursionError, UnicodeError):
        raise Unwelcome(Message("server.unreadable", {})) from None


# From the server.


class Said(Struct, tag_field="t", tag=str.lower, gc=False):
    """Anything the server says over a socket."""


class SeatInfo(Struct):
    kind: str  # person, bot or open
    name: str | None  # what people call themselves
    nickname: Message | None  # a generated name, in everybody's own language
    bot: str | None  # who plays here; at a person's seat: for as long as the person is away
    here: bool
    away: bool  # gone for longer than the grace time
    winner: bool
    program: bool  # a person's seat at which a program plays, as it has said itself
    ready: bool  # before the game: as far as these people are concerned, it may begin


class RoomSettings(Struct, frozen=True):
    own_names: bool = False
    pause: int = 600  # ms that a bot seems to think at least
    # Seconds. What is played for a silent seat is its idle action, where the game has one; 0: all wait for ever.
    clock: int = 0
    look: int = 3  # that discs stay visible which the rules have covered again; 0: until all have looked
    memorise: int = 20  # the same for a whole line that is shown
    challenge: int = 8  # to call that a pawn is not the mover's
    write: int = 90  # to write a word
    hints: bool = False  # for everybody, where more than one person plays; alone there are always hints
    remember: bool = False  # hints know what has been covered again, too
    programs: bool = True  # may bots of other people sit down?


class Newcomer(Struct):
    """Somebody who wants a seat in the middle of a game with secrets."""

    seat: int
    waiting: list[int]  # seats that have not yet agreed
    program: bool  # a bot, as it has said itself


class Room(Said):
    table: str
    game: str
    options: dict[str, Value]
    phase: Phase
    host: int | None
    you: list[int]
    seats: list[SeatInfo]
    code: str | None
    invite: str | None
    commitment: str | None
    settings: RoomSettings
    moved: str | None
    adjudicated: bool
    newcomer: Newcomer | None


class Lesson(Struct, omit_defaults=True):
    """What a guide says to the learner."""

    step: int  # the last that has come
    steps: int  # in all
    said: Message | None = None  # None: the others play
    action: str = ""  # to be played; none: there is something to look at, or all is played


class Task(Struct, omit_defaults=True):
    """A puzzle: a position with something to reach."""

    day: str  # as 2026-11-18
    goal: Message
    par: int  # what the best answer reaches
    grade: int  # 1 to 3
    reached: int | None = None  # None: it is not decided
    best: list[Message] = []  # the best answer, in words, once it is decided


class Frame(Said, omit_defaults=True):
    viewer: int | None
    length: int
    question: int | None
    told: list[str]
    scene: Scene | Raw  # as a rule written already
    undo: int | None = None  # the seat that may take back what it has just done
    undone: int = 0  # takings-back until now
    look: int | None = None  # ms that faces shown here will stay; 0: until all have looked
    wait: int | None = None  # ms until the room answers for a silent seat
    talk: str = ""  # the clock waits until all have said that they agree: `ask` this viewer, or `wait` for the others
    lesson: Lesson | None = None  # of a guided first game
    task: Task | None = None  # of a puzzle


class Looking(Said):
    """Who has not yet seen enough."""

    seats: list[int]


class Ack(Said):
    id: str
    seat: int


class Refused(Said):
    id: str
    reason: Message
    stale: bool


class Weighed(Said):
    id: str
    points: int
    parts: list[Message]
    reason: Message | None
    verdict: Message | None


class Because(Said):
    id: str
    reason: Message
    chapter: str | None  # of the rules, that explains it


class Estimate(Struct):
    """An action, and how many of a hundred games it is expected to win."""

    action: str
    percent: int


class Hinted(Said):
    seat: int
    question: int
    action: str
    percent: int | None  # None: nothing was weighed
    others: list[Estimate]  # also thought of, the best first
    reason: Message | None = None  # what speaks for it


class Waiting(Said):
    """The bot of this seat has not begun to think: those of other tables come first."""

    seat: int


class Emoted(Said, tag="emote"):
    seat: int
    emote: int


class TableMoved(Said, tag="moved"):
    table: str


class Pong(Said):
    pass


class Sorry(Said):
    reason: Message


FromServer = (
    Room
    | Frame
    | Looking
    | Curtain
    | Ack
    | Refused
    | Weighed
    | Because
    | Hinted
    | Waiting
    | Emoted
    | TableMoved
    | Pong
    | Sorry
)
encoder: Final = Encoder()
encode: Final[Callable[[Said | Curtain], bytes]] = encoder.encode


# Over HTTP.


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    game: Short
    seats: Seats
    options: Options = {}
    fill: Short | None = None
    daily: bool = False  # the game of this day, for one player
    guide: bool = False  # a guided first game, which brings its own seats and options; only the language is asked for
    puzzle: Short = ""  # the puzzle of this day (as 2026-11-18), which brings its own seats and options as well


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    table: Short | None = None
    secret: Short | None = None
    code: Short | None = None
    program: bool = False  # a bot wants to sit down


class Entered(Struct):
    table: str


class GameOption(Struct):
    name: str
    default: Value
    choices: list[Value]
    fits: dict[str, list[Value]]  # by number of seats


class GameClock(Struct):
    """A time that the host of a room can set, in seconds; 0: no limit."""

    name: str  # of the setting
    default: int
    most: int
    step: int  # in which it is usually set


class Mark(Struct, frozen=True, omit_defaults=True):
    """A piece in the emblem of a game."""

    shape: str
    x: int  # of its middle, in hundredths of the emblem
    y: int
    size: int  # its width
    colours: list[str] = []
    up: bool = True
    turn: int = 0  # degrees
    badge: str = ""


class GameInfo(Struct):
    name: str
    fewest: int
    most: int
    age: int
    minutes: int
    reading: bool  # can nobody play it who cannot read?
    guide: bool  # is there a guided first game?
    options: list[GameOption]
    clocks: list[GameClock]  # of a room where it is played
    memory: bool  # something is seen and covered again
    emblem: list[Mark]  # a small picture that tells it from the others
    scene: Scene


class DayPuzzle(Struct):
    """A puzzle before it is opened."""

    game: str
    task: Task


class OwnTable(Struct):
    table: str
    game: str
    phase: Phase
    seats: int
    your_turn: bool
    others: list[SeatInfo]  # who else sits there


class Told(Struct, frozen=True):
    """A turn in the log of a table: what one seat did, and what came of it."""

    seat: int  # NATURE before the first turn
    at: int  # lines of the game until then
    said: list[Message]


class Replay(Struct):
    at: int
    length: int
    told: list[str]
    scene: Scene
    commitment: str
    key: str
    game: str
    names: list[str | None]
    nicknames: list[Message | None]


class Scores(Struct):
    scores: list[list[int]]


class Refusal(Struct):
    reason: Message
