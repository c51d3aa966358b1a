"""The database: brought up to date by steps, synced at every commit, and missed no longer than it is away."""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import asyncpg
import pytest

from patience import PATIENCE, soon
from polychrome.server import database as schema
from polychrome.server.database import SCHEMA, migrations, prepared
from polychrome.server.database_contact import DatabaseContact
from polychrome.server.elapsed_time import DAY, Clock
from polychrome.server.health import WELL
from polychrome.server.postgres import PRUNING, PostgresStore
from polychrome.server.store import Conflict, Unstored, Unusable
from reasons import because
from server.house import everyone, runs
from server.postgres import Cluster
from server.test_store import row, stored
from server.test_stores import entries_of, opened, opening, playing

NEWEST = len(migrations())


async def asked(url: str, query: str) -> Any:
    db = await asyncpg.connect(url, timeout=PATIENCE, server_settings={"search_path": SCHEMA})
    try:
        return await db.fetch(query)
    finally:
        await db.close()


# Versions.

COLUMNS = """
SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name
FROM information_schema.columns WHERE table_schema = 'polychrome' ORDER BY table_name, column_name
"""
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'polychrome' ORDER BY indexdef"


@runs
async def test_a_database_of_every_older_version_is_brought_up_to_date(postgres: Cluster) -> None:
    shapes = []
    for version in range(NEWEST + 1):
        await asked(postgres.url("postgres"), f"CREATE DATABASE of_version_{version}")
        url = postgres.url(f"of_version_{version}")
        await prepared(url, version)
        if version:
            await asked(url, "INSERT INTO tables VALUES ('t', 'coloretto', 1, 2, '{}', '\\x00', 1, 'playing', NULL, 0)")
        async with opened(url) as store:
            await store.write(opening(stored("new")))
            assert (await store.own("t") is not None) == bool(version)
        shapes.append([[tuple(row) for row in await asked(url, query)] for query in (COLUMNS, INDEXES)])
        assert [row[0] for row in await asked(url, "SELECT version FROM schema_version ORDER BY 1")] == [
            *range(1, NEWEST + 1)
        ]
    assert all(shape == shapes[0] for shape in shapes)


@runs
async def test_servers_that_start_at_once_bring_it_up_to_date_once(database: str) -> None:
    await everyone(*(prepared(database) for _ in range(5)))
    assert len(await asked(database, "SELECT version FROM schema_version")) == NEWEST


@runs
async def test_a_migration_that_fails_leaves_the_database_as_it_was(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = [migrations()[0], "CREATE TABLE more (a INTEGER); SELECT no_such_column;"]
    monkeypatch.setattr(schema, "migrations", lambda: steps)
    with pytest.raises(Unusable, check=because("server.database")):
        await prepared(database)
    assert [row[0] for row in await asked(database, "SELECT version FROM schema_version")] == [1]
    assert not await asked(database, "SELECT FROM pg_tables WHERE tablename = 'more'")


@runs
async def test_a_database_that_is_not_ours_to_use(database: str, postgres: Cluster) -> None:
    await prepared(database)
    await asked(database, f"INSERT INTO schema_version VALUES ({NEWEST + 1})")
    wrong = {
        database: "server.database_newer",
        postgres.url("no_such_database"): "server.database",
        f"postgresql://app:secret@/x?host={postgres.folder / 'nowhere'}": "server.database",
        "postgresql://app:secret@[::1": "server.database_address",
        "postgresql://app:secret#@/x": "server.database_address",
        "postgresql://app:secret/word@host/x": "server.database_address",
    }
    for url, key in wrong.items():
        with pytest.raises(Unusable, check=because(key)) as problem:
            await PostgresStore.open(url)
        assert "secret" not in str(problem.value)


@runs
async def test_without_its_driver_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(Unusable, check=because("server.no_driver")):
        await prepared("postgresql://")


# What is answered is on the disk.


@runs
async def test_every_commit_is_synced_whatever_the_database_does_by_default(database: str) -> None:  # A5
    name = database.partition("?")[0].rpartition("/")[2]
    await asked(database, f"ALTER DATABASE {name} SET synchronous_commit = off")
    await asked(database, f"ALTER DATABASE {name} SET statement_timeout = '9s'")  # would not wait for a replica
    async with opened(database) as store:
        assert isinstance(store, PostgresStore)
        db = await store.writer()
        wanted = {"synchronous_commit": "on", "fsync": "on", "statement_timeout": "0"}
        assert {setting: await db.fetchval(f"SHOW {setting}") for setting in wanted} == wanted


@runs
async def test_a_line_is_one_statement_and_one_commit(database: str) -> None:
    async with opened(database) as store:
        assert isinstance(store, PostgresStore)
        await store.write(opening(stored("t"), rows=[row("t", 0)]))
        said: list[str] = []
        db = await store.writer()
        db.add_query_logger(lambda record: said.append(record.query))
        await everyone(*(store.write(playing(row("t", seq))) for seq in range(1, 9)))
        assert len(said) == 1
        assert len(await entries_of(store, "t")) == 9


# A database that goes away.


@runs
async def test_a_database_that_is_away_is_missed_plainly_and_taken_up_again(
    mortal: Cluster, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:  # A17
    monkeypatch.setattr("polychrome.server.postgres.WAIT", 0.0)
    async with opened(mortal.url("postgres")) as store:
        await store.write(opening(stored("t")))
        for seq, how in enumerate(("fast", "immediate")):
            await store.write(playing(row("t", 2 * seq)))
            await asyncio.to_thread(mortal.stop, how)
            with pytest.raises(Unstored) as problem:
                await store.write(playing(row("t", 2 * seq + 1)))
            sent = isinstance(problem.value, Conflict)  # and never answered
            assert problem.value.reason.key == ("server.unsure" if sent else "server.away")
            with pytest.raises(Unstored, check=because("server.away")):
                await store.write(playing(row("t", 2 * seq + 1)))
            with pytest.raises(Unstored, check=because("server.away")):
                await store.own("t")
            assert store.health.word().startswith("away: ")
            await asyncio.to_thread(mortal.start)
            await soon(lambda: store.health.word() == WELL)  # also when nobody plays
            await store.write(playing(row("t", 2 * seq + 1)))
        assert len(await entries_of(store, "t")) == 4
    said = [message.partition(":")[0] for message in caplog.messages]
    assert said == ["The database does not answer", "The database answers again"] * 2


@runs
async def test_a_write_waits_briefly_for_a_database_that_comes_back(
    mortal: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("polychrome.server.postgres.WAIT", float("inf"))
    async with opened(mortal.url("postgres")) as store:
        assert isinstance(store, PostgresStore)
        await store.write(opening(stored("t")))
        db = store.db
        assert db is not None
        await asyncio.to_thread(mortal.stop)
        await soon(db.is_closed)
        waiting = asyncio.create_task(store.write(playing(row("t", 0))))
        await soon(lambda: store.health.word() != WELL)
        await asyncio.to_thread(mortal.start)
        await waiting
        assert len(await entries_of(store, "t")) == 1


@runs
async def test_what_the_database_refuses_is_refused_with_its_reason(database: str) -> None:
    async with opened(database) as store:
        assert isinstance(store, PostgresStore)
        await store.write(opening(stored("t")))
        db = await store.writer()
        await db.execute("SET default_transaction_read_only = on")
        with pytest.raises(Unstored, check=because("server.unstored")):
            await store.write(playing(row("t", 0)))
        assert store.health.word().startswith("full: ")
        await db.execute("SET default_transaction_read_only = off")
        await store.write(playing(row("t", 0)))
        assert store.health.word() == WELL


@runs
async def test_a_writer_that_cannot_come_back_refuses_and_goes_on_by_itself(
    mortal: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the database says to that; the others of its connections may be as well as ever."""
    monkeypatch.setattr("polychrome.server.postgres.WAIT", 0.2)
    await asked(mortal.url("postgres"), "CREATE DATABASE shut")
    shut = "ALTER DATABASE shut ALLOW_CONNECTIONS"
    async with opened(mortal.url("shut")) as store:
        assert isinstance(store, PostgresStore)
        await store.write(opening(stored("t")))
        assert store.db is not None
        await asked(mortal.url("postgres"), f"{shut} false")
        store.db.terminate()
        for _ in range(2):
            with pytest.raises(Unstored, check=because("server.away")):
                await store.write(playing(row("t", 0)))
        await store.lease.beat()
        await asked(mortal.url("postgres"), f"{shut} true")
        await store.write(playing(row("t", 0)))
        assert store.health.word() == WELL


@runs
async def test_what_was_refused_is_tried_again_though_nobody_plays(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a proxy would send nobody here, and nobody could play."""
    monkeypatch.setattr("polychrome.server.database_contact.CALM", float("inf"))
    async with opened(database) as store:
        assert isinstance(store, PostgresStore)
        await store.write(opening(stored("t")))
        db = await store.writer()
        await db.execute("SET default_transaction_read_only = on")
        with pytest.raises(Unstored, check=because("server.unstored")):
            await store.write(playing(row("t", 0)))
        await store.lease.beat()
        assert store.health.word().startswith("full: ")
        monkeypatch.setattr("polychrome.server.database_contact.CALM", 0.0)
        await soon(lambda: store.health.word() == WELL)


def test_somebody_who_was_in_the_way_does_not_make_a_database_full() -> None:
    contact = DatabaseContact(lambda: 0.0)
    contact.missed(asyncpg.DeadlockDetectedError("deadlock detected"))
    assert contact.word() == WELL
    contact.missed(asyncpg.DiskFullError("no room"))
    assert contact.word().startswith("full: ")


# Old games.


@runs
async def test_one_server_prunes_at_a_time_and_some_tables_at_a_time(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("polychrome.server.postgres.PRUNED", 2)
    now = [0.0]
    clock = Clock(lambda: 1_780_000_000.0 + now[0], lambda: now[0])
    async with opened(database, clock) as one, opened(database, clock) as two:
        assert isinstance(one, PostgresStore)
        names = [f"t{number}" for number in range(5)]
        await one.write(opening(*map(stored, names), rows=[row(name, 0) for name in names]))
        now[0] = 8 * DAY
        async with one.pool.acquire() as db:
            assert await db.fetchval("SELECT pg_try_advisory_lock($1)", PRUNING)
            assert await two.prune(30) == 0  # the other one does
        assert await two.prune(30) == 5
        assert await one.prune(30) == 0  # and may: the lock is free
        now[0] = 16 * DAY
        await everyone(one.prune(30), two.prune(30))
        for part in ("tables", "entries", "guests"):
            assert await one.pool.fetchval(f"SELECT count(*) FROM {part}") == 0
