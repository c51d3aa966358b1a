"""What the server's tests share: rooms without sockets, a server in this process, and a client that talks as a page."""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Self
from unittest.mock import patch

from msgspec.json import encode
from websockets.asyncio.client import ClientConnection, connect  # subject: for `dial`
from websockets.exceptions import ConnectionClosed

from luck import NamedLuck, token
from patience import PATIENCE, WHOLE
from polychrome.engine.core import Message
from polychrome.room import entries, wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import Entry
from polychrome.room.luck import Luck
from polychrome.room.moves import Turn
from polychrome.room.room import Room
from polychrome.room.seen import Seen
from polychrome.room.steps import Step
from polychrome.room.watcher import Watcher
from polychrome.server import app, database, postgres
from polychrome.server.run import Options, Started, serve

Heard = dict[str, Any]
DATABASES: dict[Path, str] = {}  # of the folders whose server keeps its tables in one
TALKS = itertools.count(1)
PULSE = 1.0  # seconds between two pings, where any are sent


class Haste(NamedTuple):
    """How soon somebody gives a connection up, in seconds."""

    door: float  # that is not opened
    answer: float  # over which a ping is not answered


def runs(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """An async test, run to its end."""

    @functools.wraps(test)
    def wrapped(*args: Any, **settings: Any) -> None:
        asyncio.run(asyncio.wait_for(test(*args, **settings), WHOLE))

    return wrapped


@contextmanager
def luck_named(*what: object) -> Iterator[None]:
    """Whatever a server in this process draws, it draws by this name: cookies, ids, invitations, keys."""
    named, cookies = NamedLuck(*what), itertools.count()
    with (
        patch.object(Luck, "draw", lambda _, count, guest: named.draw(count, guest)),
        patch.object(app, "new_token", lambda: token(*what, next(cookies))),
    ):
        yield


def be_patient() -> None:
    """A database is not given up because this machine is busy."""
    for module in (database, postgres):
        patch.object(module, "ANSWER_SECONDS", PATIENCE).start()  # fails if nothing there is called so any more


# Rooms without sockets.


class Eyes(Watcher):
    """A watcher that keeps what it is told."""

    def __init__(self, guest: str, seen: dict[int, Seen] | None = None) -> None:
        self.texts: list[bytes] = []
        self.closed: int | None = None
        super().__init__(guest, self.texts.append, self.close_with, seen)

    def close_with(self, code: int) -> None:
        self.closed = code

    def heard(self, kind: str | None = None) -> list[Heard]:
        found = [json.loads(text) for text in self.texts]
        return [message for message in found if kind is None or message["t"] == kind]

    def last(self, kind: str) -> Heard:
        return self.heard(kind)[-1]

    def forget(self) -> None:
        self.texts.clear()


def opened(
    box: Catalogue,
    guest: str,
    game: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    fill: str | None = None,
    kind: type[Room] = Room,
) -> tuple[Room, Step]:
    return kind.open(box, "http://here", guest, wire.NewTable(game, seats, dict(options or {}), fill), now=1000.0)


class Sitting:
    """A room whose steps are kept at once, in a list."""

    def __init__(self, room: Room, step: Step) -> None:
        self.room = room
        self.steps: list[Step] = []
        self.rows: list[tuple[int, Entry]] = []  # of this room
        self.again: Sitting | None = None  # where all go on
        self.full = False  # nothing can be kept any more
        self.now = 1000.0
        self.settle(step)

    @classmethod
    def open(
        cls, box: Catalogue, game: str = "hands", seats: int = 2, fill: str | None = None, **options: Any
    ) -> Sitting:
        return cls(*opened(box, "ann", game, seats, options, fill))

    @classmethod
    def between(cls, box: Catalogue, game: str, guests: list[str]) -> tuple[Sitting, list[Eyes]]:
        """A game that has begun, with these guests around the table."""
        sitting = cls(*opened(box, guests[0], game, len(guests)))
        for guest in guests[1:]:
            sitting.join(guest)
        eyes = {guest: sitting.arrive(guest) for guest in guests}
        sitting.say(eyes[guests[0]], wire.Begin())
        return sitting, [eyes[guest] for guest in guests]

    def settle(self, step: Step | None) -> None:
        if step is None:
            return
        if self.full:
            self.room.unkept(step, Message("server.unstored", {"why": "full"}))
            return
        self.steps.append(step)
        self.rows += [(step.at, entries.decode(entries.encode(entry))) for entry in step.entries]
        if step.opens is not None:
            room, first = step.opens
            assert isinstance(room, Room)
            self.again = Sitting(room, first)
            self.again.now = self.now
        self.room.kept(step)

    def put(self, *changes: Entry) -> None:
        """Whatever nobody could have asked for."""
        self.settle(Step(self.room.at, list(changes)))

    def reloaded(self, now: float | None = None) -> Room:
        """The room as a restarted server would find it."""
        room = self.room
        return type(room).load(room.catalogue, room.base, room.header, self.rows, self.now if now is None else now)

    def join(self, guest: str, program: bool = False) -> None:
        self.settle(self.room.join(guest, self.now, program))

    def bot_move(self, turn: Turn, text: str | None) -> None:
        self.settle(self.room.bot_move(turn, text, self.now))

    def say(self, watcher: Watcher, message: wire.ToServer) -> None:
        self.settle(self.room.hear(watcher, message, self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass, as far as the room cares."""
        until = self.now + seconds + 0.0001  # looking at a clock takes time
        while (due := self.room.due()) is not None and due <= until:
            self.now = max(self.now, due)
            self.settle(self.room.tick(self.now))
        self.now = until

    def arrive(self, guest: str, seen: dict[int, Seen] | None = None) -> Eyes:
        eyes = Eyes(guest, seen)
        self.settle(self.room.arrive(eyes, self.now))
        return eyes

    def move(self, watcher: Watcher, seat: int, action: str, name: str, question: int | None = None) -> None:
        asked = self.room.asked.get(seat)
        number = question if question is not None else asked.number if asked is not None else 0
        self.say(watcher, wire.Move(seat=seat, id=name, question=number, action=action))

    def acting(self) -> list[int]:
        assert self.room.table is not None
        return self.room.table.acting()

    def legal(self, seat: int) -> list[str]:
        assert self.room.table is not None
        return [self.room.game.text(action) for action in self.room.table.state.legal(seat)]


def play_on(sitting: Sitting, eyes: list[Eyes], whims: random.Random, most: int = 10_000) -> int:
    """Play at random, one pair of eyes a seat; how many moves."""
    moves = 0
    while sitting.acting() and moves < most:
        if sitting.room.clocks.memorising():  # the room plays on when all have looked
            for watcher in eyes:
                sitting.say(watcher, wire.Ready())
            continue
        seat = whims.choice(sitting.acting())
        sitting.move(eyes[seat], seat, whims.choice(sitting.legal(seat)), f"m{len(sitting.steps)}")
        moves += 1
    return moves


# A server in this process.


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    cookies: list[str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def reason(self) -> str:
        return str(self.json()["reason"][0])


async def ask(
    address: str, method: str, path: str, headers: list[tuple[str, str]], body: bytes = b"", length: bool = True
) -> Answer:
    """One HTTP request, exactly as given."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers), "Connection: close"]
    if length and (body or method == "POST"):
        lines.append(f"Content-Length: {len(body)}")
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        raw = await reader.read()
    finally:  # also if nobody waits any longer
        writer.close()
    await writer.wait_closed()
    head, _, content = raw.partition(b"\r\n\r\n")
    status, *rows = head.decode("latin-1").split("\r\n")
    pairs = [row.partition(": ")[::2] for row in rows]
    found = {name.lower(): value for name, value in pairs}
    if found.get("transfer-encoding") == "chunked":
        raise AssertionError("the tests do not read chunks")
    cookies = [value for name, value in pairs if name.lower() == "set-cookie"]
    return Answer(int(status.split()[1]), found, cookies, content)


class Page:
    """A browser: its cookie, its requests, its sockets."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie: str | None = None

    def headers(self, origin: str | None = "") -> list[tuple[str, str]]:
        own = [("Host", self.address.removeprefix("http://"))]
        if origin is not None:
            own.append(("Origin", origin or self.address))
        if self.cookie is not None:
            own.append(("Cookie", self.cookie))
        return own

    async def get(self, path: str) -> Answer:
        return self.note(await ask(self.address, "GET", path, self.headers()))

    async def post(self, path: str, content: Any, origin: str | None = "", name: str | None = None) -> Answer:
        headers = [*self.headers(origin), ("Content-Type", "application/json")]
        if name is not None:  # by which it is known again if it is repeated
            headers.append(("Idempotency-Key", name))
        return self.note(await ask(self.address, "POST", path, headers, encode(content)))

    def note(self, answer: Answer) -> Answer:
        for cookie in answer.cookies:
            self.cookie = cookie.partition(";")[0]
        return answer

    async def create(self, game: str = "coloretto", seats: int = 2, fill: str | None = None, **options: Any) -> str:
        wish = {"game": game, "seats": seats, "options": options, "fill": fill}
        answer = await self.post("/api/tables", wish)
        assert answer.status == 200, answer
        return str(answer.json()["table"])

    def socket(self, table: str, origin: str | None = "", haste: Haste | None = None) -> Talk:
        return Talk(self, table, self.address if origin == "" else origin, haste)


Dialled = connect


def dial(address: str, **settings: Any) -> Dialled:
    """A socket whose client waits as long as the tests do: by itself it gives up after ten seconds."""
    unhurried = {"open_timeout": PATIENCE, "ping_interval": None, "proxy": None, "max_queue": None}
    return connect(address, **{**unhurried, **settings})


class Talk:
    """A socket as a page uses it: `async with page.socket(table) as talk`."""

    def __init__(self, page: Page, table: str, origin: str | None, haste: Haste | None = None) -> None:
        self.page = page
        self.table = table
        self.origin = origin
        self.haste = haste  # if there is none, no pings are sent
        self.ws: ClientConnection
        self.frame: Heard | None = None
        self.room: Heard | None = None
        self.moves = 0
        self.number = next(TALKS)

    async def __aenter__(self) -> Self:
        extra = {"Cookie": self.page.cookie} if self.page.cookie else {}
        address = f"{self.page.address.replace('http', 'ws', 1)}/ws/{self.table}"
        pace = {} if self.haste is None else {"ping_interval": PULSE, "close_timeout": 0}
        if self.haste is not None:
            pace |= {"ping_timeout": self.haste.answer, "open_timeout": self.haste.door}
        self.ws = await dial(address, origin=self.origin, additional_headers=extra, compression=None, **pace)
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.ws.close()

    async def send(self, **message: Any) -> None:
        await self.ws.send(json.dumps(message))

    async def hear(self) -> Heard:
        message: Heard = json.loads(await asyncio.wait_for(self.ws.recv(), PATIENCE))
        if message["t"] == "frame":
            self.frame = message
        elif message["t"] == "room":
            self.room = message
        return message

    async def until(self, *kinds: str) -> Heard:
        while True:
            message = await self.hear()
            if message["t"] in kinds:
                return message

    async def until_asked(self) -> Heard:
        """The next frame in which its viewer is asked, or the game is over."""
        while self.frame is None or (self.frame["question"] is None and not self.frame["scene"].get("over")):
            await self.until("frame")
        return self.frame

    async def play(self, action: str | None = None, name: str | None = None) -> Heard:
        """Answer the question at hand; the answer to that."""
        frame = await self.until_asked()
        choices = [choice["action"] for choice in frame["scene"]["choices"]]
        self.moves += 1
        name = name or f"t{self.number}m{self.moves}"
        chosen = action or choices[self.moves % len(choices)]
        await self.send(t="move", seat=frame["viewer"], id=name, question=frame["question"], action=chosen)
        while True:
            message = await self.until("ack", "refused")
            if message["id"] == name:
                if message["t"] == "ack" or message["stale"]:
                    await self.until("frame", "curtain")
                return message

    async def closed(self) -> int:
        """The code with which the server has closed, or closes, this socket."""
        try:
            while True:
                await asyncio.wait_for(self.ws.recv(), PATIENCE)
        except ConnectionClosed:
            return self.ws.close_code or 0


@asynccontextmanager
async def served(folder: Path, **options: Any) -> AsyncIterator[Started]:
    """A server in this process, on a free port if none is named."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[Started] = loop.create_future()
    stop = asyncio.Event()
    chosen = Options(**{"port": 0, "data": folder, "store": DATABASES.get(folder), **options})
    server = loop.create_task(serve(chosen, ready.set_result, stop))
    await asyncio.wait([server, ready], return_when=asyncio.FIRST_COMPLETED)
    if server.done():
        server.result()
    try:
        yield ready.result()
    finally:
        stop.set()
        await server


async def everyone(*waiting: Awaitable[Any]) -> list[Any]:
    return list(await asyncio.gather(*waiting))
