"""Whatever keeps the tables: what is answered is kept, the first wins, and nobody suffers for another."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from polychrome.room.entries import Moved, Undone, encode
from polychrome.room.steps import Row
from polychrome.server.elapsed_time import DAY, Clock
from polychrome.server.health import WELL
from polychrome.server.postgres import PostgresStore
from polychrome.server.sqlite import SqliteStore
from polychrome.server.store import FIRST, NEW, RENEW, TOLD_AT_ONCE, Conflict, StoredTable, Write
from server.house import everyone, runs
from server.test_store import row, stored

Place = Path | str


@asynccontextmanager
async def opened(place: Place, clock: Clock | None = None) -> AsyncIterator[SqliteStore | PostgresStore]:
    store = SqliteStore(place, clock) if isinstance(place, Path) else await PostgresStore.open(place, clock=clock)
    try:
        yield store
    finally:
        await store.end()


def opening(*tables: StoredTable, rows: list[Row] | None = None) -> Write:
    return Write(rows or [], list(tables), {table.id: NEW for table in tables})


def playing(*rows: Row, epoch: int = FIRST, tables: list[StoredTable] | None = None) -> Write:
    return Write(list(rows), tables or [], {row[0]: epoch for row in rows})


async def entries_of(store: SqliteStore | PostgresStore, name: str) -> list[tuple[int, object]]:
    found = await store.look(name)
    return [] if found is None else list(found.entries)


@runs
async def test_what_is_written_can_be_read_and_survives(place: Place) -> None:
    table = stored("t", options='{"é":"“ß”\\u0000"}', luck=bytes(range(32)))
    undone = ("t", 1, 250, encode(Undone(0, "u1")))
    async with opened(place) as store:
        assert store.health.word() == WELL
        await store.write(opening(table, rows=[row("t", 0, "take 1", "m1"), undone]))
    for _ in range(2):
        async with opened(place) as store:
            found = await store.look("t")
            assert found is not None
            assert (found.table.luck, found.table.options, found.table.guests) == (table.luck, table.options, [])
            assert found.table.header() == table.header()
            assert found.entries == [(0, Moved(0, "take 1", "m1")), (250, Undone(0, "u1"))]
            assert await store.tables_of("ann", 5) == ["t"]
            assert await store.look("other") is None
            assert await store.own("other") is None


@runs
async def test_writes_that_wait_share_a_transaction(place: Place) -> None:
    names = [f"t{number}" for number in range(400)]
    async with opened(place) as store:
        await store.write(opening(*map(stored, names)))
        before = store.commits
        for seq in range(2):  # the second time nothing else is to be written than lines
            await everyone(*(store.write(playing(row(name, seq))) for name in names))
        assert 1 <= store.commits - before < 200
        assert [len(await entries_of(store, name)) for name in names] == [2] * 400


@runs
async def test_of_those_who_wait_a_few_are_told_at_a_time(place: Place) -> None:
    """The others hear of it in their order, in later rounds of the loop: meanwhile people are sent what happened."""
    names = [f"t{number}" for number in range(100)]
    told: list[tuple[str, int]] = []
    everybody = asyncio.Event()
    rounds = 0

    def go_round() -> None:
        nonlocal rounds
        rounds += 1
        if len(told) < len(names):
            asyncio.get_running_loop().call_soon(go_round)
        else:
            everybody.set()

    def tell(name: str, outcome: object) -> None:
        assert outcome is None
        told.append((name, rounds))

    async with opened(place) as store:
        await store.write(opening(*map(stored, names)))
        before = store.commits
        for name in names:
            store.put(playing(row(name, 0)), partial(tell, name))
        go_round()
        await everybody.wait()
        assert store.commits - before == 1
    assert [name for name, _ in told] == names
    together = Counter(at for _, at in told)
    assert max(together.values()) == TOLD_AT_ONCE


@runs
async def test_the_store_decides_who_was_first_and_nobody_suffers_for_another(place: Place) -> None:
    async with opened(place) as store:
        await store.write(opening(stored("t"), stored("u")))
        for seq in (0, 1):
            writes = [row("t", seq, "first"), row("t", seq, "second")]
            others = playing(row("u", 2 * seq), row("u", 2 * seq + 1))
            outcomes = await asyncio.gather(
                *(store.write(playing(one)) for one in writes), store.write(others), return_exceptions=True
            )
            assert outcomes[0] is None
            assert isinstance(outcomes[1], Conflict)
            assert outcomes[2] is None
        assert await entries_of(store, "t") == [(0, Moved(0, "first")), (100, Moved(0, "first"))]
        assert len(await entries_of(store, "u")) == 4
        assert store.health.word() == WELL  # nothing is wrong with the store


@runs
async def test_a_write_is_whole_or_not_at_all(place: Place) -> None:
    async with opened(place) as store:
        await store.write(opening(stored("t"), rows=[row("t", 1)]))
        late = playing(row("t", 0), row("t", 1), tables=[stored("t", "over")])
        with pytest.raises(Conflict):
            await store.write(late)
        found = await store.look("t")
        assert found is not None
        assert (found.table.phase, found.entries) == ("lobby", [(100, Moved(0, "draw"))])
        rematch = Write([row("t", 2), row("new", 0), row("t", 1)], [stored("new")], {"t": FIRST, "new": NEW})
        with pytest.raises(Conflict):
            await store.write(rematch)
        assert await store.look("new") is None
        assert len(await entries_of(store, "t")) == 1


@runs
async def test_a_write_of_many_entries_is_whole_or_not_at_all(place: Place) -> None:
    rows = [row("t", seq) for seq in range(251)]  # more than go into one statement
    async with opened(place) as store:
        await store.write(opening(stored("t"), rows=rows[:1]))
        await store.write(playing(rows[250]))
        with pytest.raises(Conflict):
            await store.write(playing(*rows[1:]))
        assert len(await entries_of(store, "t")) == 2
        await store.write(playing(*rows[1:250]))
        assert [at for at, _ in await entries_of(store, "t")] == [at for _, _, at, _ in rows]


@runs
async def test_what_a_table_is_looked_for_by_follows_it(place: Place) -> None:
    async with opened(place) as store:
        await store.write(opening(stored("t", code="AAAAAA", created=1000)))
        assert await store.table_by_code("AAAAAA", 500) == "t"
        assert await store.table_by_code("AAAAAA", 1000) is None  # codes do not last
        change = [stored("t", "playing", code="AAAAAA", created=1000, guests=["bob", "bob"])]
        await store.write(playing(row("t", 0), tables=change))
        assert await store.table_by_code("AAAAAA", 500) is None
        assert await store.tables_of("ann", 5) == []
        assert await store.tables_of("bob", 5) == ["t"]
        await store.write(opening(stored("u", guests=["bob"])))
        assert len(await store.tables_of("bob", 5)) == 2
        assert len(await store.tables_of("bob", 1)) == 1
        await store.write(Write([], [stored("t", "over", guests=["bob"])], {"t": FIRST}))
        assert await store.tables_of("bob", 5) == ["u"]


@runs
async def test_old_games_are_set_aside_then_forgotten_and_young_ones_kept(place: Place) -> None:
    now = [0.0]
    clock = Clock(lambda: 1_780_000_000.0 + now[0], lambda: now[0])
    ends = {"over": 30, "lobby": 7, "playing": 365}
    async with opened(place, clock) as store:
        await store.write(opening(*(stored(phase, phase) for phase in ends), rows=[row(phase, 0) for phase in ends]))

        async def left() -> set[str]:
            await store.prune(30)
            return {phase for phase in ends if await store.look(phase)}

        for day, there in ((6, {*ends}), (7, {"over", "playing"}), (30, {"playing"}), (364, {"playing"}), (365, set())):
            now[0] = day * DAY
            assert await left() == there, day
        await store.write(playing(row("playing", 1)))  # by somebody whose page had stayed open
        assert await left() == {"playing"}
        with pytest.raises(Conflict):
            await store.write(playing(row("playing", 1)))  # it was only out of sight
        assert len(await entries_of(store, "playing")) == 2


@runs
async def test_time_goes_on_from_one_start_to_the_next(place: Place) -> None:
    now = [0.0]
    clock = Clock(lambda: 1_780_000_000.0 + now[0], lambda: now[0])
    async with opened(place, clock) as store:
        await store.write(opening(stored("t")))
        now[0] += 4 * DAY
        await store.rest()
    async with opened(place, clock) as store:
        assert store.elapsed.look() >= 4 * DAY - RENEW
        now[0] += 4 * DAY
        assert await store.prune(30) == 1


@runs
async def test_only_the_one_who_fails_is_told(place: Place) -> None:
    """Also when what follows a commit fails."""
    async with opened(place) as store:
        await store.write(opening(stored("t"), stored("u")))
        told: list[object] = []

        def fail(outcome: object) -> None:
            raise ZeroDivisionError

        store.put(playing(row("t", 0)), fail)
        store.put(playing(row("u", 0)), told.append)
        await store.write(playing(row("t", 1)))
        assert told == [None]
        assert len(await entries_of(store, "t")) == 2
