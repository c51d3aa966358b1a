"""A store in a PostgreSQL database, for any number of servers: one transaction for all who wait, and an answer only
after it is committed.

A write is one statement in most cases: it finds the tables that are still ours under the epochs named, holds them until
the commit, and adds the entries of these only. Whoever takes a table over waits for that commit, and reads what it
wrote; whoever has lost one finds no row. So two servers can never both write to a table, whatever their clocks say.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from hashlib import blake2b
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from polychrome.engine.core import Message
from polychrome.server.database import (
    ANSWER_SECONDS,
    SERVING,
    connect,
    ended,
    failures,
    is_clash,
    is_cut,
    pooled,
    prepared,
    said,
    unusable,
)
from polychrome.server.database_contact import DatabaseContact
from polychrome.server.elapsed_time import DAY, Clock, ElapsedTime, system_clock
from polychrome.server.leases import Lease
from polychrome.server.limits import SHARED
from polychrome.server.meter import Times
from polychrome.server.security import new_token
from polychrome.server.store import (
    COLUMNS,
    FIRST,
    LOBBY_DAYS,
    MOST_AT_ONCE,
    NEW,
    RENEW,
    UNFINISHED_DAYS,
    Conflict,
    StoredRoom,
    StoredTable,
    Then,
    Unstored,
    Write,
    awaited,
    entries_of,
    settle,
    written,
)

if TYPE_CHECKING:
    import asyncpg

log: Final = logging.getLogger("polychrome")

READERS: Final = 4  # connections, beside the writer's and that of the lease
WAIT: Final = 3.0  # seconds that a write waits for a database which has just gone away
TRIES: Final = 3  # for a write that clashed with another one
PAUSE: Final = 0.1  # between two tries
PRUNING: Final = 0x506F6C7A  # the lock of the one server that prunes
PRUNED: Final = 500  # tables at once
GONE: Final = 86_400  # seconds after which a silent server is forgotten

T = TypeVar("T")
Epochs = set[tuple[str, int]]  # tables, and under which epoch they are meant

ADD_ENTRIES: Final = """
WITH mine AS (
    SELECT tables.id, tables.epoch
    FROM tables JOIN unnest($1::text[], $2::bigint[]) AS held (id, epoch)
    ON tables.id = held.id AND tables.epoch = held.epoch
    ORDER BY tables.id FOR SHARE OF tables
), added AS (
    INSERT INTO entries (table_id, seq, at, entry)
    SELECT line.table_id, line.seq, line.at, line.entry
    FROM unnest($3::text[], $4::bigint[], $5::int[], $6::bigint[], $7::text[])
    AS line (table_id, epoch, seq, at, entry)
    JOIN mine ON mine.id = line.table_id AND mine.epoch = line.epoch
)
SELECT id, epoch FROM mine
"""
OPEN_TABLE: Final = f"""
INSERT INTO tables ({COLUMNS}, owner, epoch) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, {FIRST})
"""
KEEP_TABLE: Final = """
UPDATE tables SET phase = $3, code = $4, touched = $5, aside = NULL WHERE id = $1 AND epoch = $2 RETURNING id
"""
FIND_HOUSE: Final = "UPDATE house SET key = coalesce(key, $1) RETURNING seen, highest, key"
SPEND: Final = """
INSERT INTO shares AS old (who, used, at) VALUES ($1, $2, clock_timestamp()) ON CONFLICT (who) DO UPDATE SET
    used = greatest(0, old.used - $3 * extract(epoch FROM excluded.at - old.at)::float8) + excluded.used,
    at = excluded.at
RETURNING used
"""
FORGET_SHARES: Final = "DELETE FROM shares WHERE at < clock_timestamp() - make_interval(secs => $1)"
SET_ASIDE: Final = """
UPDATE tables SET aside = $1 WHERE id IN (
    SELECT id FROM tables WHERE phase = $2 AND touched <= $3 AND aside IS NULL LIMIT $4 FOR UPDATE SKIP LOCKED
) RETURNING id
"""
FORGET_TABLES: Final = """
WITH gone AS (
    DELETE FROM tables WHERE id IN (
        SELECT id FROM tables WHERE phase = $1 AND aside <= $2 LIMIT $3 FOR UPDATE SKIP LOCKED
    ) RETURNING id
), lines AS (
    DELETE FROM entries USING gone WHERE entries.table_id = gone.id
), people AS (
    DELETE FROM guests USING gone WHERE guests.table_id = gone.id
)
SELECT count(*) FROM gone
"""
RENEW_TABLES: Final = "UPDATE tables SET touched = $2, aside = NULL WHERE id = ANY($1::text[])"
ADD_GUESTS: Final = "INSERT INTO guests (guest, table_id) SELECT * FROM unnest($1::text[], $2::text[])"


class Job(NamedTuple):
    write: Write
    then: Then
    release: tuple[str, int] | None = None  # a table to let go of, after what was put before


class LeaseLost(Conflict):
    """These tables are no longer ours."""

    def __init__(self, tables: Epochs) -> None:
        super().__init__(Message("server.elsewhere", {}))
        self.tables = tables


class PostgresStore:
    """A database that answered when the server started; it may go away and come back."""

    def __init__(self, url: str, pool: asyncpg.Pool, lease: Lease, elapsed: ElapsedTime, key: str) -> None:
        self.url = url
        self.key = key
        self.pool = pool
        self.lease = lease
        self.elapsed = elapsed
        self.health: DatabaseContact = lease.health
        self.kept = elapsed.look()  # when the time seen was last written down
        self.renewed: dict[str, int] = {}  # tables that were played at lately, and when that was written down
        self.db: asyncpg.Connection | None = None  # the writer's own
        self.without: float | None = None  # since when the writer has tried in vain to get one
        self.jobs: list[Job] = []
        self.stirred = asyncio.Event()
        self.ending = False
        self.commits = 0
        self.times = Times()
        self.writing = asyncio.get_running_loop().create_task(self.run())

    @classmethod
    async def open(cls, url: str, address: str = "", clock: Clock | None = None) -> PostgresStore:
        """Unusable if the database cannot be reached, or cannot hold our tables."""
        await prepared(url)
        clock = clock or system_clock()
        try:
            pool, heart = await pooled(url, READERS), await pooled(url, 1)
            seen, highest, key = await pool.fetchrow(FIND_HOUSE, new_token())
            lease = Lease(
                heart, await pool.fetchval("SELECT nextval('server_ids')"), address, DatabaseContact(clock.run)
            )
            await lease.begin()
        except failures() as problem:
            raise unusable(problem) from None
        return cls(url, pool, lease, ElapsedTime(seen, highest, clock), key)

    @property
    def taken(self) -> int:
        return self.lease.taken

    @property
    def lost(self) -> int:
        return self.lease.losses

    async def end(self) -> None:
        self.ending = True
        self.stirred.set()
        await self.writing
        with suppress(Unstored):
            await self.ask(self.keep_time)
        await self.lease.end()
        if self.db is not None:
            with suppress(*failures()):
                await self.db.close(timeout=ANSWER_SECONDS)
        await ended(self.pool)

    # Writing.

    def put(self, write: Write, then: Then) -> None:
        self.add(Job(write, then))

    def add(self, job: Job) -> None:
        self.jobs.append(job)
        self.stirred.set()

    async def write(self, write: Write) -> None:
        done, then = awaited()
        self.put(write, then)
        await done

    def release(self, table: str, epoch: int) -> None:
        self.lease.forget(table, epoch)
        self.add(Job(Write(), lambda _: None, (table, epoch)))

    async def run(self) -> None:
        """Whatever was put while a transaction was under way goes into the next one together."""
        while self.jobs or not self.ending:
            await self.stirred.wait()
            self.stirred.clear()
            while self.jobs:
                jobs, self.jobs = self.jobs[:MOST_AT_ONCE], self.jobs[MOST_AT_ONCE:]
                outcomes = await self.commit(jobs)
                for _, outcome in outcomes:
                    if isinstance(outcome, LeaseLost):
                        for table, epoch in outcome.tables:
                            self.lease.lose(table, epoch)
                settle(outcomes)

    async def commit(self, jobs: list[Job], tries: int = TRIES) -> list[tuple[Then, object]]:
        """All in one transaction; if that fails, each in its own, so that nobody suffers for another."""
        try:
            db = await self.writer()
        except Exception as problem:  # whatever it is, a writer that ends would leave everybody waiting for ever
            self.health.missed(problem)
            return [(job.then, Unstored(Message("server.away", {}))) for job in jobs]
        began = perf_counter()
        try:
            outcomes = await self.together(db, jobs)
        except Exception as problem:
            if is_cut(problem):  # nobody knows whether it was committed
                self.health.missed(problem)
                self.db = None
                db.terminate()
                return [(job.then, Conflict(Message("server.unsure", {}))) for job in jobs]
            if len(jobs) == 1 and tries and is_clash(problem):
                return await self.commit(jobs, tries - 1)
            if len(jobs) > 1:
                return [outcome for job in jobs for outcome in await self.commit([job])]
            return [(jobs[0].then, self.unstored(problem))]
        self.commits += 1
        self.times.note(perf_counter() - began)
        self.health.written()
        return [(job.then, outcome) for job, outcome in zip(jobs, outcomes, strict=True)]

    async def writer(self) -> asyncpg.Connection:
        """The connection that writes. A database that has just gone away is waited for, briefly."""
        if self.db is not None and not self.db.is_closed():
            return self.db
        while True:
            try:
                self.db = await connect(self.url, SERVING)
                self.without = None
                return self.db
            except failures() as problem:  # whatever it is: it may have too many connections, or another password
                self.health.missed(problem)
                now = self.health.now()
                if self.without is None:
                    self.without = now
                if now - self.without >= WAIT:
                    raise
                await asyncio.sleep(PAUSE)

    def unstored(self, problem: Exception) -> Exception:
        """What to say of something that was rolled back."""
        import asyncpg

        if isinstance(problem, asyncpg.IntegrityConstraintViolationError):
            return Conflict(Message("server.unstored", {"why": said(problem)}))
        if isinstance(problem, asyncpg.PostgresError):
            self.health.missed(problem)
            return Unstored(Message("server.unstored", {"why": said(problem)}))
        return problem

    async def together(self, db: asyncpg.Connection, jobs: list[Job]) -> list[object]:
        """What came of each: None, or that its table is no longer ours."""
        asked = self.health.now()
        now = self.elapsed.look()
        rows = [row for job in jobs for row in job.write.rows]
        played = [name for name in dict.fromkeys(row[0] for row in rows) if self.is_due(name, now)]
        simple = all(not job.write.tables and len(meant(job)) <= 1 and job.release is None for job in jobs)
        if simple and not played:
            mine = await self.add_entries(db, jobs)
            return [LeaseLost(meant(job) - mine) if meant(job) - mine else None for job in jobs]
        async with db.transaction():
            for job in jobs:
                await self.keep_tables(db, job.write, now)
            mine = await self.add_entries(db, jobs)
            if gone := set().union(*map(meant, jobs)) - mine:
                raise LeaseLost(gone)
            if played:
                await db.execute(RENEW_TABLES, played, now)
            for job in jobs:
                if job.release is not None:
                    await self.lease.let_go(db, *job.release)
        self.renewed.update(dict.fromkeys(played, now))
        for job in jobs:
            for table in [table for table, epoch in job.write.epochs.items() if epoch == NEW]:
                self.lease.hold(table, FIRST, asked)
        return [None] * len(jobs)

    def is_due(self, table: str, now: int) -> bool:
        """Tables that were played at are renewed, now and then."""
        return now - self.renewed.get(table, -RENEW) >= RENEW

    async def keep_tables(self, db: asyncpg.Connection, write: Write, now: int) -> None:
        for table in write.tables:
            epoch = write.epochs.get(table.id, -1)
            if epoch == NEW:
                values = [getattr(table, name) for name in COLUMNS.split(", ")]
                await db.execute(OPEN_TABLE, *values[:-1], now, self.lease.id)
            elif await db.fetchval(KEEP_TABLE, table.id, epoch, table.phase, table.code, now) is None:
                raise LeaseLost({(table.id, epoch)})
            await db.execute("DELETE FROM guests WHERE table_id = $1", table.id)
            guests = sorted(set(table.guests))
            await db.execute(ADD_GUESTS, guests, [table.id] * len(guests))

    async def add_entries(self, db: asyncpg.Connection, jobs: list[Job]) -> Epochs:
        """Those of the tables that are still ours, which is the answer."""
        held = sorted(set().union(*map(meant, jobs)))
        if not held:
            return set()
        lines = [
            (table, epoch_of(job.write, table), seq, at, written(entry))
            for job in jobs
            for table, seq, at, entry in job.write.rows
        ]
        columns = [list(column) for column in zip(*lines, strict=True)]
        found = await db.fetch(ADD_ENTRIES, *map(list, zip(*held, strict=True)), *(columns or [[]] * 5))
        return {(row[0], row[1]) for row in found}

    # Reading.

    async def ask(self, question: Callable[[asyncpg.Connection], Awaitable[T]]) -> T:
        """Whoever reads has a connection of its own; Unstored if the database is away."""
        try:
            async with self.pool.acquire(timeout=ANSWER_SECONDS) as db:
                return await question(db)
        except failures() as problem:
            self.health.missed(problem)
            await self.pool.expire_connections()  # a line that broke once is not trusted again
            raise Unstored(Message("server.away", {})) from None

    async def own(self, table: str) -> StoredRoom | None:
        async def owned(db: asyncpg.Connection) -> StoredRoom | None:
            found = await self.lease.take(db, table)
            return None if found is None else await whole(db, found, found["epoch"])

        return await self.ask(owned)

    async def look(self, table: str) -> StoredRoom | None:
        async def seen(db: asyncpg.Connection) -> StoredRoom | None:
            found = await db.fetchrow(f"SELECT {COLUMNS} FROM tables WHERE id = $1 AND aside IS NULL", table)
            return None if found is None else await whole(db, found, NEW)

        return await self.ask(seen)

    async def tables_of(self, guest: str, most: int) -> list[str]:
        query = (
            "SELECT tables.id FROM guests JOIN tables ON tables.id = guests.table_id "
            "WHERE guests.guest = $1 AND phase <> 'over' AND aside IS NULL ORDER BY touched DESC, created DESC LIMIT $2"
        )
        rows = await self.ask(lambda db: db.fetch(query, guest, most))
        return [row[0] for row in rows]

    async def table_by_code(self, code: str, opened_after: float) -> str | None:
        query = "SELECT id FROM tables WHERE code = $1 AND phase = 'lobby' AND created > $2 AND aside IS NULL"
        found: str | None = await self.ask(lambda db: db.fetchval(query, code, int(opened_after)))
        return found

    async def spend(self, what: str, address: str, amount: int) -> bool:
        most, rate = SHARED[what]
        who = f"{what} {blake2b(address.encode(), key=self.key.encode(), digest_size=16).hexdigest()}"
        used: float = await self.ask(lambda db: db.fetchval(SPEND, who, float(amount), rate))
        return used + (not amount) <= most

    def when_lost(self, lost: Callable[[str, int], None]) -> None:
        self.lease.lost = lost

    async def make_sure(self) -> None:
        await self.lease.make_sure()

    async def end_lease_at(self, address: str) -> None:
        await self.ask(lambda db: self.lease.end_lease_at(db, address))

    def when_heard(self, heard: Callable[[set[str]], None]) -> None:
        self.lease.heard = heard

    # Chores.

    async def rest(self) -> None:
        if self.elapsed.look() - self.kept >= RENEW:
            await self.ask(self.keep_time)

    async def keep_time(self, db: asyncpg.Connection) -> None:
        """Write down how much time has been seen. Whichever server has seen most is right: each only ever counts what
        really passed."""
        query = "UPDATE house SET seen = greatest(seen, $1), highest = greatest(highest, $2) RETURNING seen"
        seen = await db.fetchval(query, self.elapsed.look(), int(self.elapsed.highest))
        self.elapsed.seen = max(self.elapsed.seen, float(seen))
        self.kept = self.elapsed.look()
        self.renewed = {name: at for name, at in self.renewed.items() if self.kept - at < RENEW}
        await db.execute(FORGET_SHARES, float(RENEW))

    def examine(self) -> None:
        """PostgreSQL does that itself, if its files have checksums."""

    async def prune(self, days: int) -> int:
        return await self.ask(lambda db: pruned(db, days, self.elapsed.look()))


def epoch_of(write: Write, table: str) -> int:
    """Under which epoch a table is written to, once it is there; one that was not named is nobody's."""
    return max(FIRST, write.epochs[table]) if table in write.epochs else -1


def meant(job: Job) -> Epochs:
    """The tables whose entries a job adds."""
    return {(row[0], epoch_of(job.write, row[0])) for row in job.write.rows}


async def whole(db: asyncpg.Connection, found: Any, epoch: int) -> StoredRoom:
    """A table and its entries. They are read after it was taken: nobody else can add to them any more."""
    table = StoredTable(*(found[name] for name in COLUMNS.split(", ")))
    rows = await db.fetch("SELECT at, entry FROM entries WHERE table_id = $1 ORDER BY seq", table.id)
    return StoredRoom(table, entries_of(table.id, rows), epoch)


async def pruned(db: asyncpg.Connection, days: int, now: int) -> int:
    """Forget old tables, as SQLite's store does: one server at a time, and some tables at a time, so that nobody who
    comes back to one of them waits for all."""
    if not await db.fetchval("SELECT pg_try_advisory_lock($1)", PRUNING):
        return 0
    count = 0
    try:
        for phase, age in (("over", days), ("lobby", LOBBY_DAYS), ("playing", UNFINISHED_DAYS)):
            before = now - age * DAY
            while some := len(await db.fetch(SET_ASIDE, now, phase, before, PRUNED)):
                count += some
            while await db.fetchval(FORGET_TABLES, phase, before, PRUNED):
                pass
        await db.execute("DELETE FROM servers WHERE until < now() - make_interval(secs => $1)", float(GONE))
    finally:
        await db.execute("SELECT pg_advisory_unlock($1)", PRUNING)
    return count
