"""Who sits where, and who may do what."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Final, Self

from msgspec import structs

from polychrome.room import wire
from polychrome.room.entries import Arranged, Chosen, Entry, Hosted, Invited, Rematched, Seated
from polychrome.room.nicknames import nickname, own_name
from polychrome.room.people import BOT, NO_TOKEN, OPEN, PERSON, Chair, Wish, check_bot, denied
from polychrome.room.presence import Presence
from polychrome.room.wire import RoomSettings

STAND_IN: Final = "casual"

Seed = Callable[[str, int, int], int]  # luck for a purpose, a seat and a number


class Seating:
    """Who sits where and how the table is set, as the entries have made it."""

    def __init__(self, seats: int) -> None:
        self.chairs = [Chair() for _ in range(seats)]
        self.own_seats: dict[str, list[int]] = {}  # by guest
        self.programs: set[str] = set()  # guests who have ever said here that a program plays
        self.host: str | None = None
        self.settings = RoomSettings()
        self.secret = ""
        self.code: str | None = None
        self.rematch: str | None = None

    def apply(self, entry: Entry) -> None:
        if isinstance(entry, Seated):
            self.chairs[entry.seat] = entry.chair
            self.own_seats = owned(self.chairs)
            if entry.chair.program and entry.chair.guest is not None:
                self.programs = self.programs | {entry.chair.guest}  # a new set: drafts share the old one
        elif isinstance(entry, Hosted):
            self.host = entry.guest
        elif isinstance(entry, Invited):
            self.secret, self.code = entry.secret, entry.code
        elif isinstance(entry, Arranged):
            self.settings = entry.settings
        elif isinstance(entry, Chosen):
            self.chairs = [*self.chairs[: entry.seats], *(Chair() for _ in range(len(self.chairs), entry.seats))]
            self.own_seats = owned(self.chairs)
        elif isinstance(entry, Rematched):
            self.rematch = entry.table

    def open_to(self, guest: str) -> int | None:
        """The first open seat, for whoever has none of their own, not even one that a bot keeps for them."""
        if any(chair.guest == guest for chair in self.chairs):
            return None
        return next((seat for seat, chair in enumerate(self.chairs) if chair.kind == OPEN), None)

    def seats_of(self, guest: str) -> list[int]:
        """The seats that this guest may speak for."""
        return self.own_seats.get(guest, [])

    def guests(self) -> list[str]:
        return [chair.guest for chair in self.chairs if chair.guest is not None]

    def players(self) -> list[str]:
        """Guests who play, each once."""
        playing = (c.guest for c in self.chairs if c.kind == PERSON and not c.left and c.guest is not None)
        return list(dict.fromkeys(playing))

    def people(self) -> list[str]:
        """Those of them who are no programs: they agree to what has to be agreed on."""
        return [guest for guest in self.players() if not self.is_program(guest)]

    def is_program(self, guest: str) -> bool:
        """Has this guest said here that a program plays? Giving up the seat does not take it back: who came as a bot
        would otherwise come again as a person."""
        return guest in self.programs

    def can_agree(self) -> bool:
        """Is anybody here whose consent counts? A host alone cannot agree with itself."""
        return not set(self.people()) <= {self.host}

    def awaits(self, wish: Wish) -> bool:
        """Can somebody still have the seat they want? Not if those who could agree have gone meanwhile (A32)."""
        free = self.chairs[wish.seat].kind == OPEN and (self.settings.programs or not wish.program)
        return free and self.can_agree()

    def invites(self, secret: str) -> bool:
        return hmac.compare_digest(secret.encode(), self.secret.encode())

    # Who may what.

    def chair(self, seat: int) -> Chair:
        if seat >= len(self.chairs):
            raise denied("no_seat")
        return self.chairs[seat]

    def own(self, guest: str, seat: int) -> Chair:
        """A chair that this guest may speak for."""
        chair = self.chair(seat)
        if seat not in self.seats_of(guest):
            raise denied("not_yours")
        return chair

    def seated(self, guest: str) -> None:
        if not self.seats_of(guest):
            raise denied("not_seated")

    def hosting(self, guest: str) -> None:
        self.seated(guest)
        if guest != self.host:
            raise denied("not_host")

    def admits(self, guest: str) -> None:
        """May a program play for this guest? Where one sits already, it goes on."""
        seated = any(chair.program for chair in self.chairs if chair.guest == guest)
        if not self.settings.programs and not seated:
            raise denied("no_programs")


def owned(chairs: list[Chair]) -> dict[str, list[int]]:
    seats: dict[str, list[int]] = {}
    for seat, chair in enumerate(chairs):
        if chair.guest is not None and not chair.left:
            seats.setdefault(chair.guest, []).append(seat)
    return seats


class Draft(Seating):
    """What somebody wants to change, as entries: the seating itself changes when they are kept."""

    def __init__(self, before: Seating, presence: Presence, seed: Seed) -> None:
        super().__init__(0)
        self.chairs, self.own_seats, self.programs = before.chairs[:], before.own_seats, before.programs
        self.host, self.settings = before.host, before.settings
        self.secret, self.code, self.rematch = before.secret, before.code, before.rematch
        self.presence = presence
        self.seed = seed
        self.entries: list[Entry] = []

    def put(self, entry: Entry) -> Self:
        self.entries.append(entry)
        self.apply(entry)
        return self

    def put_chair(self, seat: int, chair: Chair) -> None:
        if chair != self.chairs[seat]:
            self.put(Seated(seat, chair))

    def edit(self, guest: str, message: wire.ToServer, phase: str, invite: Callable[[str], Invited]) -> None:
        """What a message wants changed; Denied if it may not be."""
        begun, over = phase != "lobby", phase == "over"
        match message:
            case wire.Take(seat):
                self.take(guest, seat, begun)
            case wire.Leave(seat):
                self.leave(guest, seat, begun)
            case wire.StandIn(seat):
                self.stand_in(guest, seat, begun and not over)
            case wire.Name(seat, name):
                self.rename(guest, seat, name)
            case wire.Settings():
                self.arrange(guest, message)
            case wire.Program():
                self.seated(guest)
                self.declare(guest)
            case wire.Bot(seat, bot):
                self.settle_bot(guest, seat, bot, over)
            case wire.Open(seat):
                self.open_seat(guest, seat, over)
            case wire.Remove(seat):
                self.remove(guest, seat, over, invite)

    # Sitting down and getting up.

    def sit(self, seat: int, guest: str, late: bool) -> None:
        program = self.is_program(guest)
        self.put_chair(seat, Chair(PERSON, guest, way=self.new_way(seat), late=late, program=program))

    def declare(self, guest: str) -> None:
        """A program plays at all seats of this guest, and everybody shall see it."""
        self.admits(guest)
        for seat, chair in enumerate(self.chairs):
            if chair.guest == guest:
                self.put_chair(seat, structs.replace(chair, program=True))

    def sit_bot(self, seat: int, bot: str) -> None:
        self.put_chair(seat, Chair(BOT, way=self.new_way(seat), bot=bot))

    def new_way(self, seat: int) -> int:
        """For a seat's nickname; whoever asks for another gets the next one."""
        chair = self.chairs[seat]
        first = self.seed("nickname", seat, 0) if chair.kind == OPEN else chair.way + 1
        return nickname(first, {c.way for i, c in enumerate(self.chairs) if i != seat and c.kind != OPEN})

    def come_in(self, guest: str, late: bool) -> None:
        """Back to the own seats, or to the first open one, if there is one."""
        for seat, chair in enumerate(self.chairs):
            if chair.guest == guest:
                self.come_back(seat)
        free = self.open_to(guest)
        if free is not None:
            self.sit(free, guest, late)

    def come_back(self, seat: int) -> None:
        self.put_chair(seat, structs.replace(self.chairs[seat], left=False, bot=None))

    def fill(self) -> None:
        """Bots on the seats that are open."""
        for seat, chair in enumerate(self.chairs):
            if chair.kind == OPEN:
                self.sit_bot(seat, STAND_IN)

    def take(self, guest: str, seat: int, begun: bool) -> None:
        chair = self.chair(seat)
        if guest != NO_TOKEN and chair.guest == guest:
            self.come_back(seat)
            self.pass_on()
            return
        self.seated(guest)
        if chair.kind != OPEN:
            raise denied("taken")
        if begun:
            raise denied("begun")
        self.sit(seat, guest, late=False)

    def leave(self, guest: str, seat: int, begun: bool) -> None:
        chair = self.own(guest, seat)
        self.put_chair(seat, structs.replace(chair, left=True) if begun else Chair())
        self.pass_on()

    def stand_in(self, guest: str, seat: int, playing: bool) -> None:
        """A bot plays for somebody who is away."""
        self.seated(guest)
        chair = self.chair(seat)
        absent = chair.left or (chair.guest in self.presence.away and not self.presence.here(chair.guest))
        if not playing or chair.kind != PERSON or not absent:
            raise denied("not_away")
        self.put_chair(seat, structs.replace(chair, bot=STAND_IN))

    # The host.

    def settle_bot(self, guest: str, seat: int, bot: str, over: bool) -> None:
        self.hosting(guest)
        check_bot(bot)
        self.free(seat, over)
        self.sit_bot(seat, bot)

    def open_seat(self, guest: str, seat: int, over: bool) -> None:
        self.hosting(guest)
        self.free(seat, over)
        self.put_chair(seat, Chair())

    def free(self, seat: int, over: bool) -> None:
        """Only a seat that is nobody's may change hands."""
        if self.chair(seat).kind == PERSON:
            raise denied("taken")
        if over:
            raise denied("over")

    def remove(self, guest: str, seat: int, over: bool, invite: Callable[[str], Invited]) -> None:
        """Whoever sat here has no right to it any more, nor the invitation, nor the code (A34)."""
        self.hosting(guest)
        removed = self.chair(seat).guest
        if removed == guest:
            raise denied("own_seat")
        if over:
            raise denied("over")
        self.put_chair(seat, Chair())
        if removed is not None:
            invitation = invite(removed)
            self.put(invitation if self.code is not None else structs.replace(invitation, code=None))

    def choose(self, choice: Chosen) -> None:
        """Chairs come and go at the end of the row; if there are fewer, open ones go first, then bots, never people."""
        spare = [seat for kind in (OPEN, BOT) for seat, c in reversed(list(enumerate(self.chairs))) if c.kind == kind]
        fewer = max(0, len(self.chairs) - choice.seats)
        if fewer > len(spare):
            raise denied("people_sit", n=len(self.chairs) - len(spare))
        staying = [chair for seat, chair in enumerate(self.chairs) if seat not in spare[:fewer]]
        for seat, chair in enumerate(staying):
            self.put_chair(seat, chair)
        self.put(choice)

    def pass_on(self) -> None:
        """The host's role goes to somebody who is there."""
        presence = self.presence
        if self.host is not None and self.seats_of(self.host) and self.host not in presence.away:
            return
        people = self.people() or self.players()
        present = [guest for guest in people if presence.here(guest)]
        if present or self.host not in people:
            host = next(iter(present or people), None)
            if host != self.host:
                self.put(Hosted(host))

    # Names and settings.

    def rename(self, guest: str, seat: int, name: str | None) -> None:
        chair = self.own(guest, seat)
        if name is None:
            self.put_chair(seat, structs.replace(chair, name=None, way=self.new_way(seat)))
        elif not self.settings.own_names:
            raise denied("own_names")
        else:
            self.put_chair(seat, structs.replace(chair, name=own_name(name)))

    def arrange(self, guest: str, message: wire.Settings) -> None:
        self.hosting(guest)
        news = {name: value for name, value in structs.asdict(message).items() if value is not None}
        settings = structs.replace(self.settings, **news)
        if settings != self.settings:
            self.put(Arranged(settings))
        if not settings.own_names:
            for seat, chair in enumerate(self.chairs):
                self.put_chair(seat, structs.replace(chair, name=None))
