"""A socket that reaches any server is at its table, whoever owns that; only servers of the same store are believed."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import InvalidStatus

from patience import PATIENCE, glance, soon
from polychrome.arena import daily
from polychrome.server import leases
from polychrome.server.database import connect as connect_to_database
from polychrome.server.relay import Caller, Relays
from polychrome.server.run import Options, announced, relay_place
from server.balancer import Balancer, at
from server.house import DATABASES, Heard, Page, Talk, ask, dial, runs, served
from server.kept import moves_at
from server.survivors import BREAKS

MOVED = "UPDATE servers SET address = $1 WHERE address = $2"
SILENT = "UPDATE servers SET until = clock_timestamp() - interval '1 s' WHERE address = $1"


@pytest.fixture(autouse=True)
def _lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is thought dead because this machine is busy."""
    monkeypatch.setattr(leases, "LEASE", 2 * PATIENCE)


class Pair(NamedTuple):
    one: Page  # at the server that owns the table
    other: Page  # the same browser at the other one
    table: str
    database: str
    folder: Path


@asynccontextmanager
async def pair(folder: Path, database: str) -> AsyncIterator[Pair]:
    """Two servers, and a table of two seats that one of them owns; both seats are one browser's."""
    folders = [folder / name for name in ("one", "two")]
    DATABASES.update(dict.fromkeys(folders, database))
    async with served(folders[0]) as one, served(folders[1]) as two:
        page = Page(one.local)
        table = await page.create(seats=2)
        async with page.socket(table) as talk:
            await talk.send(t="take", seat=1)
            await talk.send(t="begin")
            await talk.until("frame")
        other = Page(two.local)
        other.cookie = page.cookie
        yield Pair(page, other, table, database, folders[0])


async def asked(database: str, query: str, *values: Any) -> Any:
    db = await connect_to_database(database)
    try:
        return await db.fetchval(query, *values)
    finally:
        await db.close()


async def owner_of(found: Pair) -> str:
    query = "SELECT address FROM servers JOIN tables ON owner = servers.id WHERE tables.id = $1"
    return str(await asked(found.database, query, found.table))


@runs
async def test_people_at_two_servers_play_at_one_table(tmp_path: Path, database: str) -> None:
    async with pair(tmp_path, database) as found:
        async with found.one.socket(found.table) as here, found.other.socket(found.table) as there:
            for number in range(6):
                talk, looking = (here, there) if number % 2 else (there, here)
                assert (await talk.play(name=f"m{number}"))["t"] == "ack"
                assert talk.frame is not None
                await until_length(looking, talk.frame["length"])
        assert await moves_at(found.folder, found.table) == [f"m{number}" for number in range(6)]
        for page in (found.one, found.other):  # all have gone; it is still one table
            async with page.socket(found.table) as talk:
                assert (await talk.until("room"))["phase"] == "playing"


async def until_length(talk: Talk, length: int) -> None:
    while talk.frame is None or talk.frame["length"] < length:
        await talk.until("frame")


@runs
async def test_who_joins_at_any_server_sits_at_the_table(tmp_path: Path, database: str) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    DATABASES.update(dict.fromkeys(folders, database))
    async with served(folders[0]) as one, served(folders[1]) as two:
        host, friend, another = Page(one.local), Page(two.local), Page(two.local)
        table = await host.create(seats=3)
        async with host.socket(table) as talk:
            room = await talk.until("room")
            invitation = {"table": table, "secret": room["invite"].partition("#")[2]}
            answer = await friend.post("/api/join", invitation)
            assert (answer.status, answer.json()) == (200, {"table": table})
            assert friend.cookie is not None
            assert (await another.post("/api/join", {"code": room["code"]})).json() == {"table": table}
            while [seat["kind"] for seat in room["seats"]] != ["person"] * 3:
                room = await talk.until("room")
            wrong = await Page(two.local).post("/api/join", {"table": table, "secret": "wrong"})
            assert (wrong.status, wrong.reason) == (403, "room.invitation")
            unknown = await Page(two.local).post("/api/join", {"table": "nothing", "secret": "wrong"})
            assert (unknown.status, unknown.reason) == (404, "server.no_table")
        own = (await friend.get("/api/tables")).json()
        assert [(found["table"], found["phase"]) for found in own] == [(table, "lobby")]
        async with friend.socket(table) as talk:
            room = await talk.until("room")
            assert [seat["kind"] for seat in room["seats"]] == ["person"] * 3


@runs
async def test_the_puzzle_of_the_day_is_the_same_at_every_server(tmp_path: Path, database: str) -> None:
    async with pair(tmp_path, database) as found:
        wish = {"game": "color_words", "seats": 1, "daily": True}
        day, tables = None, []
        while day != daily.today():  # it may have just begun
            day = daily.today()
            answers = [await page.post("/api/tables", wish) for page in (found.one, found.other)]
            tables = [answer.json()["table"] for answer in answers]
        lucks = "SELECT count(DISTINCT luck) FROM tables WHERE id = ANY($1::text[])"
        assert await asked(database, lucks, tables) == 1


@runs
async def test_the_code_of_a_socket_that_is_closed_comes_through(tmp_path: Path, database: str) -> None:
    async with pair(tmp_path, database) as found, found.other.socket(found.table) as talk:
        await talk.until("frame")
        await talk.ws.send(b"bytes")
        assert await talk.closed() == 1003  # as at its own server


@runs
async def test_whoever_floods_is_cut_off_through_another_server_too(tmp_path: Path, database: str) -> None:
    async with pair(tmp_path, database) as found, found.other.socket(found.table) as talk:
        await talk.until("frame")
        with suppress(*BREAKS):
            while True:
                await talk.send(t="emote", seat=0, emote=1)
        assert await talk.closed() in (1008, 1006)  # the reason may be lost with what was still under way


@runs
async def test_a_line_to_a_server_that_has_fallen_silent_is_cut(tmp_path: Path, database: str) -> None:
    async with pair(tmp_path, database) as found:
        async with found.other.socket(found.table) as talk:
            await talk.until("frame")
            owner = await owner_of(found)
            waiting = asyncio.create_task(talk.closed())
            while not waiting.done():  # it says again and again that it is alive
                await asked(database, SILENT, owner)
            assert await waiting == 1006
        assert await owner_of(found) in await addresses(database)


async def addresses(database: str) -> list[str]:
    db = await connect_to_database(database)
    try:
        return [row[0] for row in await db.fetch("SELECT address FROM servers")]
    finally:
        await db.close()


@runs
async def test_an_answer_that_comes_in_parts_is_heard_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polychrome.server.relay.ANSWER", PATIENCE)
    said = b'HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"table":"t"}'

    async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for index in range(len(said)):
            writer.write(said[index : index + 1])
            await writer.drain()
            await glance()
        writer.close()

    async def end_lease_at(address: str) -> None:
        raise AssertionError

    async with await asyncio.start_server(drip, "127.0.0.1", 0) as owner:
        host, port = owner.sockets[0].getsockname()
        found = await Relays("key", end_lease_at).ask(f"{host}:{port}", "/join", b"{}", Caller("ann", "10.0.0.1"))
        assert found == (200, b'{"table":"t"}')


@runs
async def test_a_request_to_a_server_that_has_fallen_silent_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever joins does not wait longer than whoever comes with a socket."""
    monkeypatch.setattr("polychrome.server.relay.ANSWER", PATIENCE)

    async def end_lease_at(address: str) -> None:
        raise AssertionError

    with socket.create_server(("127.0.0.1", 0)) as deaf:
        owner = f"127.0.0.1:{deaf.getsockname()[1]}"
        relays = Relays("key", end_lease_at)
        asking = asyncio.create_task(relays.ask(owner, "/join", b"{}", Caller("ann", "10.0.0.1")))
        await soon(lambda: relays.asked)
        relays.alive({owner})
        await glance()
        assert not asking.done()
        relays.alive({"127.0.0.1:1"})
        assert await asking is None
        assert not relays.asked


@pytest.mark.parametrize("named", ["127.0.1.1", "10.1.2.3", None])
def test_other_machines_are_told_where_they_really_find_this_one(
    monkeypatch: pytest.MonkeyPatch, named: str | None
) -> None:
    """Neither `everywhere` nor an address that means this machine only is such a place."""

    def looked_up(name: str) -> str:
        if named is None:
            raise socket.gaierror
        return named

    monkeypatch.setattr("polychrome.server.run.socket.gethostbyname", looked_up)
    monkeypatch.setattr("polychrome.server.run.lan_address", lambda: "10.7.7.7")
    found = "10.1.2.3" if named == "10.1.2.3" else "10.7.7.7"
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
        for relay in (":7800", "0.0.0.0:7800", "[::]:7800"):
            assert announced(Options(store="postgresql://", relay=relay), place) == f"{found}:{port}"
        assert relay_place(Options(relay=":7800")) == (found, 7800)
        assert relay_place(Options(relay="0.0.0.0:7800")) == ("0.0.0.0", 7800)
        assert announced(Options(relay="[fd00::5]:7800"), place) == f"[fd00::5]:{port}"


# Who is believed.


def forged(key: str, guest: str) -> list[tuple[str, str]]:
    return [("X-Polychrome-Key", key), ("X-Polychrome-Guest", guest), ("X-Polychrome-Address", "10.9.8.7")]


async def knock(address: str, table: str, headers: list[tuple[str, str]]) -> int | Heard:
    """What a socket is refused with, or what it is told of the room."""
    try:
        whole = f"ws://{address}/ws/{table}"
        async with dial(whole, additional_headers=headers, origin=f"http://{address}") as line:
            told: Heard = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))
            return told
    except InvalidStatus as problem:
        return problem.response.status_code


@runs
async def test_only_servers_of_the_same_store_are_believed(tmp_path: Path, database: str) -> None:
    async with pair(tmp_path, database) as found:
        inner = await owner_of(found)
        key = str(await asked(database, "SELECT key FROM house"))
        guest = str(await asked(database, "SELECT guest FROM guests WHERE table_id = $1", found.table))
        assert len(key) >= 43
        for wrong in ("", "wrong", key[:-1], key + "x", key.swapcase()):
            assert await knock(inner, found.table, forged(wrong, guest)) == 403
            assert await knock(inner, "nothing", forged(wrong, guest)) == 403
            post = await ask(f"http://{inner}", "POST", "/join", [("Host", inner), *forged(wrong, guest)], b"{}")
            assert (post.status, post.reason) == (403, "server.no_page")
        assert await knock(inner, found.table, forged(key, guest)[:1]) == 403  # nobody in particular
        assert await knock(inner, found.table, []) == 403
        twice = [*forged(key, guest), ("X-Polychrome-Key", "other")]
        assert await knock(inner, found.table, twice) == 403
        for path in ("/", "/api/games", "/healthz", "/join", f"/ws/{found.table}"):  # no page there
            answer = await ask(f"http://{inner}", "GET", path, [("Host", inner), *forged(key, guest)])
            assert answer.status == 403
        told = await knock(inner, found.table, forged(key, guest))
        assert isinstance(told, dict)
        assert told["you"] == [0, 1]


@runs
async def test_identity_from_outside_is_ignored(tmp_path: Path, database: str) -> None:
    """Also from somebody who knows the key: at the door for people it opens nothing."""
    async with pair(tmp_path, database) as found:
        key = str(await asked(database, "SELECT key FROM house"))
        guest = str(await asked(database, "SELECT guest FROM guests WHERE table_id = $1", found.table))
        for page in (found.one, found.other):
            told = await knock(page.address.removeprefix("http://"), found.table, forged(key, guest))
            assert isinstance(told, dict)
            assert told["invite"] is None
            assert told["you"] == []
            headers = [*Page(page.address).headers(), *forged(key, guest)]
            answer = await ask(page.address, "GET", "/api/tables", headers)
            assert answer.json() == []


@runs
async def test_a_server_that_does_not_answer_is_waited_for_until_its_table_is_free(
    tmp_path: Path, database: str
) -> None:
    """Its people are not told to come again meanwhile: their sockets wait."""
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        async with pair(tmp_path, database) as found:
            owner = await owner_of(found)
            nowhere = f"127.0.0.1:{deaf.getsockname()[1]}"
            await asked(database, MOVED, nowhere, owner)
            coming = asyncio.create_task(at_table(found.other, found.table))
            while not coming.done():
                await asked(database, SILENT, nowhere)
            talk = await coming
            assert (await talk.play(name="here"))["t"] == "ack"
            await talk.ws.close()
            assert await owner_of(found) != nowhere
        assert await moves_at(found.folder, found.table) == ["here"]


@runs
async def test_a_socket_is_open_before_its_table_is_found(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody gives a server up that is there; what they say meanwhile reaches the owner."""
    monkeypatch.setattr("polychrome.server.relay.ANSWER", PATIENCE)
    speaks = asyncio.Event()
    async with pair(tmp_path, database) as found:
        owner = await owner_of(found)

        async def behind(make: Callable[[], asyncio.Protocol]) -> tuple[asyncio.BaseTransport, asyncio.Protocol]:
            await speaks.wait()
            host, _, port = owner.rpartition(":")
            return await at(host, int(port))(make)

        async with found.one.socket(found.table) as talk:
            frame = await talk.until("frame")
        silent = Balancer(lambda: [behind])
        await silent.start()
        try:
            await asked(database, MOVED, f"127.0.0.1:{silent.port}", owner)
            async with found.other.socket(found.table) as talk:  # it is open
                action = frame["scene"]["choices"][0]["action"]
                await talk.send(t="move", seat=frame["viewer"], id="early", question=frame["question"], action=action)
                async with found.other.socket(found.table):
                    """Who leaves again before it speaks troubles nobody."""
                speaks.set()
                assert (await talk.until("ack"))["id"] == "early"
        finally:
            await silent.stop()
        assert await moves_at(found.folder, found.table) == ["early"]


@runs
async def test_what_is_said_before_a_table_is_found_is_heard_where_it_is_taken(tmp_path: Path, database: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        async with pair(tmp_path, database) as found:
            async with found.one.socket(found.table) as talk:
                frame = await talk.until("frame")
            nowhere = f"127.0.0.1:{deaf.getsockname()[1]}"
            await asked(database, MOVED, nowhere, await owner_of(found))
            acked = False
            while not acked:  # where it takes longer than somebody is held
                with suppress(*BREAKS):
                    async with found.other.socket(found.table) as talk:
                        action = frame["scene"]["choices"][0]["action"]
                        told = {"seat": frame["viewer"], "question": frame["question"], "action": action}
                        await talk.send(t="move", id="early", **told)
                        hearing = asyncio.create_task(talk.until("ack"))
                        while not hearing.done():
                            await asked(database, SILENT, nowhere)
                        acked = (await hearing)["id"] == "early"
        assert await moves_at(found.folder, found.table) == ["early"]


@runs
async def test_where_nobody_listens_any_more_a_table_is_taken_at_once(tmp_path: Path, database: str) -> None:
    """A lease that lasts for hours does not matter then; and a server that is alive after all keeps the others."""
    async with pair(tmp_path, database) as found:
        other = await found.one.create(seats=2)
        nowhere = "127.0.0.1:1"
        await asked(database, MOVED, nowhere, await owner_of(found))
        talk = await at_table(found.other, found.table)
        assert (await talk.play(name="here"))["t"] == "ack"
        await talk.ws.close()
        assert await owner_of(found) != nowhere
        alive = "SELECT until >= clock_timestamp() FROM servers JOIN tables ON owner = servers.id WHERE tables.id = $1"
        while not await asked(database, alive, other):
            pass


async def at_table(page: Page, table: str) -> Talk:
    while True:
        with suppress(*BREAKS):  # where it takes longer than somebody is held
            talk = await page.socket(table).__aenter__()
            await talk.until("frame")
            return talk
