"""A server that stood still for longer than a lease shows nobody a table as it was: another one may have it by now.

Whenever it stood still: before somebody asks for a table in its memory, or between the database's word that a table is
its own and the moment when it reads that word.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from time import time
from typing import Any

import pytest

from polychrome.room import wire
from polychrome.server import leases, postgres
from polychrome.server.bot_pool import BotPool
from polychrome.server.elapsed_time import Clock
from polychrome.server.lobby import Lobby
from polychrome.server.postgres import PostgresStore
from polychrome.server.store import Elsewhere
from server.hands import box
from server.house import runs
from server.test_leases import fall_silent, lasting

__all__ = ["lasting"]

pytestmark = pytest.mark.usefixtures("lasting")

Meanwhile = Callable[[], Awaitable[None]]


class House:
    """A server without sockets, whose time goes on by the test's word only."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.lobby = Lobby(store, box(), BotPool())
        self.hour = 0.0

    @classmethod
    async def open(cls, database: str, name: str) -> House:
        found: list[House] = []
        clock = Clock(time, lambda: found[0].hour if found else 0.0)
        found.append(cls(await PostgresStore.open(database, name, clock)))
        return found[0]

    async def close(self) -> None:
        await self.lobby.close()
        await self.store.end()

    async def stand_still(self) -> None:
        await fall_silent(self.store)
        self.hour += leases.LEASE + 1

    def wake_up(self) -> None:
        self.store.lease.beating = asyncio.get_running_loop().create_task(self.store.lease.live())


@asynccontextmanager
async def houses(database: str) -> AsyncIterator[tuple[House, House]]:
    async with AsyncExitStack() as stack:
        found = [await House.open(database, name) for name in ("here", "there")]
        for house in found:
            stack.push_async_callback(house.close)
        yield found[0], found[1]


class Slow:
    """A connection whose answers are read after something else has happened."""

    def __init__(self, db: Any, meanwhile: Meanwhile) -> None:
        self.db = db
        self.meanwhile = meanwhile

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)

    async def fetchrow(self, *question: Any) -> Any:
        answer = await self.db.fetchrow(*question)
        await self.meanwhile()
        return answer

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        async with self.db.transaction():
            yield
        await self.meanwhile()


WISH = wire.NewTable("hands", 2)


async def opened(house: House) -> str:
    return await house.lobby.create("ann", WISH, "1.1.1.1", "first")


async def bob_sits_down(house: House, table: str) -> None:
    kept = await house.store.look(table)
    assert kept is not None
    secret = house.lobby.room_of(table, kept).seating.secret
    await house.lobby.join("bob", wire.Join(table=table, secret=secret), "1.1.1.2")


async def in_memory(here: House, there: House) -> str:
    """The table was there all the time."""
    table = await opened(here)
    await here.lobby.find(table)
    await here.stand_still()
    await bob_sits_down(there, table)
    here.wake_up()
    return table


async def while_opened(here: House, there: House) -> str:
    """It was just being opened, and a beat came before the word that it is."""
    writer, name = here.store.writer, "first"

    async def meanwhile() -> None:
        here.store.writer = writer  # type: ignore[method-assign]
        await here.stand_still()
        table = await opened(there)  # the same wish, sent again
        await bob_sits_down(there, table)
        await here.store.lease.beat()
        here.wake_up()

    async def slow() -> Any:
        return Slow(await writer(), meanwhile)

    here.store.writer = slow  # type: ignore[method-assign]
    return await here.lobby.create("ann", WISH, "1.1.1.1", name)


async def while_taken(here: House, there: House) -> str:
    """It was just being taken over from a server that had ended."""
    table = await opened(here)
    (await here.lobby.find(table)).put_away()
    await here.store.write(postgres.Write())
    take = here.store.lease.take

    async def meanwhile() -> None:
        here.store.lease.take = take  # type: ignore[method-assign]
        await here.stand_still()
        await bob_sits_down(there, table)
        await here.store.lease.beat()
        here.wake_up()

    async def slow(db: Any, name: str) -> Any:
        return await take(Slow(db, meanwhile), name)  # type: ignore[arg-type]

    here.store.lease.take = slow  # type: ignore[method-assign]
    return table


@pytest.mark.parametrize("moment", [in_memory, while_opened, while_taken], ids=lambda moment: moment.__name__)
@runs
async def test_nobody_is_shown_a_table_as_it_was(
    database: str, moment: Callable[[House, House], Awaitable[str]]
) -> None:
    async with houses(database) as (here, there):
        table = await moment(here, there)
        with pytest.raises(Elsewhere):
            await here.lobby.find(table)
        assert (await here.lobby.look(table)).seating.seats_of("bob")
        assert table not in here.lobby.rooms
        assert (await there.lobby.find(table)).room.seating.seats_of("bob")


@runs
async def test_what_was_lost_is_looked_for_until_the_database_has_answered(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The beat that finds out that we were thought dead comes through, and the question after it does not."""
    async with houses(database) as (here, there):
        table = await opened(here)
        await here.stand_still()
        await bob_sits_down(there, table)
        look_for_lost = here.store.lease.look_for_lost

        async def cut() -> None:
            raise OSError("cut")

        monkeypatch.setattr(here.store.lease, "look_for_lost", cut)
        with pytest.raises(OSError, match="cut"):
            await here.store.lease.beat()
        monkeypatch.setattr(here.store.lease, "look_for_lost", look_for_lost)
        here.wake_up()
        with pytest.raises(Elsewhere):
            await here.lobby.find(table)


@runs
async def test_where_the_database_does_not_answer_people_see_what_was_there_last(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with houses(database) as (here, _):
        table = await opened(here)
        await here.stand_still()

        async def cut() -> bool:
            raise OSError("cut")

        monkeypatch.setattr(here.store.lease, "say_alive", cut)
        here.wake_up()
        assert (await here.lobby.find(table)).room.seating.seats_of("ann")
        assert here.store.health.word().startswith("away: ")
