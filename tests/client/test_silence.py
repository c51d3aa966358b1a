"""A server that stands still says nothing and closes nothing: whoever plays there finds another one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from patience import soon
from polychrome.client import Place
from polychrome.client.door import Door
from polychrome.client.jar import Jar
from server.balancer import Balancer, Dial, at
from server.house import Page, runs, served


class Mute:
    """Takes every connection, and says nothing."""

    def __init__(self) -> None:
        self.visitors = 0

    async def start(self) -> Dial:
        self.server = await asyncio.start_server(self.hold, "127.0.0.1", 0)
        return at(*self.server.sockets[0].getsockname())

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visitors += 1
        with suppress(OSError):
            await reader.read()
        self.visitors -= 1
        writer.close()


@asynccontextmanager
async def proxied(places: Callable[[], list[Dial]]) -> AsyncIterator[Balancer]:
    proxy = Balancer(places)
    await proxy.start()
    yield proxy
    await proxy.stop()


@asynccontextmanager
async def looking(proxy: Balancer, table: str, folder: Path) -> AsyncIterator[Place]:
    """Somebody at this table, who comes through the proxy."""
    place = Place(Door(f"http://127.0.0.1:{proxy.port}", Jar(folder / "jar.json")), table)
    staying = asyncio.create_task(place.stay())
    yield place
    staying.cancel()
    with suppress(asyncio.CancelledError):
        await staying


async def told(place: Place) -> None:
    """Until a server says how the table stands."""
    async for message in place.messages():
        if message["t"] == "room":
            return


@runs
async def test_where_nobody_answers_others_are_tried_beside_it_and_not_too_many(tmp_path: Path) -> None:
    mute = Mute()
    nobody = await mute.start()
    before: list[int] = []  # who was waiting when somebody came

    async with served(tmp_path / "data") as where:
        somebody = at("127.0.0.1", int(where.local.rpartition(":")[2]))

        def places() -> list[Dial]:
            before.append(mute.visitors)
            return [nobody if len(before) < 5 else somebody]

        table = await Page(where.local).create(fill="random")
        async with proxied(places) as proxy, looking(proxy, table, tmp_path) as place:
            await told(place)
            assert 0 < max(before) <= 3
            await soon(lambda: not mute.visitors)  # the others were given up
    mute.server.close()


@runs
async def test_a_server_that_falls_silent_is_left_for_another_one(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where:
        server = at("127.0.0.1", int(where.local.rpartition(":")[2]))
        table = await Page(where.local).create(fill="random")
        async with proxied(lambda: [server]) as line:
            ways = iter([at("127.0.0.1", line.port)])
            async with proxied(lambda: [next(ways, server)]) as proxy, looking(proxy, table, tmp_path) as place:
                await told(place)
                line.freeze()
                await told(place)
