"""What a page asks without a socket: the same questions and answers as over HTTP."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import DecodeError
from msgspec.json import Decoder

from polychrome.arena import daily
from polychrome.engine.core import Explained, Message
from polychrome.offline.calls import Ask
from polychrome.offline.device_room import DeviceRoom, Unkept
from polychrome.offline.records import Brought, open_record
from polychrome.room import ended, wire
from polychrome.room.cards import day_puzzles, game_info, own_table
from polychrome.room.fold import LOBBY, OVER
from polychrome.room.guided import open_guided, open_puzzle
from polychrome.room.logbook import logbook
from polychrome.room.people import Denied, NoTable, denied
from polychrome.room.room import CODE_LETTERS, Room
from polychrome.room.steps import Step
from polychrome.room.telling import CODE_LIFE

if TYPE_CHECKING:
    from polychrome.offline.device import Device

OWN_TABLES: Final = 20
TABLE: Final = re.compile(
    r"/api/tables/([0-9a-z]{1,40})/(replay|scores|record|view|log)(?:\?(?:at|seat)=(\d{1,6}))?", re.ASCII
)
PUZZLES: Final = re.compile(r"/api/puzzles/([a-z]{2})/(\d{4}-\d{2}-\d{2})", re.ASCII)
NEW_TABLE: Final = Decoder(wire.NewTable)
JOIN: Final = Decoder(wire.Join)
BROUGHT: Final = Decoder(Brought)

T = TypeVar("T")


class NoPage(Explained):
    """There is nothing here."""


def status_of(problem: Explained) -> int:
    if isinstance(problem, NoTable | NoPage):
        return 404
    if isinstance(problem, Unkept):
        return 503
    return 403 if isinstance(problem, Denied) else 400


class Requests:
    def __init__(self, device: Device) -> None:
        self.device = device

    def take(self, call: Ask) -> None:
        self.attempt(call, lambda: self.handle(call))

    def attempt(self, call: Ask, deed: Callable[[], None]) -> None:
        """Whatever happens, there is an answer."""
        try:
            deed()
        except Explained as no:
            self.refuse(call, no)
        except Exception as mistake:
            self.device.trouble(mistake)
            self.device.answer(call.request, 500, said(wire.Refusal(Message("server.trouble", {}))))

    def refuse(self, call: Ask, no: Explained) -> None:
        self.device.answer(call.request, status_of(no), said(wire.Refusal(no.reason)))

    def translate(self, call: Ask, content: Any) -> None:
        self.device.answer(call.request, 200, said(content))

    def handle(self, call: Ask) -> None:
        match call.method, call.path:
            case "GET", "/api/games":
                self.translate(call, [game_info(self.device.catalogue, game) for game in self.device.catalogue.games])
            case "GET", "/api/bots":
                self.translate(call, [])  # our own levels every page knows
            case "GET", path if found := PUZZLES.fullmatch(path):
                self.translate(call, day_puzzles(self.device.catalogue, found[1], found[2], self.today()))
            case "GET", "/api/tables":
                self.own_tables(call)
            case "POST", "/api/tables":
                self.create(call, read(call, NEW_TABLE))
            case "POST", "/api/records":
                self.bring(call, read(call, BROUGHT))
            case "POST", "/api/join":
                self.join(call, read(call, JOIN))
            case "GET", path if found := TABLE.fullmatch(path):
                self.look(call, found[1], found[2], found[3])
            case _:
                raise NoPage(Message("server.no_page", {}))

    def today(self) -> str:
        """The date, everywhere on earth the same."""
        return datetime.fromtimestamp(self.device.wall(), UTC).date().isoformat()

    # Tables.

    def create(self, call: Ask, wish: wire.NewTable) -> None:
        device = self.device
        wall = device.wall()
        today = date.fromisoformat(self.today())
        key = daily.key(device.catalogue.find(wish.game), wish.seats, today) if wish.daily else None
        if wish.guide:
            room, step = open_guided(device.catalogue, device.base, device.guest, wish, device.now, int(wall))
        elif wish.puzzle:
            day = self.today()
            room, step = open_puzzle(device.catalogue, device.base, device.guest, wish, day, device.now, int(wall))
        else:
            room, step = Room.open(device.catalogue, device.base, device.guest, wish, device.now, int(wall), key)
        self.keep(call, room, step)

    def keep(self, call: Ask, room: Room, step: Step) -> None:
        """A new table: it is found again where it is kept."""

        def then(problem: Unkept | None) -> None:
            if problem is None:
                self.translate(call, wire.Entered(room.id))
            else:
                self.refuse(call, problem)

        self.device.keep(room, step, then)

    def bring(self, call: Ask, brought: Brought) -> None:
        """A record from elsewhere, to be looked at."""
        device = self.device
        room, step = open_record(
            device.catalogue, device.base, device.guest, brought.text, device.now, int(device.wall())
        )
        if room.id in device.shelf:
            self.translate(call, wire.Entered(room.id))
        else:
            self.keep(call, room, step)

    def join(self, call: Ask, wish: wire.Join) -> None:
        """By invitation or code to a table of this device: there are no others."""
        device = self.device
        if wish.code is not None and wish.table is None and wish.secret is None:
            table = self.by_code(wish.code)
        elif wish.table is not None and wish.secret is not None and wish.code is None:
            table = wish.table
        else:
            raise wire.Unwelcome(Message("server.unreadable", {}))

        def found(live: DeviceRoom) -> None:
            if wish.secret is not None and not live.room.seating.invites(wish.secret):
                raise denied("invitation")

            def then(problem: Explained | None) -> None:
                if problem is None:
                    self.translate(call, wire.Entered(table))
                else:
                    self.refuse(call, problem)

            live.soon(lambda room: room.join(device.guest, device.now, wish.program), then)

        self.find(call, table, found)

    def by_code(self, code: str) -> str:
        letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
        after = self.device.wall() - CODE_LIFE
        for table in self.device.shelf.values():
            if table.code == letters and table.phase == LOBBY and table.header.created > after:
                return table.id
        raise NoTable(Message("server.no_code", {}))

    def find(self, call: Ask, table: str, then: Callable[[DeviceRoom], None]) -> None:
        def found(live: DeviceRoom | Explained) -> None:
            if isinstance(live, Explained):
                self.refuse(call, live)
            else:
                self.attempt(call, lambda: then(live))

        self.device.find(table, found)

    def own_tables(self, call: Ask) -> None:
        """One after the other, for each has to be fetched."""
        device = self.device
        shelf = [table for table in device.shelf.values() if table.phase != OVER]
        shelf.sort(key=lambda table: (-table.touched, -table.header.created))
        waiting = [table.id for table in shelf[:OWN_TABLES]]
        own: list[wire.OwnTable] = []

        def look(found: DeviceRoom | Explained) -> None:
            if isinstance(found, DeviceRoom):
                room = found.room
                if room.seating.seats_of(device.guest):
                    own.append(own_table(room, device.guest))
            go_on()

        def go_on() -> None:
            if waiting:
                device.find(waiting.pop(0), look)
            else:
                self.translate(call, own)

        go_on()

    def look(self, call: Ask, table: str, what: str, number: str | None) -> None:
        def found(live: DeviceRoom) -> None:
            room = live.room
            if what == "replay":
                self.translate(call, ended.replayed(room, int(number) if number else None))
            elif what == "scores":
                self.translate(call, ended.scores(room))
            elif what == "log":
                self.translate(call, {"turns": logbook(room, room.seating.seats_of(self.device.guest))})
            elif what == "record":
                self.device.answer(call.request, 200, ended.record(room))
            else:
                self.translate(call, {"view": self.view(room, number)})

        self.find(call, table, found)

    def view(self, room: Room, seat: str | None) -> dict[str, Any]:
        own = [str(seat) for seat in room.seating.seats_of(self.device.guest)]
        if seat not in own or (room.private and len(own) > 1):  # several seats at one device have a curtain between
            raise denied("not_seated")
        return room.playing().table.state.view(int(seat)).dump()


def said(content: Any) -> bytes:
    return wire.encoder.encode(content)


def read(call: Ask, decoder: Decoder[T]) -> T:
    with suppress(DecodeError, RecursionError, UnicodeError):
        return decoder.decode(call.body)
    raise wire.Unwelcome(Message("server.unreadable", {}))
