"""Which server owns which table: a server says twice a second that it is alive, and takes what nobody alive has.

The clock is the database's. It decides only who may take a table; that nobody writes to a table of another's is the
matter of its epoch, which every write names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from polychrome.server.database import ended, failures
from polychrome.server.database_contact import DatabaseContact
from polychrome.server.store import COLUMNS, Elsewhere

if TYPE_CHECKING:
    import asyncpg

log: Final = logging.getLogger("polychrome")

BEAT: Final = 0.5  # seconds
LEASE: Final = 2.5  # seconds without a beat after which a server's tables are anybody's

ALIVE: Final = """
WITH before AS (SELECT until >= clock_timestamp() AS held FROM servers WHERE id = $1)
INSERT INTO servers (id, address, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
ON CONFLICT (id) DO UPDATE SET until = excluded.until
RETURNING (SELECT held FROM before), (SELECT array_agg(address) FROM servers WHERE until >= clock_timestamp())
"""
BURY: Final = """
UPDATE servers SET until = clock_timestamp() - interval '1 s' WHERE address = $1 AND until >= clock_timestamp()
"""
TAKE: Final = f"""
UPDATE tables SET owner = $2, epoch = epoch + 1
WHERE id = $1 AND aside IS NULL AND (
    owner IS NULL OR owner = $2
    OR NOT EXISTS (SELECT FROM servers WHERE servers.id = tables.owner AND until >= clock_timestamp())
)
RETURNING {COLUMNS}, epoch
"""
OWNER: Final = """
SELECT coalesce(servers.address, '') FROM tables LEFT JOIN servers ON servers.id = tables.owner
WHERE tables.id = $1 AND aside IS NULL
"""


class Lease:
    """One server's life, and the tables it holds."""

    def __init__(self, pool: asyncpg.Pool, number: int, address: str, health: DatabaseContact) -> None:
        self.pool = pool  # one connection, for nothing else: no crowd of readers may come between two beats
        self.id = number  # of this life; the next one has another
        self.address = address
        self.health = health
        self.held: dict[str, int] = {}  # tables, and under which epoch
        self.lost: Callable[[str, int], None] = lambda table, epoch: None
        self.heard: Callable[[set[str]], None] = lambda addresses: None
        self.taken = self.losses = 0
        self.beating: asyncio.Task[None] | None = None
        self.doubtful = False  # others may have thought us dead, and we do not yet know what they have taken
        self.known = health.now()  # until then we surely owned what we hold: when the last beat that was answered began
        self.answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()  # whether the next beat is

    async def begin(self) -> None:
        if self.address:  # where we listen, no earlier life can
            await self.end_lease_at(self.pool, self.address)
        await self.beat()
        self.beating = asyncio.get_running_loop().create_task(self.live())

    async def end(self) -> None:
        """Our tables are anybody's at once."""
        if self.beating is not None:
            self.beating.cancel()
            with suppress(asyncio.CancelledError):
                await self.beating
        self.settle(False)
        with suppress(*failures()):
            await self.pool.execute("UPDATE tables SET owner = NULL WHERE owner = $1", self.id)
            await self.pool.execute("DELETE FROM servers WHERE id = $1", self.id)
        await ended(self.pool)

    async def live(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            good = False
            try:
                await self.beat()
                good = True
            except failures() as problem:
                self.health.missed(problem)
                await self.pool.expire_connections()  # a line that broke once is not trusted again
            except Exception:  # whatever it is, a server whose heart stops would lose all its tables
                log.exception("A beat failed")
            self.settle(good)

    async def beat(self) -> None:
        began = self.health.now()
        if not await self.say_alive():
            self.doubtful = True
        if self.doubtful:
            self.doubtful = False
            try:
                await self.look_for_lost()
            except BaseException:
                self.doubtful = True
                raise
        self.known = began
        self.health.heard()

    def settle(self, good: bool) -> None:
        """Tell those who wait what came of a beat."""
        answered, self.answered = self.answered, asyncio.get_running_loop().create_future()
        answered.set_result(good)

    def is_sure(self) -> bool:
        """Can nobody have taken a table from us? Who stood still for longer than a lease cannot know."""
        return not self.doubtful and self.health.now() - self.known <= LEASE

    async def make_sure(self) -> None:
        """Wait until we know again what is ours. If the database does not answer either, nobody knows better: people
        see what was there last, and no move is accepted."""
        while not self.is_sure() and await asyncio.shield(self.answered):
            pass

    async def say_alive(self) -> bool:
        """Tell the database that we are alive. Had we done so in time?"""
        held, others = await self.pool.fetchrow(ALIVE, self.id, self.address, LEASE)
        self.heard(set(others or ()))
        return bool(held)

    async def look_for_lost(self) -> None:
        """Others thought us dead: what they have taken meanwhile is theirs."""
        before = dict(self.held)  # what comes while we ask is not lost
        rows = await self.pool.fetch("SELECT id, epoch FROM tables WHERE owner = $1", self.id)
        for table, epoch in before.items() - {(row[0], row[1]) for row in rows}:
            self.lose(table, epoch)
            self.lost(table, epoch)

    def hold(self, table: str, epoch: int, asked: float) -> None:
        """A table is ours, as the database said to what we asked then. Who stood still until the answer was read may
        have lost it again already, and looks."""
        self.held[table] = epoch
        if self.health.now() - asked > LEASE:
            self.doubtful = True

    def lose(self, table: str, epoch: int) -> None:
        """Another server has it; counted once, by whichever of us notices first, a beat or a write."""
        if self.held.get(table) == epoch:
            self.losses += 1
            self.forget(table, epoch)

    async def end_lease_at(self, db: asyncpg.Connection | asyncpg.Pool, address: str) -> None:
        await db.execute(BURY, address)

    def forget(self, table: str, epoch: int) -> None:
        if self.held.get(table) == epoch:
            del self.held[table]

    async def take(self, db: asyncpg.Connection, table: str) -> Any:
        """The table's row, which is ours now; None if there is none."""
        asked = self.health.now()
        found = await db.fetchrow(TAKE, table, self.id)
        if found is None:
            owner = await db.fetchval(OWNER, table)
            if owner is not None:
                raise Elsewhere(owner)
            return None
        self.hold(table, found["epoch"], asked)
        self.taken += 1
        return found

    async def let_go(self, db: asyncpg.Connection, table: str, epoch: int) -> None:
        await db.execute("UPDATE tables SET owner = NULL WHERE id = $1 AND epoch = $2", table, epoch)
