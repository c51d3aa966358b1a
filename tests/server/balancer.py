"""A proxy as simple as one can be, before several servers or a database: it passes connections on, and can be cut."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import cast

from luck import NAME
from polychrome.server.relay import Pipe

Dial = Callable[[Callable[[], asyncio.Protocol]], Awaitable[tuple[asyncio.BaseTransport, asyncio.Protocol]]]


def at(host: str, port: int) -> Dial:
    return lambda make: asyncio.get_running_loop().create_connection(make, host, port)


def at_file(path: str) -> Dial:
    return lambda make: asyncio.get_running_loop().create_unix_connection(make, path)


class Balancer:
    """Connections go to any of the places behind it, without looking who comes; where nobody is, to the next."""

    def __init__(self, places: Callable[[], list[Dial]]) -> None:
        self.places = places
        self.whims = random.Random(f"{NAME} proxy")
        self.ends: set[asyncio.Transport] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.is_cut = False
        self.port = 0

    async def start(self, port: int = 0) -> None:
        self.server = await asyncio.get_running_loop().create_server(lambda: Door(self), "127.0.0.1", port)
        self.port = self.server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self.server.close()
        self.cut()
        await self.server.wait_closed()

    def cut(self) -> None:
        """Nothing comes through any more, and what was on its way is lost."""
        self.is_cut = True
        for end in list(self.ends):
            end.abort()

    def mend(self) -> None:
        self.is_cut = False

    def freeze(self) -> None:
        """Nothing comes through any more, and nothing is closed."""
        for end in self.ends:
            end.pause_reading()

    async def connect(self, door: Door) -> None:
        places = self.places()
        self.whims.shuffle(places)
        for place in [] if self.is_cut else places:
            with suppress(OSError):
                there, _ = await place(asyncio.Protocol)
                there = cast(asyncio.Transport, there)
                if self.is_cut or door.transport.is_closing():
                    there.abort()
                    break
                self.ends.add(there)
                there.set_protocol(Pipe(door.transport, lambda _, there=there: self.ends.discard(there)))  # type: ignore[misc]
                door.transport.set_protocol(Pipe(there, lambda _: self.ends.discard(door.transport)))
                door.transport.resume_reading()
                if there.is_closing():  # it has just died
                    break
                return
        door.transport.abort()
        self.ends.discard(door.transport)


class Door(asyncio.Protocol):
    """Somebody who comes, until we know where to."""

    def __init__(self, balancer: Balancer) -> None:
        self.balancer = balancer
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.pause_reading()
        self.balancer.ends.add(self.transport)
        task = asyncio.get_running_loop().create_task(self.balancer.connect(self))
        self.balancer.tasks.add(task)
        task.add_done_callback(self.balancer.tasks.discard)

    def connection_lost(self, problem: Exception | None) -> None:
        self.balancer.ends.discard(self.transport)
