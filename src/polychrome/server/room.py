"""A table with people around it: who sits where, whose turn, what each may see. No sockets, no files, no waiting.

A room hears messages and posts answers to its watchers. A step that must be stored comes back as a Change: its caller
writes it and then says `done` (only now anybody is told), or `undone` if it could not be written. Until then the room
must hear nothing else.
"""

from __future__ import annotations

import hmac
import logging
import time
from collections.abc import Callable, Mapping
from datetime import date
from hashlib import blake2b
from typing import Any, Final, NamedTuple

from msgspec import json, structs
from mypy_extensions import mypyc_attr

from polychrome.arena import daily
from polychrome.bots.own import ENLISTED
from polychrome.engine.core import SPECTATOR, Explained, Game, Message, State, Value
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.engine.table import Line, Table
from polychrome.scenes import WEIGHERS
from polychrome.scenes.glimpse import fleeting, unfinished
from polychrome.scenes.scene import Scene, Weighing
from polychrome.scenes.turn import ending
from polychrome.server import wire
from polychrome.server.box import Box, needs_memory, private
from polychrome.server.look import Look
from polychrome.server.nicknames import nickname, nickname_message, own_name
from polychrome.server.packing import Packed, lightened, shown_to
from polychrome.server.people import BOT, NOBODY, OPEN, PERSON, Chair, Kept, Watcher, Wish, check_bot, denied
from polychrome.server.questions import Asked, ask, replay
from polychrome.server.store import StoredLine, StoredTable, Write
from polychrome.server.thinker import Solution
from polychrome.server.wire import RoomSettings, SeatInfo, say

log: Final = logging.getLogger("polychrome")

LOBBY: Final = "lobby"
PLAYING: Final = "playing"
OVER: Final = "over"

GRACE: Final = 30.0  # seconds a browser may be gone before others may let a bot play for it
EMOTE_REST: Final = 3.0
CODE_LIFE: Final = 1800  # seconds in which a table can be entered by its short code
STAND_IN: Final = "casual"
ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that could be taken for another

# Clocks that games name in `timed`; each is a setting of the room. Elsewhere `clock` counts.
MEMORISE: Final = "memorise"  # all look, and the room itself plays on when they are ready
CLOCK: Final = "clock"
ASK: Final = "ask"
WAIT: Final = "wait"
TALK: Final = 120  # seconds after which the clock runs even if somebody never said that they agree


class Stale(Explained):
    """An answer to a question that is no longer asked."""


class Change:
    """A step that counts once it is stored."""

    __slots__ = ("done", "opened", "undone", "write")

    def __init__(self, write: Write, done: Callable[[], None], undone: Callable[[Message], None]) -> None:
        self.write = write
        self.done = done
        self.undone = undone
        self.opened: Room | None = None  # a table that begins with it


class Turn(NamedTuple):
    """A bot's."""

    seat: int
    question: int
    bot: str
    pause: float  # seconds
    undone: int = 0  # takings-back before it: after one more its question may be asked again, in another position


class Shot(NamedTuple):
    """A frame as text, and what it shows."""

    text: bytes
    faces: bool  # some that will be covered, for the first time
    unfinished: bool  # a turn has discs open


class Sight:
    """What everybody sees after so many lines, and was told since some."""

    __slots__ = ("length", "lines", "since", "told", "view")

    def __init__(self, length: int, since: int, view: State, lines: list[Line], told: list[str]) -> None:
        self.length = length
        self.since = since
        self.view = view
        self.lines = lines
        self.told = told


Drawn = dict[tuple[int, int, int], Shot]


@mypyc_attr(allow_interpreted_subclasses=True)  # tests plant leaks in them
class Room:
    def __init__(self, box: Box, base: str, game: Game, seats: int, options: Mapping[str, Value], key: bytes) -> None:
        self.box = box
        self.base = base  # of invitations
        self.id = ""
        self.game = game
        self.options = game.named(game.choose(seats, options))
        self.key = key
        self.phase = LOBBY
        self.chairs = [Chair() for _ in range(seats)]
        self.host: str | None = None
        self.settings = RoomSettings()
        self.secret = ""
        self.code: str | None = None
        self.moved: str | None = None
        self.created = int(time.time())
        self.table: Table | None = None
        self.asked: Asked = {}
        self.stored = 0  # lines in the store, takings-back included
        self.by_hand = bytearray()  # for each line of the log: did a person play it? (No bot, no clock, not nature.)
        self.undone = 0  # takings-back since we have had it
        self.opening = -1  # lines before the first player's action, if the game began before our eyes
        self.moves = bytearray()  # marks of the moves already played, one after the other
        self.watchers: list[Watcher] = []
        self.shown: dict[tuple[str, int], int] = {}  # by guest and viewer, how much of the log it has seen
        self.gone: dict[str, float] = {}  # guests without a watcher, and since when
        self.away: set[str] = set()  # those gone for longer than the grace time
        self.wish: Wish | None = None
        self.emoted: dict[int, float] = {}
        self.waits: Turn | None = None  # a bot's, of which people were told that it has not begun to think
        self.waiting: dict[int, tuple[int, float]] = {}  # by seat: its question, and since when; for the clock
        self.private = private(game)
        self.look = Look() if needs_memory(game) else None
        self.public = not self.private and self.look is None and not game.timed  # who is not asked sees what all see
        self.looked: set[str] = set()  # guests who have seen enough of what lies open now
        self.timed = dict(game.timed)
        self.sight: Sight | None = None  # what all see
        self.zones, self.places = Packed(), Packed()  # as they were sent last
        self.adjudicated = False  # a game of bots that went on for too long: the standing counts (GEN-15)
        self.now: Callable[[], float] = time.monotonic

    # Coming into being.

    @classmethod
    def open(
        cls,
        box: Box,
        base: str,
        guest: str,
        game: str,
        seats: int,
        options: Mapping[str, Value],
        fill: str | None,
        day: date | None = None,
    ) -> tuple[Room, Change]:
        """A new table with its host on the first seat; with bots on the others the game begins at once. With a day:
        the game of that day."""
        if fill is not None:
            check_bot(fill)
        found = box.find(game)
        found.begin(seats, options)  # Unplayable if it cannot be
        key = box.luck.draw(32, guest) if day is None else daily.key(found, seats, day)
        room = cls(box, base, found, seats, options, key)
        room.settle_in(guest)
        room.seat_person(0, guest)
        lines: list[Line] = []
        if fill is not None or day is not None:
            for seat in range(1, seats):
                room.seat_bot(seat, fill or STAND_IN)
            lines = room.start()
        return room, Change(room.written(lines), lambda: None, lambda reason: None)

    @classmethod
    def load(cls, box: Box, base: str, stored: StoredTable, lines: list[StoredLine], now: float) -> Room:
        """A table as the store knows it. Raises Explained if these rules cannot go on with it."""
        game = box.find(stored.game)
        if game.version != stored.version:
            raise denied("version", game=game.name)
        room = cls(box, base, game, stored.seats, json.decode(stored.options), stored.luck)
        kept = json.decode(stored.room, type=Kept)
        room.id, room.phase, room.code, room.created = stored.id, stored.phase, stored.code, stored.created
        room.chairs, room.host, room.settings = kept.seats, kept.host, kept.settings
        room.secret, room.moved, room.adjudicated = kept.secret, kept.moved, kept.adjudicated
        room.gone = {chair.guest: now for chair in room.chairs if chair.guest is not None}
        room.stored = len(lines)
        if room.phase != LOBBY:
            played: list[tuple[int, int]] = []
            for line in lines:
                if line.move is not None:
                    room.moves += mark(line.seat, line.move)
                if line.action is None:
                    played.pop()
                    room.by_hand.pop()
                else:
                    played.append((line.seat, game.parse(line.action)))
                    room.by_hand.append(line.move is not None)
            room.table = box.deal(game, stored.seats, room.options, room.key)
            room.table.rewind(0)
            asked = replay(room.table, played)
            room.asked = {} if room.adjudicated else asked
            if room.look is not None:
                room.look.held = len(played)
        return room

    def settle_in(self, host: str) -> None:
        """A new table gets its host, an id, an invitation and a code."""
        luck = self.box.luck
        self.host = host
        self.id = luck.letters(ID_LETTERS, 12, host)
        self.secret = luck.token(host)
        self.code = luck.letters(CODE_LETTERS, 6, host)

    def seed(self, purpose: str, seat: int, question: int) -> int:
        """Luck for what is not the game's own: a bot's whims, a nickname. Nobody can tell it without the key."""
        text = f"{purpose} {seat} {question}".encode()
        return int.from_bytes(blake2b(text, key=self.key, digest_size=8).digest(), "big") & (1 << 60) - 1

    def written(self, lines: list[Line], move: str | None = None) -> Write:
        """New lines, and the room as it is now."""
        kept = Kept(self.chairs, self.host, self.settings, self.secret, self.moved, self.adjudicated)
        stored = StoredTable(
            id=self.id,
            game=self.game.name,
            version=self.game.version,
            seats=len(self.chairs),
            options=json.encode(self.options).decode(),
            luck=self.key,
            phase=self.phase,
            room=json.encode(kept).decode(),
            code=self.code,
            created=self.created,
            guests=[chair.guest for chair in self.chairs if chair.guest is not None],
        )
        return Write(self.rows(lines, move), [stored])

    def rows(self, lines: list[Line], move: str | None) -> list[tuple[str, int, int, str | None, str | None]]:
        text = self.game.text
        return [
            (self.id, self.stored + i, line.seat, text(line.action), move if i == 0 else None)
            for i, line in enumerate(lines)
        ]

    def start(self) -> list[Line]:
        """Deal; what chance has done so far."""
        self.table = self.box.deal(self.game, len(self.chairs), self.options, self.key)
        self.asked = ask(self.table.state, len(self.table.log), {}, SPECTATOR)
        self.phase = PLAYING if self.asked else OVER
        self.code = None
        self.opening = len(self.table.log)
        self.by_hand = bytearray(self.opening)
        self.stored = 0
        lines = self.table.log[:]
        return lines

    # Who is who.

    def seats_of(self, guest: str) -> list[int]:
        return [i for i, chair in enumerate(self.chairs) if chair.guest == guest and not chair.left]

    def here(self, guest: str | None) -> bool:
        return any(watcher.guest == guest for watcher in self.watchers)

    def chair(self, seat: int) -> Chair:
        if seat >= len(self.chairs):
            raise denied("no_seat")
        return self.chairs[seat]

    def own(self, watcher: Watcher, seat: int) -> Chair:
        """A chair that this watcher may speak for."""
        chair = self.chair(seat)
        if chair.guest is None or chair.guest != watcher.guest or chair.left:
            raise denied("not_yours")
        return chair

    def seated(self, watcher: Watcher) -> None:
        if not self.seats_of(watcher.guest):
            raise denied("not_seated")

    def hosting(self, watcher: Watcher) -> None:
        self.seated(watcher)
        if watcher.guest != self.host:
            raise denied("not_host")

    def seat_person(self, seat: int, guest: str) -> None:
        self.chairs[seat] = Chair(PERSON, guest, way=self.new_way(seat), late=self.phase != LOBBY)
        if not self.here(guest):
            self.gone.setdefault(guest, time.monotonic())

    def seat_bot(self, seat: int, bot: str) -> None:
        self.chairs[seat] = Chair(BOT, way=self.new_way(seat), bot=bot)

    def new_way(self, seat: int) -> int:
        """For a seat's nickname; whoever asks for another gets the next one."""
        chair = self.chairs[seat]
        first = self.seed("nickname", seat, 0) if chair.kind == OPEN else chair.way + 1
        return nickname(first, {c.way for i, c in enumerate(self.chairs) if i != seat and c.kind != OPEN})

    def pass_on(self) -> None:
        """The host's role goes to somebody who is there."""
        if self.host is not None and self.seats_of(self.host) and self.host not in self.away:
            return
        people = [c.guest for c in self.chairs if c.kind == PERSON and not c.left and c.guest is not None]
        present = [guest for guest in people if self.here(guest)]
        if present or self.host not in people:
            self.host = next(iter(present or people), None)

    # Storing a change of the room itself.

    def snapshot(self) -> tuple[Any, ...]:
        chairs = [structs.replace(chair) for chair in self.chairs]
        game = (self.phase, self.table, self.asked, self.opening, self.stored, self.by_hand)
        return chairs, self.host, self.settings, self.secret, self.code, self.moved, game

    def restore(self, before: tuple[Any, ...]) -> None:
        self.chairs, self.host, self.settings, self.secret, self.code, self.moved, game = before
        self.phase, self.table, self.asked, self.opening, self.stored, self.by_hand = game

    def changed(self, before: tuple[Any, ...], watcher: Watcher | None, lines: list[Line] | None = None) -> Change:
        """What was edited since the snapshot, as a step to be stored."""
        added = lines or []

        def done() -> None:
            self.stored += len(added)
            self.tell_room()
            if self.table is not None:
                for other in self.watchers:  # whoever looks through other eyes now
                    if other.viewer != self.eyes(other):
                        self.show(other, {})

        def undone(reason: Message) -> None:
            self.restore(before)
            if watcher is not None:
                watcher.post(say(wire.Sorry(reason)))

        return Change(self.written(added), done, undone)

    # Coming and going.

    def arrive(self, watcher: Watcher) -> Change | None:
        """Somebody looks at the table. Whoever comes back gets the seat back from the bot."""
        before = self.snapshot()
        self.watchers.append(watcher)
        returned = self.gone.pop(watcher.guest, None) is not None
        self.away.discard(watcher.guest)
        replaced = [self.chairs[seat] for seat in self.seats_of(watcher.guest) if self.chairs[seat].bot is not None]
        for chair in replaced:
            chair.bot = None
        self.pass_on()
        if not replaced and self.host == before[1]:
            self.greet(watcher, returned)
            return None

        def undone(reason: Message) -> None:
            self.restore(before)
            self.greet(watcher, True)

        return Change(self.written([]), lambda: self.greet(watcher, True), undone)

    def greet(self, watcher: Watcher, returned: bool) -> None:
        if returned:
            self.tell_room()
        else:
            watcher.post(self.room_for(watcher.guest))
        if self.table is not None:
            self.show(watcher, {})
            self.tell_waiting(watcher)

    def depart(self, watcher: Watcher, now: float) -> None:
        if watcher not in self.watchers:
            return
        self.watchers.remove(watcher)
        if self.look is not None and not self.here(watcher.guest):
            self.look.lookers.discard(watcher.guest)
        if self.wish is not None and self.wish.guest == watcher.guest and not self.here(watcher.guest):
            self.wish = None
            self.tell_room()
        if not self.here(watcher.guest) and any(chair.guest == watcher.guest for chair in self.chairs):
            self.gone[watcher.guest] = now
            self.tell_room()

    def join(self, guest: str) -> Change | None:
        """By invitation: back to the own seat, or to the first open one; if there is none, one may watch. In the middle
        of a game with secrets everybody must agree first."""
        if self.seats_of(guest):
            return None
        before = self.snapshot()
        mine = [seat for seat, chair in enumerate(self.chairs) if chair.guest == guest]
        free = [seat for seat, chair in enumerate(self.chairs) if chair.kind == OPEN]
        if mine:
            for seat in mine:
                self.chairs[seat].left = False
                self.chairs[seat].bot = None
        elif free and self.private and self.phase == PLAYING:
            self.wants(guest, free[0])
            return None
        elif free:
            self.seat_person(free[0], guest)
        else:
            return None
        self.pass_on()
        return self.changed(before, None)

    # Newcomers. Whoever sits down sees what the seat holds, so a host with a second browser could read all secrets.

    def wants(self, guest: str, seat: int) -> None:
        """Ask all who play whether somebody new may have a seat."""
        if self.consenting() <= {self.host}:  # and a host alone cannot agree with itself
            raise denied("nobody_agrees")
        self.wish = Wish(guest, seat, set())
        self.tell_room()

    def consenting(self) -> set[str | None]:
        """Guests who must agree to a newcomer."""
        return {chair.guest for chair in self.chairs if chair.kind == PERSON and not chair.left}

    def consent(self, watcher: Watcher, yes: bool) -> Change | None:
        self.seated(watcher)
        wish = self.wish
        if wish is None or self.chairs[wish.seat].kind != OPEN or self.phase != PLAYING:
            raise denied("no_newcomer")
        if yes:
            wish.agreed.add(watcher.guest)
        if yes and self.consenting() - wish.agreed:
            self.tell_room()
            return None
        before = self.snapshot()
        self.wish = None
        if not yes:
            self.tell_room()
            self.notify(Message("room.newcomer_refused", {"seat": wish.seat}))
            return None
        self.seat_person(wish.seat, wish.guest)
        change = self.changed(before, watcher)
        told = change.done

        def done() -> None:
            told()
            self.notify(Message("room.newcomer_seated", {"seat": wish.seat}))

        change.done = done
        return change

    def notify(self, message: Message) -> None:
        """Say something to all."""
        text = say(wire.Sorry(message))
        for watcher in self.watchers:
            watcher.post(text)

    def newcomer(self) -> wire.Newcomer | None:
        wish = self.wish
        if wish is None or self.chairs[wish.seat].kind != OPEN:
            return None
        waiting = self.consenting() - wish.agreed
        return wire.Newcomer(
            wish.seat, [seat for seat, c in enumerate(self.chairs) if c.guest in waiting and not c.left]
        )

    def invites(self, secret: str) -> bool:
        return hmac.compare_digest(secret.encode(), self.secret.encode())

    def link(self) -> str:
        return f"{self.base}/t/{self.id}#{self.secret}"

    def tick(self, now: float) -> Change | None:
        """Time passes: who is gone too long, and whose clock has run out."""
        if self.gone:
            late = {guest for guest, since in self.gone.items() if now - since >= GRACE} - self.away
            if late:
                self.away |= late
                before = self.snapshot()
                self.pass_on()
                if self.host != before[1]:
                    return self.changed(before, None)
                self.tell_room()
        if self.look is not None and self.look.over(now):
            self.tell()
        return self.time_up(now)

    def due(self) -> float | None:
        """When time has something to do here, as `now` counts; `tick` does it."""
        times = [since + GRACE for guest, since in self.gone.items() if guest not in self.away]
        if self.look is not None and (end := self.look.end()) is not None:
            times.append(end)
        if self.table is not None and (end := self.deadline()) is not None:
            times.append(end)
        return min(times, default=None)

    # Time.

    def clock(self) -> str:
        """The name of the clock that runs now."""
        return self.timed.get(self.playing().state.phase, CLOCK) if self.timed else CLOCK

    def memorising(self) -> bool:
        return bool(self.timed) and self.table is not None and bool(self.asked) and self.clock() == MEMORISE

    def talking(self) -> bool:
        """Do people still have to agree on something before the clock runs?"""
        return self.table is not None and self.table.state.talks() and bool(self.lookers())

    def deadline(self) -> float | None:
        """When the room will answer for a silent seat; None if it waits for ever."""
        if self.memorising() and not self.lookers():
            return 0.0
        seconds = getattr(self.settings, self.clock())
        if not seconds:
            return None
        if self.talking():
            seconds += TALK
        times = [self.since(seat) + seconds for seat in self.asked if self.answerable(seat)]
        return min(times, default=None)

    def answerable(self, seat: int) -> bool:
        """May the room answer for this seat? Bots answer for themselves, except where all look."""
        if self.chairs[seat].bot is not None and not self.memorising():
            return False
        return self.playing().state.idle(seat) is not None

    def since(self, seat: int) -> float:
        """Since when a seat has had its question."""
        number, since = self.waiting.get(seat, (-1, 0.0))
        if number != self.asked[seat].number:
            since = self.now()
            self.waiting[seat] = (self.asked[seat].number, since)
        return since

    def time_up(self, now: float) -> Change | None:
        deadline = self.deadline() if self.table is not None else None
        if deadline is None or deadline > now:
            return None
        seat = min((seat for seat in self.asked if self.answerable(seat)), key=self.since)
        idle = self.playing().state.idle(seat)
        assert idle is not None
        return self.play(seat, idle)

    def lookers(self) -> set[str]:
        """Guests that all wait for: where the room will cover, everybody who plays and has not seen enough."""
        talks = self.table is not None and self.table.state.talks()
        if not talks and not self.memorising():
            return self.look.lookers if self.look is not None else set()
        here = [seat for seat, c in enumerate(self.chairs) if c.kind == PERSON and not c.left and c.bot is None]
        if talks and len(here) < 2:  # with whom?
            return set()
        waiting = {self.chairs[seat].guest for seat in here if seat in self.asked or not talks}
        return {guest for guest in waiting if guest is not None} - self.away - self.looked

    def ready(self, watcher: Watcher) -> Change | None:
        """Somebody has seen enough. When all have, it is covered."""
        self.seated(watcher)
        self.playing()
        if self.memorising():
            self.looked.add(watcher.guest)
            if not self.lookers():
                return self.time_up(self.now())
        elif self.talking():
            self.looked.add(watcher.guest)
            if not self.lookers():
                self.waiting.clear()  # now the clock begins
                self.tell()
                return None
        elif self.look is not None and self.look.ends:
            self.look.lookers.discard(watcher.guest)
            if not self.look.lookers:
                self.look.finish()
                self.tell()
                return None
        else:  # a moment too late
            return None
        text = say(wire.Looking(sorted(seat for guest in self.lookers() for seat in self.seats_of(guest))))
        for other in self.watchers:
            other.post(text)
        return None

    # Hearing.

    def hear(self, watcher: Watcher, message: wire.ToServer, now: float) -> Change | None:
        """A message from a watcher: answered at once, or as a change to be stored first."""
        try:
            match message:
                case wire.Move():
                    return self.move(watcher, message)
                case wire.Undo():
                    return self.undo(watcher, message)
                case wire.Weigh():
                    self.weigh(watcher, message)
                case wire.Hint():
                    self.hinting(watcher, message.seat)  # may they? The thinking is the lobby's
                case wire.Ping():
                    watcher.post(PONG)
                case wire.Emote():
                    self.emote(watcher, message, now)
                case wire.Curtain():
                    self.lift(watcher, message.seat)
                case wire.Ready():
                    return self.ready(watcher)
                case wire.Consent(yes):
                    return self.consent(watcher, yes)
                case wire.Rematch():
                    return self.rematch(watcher)
                case _:
                    before = self.snapshot()
                    self.edit(watcher, message)
                    if isinstance(message, wire.Begin):
                        return self.changed(before, watcher, self.start())
                    return self.changed(before, watcher)
        except Explained as no:
            self.refuse(watcher, message, no)
        return None

    def refuse(self, watcher: Watcher, message: wire.ToServer, no: Explained) -> None:
        if not isinstance(message, wire.Move | wire.Undo):
            watcher.post(say(wire.Sorry(no.reason)))
            return
        stale = isinstance(no, Stale)
        watcher.post(say(wire.Refused(message.id, no.reason, stale)))
        if stale and self.table is not None:
            self.show(watcher, {})

    def edit(self, watcher: Watcher, message: wire.ToServer) -> None:
        """Who sits where, and how this room is kept."""
        match message:
            case wire.Take(seat):
                self.take(watcher, seat)
            case wire.Leave(seat):
                self.leave(watcher, seat)
            case wire.StandIn(seat):
                self.seated(watcher)
                chair = self.chair(seat)
                absent = chair.left or (chair.guest in self.away and not self.here(chair.guest))
                if self.phase != PLAYING or chair.kind != PERSON or not absent:
                    raise denied("not_away")
                chair.bot = STAND_IN
            case wire.Name(seat, name):
                chair = self.own(watcher, seat)
                if name is None:
                    chair.name, chair.way = None, self.new_way(seat)
                elif not self.settings.own_names:
                    raise denied("own_names")
                else:
                    chair.name = own_name(name)
            case wire.Settings():
                self.hosting(watcher)
                news = {name: value for name, value in structs.asdict(message).items() if value is not None}
                self.settings = structs.replace(self.settings, **news)
                if not self.settings.own_names:
                    for chair in self.chairs:
                        chair.name = None
            case wire.Bot(seat, bot):
                self.hosting(watcher)
                check_bot(bot)
                chair = self.chair(seat)
                if chair.kind == PERSON:
                    raise denied("taken")
                if self.phase == OVER:
                    raise denied("over")
                self.seat_bot(seat, bot)
            case wire.Open(seat):
                self.hosting(watcher)
                if self.chair(seat).kind == PERSON:
                    raise denied("taken")
                if self.phase == OVER:
                    raise denied("over")
                self.chairs[seat] = Chair()
            case wire.Remove(seat):
                self.hosting(watcher)
                if self.chair(seat).guest == watcher.guest:
                    raise denied("own_seat")
                if self.phase == OVER:
                    raise denied("over")
                self.clear(seat)
            case wire.Begin():
                self.hosting(watcher)
                if self.phase != LOBBY:
                    raise denied("begun")
                for seat, chair in enumerate(self.chairs):
                    if chair.kind == OPEN:
                        self.seat_bot(seat, STAND_IN)

    def take(self, watcher: Watcher, seat: int) -> None:
        chair = self.chair(seat)
        if watcher.guest != NOBODY and chair.guest == watcher.guest:
            chair.left = False
            chair.bot = None
            self.pass_on()
            return
        self.seated(watcher)
        if chair.kind != OPEN:
            raise denied("taken")
        if self.phase != LOBBY:
            raise denied("begun")
        self.seat_person(seat, watcher.guest)

    def leave(self, watcher: Watcher, seat: int) -> None:
        chair = self.own(watcher, seat)
        if self.phase == LOBBY:
            self.chairs[seat] = Chair()
        else:
            chair.left = True
        self.pass_on()

    def clear(self, seat: int) -> None:
        """Whoever sat here has no right to it any more, nor the invitation, nor the code (A34)."""
        guest = self.chairs[seat].guest
        self.chairs[seat] = Chair()
        if guest is not None:
            self.secret = self.box.luck.token(guest)
            if self.code is not None:
                self.code = self.box.luck.letters(CODE_LETTERS, 6, guest)
            if not any(chair.guest == guest for chair in self.chairs):
                self.gone.pop(guest, None)
                self.away.discard(guest)

    def emote(self, watcher: Watcher, message: wire.Emote, now: float) -> None:
        self.own(watcher, message.seat)
        if now - self.emoted.get(message.seat, -EMOTE_REST) < EMOTE_REST:
            raise denied("emote_rest")
        self.emoted[message.seat] = now
        text = say(wire.Emoted(message.seat, message.emote))
        for other in self.watchers:
            other.post(text)

    def rematch(self, watcher: Watcher) -> Change | None:
        """A new table with the same people, bots and options."""
        self.seated(watcher)
        if self.phase != OVER:
            raise denied("not_over")
        if self.moved is not None:
            watcher.post(say(wire.Moved(self.moved)))
            return None
        key = self.box.luck.draw(32, watcher.guest)
        room = type(self)(self.box, self.base, self.game, len(self.chairs), self.options, key)
        room.settle_in(watcher.guest)
        room.chairs = [
            structs.replace(chair, bot=None if chair.kind == PERSON else chair.bot, late=False) for chair in self.chairs
        ]
        room.host, room.settings = self.host, self.settings
        now = time.monotonic()
        room.gone = {chair.guest: now for chair in room.chairs if chair.guest is not None}
        for seat, chair in enumerate(room.chairs):
            if chair.kind == OPEN:
                room.seat_bot(seat, STAND_IN)
        lines = room.start()
        self.moved = room.id
        change = Change(Write(), self.tell_moved, lambda reason: self.not_moved(watcher, reason))
        new, old = room.written(lines), self.written([])
        change.write = Write(new.lines, [*new.tables, *old.tables])
        room.stored = len(lines)
        change.opened = room
        return change

    def tell_moved(self) -> None:
        self.tell_room()
        assert self.moved is not None
        text = say(wire.Moved(self.moved))
        for watcher in self.watchers:
            watcher.post(text)

    def not_moved(self, watcher: Watcher, reason: Message) -> None:
        self.moved = None
        watcher.post(say(wire.Sorry(reason)))

    # Playing.

    def playing(self) -> Table:
        if self.table is None:
            raise denied("not_begun")
        return self.table

    def answers(self, seat: int, question: int) -> None:
        """Raise Stale unless this is the question that the seat is asked."""
        asked = self.asked.get(seat)
        if asked is not None and asked.number == question:
            return
        if asked is not None:
            raise Stale(Message("room.stale", {}))
        acting = self.playing().acting()
        if not acting:
            raise Stale(Message("refused.over", {}))
        raise Stale(Message("room.answered" if self.answered(seat) else "refused.turn", {"seats": acting}))

    def answered(self, seat: int) -> bool:
        """Has this seat acted since those were asked who are still being asked?"""
        log = self.playing().log
        last = max((at for at, line in enumerate(log) if line.seat == seat), default=-1)
        return any(question.number <= last for question in self.asked.values())

    def move(self, watcher: Watcher, message: wire.Move) -> Change | None:
        seat = message.seat
        self.own(watcher, seat)
        known = mark(seat, message.id)
        if known in self.moves:
            watcher.post(say(wire.Ack(message.id, seat)))
            return None
        table = self.playing()
        self.answers(seat, message.question)
        action = table.read(readable(message.action))
        table.check(seat, action)
        if self.memorising():  # who shows the discs does not decide when all have seen them
            raise denied("looking")
        return self.play(seat, action, watcher, message.id, known)

    def play(
        self, seat: int, action: int, watcher: Watcher | None = None, move: str | None = None, known: bytes = b""
    ) -> Change:
        """A checked action, and what chance answers to it; a person's has a watcher, an id and the mark of that id."""
        table = self.playing()
        length, before = len(table.log), (self.asked, self.phase, self.adjudicated)
        if self.look is not None:
            self.look.turn(seat, length)
        table.play(seat, action)
        self.asked = ask(table.state, len(table.log), self.asked, seat)
        lines = table.log[length:]
        self.by_hand += bytes((move is not None,)) + bytes(len(lines) - 1)
        if self.asked and self.endless():
            self.adjudicated, self.asked = True, {}
        over = not self.asked
        if over:
            self.phase = OVER
        write = self.written(lines, move) if over else Write(self.rows(lines, move))

        def done() -> None:
            self.stored += len(lines)
            if not any(before[0].get(other) == question for other, question in self.asked.items()):
                self.looked.clear()  # something new is asked
            if watcher is not None and move is not None:
                self.moves += known
                watcher.post(say(wire.Ack(move, seat)))
            self.tell()
            if over:
                self.tell_room()

        def undone(reason: Message) -> None:
            table.rewind(length)
            del self.by_hand[length:]
            self.asked, self.phase, self.adjudicated = before
            if watcher is not None and move is not None:
                watcher.post(say(wire.Refused(move, reason, False)))

        return Change(write, done, undone)

    def endless(self) -> bool:
        """Bots among themselves, for longer than the game allows, or getting nowhere (GEN-15)."""
        table = self.playing()
        among = all(chair.bot is not None for chair in self.chairs)
        return among and table.stuck()

    def weigh(self, watcher: Watcher, message: wire.Weigh) -> None:
        """Say to a writer alone what a word would bring; whatever stands against it is part of the answer."""
        try:
            self.own(watcher, message.seat)
            weigh = WEIGHERS.get(self.game.name)
            if weigh is None:
                raise denied("no_words")
            view = self.playing().state.view(message.seat)
            found = weigh(view, message.seat, readable(message.action), message.ask)
        except Explained as no:
            found = Weighing(0, reason=no.reason)
        answer = wire.Weighed(message.id, found.points, list(found.parts), found.reason, found.verdict)
        watcher.post(say(answer))

    def hinting(self, watcher: Watcher, seat: int) -> int:
        """The number of the question that somebody wants a hint for; Denied if it is not theirs to answer now."""
        self.own(watcher, seat)
        self.playing()
        asked = self.asked.get(seat)
        if asked is None or self.chairs[seat].bot is not None or watcher.viewer != seat:  # or there is a curtain
            raise denied("hint_turn")
        if not self.settings.hints and sum(chair.kind == PERSON for chair in self.chairs) > 1:
            raise denied("hint_off")
        return asked.number

    def hint_view(self, seat: int) -> State:
        """What a bot may see that thinks for a person: what lies open now. It remembers only where that is agreed, and
        not what was seen from this seat before the person came."""
        recall = self.settings.remember and not self.chairs[seat].late
        return self.playing().state.view(seat, recall=recall)

    def hinted(self, watcher: Watcher, seat: int, question: int, found: Solution | None) -> None:
        """Tell whoever asked, if they are still there and still asked the same."""
        asked = self.asked.get(seat)
        if watcher not in self.watchers or asked is None or asked.number != question:
            return
        if found is None or found.action is None:
            watcher.post(say(wire.Sorry(Message("room.hint_none", {}))))
            return
        others = [wire.Promise(action, round(100 * estimate)) for action, estimate in found.others]
        percent = None if found.estimate is None else round(100 * found.estimate)
        watcher.post(say(wire.Hinted(seat, question, found.action, percent, others)))

    def undoable(self) -> int | None:
        """The seat that may take back what it has done: a person's own action is the last line, neither nature nor the
        room has acted since, and it showed nobody anything hidden (A31)."""
        table = self.table
        if table is None or self.phase != PLAYING or not self.by_hand or not self.by_hand[-1]:
            return None
        seat = table.log[-1].seat
        return seat if table.undoable(seat) else None

    def undo(self, watcher: Watcher, message: wire.Undo) -> Change | None:
        seat = message.seat
        self.own(watcher, seat)
        if mark(seat, message.id) in self.moves:
            watcher.post(say(wire.Ack(message.id, seat)))
            return None
        table = self.playing()
        if message.length != len(table.log):
            raise Stale(Message("room.stale", {}))
        if self.undoable() != seat:
            raise denied("undo")
        before, last = self.asked, table.log[-1]
        lines = table.log[:-1]
        table.rewind(0)
        self.asked = replay(table, lines)
        self.by_hand.pop()
        write = Write([(self.id, self.stored, seat, None, message.id)])

        def done() -> None:
            self.stored += 1
            self.undone += 1
            self.moves += mark(seat, message.id)
            watcher.post(say(wire.Ack(message.id, seat)))
            for other in self.watchers:
                other.shown = {viewer: min(shown, len(table.log)) for viewer, shown in other.shown.items()}
            self.shown = {who: min(shown, len(table.log)) for who, shown in self.shown.items()}
            if self.look is not None:
                self.look.held = min(self.look.held, len(table.log))
            self.tell()

        def undone(reason: Message) -> None:
            table.put(seat, last.action)
            self.by_hand.append(True)
            self.asked = before
            watcher.post(say(wire.Refused(message.id, reason, False)))

        return Change(write, done, undone)

    # Bots.

    def bot_turn(self) -> Turn | None:
        """A bot that is asked. While people look at what lies open, bots wait; a call is answered without delay, unless
        what they are called for may still be taken back (A31)."""
        if self.table is None or self.memorising():
            return None
        calling = bool(self.timed) and self.clock() != CLOCK
        if not calling and self.look is not None and self.look.ends:
            return None
        for seat, question in self.asked.items():
            bot = self.chairs[seat].bot
            if bot is not None:
                at_once = calling and self.undoable() is None
                return Turn(seat, question.number, bot, 0 if at_once else self.settings.pause / 1000, self.undone)
        return None

    def bot_waits(self, turn: Turn) -> None:
        """Say that a bot has not even begun to think."""
        self.waits = turn
        for watcher in self.watchers:
            self.tell_waiting(watcher)

    def tell_waiting(self, watcher: Watcher) -> None:
        if self.waits is not None:
            asked = self.asked.get(self.waits.seat)
            if asked is not None and asked.number == self.waits.question:
                watcher.post(say(wire.Waiting(self.waits.seat)))

    def bot_move(self, turn: Turn, text: str | None) -> Change | None:
        """What a bot has chosen; None, or nonsense, and the lot decides. Nothing if it is not asked any more."""
        asked = self.asked.get(turn.seat)
        if self.table is None or asked is None or asked.number != turn.question or self.undone != turn.undone:
            return None
        if self.chairs[turn.seat].bot is None:
            return None
        action = None
        if text is not None:
            try:
                action = self.game.parse(text)
                self.table.check(turn.seat, action)
            except Explained as no:
                log.warning("The bot %s wanted to play %r: %s", turn.bot, text, no)
                action = None
        if action is not None:
            return self.play(turn.seat, action)
        if turn.bot in ENLISTED:  # not one of ours: it may fail, or keep everybody waiting, at every move
            self.chairs[turn.seat].bot = "random"
        lot = Dice(self.seed("lot", turn.seat, turn.question))
        change = self.play(turn.seat, self.table.state.view(turn.seat).sample(turn.seat, lot))
        told = change.done

        def done() -> None:
            told()
            self.notify(Message("room.bot_trouble", {"seat": turn.seat}))

        change.done = done
        return change

    # Telling.

    def tell(self) -> None:
        """Show everybody the table as each may see it; who sees the same gets the same text."""
        drawn: Drawn = {}
        for watcher in self.watchers:
            self.show(watcher, drawn)
        if self.look is not None:
            self.look.drawn(len(self.playing().log), any(frame.unfinished for frame in drawn.values()))

    def show(self, watcher: Watcher, drawn: Drawn) -> None:
        viewer = self.eyes(watcher)
        if viewer is not None:
            self.show_as(watcher, viewer, drawn)

    def show_as(self, watcher: Watcher, viewer: int, drawn: Drawn) -> None:
        length = len(self.playing().log)
        memory = viewer if self.private else SPECTATOR  # several seats of one browser share what all are told
        since = watcher.shown.get(memory, -1)
        if since < 0:
            fresh = 0 if length == self.opening else length
            since = self.shown.get((watcher.guest, memory), fresh)
        if watcher.first < 0:
            watcher.first = since
        held = since if self.look is None else max(self.look.held, watcher.first)
        eyes = SPECTATOR if self.public and viewer not in self.asked else viewer
        shot = drawn.get((eyes, since, held))
        if shot is None:
            shot = drawn[eyes, since, held] = self.frame(eyes, since, held)
        watcher.viewer = viewer
        watcher.shown[memory] = length
        if viewer != SPECTATOR:
            self.shown[watcher.guest, memory] = length
        if shot.faces and self.look is not None:
            lookers = {watcher.guest} if self.seats_of(watcher.guest) else set()
            self.look.begin(length, self.now(), self.settings.look, lookers)
        watcher.post(shot.text if eyes == viewer else shown_to(viewer, shot.text))

    def frame(self, viewer: int, since: int, held: int) -> Shot:
        """All that ever leaves about a game: what this viewer was told, and the scene of its view."""
        table = self.playing()
        view, lines, told = self.seen(viewer, since)
        asked = self.asked.get(viewer)
        faces = open_still = False
        look = wait = None
        talk = ""
        if self.look is None:
            scene = self.box.draw(self.game, view, viewer, lines)
        else:
            scene, faces, lasting = self.glimpse(view, viewer, since, held)
            open_still = unfinished(scene)
            if lasting:
                look = self.settings.look * 1000 if faces else self.look.left(self.now())
        if self.timed and self.asked:
            left = self.left()
            if self.memorising():
                look, asked, scene = left or 0, None, structs.replace(scene, choices=(), buttons=())
            elif self.clock() != CLOCK:
                if self.talking():
                    own = viewer != SPECTATOR and self.chairs[viewer].guest in self.lookers()
                    talk = ASK if own else WAIT
                wait = None if talk else left
        if self.adjudicated:
            scene = structs.replace(scene, over=True, status=ending(view), prompt=None, choices=(), buttons=())
        frame = wire.Frame(
            viewer=None if viewer == SPECTATOR else viewer,
            length=len(table.log),
            question=None if asked is None else asked.number,
            told=told,
            scene=lightened(scene, self.zones, self.places),
            undo=self.undoable(),
            look=look,
            wait=wait,
            talk=talk,
        )
        return Shot(say(frame), faces, open_still)

    def seen(self, viewer: int, since: int) -> tuple[State, list[Line], list[str]]:
        """What a viewer sees and was told, and that as text. Without secrets it is the same for all, and looked up once
        a move."""
        table = self.playing()
        length = len(table.log)
        sight = self.sight
        if sight is not None and sight.length == length and sight.since == since:
            return sight.view, sight.lines, sight.told
        lines = table.told(viewer, since)
        view, told = table.state.view(viewer), [table.text(line) for line in lines]
        if self.public:
            self.sight = Sight(length, since, view, lines, told)
        return view, lines, told

    def left(self) -> int | None:
        """Milliseconds until the room answers; None if it waits for ever."""
        deadline = self.deadline()
        return None if deadline is None else max(0, round((deadline - self.now()) * 1000))

    def glimpse(self, view: State, viewer: int, since: int, held: int) -> tuple[Scene, bool, bool]:
        """The scene with everything still looked at; whether it shows new faces that will be covered, and any at all.

        What was said before is not said again: the news is of the lines since the last frame.
        """
        table = self.playing()
        draw = self.box.draw
        plain = draw(self.game, view, viewer, ())
        last = table.told(viewer, max(since, held))
        recent = draw(self.game, view, viewer, last) if last else plain
        scene = recent
        faces = fleeting(recent, plain)
        assert self.look is not None
        if held < since and (faces or self.look.ends):  # else nobody looks at what lay open earlier in this turn
            scene = draw(self.game, view, viewer, table.told(viewer, held))
        if held != since:
            news = recent if held < since else draw(self.game, view, viewer, table.told(viewer, since))
            scene = structs.replace(scene, news=news.news)
        return scene, faces, fleeting(scene, plain)

    def eyes(self, watcher: Watcher) -> int | None:
        """Through which seat a watcher looks now; None while a curtain is down."""
        own = self.seats_of(watcher.guest)
        if not own:
            return SPECTATOR
        if len(own) == 1:
            return own[0]
        asked = [seat for seat in own if seat in self.asked]
        if not self.private:
            return (asked or own)[0]
        looking = watcher.looking
        if looking in own and (looking in asked or not asked):
            watcher.curtain = None
            return looking
        wanted = (asked or own)[0]
        if watcher.curtain != wanted:
            watcher.curtain = wanted
            watcher.looking = None
            watcher.post(say(wire.Curtain(seat=wanted)))
        return None

    def lift(self, watcher: Watcher, seat: int) -> None:
        self.own(watcher, seat)
        self.playing()
        watcher.looking = seat
        watcher.curtain = None
        self.show_as(watcher, seat, {})

    def tell_room(self) -> None:
        texts: dict[str, bytes] = {}
        for watcher in self.watchers:
            if watcher.guest not in texts:
                texts[watcher.guest] = self.room_for(watcher.guest)
            watcher.post(texts[watcher.guest])

    def room_for(self, guest: str) -> bytes:
        """Everything about the room that is not the game."""
        own = self.seats_of(guest)
        hosting = self.seats_of(self.host) if self.host is not None else []
        fresh = self.code is not None and time.time() < self.created + CODE_LIFE
        return say(
            wire.Room(
                table=self.id,
                game=self.game.name,
                options=self.options,
                phase=self.phase,
                host=hosting[0] if hosting else None,
                you=own,
                seats=self.seat_infos(),
                code=self.code if own and fresh else None,
                invite=self.link() if own else None,
                promise=self.promise() if self.phase != LOBBY else None,
                settings=self.settings,
                moved=self.moved,
                adjudicated=self.adjudicated,
                newcomer=self.newcomer(),
            )
        )

    def seat_infos(self) -> list[SeatInfo]:
        winners = self.table.state.winners() if self.phase == OVER and self.table is not None else []
        infos = []
        for seat, chair in enumerate(self.chairs):
            here = chair.kind == BOT or (chair.kind == PERSON and not chair.left and self.here(chair.guest))
            infos.append(
                SeatInfo(
                    kind=chair.kind,
                    name=chair.name,
                    nickname=None if chair.kind == OPEN else nickname_message(seat, chair.way),
                    bot=chair.bot,
                    here=here,
                    away=chair.kind == PERSON and not here and (chair.left or chair.guest in self.away),
                    winner=seat in winners,
                )
            )
        return infos

    def promise(self) -> str:
        return KeyedDice(self.key).promise()

    # After the end.

    def finished(self) -> Table:
        if self.phase != OVER or self.table is None:
            raise denied("secret")
        return self.table


PONG: Final = say(wire.Pong())


def readable(text: str) -> str:
    if len(text) > wire.SHORT:
        raise denied("long", most=wire.SHORT)
    return text


def mark(seat: int, move: str) -> bytes:
    """Stands for a move's id: small, and found among thousands only by a chance of one in 2**50."""
    return blake2b(f"{seat} {move}".encode(), digest_size=8).digest()
