"""All tables of one device: what the page says comes in by `take`, and what it is to do comes out.

Nothing here waits. Whatever takes time (keeping, fetching, thinking) is a command for the page, which says later what
came of it; a table that waits for such an answer lets others go on.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from itertools import count
from typing import Final

from msgspec import DecodeError

from polychrome.engine.core import Explained, Message
from polychrome.offline.bot_worker import BotWorker
from polychrome.offline.bot_worker import Then as WhenThought
from polychrome.offline.calls import (
    Answer,
    Ask,
    Awake,
    BotsDied,
    Calls,
    Close,
    Commands,
    Connect,
    Done,
    Fetch,
    Fetched,
    HangUp,
    Hear,
    Keep,
    Round,
    Send,
    Shelved,
    StoredEntry,
    Thought,
    Trouble,
)
from polychrome.offline.device_room import DeviceRoom, OutOfDate, Unkept
from polychrome.offline.requests import Requests
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import decode, encode
from polychrome.room.people import NoTable, denied
from polychrome.room.room import Room
from polychrome.room.seen import asked_with
from polychrome.room.steps import Step
from polychrome.room.thought import Problem
from polychrome.room.watcher import Watcher

HERE: Final = "here"  # the guest whose seats are those of this device
NOT_FOUND: Final = 4404
DAMAGED: Final = 4503
FULL: Final = "full"  # what a page says that has no room left


class OpenPage:
    """A page that looks at a table."""

    def __init__(self, number: int, device: Device, query: str) -> None:
        self.number = number
        self.device = device
        self.live: DeviceRoom | None = None
        self.early: list[str] = []  # what was said before the table was found
        self.watcher = Watcher(device.guest, self.post, self.close, asked_with(query))

    def post(self, text: bytes) -> None:
        if self.number in self.device.sockets:
            self.device.send(Send(self.number, text.decode()))

    def close(self, code: int) -> None:
        """We hang up: it hears nothing any more."""
        if self.device.sockets.pop(self.number, None) is not None:
            self.device.send(Close(self.number, code))


WhenFound = Callable[[DeviceRoom | Explained], None]
WhenKept = Callable[[Unkept | None], None]


class Device:
    """`origin` is what the page's clock shows as 0, in seconds since 1970; `shelved` are the tables that it keeps."""

    def __init__(
        self,
        catalogue: Catalogue,
        shelved: Iterable[Shelved] = (),
        origin: float = 0.0,
        base: str = "",
        guest: str = HERE,
    ) -> None:
        self.catalogue = catalogue
        self.base = base
        self.guest = guest
        self.origin = origin
        self.shelf = {table.id: table for table in shelved}
        self.now = 0.0
        self.commands: list[Commands] = []
        self.tables: dict[str, DeviceRoom] = {}
        self.sockets: dict[int, OpenPage] = {}
        self.fetching: dict[str, list[WhenFound]] = {}
        self.keeping: dict[int, tuple[list[Shelved], WhenKept]] = {}
        self.numbers = count(1)
        self.bot_worker = BotWorker(self.send)
        self.requests = Requests(self)

    def take(self, call: Calls, now: float) -> Round:
        """What the page says, at this time of its clock; what it is to do."""
        self.now = max(self.now, now)
        match call:
            case Ask():
                self.requests.take(call)
            case Connect():
                self.connect(call)
            case Hear():
                self.hear(call)
            case HangUp():
                self.hang_up(call)
            case Done():
                self.done(call)
            case Fetched():
                self.fetched(call)
            case Awake():
                self.bot_worker.started(self.now)
            case BotsDied():
                self.bot_worker.died(self.now)
            case Thought():
                self.bot_worker.thought(call.number, call.solution, self.now, call.seconds)
            case _:
                self.tick()
        commands, self.commands = self.commands, []
        return Round(commands, self.due())

    def send(self, command: Commands) -> None:
        self.commands.append(command)

    def answer(self, request: int, status: int, text: bytes | str) -> None:
        self.send(Answer(request, status, text if isinstance(text, str) else text.decode()))

    def wall(self) -> float:
        """Seconds since 1970."""
        return self.origin + self.now

    def say_trouble(self, text: str) -> None:
        self.send(Trouble(text))

    def trouble(self, mistake: Exception) -> None:
        self.say_trouble("".join(traceback.format_exception(mistake)))

    # Time.

    def due(self) -> float | None:
        times = [live.due() for live in self.tables.values()]
        times.append(self.bot_worker.due())
        return min((time for time in times if time is not None), default=None)

    def tick(self) -> None:
        self.bot_worker.tick(self.now)
        for live in list(self.tables.values()):
            live.tick()

    def think(self, problem: Problem, then: WhenThought) -> None:
        self.bot_worker.ask(problem, then, self.now)

    # Sockets.

    def connect(self, call: Connect) -> None:
        socket = self.sockets[call.socket] = OpenPage(call.socket, self, call.query)

        def found(live: DeviceRoom | Explained) -> None:
            if self.sockets.get(socket.number) is not socket:  # it has hung up meanwhile
                return
            if isinstance(live, DeviceRoom):
                socket.live = live
                live.arrive(socket.watcher)
                for text in socket.early:
                    self.listen(socket, live, text)
            else:
                socket.close(NOT_FOUND if isinstance(live, NoTable) else DAMAGED)

        self.find(call.table, found)

    def hear(self, call: Hear) -> None:
        socket = self.sockets.get(call.socket)
        if socket is None:
            return
        if socket.live is None:
            socket.early.append(call.text)
        else:
            self.listen(socket, socket.live, call.text)

    def listen(self, socket: OpenPage, live: DeviceRoom, text: str) -> None:
        try:
            live.hear(socket.watcher, wire.hear(text))
        except wire.Unwelcome as no:
            socket.post(wire.encode(wire.Sorry(no.reason)))

    def hang_up(self, call: HangUp) -> None:
        socket = self.sockets.pop(call.socket, None)
        if socket is not None and socket.live is not None:
            socket.live.depart(socket.watcher)

    # Finding.

    def find(self, table: str, then: WhenFound) -> None:
        """A table in memory, or as the page has kept it."""
        live = self.tables.get(table)
        if live is not None:
            then(live)
        elif table not in self.shelf:
            then(NoTable(Message("server.no_table", {})))
        elif table in self.fetching:
            self.fetching[table].append(then)
        else:
            self.fetching[table] = [then]
            self.send(Fetch(table))

    def fetched(self, call: Fetched) -> None:
        waiting = self.fetching.pop(call.table, [])
        found = self.woken(call)
        for then in waiting:
            then(found)
        if isinstance(found, DeviceRoom):
            found.go_on()

    def woken(self, call: Fetched) -> DeviceRoom | Explained:
        if call.problem is not None:
            return denied("unreadable")
        if call.shelved is None:  # cleared away by somebody else
            self.shelf.pop(call.table, None)
            return NoTable(Message("server.no_table", {}))
        self.shelf[call.table] = call.shelved
        header = call.shelved.header
        try:
            entries = [(at, decode(text)) for at, text in call.entries]
            room = Room.load(
                self.catalogue, self.base, header, entries, self.now, max(0.0, self.wall() - header.created)
            )
        except Explained as no:
            return no
        except DecodeError:
            return denied("unreadable")
        except Exception as mistake:  # whatever is wrong with one table must not trouble the others
            self.trouble(mistake)
            return denied("unreadable")
        live = self.tables[call.table] = DeviceRoom(self, room)
        return live

    def forget(self, live: DeviceRoom) -> None:
        if self.tables.get(live.room.id) is live:
            del self.tables[live.room.id]

    # Keeping.

    def keep(self, room: Room, step: Step, then: WhenKept) -> None:
        """Have a step kept, with the table that begins with it."""
        tables, entries = [], []
        steps = [(room, step)] if step.opens is None else [(room, step), step.opens]
        for table, part in steps:
            old = self.shelf.get(table.id)
            if part.lookup is not None:
                phase, code = part.lookup.phase, part.lookup.code
            else:
                assert old is not None
                phase, code = old.phase, old.code
            tables.append(Shelved(table.id, table.header, phase, code, self.wall()))
            for name, entry_number, at, entry in table.rows(part):
                entries.append(StoredEntry(name, entry_number, at, entry if isinstance(entry, str) else encode(entry)))
        number = next(self.numbers)
        self.keeping[number] = tables, then
        self.send(Keep(number, tables, entries))

    def done(self, call: Done) -> None:
        found = self.keeping.pop(call.number, None)
        if found is None:
            return
        tables, then = found
        if call.conflict:
            then(OutOfDate(Message("server.moment", {})))
        elif call.problem is not None:
            full = Message("offline.full", {})
            then(Unkept(full if call.problem == FULL else Message("offline.unkept", {"why": call.problem})))
        else:
            self.shelf.update((table.id, table) for table in tables)
            then(None)
