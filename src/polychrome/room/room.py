"""A table with people around it: hears messages, answers with steps to be kept, and tells when they are.

`hear`, `arrive`, `join`, `tick` and `bot_move` change nothing that lasts: they answer with a Step, or at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import structs
from mypy_extensions import mypyc_attr

from polychrome.engine.core import Explained, Message, Value
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import (
    Adjudicated,
    Agreed,
    Arranged,
    Covered,
    Header,
    Hosted,
    Invited,
    Rematched,
)
from polychrome.room.fold import LOBBY, OVER, PLAYING, TimedEntries
from polychrome.room.luck import Luck, letters_for
from polychrome.room.moves import Turn
from polychrome.room.people import PERSON, Wish, check_bot, denied
from polychrome.room.play import Stale
from polychrome.room.seating import STAND_IN
from polychrome.room.steps import Lookup, Step, Steps
from polychrome.room.watcher import Watcher
from polychrome.room.wire import DEEDS, encode

ID_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH: Final = 12
CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that could be taken for another


@mypyc_attr(allow_interpreted_subclasses=True)  # tests plant leaks in them
class Room(Steps):
    """Hears people, bots and time."""

    # Coming into being.

    @classmethod
    def open(
        cls,
        catalogue: Catalogue,
        base: str,
        guest: str,
        wish: wire.NewTable,
        now: float = 0.0,
        created: int = 0,
        key: bytes | None = None,
        table: str | None = None,
    ) -> tuple[Room, Step]:
        """A new table with its host on the first seat; with bots on the others the game begins at once. With a key:
        the game that follows from it. With the id of a table: under that one (see `id_for`)."""
        if wish.fill is not None:
            check_bot(wish.fill)
        game = catalogue.find(wish.game)
        game.begin(wish.seats, wish.options)  # Unplayable if it cannot be
        header = new_header(catalogue, guest, game.name, wish.seats, wish.options, created, key, table)
        room = cls(catalogue, base, header, now)
        draft = room.draft().put(Hosted(guest)).put(invitation(catalogue.luck, guest))
        draft.sit(0, guest, late=False)
        if wish.fill is not None or key is not None:
            for seat in range(1, wish.seats):
                draft.sit_bot(seat, wish.fill or STAND_IN)
            return room, room.beginning(draft)
        return room, room.drafted(draft)

    @classmethod
    def load(
        cls, catalogue: Catalogue, base: str, header: Header, entries: TimedEntries, now: float, age: float = 0.0
    ) -> Room:
        """A table as it was kept. Raises Explained if these rules cannot go on with it."""
        room = cls(catalogue, base, header, now, age)
        room.replay(entries)
        room.epoch = now - room.at / 1000
        room.look_at(now)
        room.presence.expect(room.seating.guests(), now)
        return room

    # Coming and going.

    def arrive(self, watcher: Watcher, now: float) -> Step | None:
        """Somebody looks at the table. Whoever comes back gets the seat back from the bot."""
        self.look_at(now)
        returned = self.presence.arrive(watcher)
        if self.play is None:  # whoever waits for the game has seen nothing of it, whatever their other pages see
            watcher.seen = {}
        draft = self.draft()
        for seat in self.seating.seats_of(watcher.guest):
            if self.chairs[seat].bot is not None:
                draft.come_back(seat)
        draft.pass_on()
        if draft.entries:
            return self.drafted(draft, watcher)
        self.greet(watcher, returned)
        return None

    def depart(self, watcher: Watcher, now: float) -> None:
        self.look_at(now)
        presence = self.presence
        if watcher not in presence.watchers:
            return
        wished = presence.wish
        presence.depart(watcher)
        missed = any(chair.guest == watcher.guest for chair in self.chairs) and not presence.here(watcher.guest)
        if missed:
            presence.gone[watcher.guest] = now
        if missed or presence.wish is not wished:
            self.telling.tell_room()

    def join(self, guest: str, now: float, program: bool = False) -> Step | None:
        """By invitation: back to the own seat, or to the first open one; if there is none, one may watch. In the middle
        of a game with secrets everybody must agree first. A program is marked as one, or not let in."""
        self.look_at(now)
        draft, program = self.draft(), program or self.seating.is_program(guest)  # who was one here before still is
        if program:
            self.seating.admits(guest)
        if not self.seating.seats_of(guest):
            seat = self.seating.open_to(guest)
            if seat is not None and self.private and self.phase == PLAYING:
                self.wants(Wish(guest, seat, set(), program))
                return None
            draft.come_in(guest, late=self.phase != LOBBY)
        if program:
            draft.declare(guest)
        draft.pass_on()
        return self.drafted(draft) if draft.entries else None

    # Newcomers. Whoever sits down sees what the seat holds, so a host with a second browser could read all secrets.

    def wants(self, wish: Wish) -> None:
        """Ask all who play whether somebody new may have a seat."""
        if not self.seating.can_agree():
            raise denied("nobody_agrees")
        self.presence.ask(wish)
        self.telling.tell_room()

    def consent(self, watcher: Watcher, message: wire.Consent) -> Step | None:
        self.seating.seated(watcher.guest)
        wish = self.presence.wish
        if wish is None or not self.seating.awaits(wish) or self.phase != PLAYING:
            raise denied("no_newcomer")
        if not message.yes:
            self.presence.wish = None
            self.telling.tell_room()
            self.telling.notify(Message("room.newcomer_refused", {"seat": wish.seat}))
            return None
        wish.agreed.add(watcher.guest)
        if set(self.seating.people()) - wish.agreed:
            self.telling.tell_room()
            return None
        self.presence.wish = None
        draft = self.draft()
        draft.sit(wish.seat, wish.guest, late=True)
        if wish.program:
            draft.declare(wish.guest)
        step = self.drafted(draft, watcher, message)
        step.notice = Message("room.newcomer_seated", {"seat": wish.seat})
        return step

    # Time.

    def tick(self, now: float) -> Step | None:
        """Time passes: who is gone too long, what has been looked at for long enough, whose clock has run out."""
        at = self.look_at(now)
        if self.presence.late(now):
            draft = self.draft()
            draft.pass_on()
            if draft.entries:
                return self.drafted(draft)
            self.telling.tell_room()
        if self.clocks.stuck():
            return Step(at, [Adjudicated()], Lookup(OVER, None, self.seating.guests()))
        if self.clocks.agreed():
            return Step(at, [Agreed()])
        return self.cover(at) or self.answer_for_the_silent(at)

    def cover(self, at: int) -> Step | None:
        covering = self.clocks.covering()
        if covering is None or covering > at:
            return None
        return self.covered([part for part in self.clocks.looking() if self.clocks.look_ends(part) <= at])

    def covered(self, parts: list[int]) -> Step:
        """So much of the story has been looked at for long enough."""
        play = self.playing()
        assert play.story is not None
        return Step(self.telling.now, [Covered(play.story.end(parts[-1], len(play.table.log)))])

    def answer_for_the_silent(self, at: int) -> Step | None:
        deadline = self.clocks.deadline()
        return None if deadline is None or deadline > at else self.overdue()

    def due(self) -> float | None:
        """When time has something to do here, as `now` counts; `tick` does it."""
        gone, due = self.presence.due(), self.clocks.due()
        if due is None:
            return gone
        at = self.epoch + due / 1000
        return at if gone is None else min(gone, at)

    def ready(self, watcher: Watcher, heard: bool) -> Step | None:
        """Somebody has seen enough, or agrees. When all have, it goes on. Or somebody still listens."""
        self.seating.seated(watcher.guest)
        if self.play is None:
            self.presence.agree(watcher.guest, heard)
            self.telling.tell_room()
            return None
        talking, memorising, parts = self.clocks.talkers(), self.clocks.memorising(), self.clocks.looking()
        if not (talking or memorising or parts):  # a moment too late
            return None
        (self.presence.ready if heard else self.presence.listening).add(watcher.guest)
        if self.clocks.lookers():
            self.telling.tell_lookers()
            return None
        if talking:
            return Step(self.telling.now, [Agreed()])
        return self.coursed(self.moves.silence()) if memorising else self.covered(parts)

    # Hearing.

    def hear(self, watcher: Watcher, message: wire.ToServer, now: float) -> Step | None:
        """A message from a watcher: answered at once, or with a step to be kept first."""
        if not isinstance(message, DEEDS) and isinstance(message, wire.Ping):
            watcher.post(PONG)  # is anybody there? That is no matter of the table's, nor of its time
            return None
        self.look_at(now)
        try:
            if isinstance(message, DEEDS):
                return self.act(watcher, message)
            return self.attend(watcher, message)
        except Explained as no:
            self.refuse(watcher, message, no)
        return None

    def act(self, watcher: Watcher, message: wire.Deed) -> Step | None:
        moves = self.moves
        course = moves.move(watcher, message) if isinstance(message, wire.Move) else moves.undo(watcher, message)
        if course is not None:
            return self.coursed(course, watcher, message)
        watcher.post(encode(wire.Ack(message.id, message.seat)))
        return None

    def attend(self, watcher: Watcher, message: wire.ToServer) -> Step | None:
        match message:
            case wire.Weigh() | wire.Why():
                self.moves.answer(watcher, message)
            case wire.Hint():
                self.moves.hinting(watcher, message.seat)  # may they? The thinking is done elsewhere
            case wire.Emote():
                self.seating.own(watcher.guest, message.seat)
                self.presence.feel(message.seat, self.now)
                self.presence.post(encode(wire.Emoted(message.seat, message.emote)))
            case wire.Curtain():
                self.lift(watcher, message.seat)
            case wire.Ready():
                return self.ready(watcher, message.heard)
            case wire.Consent():
                return self.consent(watcher, message)
            case wire.Unguide():
                return self.unguided(watcher, message)
            case wire.Rematch():
                return self.rematch(watcher, message)
            case wire.Choose():
                return self.choose(watcher, message)
            case wire.Begin():
                return self.begin(watcher, message)
            case _:
                return self.edit(watcher, message)
        return None

    def refuse(self, watcher: Watcher, message: wire.ToServer, no: Explained) -> None:
        if not isinstance(message, DEEDS):
            watcher.post(encode(wire.Sorry(no.reason)))
            return
        stale = isinstance(no, Stale)
        watcher.post(encode(wire.Refused(message.id, no.reason, stale)))
        if stale and self.play is not None:
            self.telling.show(watcher, {})

    def edit(self, watcher: Watcher, message: wire.ToServer) -> Step | None:
        """Who sits where, and how this room is kept."""
        draft = self.draft()
        draft.edit(watcher.guest, message, self.phase, lambda guest: invitation(self.catalogue.luck, guest))
        if draft.entries:
            return self.drafted(draft, watcher, message)
        watcher.post(self.telling.room_for(watcher.guest))  # it is so already
        return None

    def begin(self, watcher: Watcher, message: wire.Begin) -> Step:
        self.seating.hosting(watcher.guest)
        if self.phase != LOBBY:
            raise denied("begun")
        draft = self.draft()
        draft.fill()
        return self.beginning(draft, watcher, message)

    def rematch(self, watcher: Watcher, message: wire.Rematch) -> Step | None:
        """A new table with the same people, bots and options."""
        seating = self.seating
        seating.seated(watcher.guest)
        if self.phase != OVER:
            raise denied("not_over")
        if seating.rematch is not None:
            watcher.post(encode(wire.TableMoved(seating.rematch)))
            return None
        created = self.header.created + int(self.now - self.born)
        header = new_header(self.catalogue, watcher.guest, self.game.name, len(self.chairs), self.options, created)
        room = type(self)(self.catalogue, self.base, header, self.now)
        draft = room.draft().put(Hosted(seating.host)).put(invitation(self.catalogue.luck, watcher.guest))
        draft.put(Arranged(seating.settings))
        for seat, chair in enumerate(self.chairs):
            draft.put_chair(seat, structs.replace(chair, bot=None if chair.kind == PERSON else chair.bot, late=False))
        draft.fill()
        step = self.drafted(self.draft().put(Rematched(room.id)), watcher, message)
        step.opens = room, room.beginning(draft)
        return step

    # Bots.

    def bot_turn(self) -> Turn | None:
        return self.moves.bot_turn()

    def bot_move(self, turn: Turn, text: str | None, now: float) -> Step | None:
        """What a bot has chosen. Nothing if it is not asked any more."""
        self.look_at(now)
        if not self.moves.asks(turn):
            return None
        course, trouble = self.moves.bot_move(turn, text)
        step = self.coursed(course)
        if trouble:
            step.notice, step.trouble = Message("room.bot_trouble", {"seat": turn.seat}), trouble
        return step


PONG: Final = encode(wire.Pong())


def new_header(
    catalogue: Catalogue,
    guest: str,
    game: str,
    seats: int,
    options: Mapping[str, Value],
    created: int,
    key: bytes | None = None,
    table: str | None = None,
) -> Header:
    found = catalogue.find(game)
    chosen = found.named(found.choose(seats, options))
    drawn = catalogue.luck.draw(32, guest) if key is None else key
    name = table or catalogue.luck.letters(ID_LETTERS, ID_LENGTH, guest)
    return Header(name, game, found.version, seats, chosen, drawn, created)


def id_for(wish: str, guest: str) -> str:
    """The id of the one table that a guest opens by a wish of this name, however often it arrives and where."""
    return letters_for(wish, guest, ID_LETTERS, ID_LENGTH)


def invitation(luck: Luck, guest: str) -> Invited:
    return Invited(luck.token(guest), luck.letters(CODE_LETTERS, 6, guest))
