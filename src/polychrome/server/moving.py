"""All games from one store to another, a file or a database: copied in one transaction, and compared row by row before
it counts. No server may use either meanwhile; the old place keeps what it had."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from urllib.parse import urlsplit

from polychrome.engine.core import Message
from polychrome.server.database import LONG, SCHEMA, SCHEMES, connect, failures, prepared, unusable
from polychrome.server.health import plain
from polychrome.server.sqlite import FILE, open_file, sole, transaction
from polychrome.server.store import COLUMNS, Unusable

if TYPE_CHECKING:
    import asyncpg

AT_ONCE: Final = 1_000  # rows
# What is moved: columns, and the order in which both places name their rows.
PARTS: Final = {
    "tables": (f"{COLUMNS}, aside", "id"),
    "entries": ("table_id, seq, at, entry", "table_id, seq"),
    "guests": ("guest, table_id", "guest, table_id"),
}

Rows = list[tuple[Any, ...]]


class End(Protocol):
    """One of the two places, held for ourselves, in a transaction."""

    def rows(self, part: str) -> AsyncIterator[Rows]: ...

    async def add(self, part: str, rows: Rows) -> None: ...

    async def time(self) -> tuple[int, int | None]:
        """How much time its servers have seen (elapsed_time.py)."""

    async def set_time(self, seen: int, highest: int | None) -> None: ...


class Checksum(NamedTuple):
    """What a part holds, in few bytes."""

    rows: int
    digest: str


async def move(source: str, target: str) -> int:
    """How many tables. Unusable says why it cannot be; then nothing has changed."""
    async with AsyncExitStack() as places:
        old = await places.enter_async_context(end(source, exists=True))
        new = await places.enter_async_context(end(target))
        for part in PARTS:
            if (await summed(new, part)).rows:
                raise Unusable(Message("server.data.not_empty", {"place": named(target)}))
        sums = {}
        for part in PARTS:
            async for rows in old.rows(part):
                await new.add(part, rows)
            sums[part] = await summed(old, part)
        await new.set_time(*await old.time())
        for part, found in sums.items():
            if await summed(new, part) != found or await new.time() != await old.time():
                raise Unusable(Message("server.data.differs", {"place": named(target)}))
        return sums["tables"].rows


async def summed(place: End, part: str) -> Checksum:
    count, digest = 0, hashlib.sha256()
    async for rows in place.rows(part):
        for row in rows:
            digest.update(repr(row).encode())
        count += len(rows)
    return Checksum(count, digest.hexdigest())


def is_database(place: str) -> bool:
    return place.startswith(SCHEMES)


def named(place: str) -> str:
    """A place as it may be said: without a password."""
    if not is_database(place):
        return place
    parts = urlsplit(place)
    return f"postgresql://{parts.hostname or ''}{parts.path}"


@asynccontextmanager
async def end(place: str, exists: bool = False) -> AsyncIterator[End]:
    if is_database(place):
        async with database_end(place) as found:
            yield found
        return
    folder = Path(place).expanduser()
    if exists and not (folder / FILE).is_file():
        raise Unusable(Message("server.data.nothing", {"folder": str(folder)}))
    with sole(folder), closing(open_file(folder / FILE)) as db:
        try:
            with transaction(db):
                yield FileEnd(db)
        except sqlite3.Error as problem:
            raise Unusable(Message("server.file", {"file": str(folder / FILE), "why": plain(problem)})) from None


@asynccontextmanager
async def database_end(url: str) -> AsyncIterator[End]:
    await prepared(url)
    import asyncpg

    in_use = Unusable(Message("server.data.alive", {"place": named(url)}))
    try:
        db = await connect(url)
        try:
            async with db.transaction():
                # So none can start, either. Whoever holds it is a server, or a mover, which may be ourselves.
                await db.execute("LOCK TABLE servers IN SHARE ROW EXCLUSIVE MODE NOWAIT")
                if await db.fetchval("SELECT count(*) FROM servers WHERE until >= clock_timestamp()"):
                    raise in_use
                yield DatabaseEnd(db)
        finally:
            await db.close()
    except asyncpg.LockNotAvailableError:
        raise in_use from None
    except failures() as problem:
        raise unusable(problem) from None


class FileEnd:
    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    async def rows(self, part: str) -> AsyncIterator[Rows]:
        columns, order = PARTS[part]
        cursor = self.db.execute(f"SELECT {columns} FROM {part} ORDER BY {order}")
        while rows := cursor.fetchmany(AT_ONCE):
            yield rows

    async def add(self, part: str, rows: Rows) -> None:
        columns = PARTS[part][0]
        marks = ", ".join("?" for _ in columns.split(", "))
        self.db.executemany(f"INSERT INTO {part} ({columns}) VALUES ({marks})", rows)

    async def time(self) -> tuple[int, int | None]:
        seen, highest = self.db.execute("SELECT seen, highest FROM house").fetchone()
        return seen, highest

    async def set_time(self, seen: int, highest: int | None) -> None:
        self.db.execute("UPDATE house SET seen = ?, highest = ?", (seen, highest))


class DatabaseEnd:
    def __init__(self, db: asyncpg.Connection) -> None:
        self.db = db

    async def rows(self, part: str) -> AsyncIterator[Rows]:
        columns, order = PARTS[part]
        cursor = await self.db.cursor(f"SELECT {columns} FROM {part} ORDER BY {order}", timeout=LONG)
        while rows := await cursor.fetch(AT_ONCE):
            yield [tuple(row) for row in rows]

    async def add(self, part: str, rows: Rows) -> None:
        columns = PARTS[part][0].split(", ")
        await self.db.copy_records_to_table(part, records=rows, columns=columns, schema_name=SCHEMA, timeout=LONG)

    async def time(self) -> tuple[int, int | None]:
        seen, highest = await self.db.fetchrow("SELECT seen, highest FROM house")
        return seen, highest

    async def set_time(self, seen: int, highest: int | None) -> None:
        await self.db.execute("UPDATE house SET seen = $1, highest = $2", seen, highest)
