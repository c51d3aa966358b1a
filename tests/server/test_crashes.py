"""Power cuts, killed servers, torn sockets: what was acknowledged is there, and nothing happened twice.  (A4, A7)"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import resource
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from polychrome.server.run import Options, run
from polychrome.server.store import FILE, Store, Work, Write
from server.house import Heard, Page, Talk, everyone, runs, served

TABLES = 6
SEATS = 2
BREAKS = (OSError, EOFError, ConnectionClosed, InvalidHandshake, TimeoutError, asyncio.IncompleteReadError, IndexError)


# A server in a process of its own, that can be killed.


def live(folder: str, port: int, tell: Connection) -> None:
    run(Options(port=port, data=Path(folder)), lambda where: tell.send(where.local))


def live_hastily(folder: str, port: int, tell: Connection) -> None:
    """A server with the mistake that the kills must find: it answers first and stores a moment later."""

    put = Store.put

    def put_off(self: Store, work: Work, then: Callable[[object], None]) -> None:
        if not isinstance(work, Write) or work.tables:  # a table that is not there at all stops everybody
            put(self, work, then)
            return
        then(None)
        asyncio.get_running_loop().call_later(0.02, put, self, work, lambda _: None)

    Store.put = put_off  # type: ignore[method-assign]
    live(folder, port, tell)


class Victim:
    """A server that is killed and started again, always on the same port."""

    def __init__(self, folder: Path, target: Callable[[str, int, Connection], None] = live) -> None:
        self.folder = folder
        self.target = target
        self.port = 0
        self.address = ""
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["polychrome.server.run", "polychrome.server.app", "uvloop"])
        self.process: ForkServerProcess | None = None

    def start(self) -> None:
        here, there = self.context.Pipe(duplex=False)
        self.process = self.context.Process(target=self.target, args=(str(self.folder), self.port, there), daemon=True)
        self.process.start()
        there.close()
        assert here.poll(20), "the server did not start"
        self.address = here.recv()
        here.close()
        self.port = int(self.address.rpartition(":")[2])

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int | None:
        assert self.process is not None
        assert self.process.pid is not None
        os.kill(self.process.pid, how)
        self.process.join(20)
        code = self.process.exitcode
        self.process.close()
        return code


class Journal(NamedTuple):
    """What a client knows for sure."""

    acked: list[tuple[str, str]]  # table and move
    tried: set[tuple[str, str]]


def stored_moves(folder: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(folder / FILE)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        for (table,) in db.execute("SELECT DISTINCT place FROM lines").fetchall():
            numbers = [row[0] for row in db.execute("SELECT seq FROM lines WHERE place = ? ORDER BY seq", (table,))]
            assert numbers == list(range(len(numbers)))  # without gaps
        return db.execute("SELECT place, move FROM lines WHERE move IS NOT NULL").fetchall()


async def play_for_ever(page: Page, table: str, journal: Journal, name: str, stop: asyncio.Event) -> None:
    """A page that plays all seats of its table, comes back after every break, and sends again what was not answered."""
    pending: Heard | None = None
    number = 0
    while not stop.is_set():
        with suppress(*BREAKS):
            async with page.socket(table) as talk:
                frame = await talk.until("frame")
                while not stop.is_set() and not frame["scene"].get("over"):
                    if pending is None:
                        number += 1
                        choice = frame["scene"]["choices"][number % len(frame["scene"]["choices"])]
                        pending = {"t": "move", "seat": frame["viewer"], "id": f"{name}x{number}"}
                        pending |= {"question": frame["question"], "action": choice["action"]}
                    journal.tried.add((table, pending["id"]))
                    await talk.send(**pending)
                    answer = await talk.until("ack", "refused")
                    assert answer["id"] == pending["id"]
                    assert answer["t"] == "ack", answer  # there is nobody else who could have moved
                    journal.acked.append((table, pending["id"]))
                    if frame["question"] == pending["question"] and frame["viewer"] == pending["seat"]:
                        frame = await talk.until("frame")  # else it had been played before the break
                    pending = None
                    frame = await latest(talk, frame)
                if frame["scene"].get("over"):
                    table, pending = await again(talk), None
        await asyncio.sleep(0.005)


async def latest(talk: Talk, frame: Heard) -> Heard:
    """The frame that follows an acknowledgement."""
    while frame["question"] is None and not frame["scene"].get("over"):
        frame = await talk.until("frame")
    return frame


async def again(talk: Talk) -> str:
    await talk.send(t="rematch")
    return str((await talk.until("moved"))["table"])


async def tables_for(page: Page, count: int) -> list[str]:
    tables = []
    for _ in range(count):
        table = await page.create(seats=SEATS)
        async with page.socket(table) as talk:
            await talk.send(t="take", seat=1)
            await talk.send(t="begin")
            await talk.until("frame")
        tables.append(table)
    return tables


async def survive(
    folder: Path, kills: int, pause: Callable[[], float], target: Callable[[str, int, Connection], None] = live
) -> tuple[int, int]:
    """Kill the server again and again under load; how many moves were acknowledged, and how many tried."""
    victim = Victim(folder, target)
    await asyncio.to_thread(victim.start)
    page = Page(victim.address)
    tables = await tables_for(page, TABLES)
    journal = Journal([], set())
    stop = asyncio.Event()
    clients = [
        asyncio.create_task(play_for_ever(page, table, journal, f"c{number}", stop))
        for number, table in enumerate(tables)
    ]
    try:
        for _ in range(kills):
            before = len(journal.acked)
            while len(journal.acked) < before + 10:  # it is at work again
                await asyncio.sleep(0.01)
                for client in clients:
                    if client.done():
                        client.result()
            await asyncio.sleep(pause())
            await asyncio.to_thread(victim.kill)
            await asyncio.to_thread(victim.start)
        stop.set()
        await everyone(*clients)
    finally:
        stop.set()  # a cancelled client may take that for a broken connection, and come back
        for client in clients:
            client.cancel()
        await asyncio.wait(clients, timeout=20)
        code = await asyncio.to_thread(victim.kill, signal.SIGTERM)
    assert code == 0
    found = stored_moves(folder)
    assert len(found) == len(set(found)), "a move was played twice"
    lost = set(journal.acked) - set(found)
    assert not lost, f"{len(lost)} acknowledged moves are lost"
    assert set(found) <= journal.tried, "a move was invented"
    return len(set(journal.acked)), len(journal.tried)


@pytest.mark.skipif(os.name == "nt", reason="needs signals and forks")
@runs
async def test_twenty_five_kills_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:  # A4
    whims = random.Random(25)
    acked, tried = await survive(tmp_path, 25, lambda: whims.random() * 0.1)
    print(f"\n25 kills: {acked} moves acknowledged, {tried} tried, 0 lost, 0 twice")
    assert acked >= 250


@pytest.mark.skipif(os.name == "nt", reason="needs signals and forks")
@runs
async def test_a_server_that_answers_before_it_stores_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        await survive(tmp_path, 5, lambda: 0.0, live_hastily)


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs to limit another process")
@runs
async def test_a_server_whose_disk_is_full_refuses_with_a_reason_and_recovers(tmp_path: Path) -> None:  # A17
    victim = Victim(tmp_path)
    await asyncio.to_thread(victim.start)
    assert victim.process is not None
    assert victim.process.pid is not None
    page = Page(victim.address)
    [table] = await tables_for(page, 1)
    async with page.socket(table) as talk:
        for name in ("a1", "a2", "a3"):
            assert (await talk.play(name=name))["t"] == "ack"
        infinite = resource.RLIM_INFINITY
        resource.prlimit(victim.process.pid, resource.RLIMIT_FSIZE, (4096, infinite))
        for name in ("b1", "b2"):
            answer = await talk.play(name=name)
            assert answer["t"] == "refused"
            assert answer["reason"][0] == "server.unstored"
            assert not answer["stale"]
        new = await page.post("/api/tables", {"game": "coloretto", "seats": 2})
        assert (new.status, new.reason) == (503, "server.unstored")
        async with page.socket(table) as other:  # looking is still possible
            assert (await other.until("frame"))["length"] == talk.frame["length"]  # type: ignore[index]
        resource.prlimit(victim.process.pid, resource.RLIMIT_FSIZE, (infinite, infinite))
        for name in ("b1", "c1"):  # the page sends again what was refused, or plays something else
            assert (await talk.play(name=name))["t"] == "ack"
    assert [move for _, move in stored_of(tmp_path, table)] == ["a1", "a2", "a3", "b1", "c1"]
    assert await asyncio.to_thread(victim.kill, signal.SIGTERM) == 0


@pytest.mark.soak
@pytest.mark.skipif(os.name == "nt", reason="needs signals and forks")
@pytest.mark.parametrize("seed", range(20))
def test_a_thousand_kills_lose_nothing_and_repeat_nothing(tmp_path: Path, seed: int) -> None:  # A4
    whims = random.Random(seed)
    acked, tried = asyncio.run(survive(tmp_path, 50, lambda: whims.random() * 0.2))
    print(f"\n50 kills: {acked} moves acknowledged, {tried} tried, 0 lost, 0 twice")


# Torn sockets.

STEPS = ("before send", "during send", "after send", "before ack", "before frame", "after frame")


async def cut_at(talk: Talk, step: str, move: Heard) -> None:
    """Send a move, and tear the socket at one step of it."""
    text = json.dumps(move)
    if step == "before send":
        talk.ws.transport.abort()
        return
    if step == "during send":
        payload = text.encode()
        mask = b"\x00" * 4  # a frame's beginning only
        talk.ws.transport.write(bytes([0x81, 0x80 | 126, *len(payload).to_bytes(2, "big")]) + mask + payload[:9])
        await asyncio.sleep(0.001)
        talk.ws.transport.abort()
        return
    await talk.ws.send(text)
    if step == "after send":
        talk.ws.transport.abort()
        return
    if step == "before ack":
        await asyncio.sleep(0.004)  # about when it is being stored
        talk.ws.transport.abort()
        return
    await talk.until("ack", "refused")
    if step == "after frame":
        await talk.until("frame")
    talk.ws.transport.abort()


async def tear(folder: Path, cuts: int, seed: int) -> int:
    whims = random.Random(seed)
    async with served(folder) as where:
        page = Page(where.local)
        [table] = await tables_for(page, 1)
        played: list[Any] = []
        number = 0
        while number < cuts:
            async with page.socket(table) as talk:
                frame = await latest(talk, await talk.until("frame"))
                if frame["scene"].get("over"):
                    assert [move for _, move in stored_of(folder, table)] == played
                    table, played = await again(talk), []
                    continue
                step = STEPS[number % len(STEPS)]
                number += 1
                choice = whims.choice(frame["scene"]["choices"])["action"]
                move = {"t": "move", "seat": frame["viewer"], "id": f"m{number}", "question": frame["question"]}
                move["action"] = choice
                with suppress(*BREAKS):
                    await cut_at(talk, step, move)
            for _ in range(2):  # the page comes back, sends it again, and once more for good measure
                async with page.socket(table) as talk:
                    await talk.until("frame")
                    await talk.send(**move)
                    answer = await talk.until("ack", "refused")
                    assert answer == {"t": "ack", "id": move["id"], "seat": move["seat"]}
            played.append(move["id"])
        assert [move for _, move in stored_of(folder, table)] == played
    return number


def stored_of(folder: Path, table: str) -> list[tuple[int, str]]:
    with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as db:
        query = "SELECT seq, move FROM lines WHERE place = ? AND move IS NOT NULL ORDER BY seq"
        return db.execute(query, (table,)).fetchall()


@runs
async def test_a_socket_torn_at_any_step_of_a_move_plays_it_once(tmp_path: Path) -> None:  # A7
    assert await tear(tmp_path, 120, 1) == 120


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_five_thousand_torn_sockets(tmp_path: Path, seed: int) -> None:  # A7
    assert asyncio.run(tear(tmp_path, 1000, seed)) == 1000


@runs
async def test_duplicated_and_reordered_messages_do_nothing_twice(tmp_path: Path) -> None:  # A8
    whims = random.Random(8)
    async with served(tmp_path) as where:
        page = Page(where.local)
        [table] = await tables_for(page, 1)
        sent: list[Heard] = []
        for number in range(60):
            async with page.socket(table) as talk:
                frame = await latest(talk, await talk.until("frame"))
                if frame["scene"].get("over"):
                    break
                choice = whims.choice(frame["scene"]["choices"])["action"]
                move = {"t": "move", "seat": frame["viewer"], "id": f"m{number}", "question": frame["question"]}
                move["action"] = choice
                batch = [move, *(whims.sample(sent, min(3, len(sent)))), *([move] if whims.random() < 0.5 else [])]
                whims.shuffle(batch)
                for message in batch:
                    await talk.send(**message)
                answers = [await talk.until("ack", "refused") for _ in batch]
                assert all(answer["t"] == "ack" for answer in answers)
                sent.append(move)
        assert [move for _, move in stored_of(tmp_path, table)] == [move["id"] for move in sent]


@runs
async def test_a_stale_duplicate_with_a_new_id_is_refused(tmp_path: Path) -> None:  # A8
    async with served(tmp_path) as where:
        page = Page(where.local)
        [table] = await tables_for(page, 1)
        async with page.socket(table) as talk:
            frame = await latest(talk, await talk.until("frame"))
            move = {"t": "move", "seat": frame["viewer"], "question": frame["question"], "action": "draw"}
            for name in ("a", "b", "c"):
                await talk.send(**move, id=name)
            answers = [await talk.until("ack", "refused") for _ in range(3)]
            assert [answer["t"] for answer in answers] == ["ack", "refused", "refused"]
            assert all(answer["stale"] for answer in answers[1:])
