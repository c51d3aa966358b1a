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


class Swallow(Mute):
    """Passes on what it is told, and says nothing of the answer."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.port = port
        self.heard = b""

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, there = await asyncio.open_connection("127.0.0.1", self.port)
        listening = asyncio.create_task(self.listen(answers))
        with suppress(OSError):
            while said := await reader.read(1000):
                there.write(said)
        there.close()
        listening.cancel()
        writer.close()

    async def listen(self, answers: asyncio.StreamReader) -> None:
        while said := await answers.read(1000):
            self.heard += said


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


@runs
async def test_a_request_that_nobody_answers_is_made_again_and_counts_once(tmp_path: Path) -> None:
    """Once before it was heard, and once after: a server may stand still at any moment."""
    mute = Mute()
    nobody = await mute.start()
    async with served(tmp_path / "data") as where:
        somebody = at("127.0.0.1", int(where.local.rpartition(":")[2]))
        door = Door(where.local, Jar(tmp_path / "jar.json"))
        wish = {"game": "coloretto", "seats": 3}
        table = (await door.ask("POST", "/api/tables", wish))["table"]
        host = Page(where.local)
        host.cookie = door.cookie
        swallow = Swallow(int(where.local.rpartition(":")[2]))
        ways = iter([nobody, somebody, await swallow.start()])  # the second one gives it a cookie
        async with proxied(lambda: [next(ways, somebody)]) as proxy, host.socket(table) as talk:
            room = await talk.until("room")
            friend = Door(f"http://127.0.0.1:{proxy.port}", Jar(tmp_path / "friend.json"))
            invitation = {"table": table, "secret": room["invite"].partition("#")[2]}
            assert await friend.ask("POST", "/api/join", invitation) == {"table": table}
            assert swallow.heard.startswith(b"HTTP/1.1 200 ")
            while [seat["kind"] for seat in room["seats"]] != ["person", "person", "open"]:
                room = await talk.until("room")
            assert next(ways, None) is None
    swallow.server.close()
    mute.server.close()
