"""Many tables full of people who play at random, in one process that is cheap enough to share two cores with a server.

It speaks the protocol of docs/protocol.md over raw sockets and knows no rules: whoever is asked plays a choice of
its last frame. A frame is read only as far as its head; its choices are read only where somebody has to choose.
The people come from many addresses of the loopback interface (127.1.0.1, 127.1.0.2 …), as from many homes, so the
server's limits per address stay as they are.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
from array import array
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from time import perf_counter
from typing import cast

from msgspec import Struct
from msgspec.json import Decoder, decode, encode

TABLES_PER_ADDRESS = 10  # below the limits for one address: 60 tables at once, 500 sockets, 100 new ones a second
DOORS = 16  # tables that are opened at the same time
OPENING = 30.0  # seconds until everybody must sit at a table
STUCK = 10.0  # seconds after which a move that not everybody has seen is a mistake
HEAD = re.compile(rb'\{"t":"frame","viewer":(?:\d+|null),"length":(\d+),"question":(\d+|null),')
TEXT, CLOSE, PING = 0x81, 0x88, 0x89  # first byte of a frame
PONG = bytes([0x8A])
MASK = bytes(4)  # a client must mask what it says; with zeros that costs nothing


Place = tuple[str, int]  # host and port


class Choice(Struct):
    action: str


class Scene(Struct):
    choices: list[Choice] = []
    over: bool = False


class Frame(Struct):
    scene: Scene


class Heard(Struct):
    """All that matters of a message that is no frame."""

    t: str
    invite: str | None = None
    table: str | None = None
    reason: list[object] | None = None


FRAME = Decoder(Frame)
HEARD = Decoder(Heard)


class Trouble(Exception):
    """The server did not do what it should."""


class Seat(asyncio.Protocol):
    """One person's socket."""

    def __init__(self, table: Table, number: int, path: str, cookie: str) -> None:
        self.table = table
        self.number = number
        self.path = path
        self.cookie = cookie
        self.rest = b""
        self.open = False
        self.left = False
        self.transport: asyncio.Transport
        self.invite: asyncio.Future[str] = table.crowd.loop.create_future()
        self.seated: asyncio.Future[None] = table.crowd.loop.create_future()  # has seen its first frame
        self.length = -1  # of the log, in its last frame
        self.question: int | None = None
        self.frame = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        host, port = self.table.crowd.socket_at(self.table.number, self.number)
        lines = [
            f"GET {self.path} HTTP/1.1",
            f"Host: {host}:{port}",
            f"Origin: http://{host}:{port}",
            f"Cookie: {self.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
        ]
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def connection_lost(self, problem: Exception | None) -> None:
        self.failed("socket lost")

    def failed(self, what: str) -> None:
        """Something went wrong, unless we have left already."""
        if self.left:
            return
        self.table.fail(what)
        for waiting in (self.invite, self.seated):
            if not waiting.done():
                waiting.set_exception(Trouble(what))
                waiting.exception()  # not everybody waits for both

    def data_received(self, data: bytes) -> None:
        if self.rest:
            data = self.rest + data
        at, size = 0, len(data)
        if not self.open:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self.rest = data
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self.failed(f"no socket: {data[:80]!r}")
                self.transport.close()
                return
            self.open = True
        while size - at >= 2:
            head, length = 2, data[at + 1]
            if length >= 126:
                head = 4 if length == 126 else 10
                if size - at < head:
                    break
                length = int.from_bytes(data[at + 2 : at + head])
            end = at + head + length
            if end > size:
                break
            self.heard(data[at], data[at + head : end])
            at = end
        self.rest = data[at:]

    def heard(self, kind: int, content: bytes) -> None:
        if kind == TEXT:
            if content.startswith(b'{"t":"frame"'):
                self.saw(content)
            elif content.startswith(b'{"t":"ack"'):
                self.table.acknowledged = True
            else:
                self.told(HEARD.decode(content))
        elif kind == PING:
            self.transport.write(PONG + bytes([0x80 | len(content)]) + MASK + content)
        elif kind == CLOSE:
            self.failed(f"socket closed with {int.from_bytes(content[:2])}")
        else:
            self.failed(f"frame of kind {kind:#x}")

    def saw(self, content: bytes) -> None:
        head = HEAD.match(content)
        if head is None:
            self.failed("a frame with another head")
            return
        before, self.length = self.length, int(head[1])
        self.question = None if head[2] == b"null" else int(head[2])
        self.frame = content
        if before < 0:
            self.seated.set_result(None)
        self.table.crowd.bytes += len(content)
        self.table.shown(before, self.length)

    def told(self, message: Heard) -> None:
        if message.t == "room":
            if not self.invite.done():
                self.invite.set_result(message.invite or "")
        elif message.t == "moved":
            if self.number == 0 and message.table is not None:
                self.table.follow(message.table)
        elif message.t in ("refused", "sorry"):
            self.failed(f"{message.t}: {(message.reason or ['?'])[0]}")

    def leave(self) -> None:
        self.left = True
        self.transport.write(bytes([CLOSE, 0x80]) + MASK)
        self.transport.close()

    def say(self, content: bytes) -> None:
        size = len(content)
        head = bytes([TEXT, 0x80 | size]) if size < 126 else bytes([TEXT, 0xFE]) + size.to_bytes(2)
        self.transport.write(head + MASK + content)


class Table:
    def __init__(self, crowd: Crowd, number: int) -> None:
        self.crowd = crowd
        self.number = number
        self.address = f"127.1.{number // TABLES_PER_ADDRESS // 250}.{number // TABLES_PER_ADDRESS % 250 + 1}"
        self.cookies: list[str] = []
        self.seats: list[Seat] = []
        self.moves = 0
        self.last = 0  # the move to rest after; 0: when time is up
        self.dead = False
        self.waiting = False  # for everybody to see a move
        self.acknowledged = False
        self.sent = 0.0
        self.due = 0.0
        self.length = 0  # of the log, before the move
        self.unseen = 0

    def fail(self, what: str) -> None:
        self.crowd.errors[what] += 1
        if not self.dead:
            self.dead = True
            self.crowd.rest(self)

    # Sitting down.

    async def post(self, path: str, content: object, cookie: str = "") -> tuple[object, str]:
        """A request as a page makes it; the answer, and the cookie that came with it."""
        host, port = self.crowd.home_of(self.number)
        reader, writer = await asyncio.open_connection(host, port, local_addr=(self.address, 0))
        body = encode(content)
        lines = [
            f"POST {path} HTTP/1.1",
            f"Host: {host}:{port}",
            f"Origin: http://{host}:{port}",
            f"Cookie: {cookie}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            "Connection: close",
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()
        if not head.startswith(b"HTTP/1.1 200"):
            raise Trouble(f"{path}: {head[:20].decode()} {answer[:80].decode()}")
        found = re.search(rb"(?i)set-cookie: ([^;]+)", head)
        return decode(answer), found[1].decode() if found else cookie

    async def connect(self, table: str, number: int) -> Seat:
        host, port = self.crowd.socket_at(self.number, number)
        seat = Seat(self, number, f"/ws/{table}", self.cookies[number])
        await self.crowd.loop.create_connection(lambda: seat, host, port, local_addr=(self.address, 0))
        return seat

    async def open(self) -> None:
        """Open a table, invite the others, begin."""
        crowd = self.crowd
        wish = {"game": crowd.game, "seats": crowd.size, "options": {}, "fill": None}
        made, cookie = await self.post("/api/tables", wish)
        assert isinstance(made, dict)
        table = made["table"]
        self.cookies = [cookie]
        host = await self.connect(table, 0)
        invitation = {"table": table, "secret": (await host.invite).rpartition("#")[2]}
        joined = [await self.post("/api/join", invitation) for _ in range(1, crowd.size)]
        self.cookies += [cookie for _, cookie in joined]
        self.seats = [host, *[await self.connect(table, number) for number in range(1, crowd.size)]]
        await asyncio.gather(*(seat.invite for seat in self.seats))
        host.say(b'{"t":"begin"}')
        await asyncio.gather(*(seat.seated for seat in self.seats))

    def follow(self, table: str) -> None:
        task = self.crowd.loop.create_task(self.rematch(table))
        self.crowd.tasks.add(task)
        task.add_done_callback(self.crowd.tasks.discard)

    async def rematch(self, table: str) -> None:
        """Everybody goes to the new table, as pages do."""
        old, self.seats = self.seats, []
        for seat in old:
            seat.leave()
        try:
            self.seats = [await self.connect(table, number) for number in range(len(old))]
            await asyncio.wait_for(asyncio.gather(*(seat.seated for seat in self.seats)), STUCK)
        except (Trouble, OSError, TimeoutError) as problem:
            self.fail(f"rematch: {problem}")
            return
        self.crowd.games += 1
        self.next()

    # Playing.

    def start(self, due: float) -> None:
        self.due = due
        self.crowd.loop.call_later(max(0.0, due - perf_counter()), self.move)

    def move(self) -> None:
        if self.dead:
            return
        asked = [seat for seat in self.seats if seat.question is not None]
        if not asked:
            self.end()
            return
        seat = asked[0] if len(asked) == 1 else self.crowd.whims.choice(asked)
        choices = FRAME.decode(seat.frame).scene.choices
        if not choices:
            self.fail("asked without a choice")
            return
        action = self.crowd.whims.choice(choices).action
        self.moves += 1
        self.length = seat.length
        self.unseen = len(self.seats)
        self.waiting = True
        self.acknowledged = False
        head = f'{{"t":"move","seat":{seat.number},"id":"m{self.moves}"'
        said = f'{head},"question":{seat.question},"action":"{action}"}}'
        self.sent = perf_counter()
        seat.say(said.encode())

    def shown(self, before: int, after: int) -> None:
        """A seat was shown a longer log than before: has everybody seen the move now?"""
        if not self.waiting or before > self.length or after <= self.length:
            return
        self.unseen -= 1
        if self.unseen:
            return
        self.crowd.waits.append(perf_counter() - self.sent)
        self.waiting = False
        if not self.acknowledged:
            self.fail("shown before it was acknowledged")
        self.next()

    def next(self) -> None:
        crowd = self.crowd
        if perf_counter() >= crowd.end or self.moves == self.last:
            crowd.rest(self)
        elif crowd.pace:
            self.start(max(self.due + crowd.pace, perf_counter()))
        else:
            self.move()

    def end(self) -> None:
        if not FRAME.decode(self.seats[0].frame).scene.over:
            self.fail("nobody is asked, and the game is not over")
        else:
            self.seats[0].say(b'{"t":"rematch"}')


class Crowd:
    """Everybody at all tables. Of several servers, tables are opened at each in turn, and so are sockets, unless these
    are to go elsewhere."""

    def __init__(
        self,
        server: Place | Sequence[Place],
        game: str = "coloretto",
        size: int = 4,
        seed: int = 1,
        sockets: Sequence[Place] = (),
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.homes = [server] if isinstance(server, tuple) else list(server)
        self.sockets = list(sockets) or self.homes
        self.game = game
        self.size = size  # seats of a table
        self.whims = random.Random(seed)
        self.tables: list[Table] = []
        self.errors: Counter[str] = Counter()
        self.waits = array("d")  # seconds from a move to everybody's having seen it
        self.bytes = 0  # of all frames
        self.games = 0  # begun after another
        self.pace = 0.0
        self.end = 0.0
        self.resting: set[Table] = set()
        self.rested = asyncio.Event()
        self.tasks: set[asyncio.Task[None]] = set()
        self.opened = 0  # tables, ever
        self.seated = 0  # tables where everybody sits

    def home_of(self, table: int) -> Place:
        return self.homes[table % len(self.homes)]

    def socket_at(self, table: int, seat: int) -> Place:
        return self.sockets[(table + seat) % len(self.sockets)]

    async def open(self, tables: int) -> None:
        """So many more tables."""
        new = [Table(self, self.opened + number) for number in range(tables)]
        self.tables += new
        doors = asyncio.Semaphore(DOORS)

        async def enter(table: Table) -> None:
            async with doors:
                await asyncio.wait_for(table.open(), OPENING)
                self.seated += 1

        self.opened += tables
        await asyncio.gather(*map(enter, new))

    def rest(self, table: Table) -> None:
        self.resting.add(table)
        if len(self.resting) == len(self.tables):
            self.rested.set()

    async def play(self, seconds: float, pace: float = 0.0, moves: int = 0) -> float:
        """Play at all tables, for so long or for so many moves: one each `pace` seconds, or as fast as it goes. How
        long it took."""
        self.waits = array("d")
        self.bytes = 0
        self.pace = pace
        self.resting.clear()
        self.rested.clear()
        began = perf_counter()
        self.end = began + seconds
        for table in self.tables:
            table.last = table.moves + moves if moves else 0
            if table.dead:
                self.rest(table)
            else:
                table.start(began + self.whims.random() * pace)
        while not self.rested.is_set() and perf_counter() < self.end + STUCK:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.rested.wait(), 0.5)
            late = perf_counter() - STUCK
            for table in self.tables:
                if table.waiting and table.sent < late and not table.dead:
                    table.fail("a move that not everybody saw")
        if not self.rested.is_set():
            self.errors["tables that did not come to rest"] += len(self.tables) - len(self.resting)
        return perf_counter() - began

    def leave(self) -> None:
        """Everybody goes home."""
        for table in self.tables:
            table.dead = True
            for seat in table.seats:
                seat.leave()
        self.tables = []
