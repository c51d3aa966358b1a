"""Who owns a table among servers: one at a time, and who has lost it can never write to it again.  (A35)"""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from asyncpg import InternalClientError

from luck import NAME
from patience import PATIENCE, glance, soon
from polychrome.room.entries import Moved
from polychrome.server import leases, postgres
from polychrome.server.database import connect, failures
from polychrome.server.health import WELL
from polychrome.server.postgres import READERS, PostgresStore
from polychrome.server.store import FIRST, Conflict, Elsewhere, Write
from server.house import DATABASES, Page, Talk, everyone, runs, served
from server.kept import moves_at
from server.survivors import BREAKS
from server.test_store import row, stored
from server.test_stores import opening, playing
from server.victim import Victim

ALL_SILENT = "UPDATE servers SET until = clock_timestamp() - interval '1 s'"
needs_signals = pytest.mark.skipif(os.name == "nt", reason="needs signals and forks")


@pytest.fixture
def lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is thought dead because this machine is busy."""
    monkeypatch.setattr(leases, "LEASE", 2 * PATIENCE)


@asynccontextmanager
async def servers(url: str, count: int = 2) -> AsyncIterator[list[PostgresStore]]:
    stores = [await PostgresStore.open(url, f"server {number}") for number in range(count)]
    try:
        yield stores
    finally:
        for store in stores:
            await store.end()


async def fall_silent(store: PostgresStore) -> None:
    """As if it had not been heard of for longer than a lease."""
    assert store.lease.beating is not None
    store.lease.beating.cancel()
    await store.pool.execute(f"{ALL_SILENT} WHERE id = $1", store.lease.id)


async def actions(store: PostgresStore, table: str) -> list[str]:
    found = await store.look(table)
    assert found is not None
    return [entry.action for _, entry in found.entries if isinstance(entry, Moved)]


@pytest.mark.usefixtures("lasting")
@runs
async def test_a_table_belongs_to_the_server_that_opened_it_until_it_lets_go(database: str) -> None:
    async with servers(database) as (here, there):
        await here.write(opening(stored("t"), rows=[row("t", 0)]))
        with pytest.raises(Elsewhere) as problem:
            await there.own("t")
        assert problem.value.owner == "server 0"
        assert await actions(there, "t") == ["draw"]  # looking is free
        again = await here.own("t")
        assert again is not None
        assert again.epoch == FIRST + 1
        here.release("t", FIRST)  # somebody who comes late
        await here.write(playing(row("t", 1), epoch=again.epoch))
        with pytest.raises(Elsewhere):
            await there.own("t")
        here.release("t", again.epoch)
        await here.write(Write())  # what was put before is done before
        owned = await there.own("t")
        assert owned is not None
        assert (owned.epoch, len(owned.entries)) == (again.epoch + 1, 2)
        with pytest.raises(Elsewhere):
            await here.own("t")


@pytest.mark.usefixtures("lasting")
@runs
async def test_a_server_that_ends_lets_go_of_all_its_tables(database: str) -> None:
    async with servers(database, 1) as [here]:
        there = await PostgresStore.open(database)
        await there.write(opening(*(stored(f"t{number}") for number in range(5))))
        await there.end()
        for number in range(5):
            assert await here.own(f"t{number}") is not None
        assert await here.pool.fetchval("SELECT count(*) FROM servers") == 1


@pytest.mark.usefixtures("lasting")
@runs
async def test_who_has_lost_a_table_can_never_write_to_it_again(database: str) -> None:
    await write_late(database)


async def write_late(database: str) -> None:
    lost: list[tuple[str, int]] = []
    async with servers(database) as (here, there):
        here.when_lost(lambda table, epoch: lost.append((table, epoch)))
        await here.write(opening(stored("t"), stored("other"), rows=[row("t", 0)]))
        await here.write(playing(row("t", 1), row("other", 0)))
        await fall_silent(here)
        taken = await there.own("t")
        assert taken is not None
        assert (taken.epoch, len(taken.entries)) == (FIRST + 1, 2)
        late = [
            playing(row("t", 2, "late")),
            playing(row("t", 2, "late"), tables=[stored("t", "over")]),
            Write([], [stored("t", "over")], {"t": FIRST}),
            Write([row("t", 2, "late")], [stored("rematch")], {"t": FIRST, "rematch": 0}),
            Write([row("t", 2, "nobody's")]),
            Write([row("other", 1, "half"), row("t", 2, "nobody's")], [], {"other": FIRST}),
        ]
        for write in late:
            with pytest.raises(Conflict):
                await here.write(write)
        outcomes = await asyncio.gather(
            *(here.write(write) for write in (*late, playing(row("other", 1)))), return_exceptions=True
        )
        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [True] * len(late) + [False]
        assert await actions(there, "t") == ["draw", "draw"]
        assert await there.look("rematch") is None
        kept = await there.look("t")
        assert kept is not None
        assert kept.table.phase == "lobby"
        here.release("t", FIRST)  # takes nothing from its owner
        await here.write(Write())
        await there.write(playing(row("t", 2, "in time"), epoch=taken.epoch))
        assert await actions(there, "t") == ["draw", "draw", "in time"]
        assert (here.lost, there.taken) == (1, 1)  # for whoever counts: once, though it was noticed many times
    assert lost == []  # it had let go itself


@pytest.mark.usefixtures("lasting")
@runs
async def test_a_server_that_was_thought_dead_hears_what_it_has_lost(database: str) -> None:
    lost: list[tuple[str, int]] = []
    async with servers(database) as (here, there):
        here.when_lost(lambda table, epoch: lost.append((table, epoch)))
        await here.write(opening(*(stored(name) for name in "abc")))
        await here.lease.beat()
        await fall_silent(here)
        for name in "ab":
            assert await there.own(name) is not None
        await here.lease.beat()
        assert sorted(lost) == [("a", FIRST), ("b", FIRST)]
        assert [*here.lease.held] == ["c"]
        assert here.lost == 2
        with pytest.raises(Elsewhere):
            await there.own("c")  # it is alive again
        await here.write(playing(row("c", 0)))


@runs
async def test_a_server_goes_on_saying_that_it_is_alive_whatever_goes_wrong_with_that(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "BEAT", 0.0)
    async with servers(database, 1) as [here]:
        say_alive, problems = here.lease.say_alive, [InternalClientError("confused"), OSError("cut"), KeyError("ours")]

        async def stumble() -> bool:
            if problems:
                raise problems.pop()
            return await say_alive()

        monkeypatch.setattr(here.lease, "say_alive", stumble)
        await soon(lambda: not problems and here.health.word() == WELL)


@pytest.mark.usefixtures("lasting")
@runs
async def test_whoever_takes_a_table_over_waits_for_what_is_being_written(database: str) -> None:
    """A commit that is under way counts, and is read; one that comes after it finds no table."""
    async with servers(database) as (here, there):
        await here.write(opening(stored("t")))
        await here.write(playing(row("t", 0)))
        await fall_silent(here)
        db = await connect(database)
        under_way = db.transaction()
        await under_way.start()
        write = postgres.Job(playing(row("t", 1, "under way")), lambda _: None)
        assert await here.add_entries(db, [write]) == {("t", FIRST)}
        taking = asyncio.create_task(there.own("t"))
        await soon_waiting(here)
        late = asyncio.create_task(here.write(playing(row("t", 2, "late"))))
        assert not taking.done()
        await under_way.commit()
        await db.close()
        taken = await taking
        assert taken is not None
        if (await asyncio.gather(late, return_exceptions=True))[0] is None:  # it came before it, after all
            assert len(taken.entries) == 3
        else:
            assert len(taken.entries) == 2
            assert await actions(there, "t") == ["draw", "under way"]


@pytest.mark.usefixtures("lasting")
@runs
async def test_a_server_that_stands_still_while_it_writes_holds_up_nobody(database: str) -> None:
    """Nor does one whose machine is gone: the database does not wait for the rest of its transaction."""
    async with servers(database) as (here, there):
        await here.write(opening(stored("t")))
        await fall_silent(here)
        db = await here.writer()
        under_way = db.transaction()
        await under_way.start()
        write = postgres.Job(playing(row("t", 0, "half")), lambda _: None)
        assert await here.add_entries(db, [write]) == {("t", FIRST)}
        taken = await there.own("t")
        assert taken is not None
        assert taken.entries == []
        with pytest.raises(failures()):
            await under_way.commit()
        with pytest.raises(Conflict):
            await here.write(playing(row("t", 0, "late")))
        await there.write(playing(row("t", 0, "in time"), epoch=taken.epoch))
        assert await actions(here, "t") == ["in time"]


@pytest.mark.usefixtures("lasting")
@runs
async def test_a_crowd_of_readers_does_not_come_between_two_beats(database: str) -> None:
    async with servers(database, 1) as [here]:
        crowd = [await here.pool.acquire() for _ in range(READERS)]
        until = "SELECT until FROM servers WHERE id = $1"
        before = await crowd[0].fetchval(until, here.lease.id)
        while await crowd[0].fetchval(until, here.lease.id) == before:
            await glance()
        for db in crowd:
            await here.pool.release(db)


async def soon_waiting(store: PostgresStore) -> None:
    """Until somebody waits for a lock."""
    while not await store.pool.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
        await glance()


# Many servers, many tables, no order.

TABLES = ("a", "b", "c")


class Truth:
    """What is known for sure, of all servers."""

    def __init__(self) -> None:
        self.acked: list[tuple[str, int, str]] = []
        self.taken = dict.fromkeys(TABLES, FIRST)  # the epoch under which a table was last taken


class Server:
    """Takes tables over whether their owners are alive or not, and writes to whatever it believes to own."""

    def __init__(self, store: PostgresStore, whims: random.Random, truth: Truth) -> None:
        self.store = store
        self.whims = whims
        self.truth = truth
        self.mine: dict[str, tuple[int, int]] = {}  # under which epoch, and how many entries

    async def live(self, steps: int) -> None:
        for number in range(steps):
            table = self.whims.choice(TABLES)
            if table not in self.mine or self.whims.random() < 0.1:
                with suppress(Elsewhere):
                    taken = await self.store.own(table)
                    assert taken is not None
                    self.mine[table] = (taken.epoch, len(taken.entries))
                    self.truth.taken[table] = max(self.truth.taken[table], taken.epoch)
            if table in self.mine:
                await self.write(table, f"{self.store.lease.id} {number}")
            if self.whims.random() < 0.2:
                await self.store.pool.execute(ALL_SILENT)

    async def write(self, table: str, action: str) -> None:
        epoch, count = self.mine[table]
        known = self.truth.taken[table]
        try:
            await self.store.write(playing(row(table, count, action), epoch=epoch))
        except Conflict:
            if self.whims.random() < 0.5:  # else it goes on believing
                del self.mine[table]
        else:
            assert epoch >= known, "somebody wrote who had lost the table"
            self.truth.acked.append((table, count, action))
            self.mine[table] = (epoch, count + 1)


@pytest.mark.usefixtures("lasting")
@runs
async def test_servers_that_take_tables_from_each_other_write_one_truth(database: str) -> None:
    truth = Truth()
    async with servers(database, 3) as stores:
        await stores[0].write(opening(*map(stored, TABLES)))
        lives = [
            Server(store, random.Random(f"{NAME} {number} {life}"), truth)
            for number, store in enumerate(stores)
            for life in range(2)
        ]
        await everyone(*(server.live(60) for server in lives))
        for table in TABLES:
            written = sorted((seq, action) for where, seq, action in truth.acked if where == table)
            assert [action for _, action in written] == await actions(stores[0], table)
            assert [seq for seq, _ in written] == [*range(len(written))]
    assert min(truth.taken.values()) > FIRST
    assert len(truth.acked) > 60


@pytest.mark.usefixtures("lasting")
@runs
async def test_a_store_that_forgets_the_epoch_is_caught(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    any_epoch = postgres.ADD_ENTRIES.replace("AND tables.epoch = held.epoch", "")
    any_epoch = any_epoch.replace("SELECT tables.id, tables.epoch", "SELECT tables.id, held.epoch")
    monkeypatch.setattr(postgres, "ADD_ENTRIES", any_epoch)
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        await write_late(database)


# Servers.


@pytest.mark.usefixtures("lasting")
@runs
async def test_a_table_of_another_server_can_be_looked_at(tmp_path: Path, database: str) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    DATABASES.update(dict.fromkeys(folders, database))
    async with served(folders[0]) as one, served(folders[1]) as two:
        page = Page(one.local)
        table = await begun(page)
        other = same_browser(page, two.local)
        async with page.socket(table) as talk:
            assert (await talk.play(name="a1"))["t"] == "ack"
        found = (await other.get("/api/tables")).json()
        assert [(own["table"], own["phase"]) for own in found] == [(table, "playing")]
        assert (await other.get(f"/api/qr/{table}")).status == 200
        assert (await other.get(f"/api/tables/{table}/record")).status == 403  # not before the end
        assert (await other.get("/api/tables/nothing/record")).status == 404


@asynccontextmanager
async def two_servers(folder: Path, database: str) -> AsyncIterator[tuple[Victim, Victim]]:
    victims = [Victim(folder / name) for name in ("one", "two")]
    for victim in victims:
        DATABASES[victim.folder] = database
        await asyncio.to_thread(victim.start)
    try:
        yield victims[0], victims[1]
    finally:
        for victim in victims:
            assert await asyncio.to_thread(victim.kill, signal.SIGTERM) == 0
            del DATABASES[victim.folder]


async def begun(page: Page) -> str:
    table = await page.create(seats=2)
    async with page.socket(table) as talk:
        await talk.send(t="take", seat=1)
        await talk.send(t="begin")
        await talk.until("frame")
    return table


def same_browser(page: Page, address: str) -> Page:
    other = Page(address)
    other.cookie = page.cookie
    return other


async def in_time(page: Page, table: str) -> Talk:
    """A socket at a table, as soon as its server owns it."""
    while True:
        with suppress(*BREAKS):
            talk = await page.socket(table).__aenter__()
            await talk.until("frame")
            return talk
        await glance()


@needs_signals
@runs
async def test_a_server_that_was_paused_finds_its_table_played_on_elsewhere(tmp_path: Path, database: str) -> None:
    async with two_servers(tmp_path, database) as (one, two):
        page = Page(one.address)
        table = await begun(page)
        other = same_browser(page, two.address)
        async with page.socket(table) as talk:
            for name in ("a1", "a2"):
                assert (await talk.play(name=name))["t"] == "ack"
            frame = await talk.until_asked()
            assert one.process is not None
            assert one.process.pid is not None
            os.kill(one.process.pid, signal.SIGSTOP)
            try:
                action = frame["scene"]["choices"][0]["action"]
                late = {"t": "move", "seat": frame["viewer"], "question": frame["question"], "action": action}
                await talk.send(**late, id="late")
                elsewhere = await in_time(other, table)
                for name in ("b1", "b2"):
                    assert (await elsewhere.play(name=name))["t"] == "ack"
            finally:
                os.kill(one.process.pid, signal.SIGCONT)
            assert await talk.closed() == 1012  # never an answer that is not true
            assert (await elsewhere.play(name="b3"))["t"] == "ack"
            await elsewhere.ws.close()
        assert await moves_at(tmp_path / "one", table) == ["a1", "a2", "b1", "b2", "b3"]


@needs_signals
@runs
async def test_a_server_that_ends_hands_its_tables_over_and_one_that_is_killed_leaves_them(
    tmp_path: Path, database: str
) -> None:
    async with two_servers(tmp_path, database) as (one, two):
        page = Page(one.address)
        table = await begun(page)
        other = same_browser(page, two.address)
        for number, how in enumerate((signal.SIGTERM, signal.SIGKILL)):
            talk = await in_time(page, table)
            assert (await talk.play(name=f"{number}a"))["t"] == "ack"
            await asyncio.to_thread(one.kill, how)
            elsewhere = await in_time(other, table)
            assert (await elsewhere.play(name=f"{number}b"))["t"] == "ack"
            await asyncio.to_thread(one.start)
            await asyncio.to_thread(two.kill, signal.SIGTERM)
            await asyncio.to_thread(two.start)
        assert await moves_at(tmp_path / "one", table) == ["0a", "0b", "1a", "1b"]
