"""What comes to a server that does not own its table is passed on to the one that does.

Who asks was found out at the first server's door, and is told to the owner at the head of the line, with the key that
only servers of one store know. A socket is then passed on byte by byte: nobody looks into it on the way, and how much
it may say is the owner's business. It ends when either end does, or when the owner has been silent for a lease.
"""

from __future__ import annotations

import asyncio
import secrets
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, NamedTuple, TypeVar, cast
from urllib.parse import quote

from polychrome.server.store import Elsewhere
from polychrome.server.websocket import PARTING, WebSocketProtocol

T = TypeVar("T")

KEY: Final = b"x-polychrome-key"
GUEST: Final = b"x-polychrome-guest"
ADDRESS: Final = b"x-polychrome-address"
ANSWER: Final = 5.0  # seconds for an owner to answer; one that is silent for a lease is not waited for any longer
HOLD: Final = 8.0  # seconds that somebody waits for a table whose server is silent; then it is anybody's
PAUSES: Final = (0.1, 0.8)  # seconds between two looks: at first, and at most
PLAIN: Final = "=&%+,.:;*"  # in a query that somebody sent, beside letters and digits
ACCEPTED: Final = b"HTTP/1.1 101 "


class Caller(NamedTuple):
    """Who asks, as the first door has found out."""

    guest: str
    address: str


class Pipe(asyncio.Protocol):
    """One end of a line: whatever comes goes out at the other one, no faster than that takes it."""

    def __init__(self, other: asyncio.Transport, gone: Callable[[Exception | None], None]) -> None:
        self.other = other
        self.gone = gone

    def data_received(self, data: bytes) -> None:
        if not self.other.is_closing():
            self.other.write(data)

    def pause_writing(self) -> None:
        if not self.other.is_closing():
            self.other.pause_reading()

    def resume_writing(self) -> None:
        if not self.other.is_closing():
            self.other.resume_reading()

    def connection_lost(self, problem: Exception | None) -> None:
        self.other.close()
        asyncio.get_running_loop().call_later(PARTING, self.other.abort)  # who does not read must not keep it open
        self.gone(problem)


class OwnerConnection(asyncio.Protocol):
    """A line to the owner of a table, until the socket is tied to it."""

    def __init__(self, relays: Relays, owner: str, head: bytes) -> None:
        self.relays = relays
        self.owner = owner
        self.head = head
        self.transport: asyncio.Transport
        self.heard = b""
        self.answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.relays.to_owners.add(self)
        self.transport.write(self.head)

    def data_received(self, data: bytes) -> None:
        self.heard += data
        if not self.answered.done():
            head, end, rest = self.heard.partition(b"\r\n\r\n")
            if end:
                self.heard = rest
                self.answered.set_result(head.startswith(ACCEPTED))

    def connection_lost(self, problem: Exception | None) -> None:
        self.relays.to_owners.discard(self)
        if not self.answered.done():
            self.answered.set_result(False)

    def tie(self, line: WebSocketProtocol) -> None:
        """From now on, whatever one of them says the other one hears."""
        line.stop_keepalive()  # the owner asks whether anybody is there
        line.transport.set_protocol(Pipe(self.transport, line.connection_lost))
        self.transport.set_protocol(Pipe(line.transport, self.connection_lost))
        if self.heard:
            line.transport.write(self.heard)
        if self.transport.is_closing():  # it has just died
            line.transport.close()


class Relays:
    """The connections of one server to the owners of tables that it has not itself."""

    def __init__(self, key: str, end_lease_at: Callable[[str], Awaitable[None]]) -> None:
        self.key = key
        self.end_lease_at = end_lease_at  # whom to tell that nobody listens at an address any more
        self.to_owners: set[OwnerConnection] = set()
        self.asked: set[tuple[str, asyncio.Transport]] = set()  # requests on their way, and to whom

    def __len__(self) -> int:
        return len(self.to_owners)

    def alive(self, owners: set[str]) -> None:
        """Who can still be heard. All others have lost their tables, and whoever looks at them comes again."""
        for connection in [connection for connection in self.to_owners if connection.owner not in owners]:
            connection.transport.abort()
        for owner, transport in list(self.asked):
            if owner not in owners:
                transport.abort()

    def head(self, what: str, owner: str, caller: Caller, *more: str) -> bytes:
        named = ((KEY, self.key), (GUEST, caller.guest), (ADDRESS, caller.address))
        lines = [what, f"Host: {owner}", *(f"{name.decode()}: {value}" for name, value in named), *more]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")

    async def reach(self, owner: str, table: str, query: str, caller: Caller) -> OwnerConnection | None:
        """A socket at another server's table; None if that cannot be had just now."""
        upgrade = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13")
        key = f"Sec-WebSocket-Key: {b64encode(secrets.token_bytes(16)).decode()}"
        head = self.head(f"GET /ws/{table}?{quote(query, safe=PLAIN)} HTTP/1.1", owner, caller, *upgrade, key)
        connection = OwnerConnection(self, owner, head)
        good = False
        try:
            async with asyncio.timeout(ANSWER):
                await asyncio.get_running_loop().create_connection(lambda: connection, *place_of(owner))
                good = await connection.answered
        except ConnectionRefusedError:
            await self.end_lease_at(owner)
        except (OSError, ValueError):  # a timeout is one, too
            return None
        finally:
            if not good and connection in self.to_owners:
                connection.transport.abort()
        return connection if good else None

    async def ask(self, owner: str, path: str, content: bytes, caller: Caller) -> tuple[int, bytes] | None:
        """What another server answers to a request, its status first; None if it does not."""
        more = ("Connection: close", "Content-Type: application/json", f"Content-Length: {len(content)}")
        try:
            async with asyncio.timeout(ANSWER):
                reader, writer = await asyncio.open_connection(*place_of(owner))
                self.asked.add(under_way := (owner, cast(asyncio.Transport, writer.transport)))
                try:
                    writer.write(self.head(f"POST {path} HTTP/1.1", owner, caller, *more) + content)
                    head, _, body = (await reader.read()).partition(b"\r\n\r\n")  # it may come in any number of parts
                finally:
                    self.asked.discard(under_way)
                    writer.close()
                    with suppress(OSError):
                        await writer.wait_closed()
                return int(head.split()[1]), body
        except ConnectionRefusedError:
            await self.end_lease_at(owner)
            return None
        except (OSError, ValueError, IndexError):
            return None


async def wherever(here: Callable[[], Awaitable[T]], there: Callable[[str], Awaitable[T | None]]) -> T:
    """What comes of asking here or, if another server owns the table, there. If that one does not answer, its
    table is soon anybody's, and ours."""
    loop = asyncio.get_running_loop()
    end, (pause, longest) = loop.time() + HOLD, PAUSES
    while True:
        try:
            return await here()
        except Elsewhere as problem:
            elsewhere = problem
        answered = await there(elsewhere.owner)
        if answered is not None:
            return answered
        if loop.time() >= end:
            raise elsewhere
        await asyncio.sleep(pause)
        pause = min(longest, 2 * pause)


def place_of(owner: str) -> tuple[str, int]:
    """Host and port; ValueError if there are none."""
    host, _, port = owner.rpartition(":")
    return host.strip("[]"), int(port)
