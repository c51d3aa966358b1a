"""A PostgreSQL database as we want it: reached, checked, brought up to date step by step."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from polychrome.engine.core import Message
from polychrome.server.health import plain
from polychrome.server.store import Unusable

if TYPE_CHECKING:
    import asyncpg

log: Final = logging.getLogger("polychrome")

SCHEMES: Final = ("postgresql://", "postgres://")
SCHEMA: Final = "polychrome"  # our tables have a room of their own in the database
MIGRATING: Final = 0x506F6C79  # the lock under which one server at a time brings it up to date
ANSWER_SECONDS: Final = 10.0  # seconds for an answer of the database
LONG: Final = 3_600.0  # and for a step of a migration, also one that another server takes
STALLED: Final = 2_000  # milliseconds after which a server that stands still in the middle of a transaction loses it
# Whatever the database does by default: what it has answered is on its disk (and on that of a synchronous replica, for
# which a statement that has a timeout in the database would not wait to the end). How long is waited is our own matter.
SETTINGS: Final = {
    "search_path": SCHEMA,
    "synchronous_commit": "on",
    "statement_timeout": "0",
    "idle_in_transaction_session_timeout": "0",
    "application_name": "polychrome",
}
# Nobody else may wait for the rows of a server that was paused, or whose machine is gone, while it held them.
SERVING: Final = {**SETTINGS, "idle_in_transaction_session_timeout": str(STALLED)}


def migrations() -> list[str]:
    """The steps from an empty schema to that of today; the first makes version 1."""
    folder = files("polychrome.server").joinpath("schema", "postgres")
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".sql"))
    return [folder.joinpath(name).read_text(encoding="utf-8") for name in names]


def said(problem: Exception) -> str:
    """What the database or the system says, in a line; the details may name tables."""
    if isinstance(problem, TimeoutError) and not plain(problem):  # it says nothing itself
        return "no answer came in time"
    return (plain(problem) or type(problem).__name__).splitlines()[0]


def unusable(problem: Exception) -> Unusable:
    return Unusable(Message("server.database", {"why": said(problem)}))


def failures() -> tuple[type[Exception], ...]:
    """Whatever the driver may raise."""
    import asyncpg

    return (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)


def is_cut(problem: Exception) -> bool:
    """Does this say that the line to the database is cut, rather than what the database said?"""
    import asyncpg

    cut = (asyncpg.InterfaceError, asyncpg.PostgresConnectionError, asyncpg.OperatorInterventionError)
    confused = asyncpg.InternalClientError  # the driver, when a line is cut while it is being tidied up
    return isinstance(problem, (OSError, TimeoutError, *cut, confused))


def is_clash(problem: Exception) -> bool:
    """Does the database ask to try it once more, because somebody else was in the way?"""
    import asyncpg

    return isinstance(problem, asyncpg.TransactionRollbackError)


async def connect(url: str, settings: dict[str, str] = SETTINGS) -> asyncpg.Connection:
    import asyncpg

    return await asyncpg.connect(url, timeout=ANSWER_SECONDS, command_timeout=ANSWER_SECONDS, server_settings=settings)


async def pooled(url: str, most: int) -> asyncpg.Pool:
    """Connections of a server, for whoever needs one for a moment."""
    import asyncpg

    return await asyncpg.create_pool(
        url, min_size=0, max_size=most, timeout=ANSWER_SECONDS, command_timeout=ANSWER_SECONDS, server_settings=SERVING
    )


async def ended(pool: asyncpg.Pool) -> None:
    with suppress(*failures()):
        await asyncio.wait_for(pool.close(), ANSWER_SECONDS)


async def prepared(url: str, newest: int | None = None) -> None:
    """Reach the database, and bring it up to date if need be; Unusable says why that cannot be."""
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        raise Unusable(Message("server.no_driver", {})) from None
    try:
        db = await connect(url)
    except failures() as problem:
        raise unusable(problem) from None
    except ValueError:  # what Python says of it may be a part of the password
        raise Unusable(Message("server.database_address", {})) from None
    try:
        await migrate(db, migrations()[:newest])
        if "off" in (await db.fetchval("SHOW fsync"), await db.fetchval("SHOW full_page_writes")):
            log.warning("The database does not sync its disk (fsync, full_page_writes): a power cut may lose games")
    except failures() as problem:
        raise unusable(problem) from None
    finally:
        await db.close(timeout=ANSWER_SECONDS)


async def migrate(db: asyncpg.Connection, steps: list[str]) -> None:
    """One step, one transaction; several servers may start at once."""
    async with db.transaction():
        await db.execute(f"SELECT pg_advisory_xact_lock({MIGRATING})", timeout=LONG)
        await db.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        await db.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    while True:
        async with db.transaction():
            await db.execute(f"SELECT pg_advisory_xact_lock({MIGRATING})", timeout=LONG)
            version: int = await db.fetchval("SELECT coalesce(max(version), 0) FROM schema_version")
            if version > len(steps):
                raise Unusable(Message("server.database_newer", {"found": version, "known": len(steps)}))
            if version == len(steps):
                return
            await db.execute(steps[version], timeout=LONG)
            await db.execute("INSERT INTO schema_version VALUES ($1)", version + 1)
