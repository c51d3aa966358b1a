"""A table that takes steps: what is to be kept, and what is told when it is.

A step changes nothing. Whoever holds the room keeps the entries and says `kept`: only now they count, and everybody is
told; or says `unkept`, and nothing has happened. Until then the table must hear nothing else.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from polychrome.engine.core import SPECTATOR, Message
from polychrome.guides import LEARNER
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.clocks import Clocks
from polychrome.room.entries import OF_SEATING, Arranged, Began, Chosen, Covered, Entry, Header, Moved, Undone, Unguided
from polychrome.room.fold import OVER, PLAYING, Fold
from polychrome.room.frames import Frames
from polychrome.room.moves import Moves, Turn
from polychrome.room.people import denied
from polychrome.room.play import Course
from polychrome.room.presence import Presence
from polychrome.room.questions import Asked
from polychrome.room.seating import Draft
from polychrome.room.telling import Telling
from polychrome.room.watcher import Watcher
from polychrome.room.wire import DEEDS, encode

OF_ROOM: Final[frozenset[type[Entry]]] = OF_SEATING | {Began}  # of which all are told who sits where
TO_AGREE_ON: Final[frozenset[type[Entry]]] = frozenset((Chosen, Arranged))  # before the game
TO_LOOK_AT: Final[frozenset[type[Entry]]] = frozenset((Moved, Covered, Undone))

PLAIN: Final = Began()  # a game like any other

Row = tuple[str, int, int, Entry | str]  # the table, the entry's number there, the table's milliseconds, the entry


class Lookup(NamedTuple):
    """What a store finds a table by."""

    phase: str
    code: str | None
    guests: list[str]


class Step:
    """What is to be kept before it counts."""

    def __init__(
        self,
        at: int,
        entries: list[Entry],
        lookup: Lookup | None = None,
        watcher: Watcher | None = None,
        message: wire.ToServer | None = None,
    ) -> None:
        self.at = at
        self.entries = entries
        self.lookup = lookup  # if it changes
        self.watcher = watcher  # who wants it,
        self.message = message  # by what message; none: by coming in
        self.notice: Message | None = None  # for all, when it counts
        self.trouble = ""  # with a bot, for the log
        self.opens: tuple[Steps, Step] | None = None  # a table that begins with it


@mypyc_attr(allow_interpreted_subclasses=True)
class Steps(Fold):
    """The fold, and those who look at it just now. Time is a number of seconds that is handed in."""

    def __init__(self, catalogue: Catalogue, base: str, header: Header, now: float, age: float = 0.0) -> None:
        super().__init__(catalogue, header)
        self.base = base
        self.presence = Presence()
        self.frames = Frames(self)
        self.clocks = Clocks(self, self.presence, self.frames)
        self.telling = Telling(self, self.presence, self.frames, self.clocks, base)
        self.moves = Moves(self, self.clocks)
        self.epoch = now  # when the table's own time began
        self.born = now - age
        self.waits: Turn | None = None  # a bot's, of which people were told that it has not begun to think
        self.look_at(now)

    def look_at(self, now: float) -> int:
        """The milliseconds of the table. They stand still while it is put away, and never run backwards."""
        self.now = now
        self.telling.now = max(self.at, round((now - self.epoch) * 1_000_000) // 1000)  # whole ones, exactly
        self.telling.age = now - self.born
        return self.telling.now

    # Steps.

    def draft(self) -> Draft:
        return Draft(self.seating, self.presence, self.seed)

    def drafted(self, draft: Draft, watcher: Watcher | None = None, message: wire.ToServer | None = None) -> Step:
        lookup = Lookup(self.phase, draft.code, draft.guests())
        return Step(self.telling.now, draft.entries, lookup, watcher, message)

    def beginning(
        self,
        draft: Draft,
        watcher: Watcher | None = None,
        message: wire.ToServer | None = None,
        began: Began = PLAIN,
    ) -> Step:
        course = self.dealt(self.telling.now, began.guided, began.puzzle).begin()
        draft.put(began)
        draft.entries += course.entries
        lookup = Lookup(OVER if course.over else PLAYING, None, draft.guests())
        return Step(self.telling.now, draft.entries, lookup, watcher, message)

    def coursed(self, course: Course, watcher: Watcher | None = None, message: wire.ToServer | None = None) -> Step:
        lookup = Lookup(OVER, None, self.seating.guests()) if course.over else None
        return Step(self.telling.now, course.entries, lookup, watcher, message)

    def unguided(self, watcher: Watcher, message: wire.ToServer) -> Step | None:
        """The learner needs no guide any more. Nothing if there is none."""
        self.seating.own(watcher.guest, LEARNER)
        return Step(self.telling.now, [Unguided()], None, watcher, message) if self.is_led() else None

    def choose(self, watcher: Watcher, message: wire.Choose) -> Step | None:
        """The host says what will be played. Nothing if it is so already; Unplayable if it cannot be."""
        self.seating.hosting(watcher.guest)
        if self.play is not None:
            raise denied("begun")
        game = self.catalogue.find(message.game)
        game.begin(message.seats, message.options)
        options = game.named(game.choose(message.seats, message.options))
        if (game.name, message.seats, options) == (self.game.name, len(self.chairs), self.options):
            watcher.post(self.telling.room_for(watcher.guest))
            return None
        draft = self.draft()
        draft.choose(Chosen(game.name, game.version, message.seats, options))
        return self.drafted(draft, watcher, message)

    def overdue(self) -> Step:
        """The game answers for a seat whose time is up; all are told whose, where that does something for it."""
        late = Message("room.time_up", {"seat": self.clocks.silent()}) if self.clocks.hurries() else None
        step = self.coursed(self.moves.silence())
        step.notice = late
        return step

    def rows(self, step: Step) -> list[Row]:
        """What is to be kept of it, if nothing else comes before."""
        return [(self.id, self.count + number, step.at, entry) for number, entry in enumerate(step.entries)]

    def kept(self, step: Step) -> None:
        """The step is stored: its entries count from now on, and everybody is told."""
        phase, asked, led = self.phase, self.asked, self.is_led()
        kinds: set[type[Entry]] = set()
        for entry in step.entries:
            self.apply(step.at, entry)
            kinds.add(type(entry))
        self.look_around(kinds, asked)
        if step.watcher is not None and isinstance(step.message, DEEDS):
            step.watcher.post(encode(wire.Ack(step.message.id, step.message.seat)))
        self.announce(step, kinds, left=led and not self.is_led())
        if self.phase == OVER and phase == PLAYING:
            self.telling.tell_room()
        if step.notice is not None:
            self.telling.notify(step.notice)
        if step.opens is not None and self.seating.rematch is not None:
            self.presence.post(encode(wire.TableMoved(self.seating.rematch)))

    def look_around(self, kinds: set[type[Entry]], asked: Asked) -> None:
        """Who is here, and what they have looked at, after what has happened."""
        if self.play is None:
            still = kinds.isdisjoint(TO_AGREE_ON)
        else:
            still = any(asked.get(seat) == question for seat, question in self.asked.items())
        remembering = self.play is not None and self.play.story is not None
        if not still or (remembering and not kinds.isdisjoint(TO_LOOK_AT)):
            self.presence.ready.clear()  # there is something new to look at
            self.presence.listening.clear()
        if not kinds.isdisjoint(OF_ROOM):
            self.presence.expect(self.seating.guests(), self.now)
        if Undone in kinds and self.table is not None:
            self.presence.rewind(len(self.table.log))

    def is_led(self) -> bool:
        """Does a guide say what to do?"""
        return self.play is not None and self.play.guide is not None

    def announce(self, step: Step, kinds: set[type[Entry]], left: bool) -> None:
        """The room to all if it has changed, the game to all if it has, or is led no longer; else to whoever has just
        come."""
        if not kinds.isdisjoint(OF_ROOM) or (step.message is None and step.watcher is not None):
            self.telling.tell_room()
        if left or not kinds <= OF_SEATING:
            self.telling.tell()
        elif self.play is not None:
            self.look_anew(step)

    def look_anew(self, step: Step) -> None:
        """Whoever looks from another seat now, and whoever has just come in."""
        for watcher in self.presence.watchers:
            if (watcher is step.watcher and step.message is None) or watcher.viewer != self.telling.viewer_of(watcher):
                self.telling.show(watcher, {})

    def unkept(self, step: Step, reason: Message) -> None:
        """The step could not be stored: nothing has happened, and whoever wanted it hears why."""
        if step.watcher is None:
            return
        if isinstance(step.message, DEEDS):
            step.watcher.post(encode(wire.Refused(step.message.id, reason, False)))
        elif step.message is None:
            self.greet(step.watcher, True)
        else:
            step.watcher.post(encode(wire.Sorry(reason)))

    # Telling whoever comes.

    def greet(self, watcher: Watcher, returned: bool) -> None:
        if returned:
            self.telling.tell_room()
        else:
            watcher.post(self.telling.room_for(watcher.guest))
        if self.play is not None:
            self.telling.show(watcher, {})
            if watcher.seen:  # from any line on: what was drawn for this one is of no use to others
                self.frames.forget()
            self.tell_waiting(watcher)

    def lift(self, watcher: Watcher, seat: int) -> None:
        """Whoever sits there has the device now; SPECTATOR: all look at it together."""
        if seat != SPECTATOR:
            self.seating.own(watcher.guest, seat)
        self.playing()
        watcher.looking, watcher.curtain = seat, None
        self.telling.show_as(watcher, seat, {})

    def bot_waits(self, turn: Turn) -> None:
        """Say that a bot has not even begun to think."""
        self.waits = turn
        for watcher in self.presence.watchers:
            self.tell_waiting(watcher)

    def tell_waiting(self, watcher: Watcher) -> None:
        if self.waits is not None and self.moves.asks(self.waits):
            watcher.post(encode(wire.Waiting(self.waits.seat)))
