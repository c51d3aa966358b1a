"""All tables of a server: opened, found again, and put away when nobody looks."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any, Final

from polychrome.arena import daily
from polychrome.engine.core import Explained, Message
from polychrome.lexicon import background_build
from polychrome.room import wire
from polychrome.room.cards import own_table
from polychrome.room.catalogue import Catalogue
from polychrome.room.guided import open_guided, open_puzzle
from polychrome.room.people import NO_TOKEN, NoTable, denied
from polychrome.room.room import CODE_LETTERS, Room, id_for
from polychrome.room.telling import CODE_LIFE
from polychrome.server.bot_pool import BotPool
from polychrome.server.health import WELL
from polychrome.server.limits import REQUESTS, TABLES, VISITS, WRONG_CODES, PerAddress
from polychrome.server.log_names import name_in_log
from polychrome.server.open_room import OpenRoom, Services
from polychrome.server.socket import IDLE, Socket
from polychrome.server.store import NEW, Conflict, Elsewhere, Store, StoredRoom, Unstored, Write

log: Final = logging.getLogger("polychrome")

PUT_AWAY: Final = 60.0  # seconds without anybody looking
SILENT: Final = 180.0  # seconds without a word from a socket
SWEEP: Final = 20  # seconds between chores
PRUNE: Final = 180  # chores between clearing away old games
EXAMINE: Final = 4_320  # chores between looking for damage
OWN_TABLES: Final = 20
HANDED_OVER: Final = 20  # tables at the same time


class TooMany(Explained):
    """Somebody asks for more than their share."""


class Lobby:
    def __init__(
        self, store: Store, catalogue: Catalogue, bot_pool: BotPool, base: str = "http://localhost", days: int = 30
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.bot_pool = bot_pool
        self.base = base
        self.days = days  # that a finished game is kept
        self.services = Services(store, bot_pool)
        self.rooms = self.services.rooms
        self.waking: dict[str, asyncio.Task[OpenRoom]] = {}
        self.opening: dict[str, asyncio.Task[str]] = {}
        self.sockets: set[Socket] = set()
        self.requests = PerAddress(*REQUESTS)
        self.visits = PerAddress(*VISITS)
        self.chores: asyncio.Task[None] | None = None
        self.leaving = False

    def start(self) -> None:
        self.chores = asyncio.get_running_loop().create_task(self.keep_house())

    async def hand_over(self) -> None:
        """Let other servers go on with our tables, a few at a time. A table is free before its people are sent away, so
        that whoever is asked for it next can have it."""
        self.leaving = True
        while self.rooms or self.waking:
            some = list(self.rooms.values())[:HANDED_OVER]
            if not some:
                await asyncio.wait(list(self.waking.values()))
                continue
            for live in some:
                async with live.lock:  # what is under way is finished
                    live.put_away()
            with suppress(Unstored):
                await self.store.write(Write())  # what was put before is written before
            for live in some:
                live.send_away()

    async def close(self) -> None:
        tasks: list[asyncio.Task[Any]] = [task for live in self.rooms.values() for task in live.stop()]
        tasks += self.services.hints.tasks.values()
        tasks += self.waking.values()
        tasks += self.opening.values()
        tasks += [self.chores] if self.chores is not None else []
        background_build.recall()
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError, Explained):
                await task
        await self.bot_pool.close()

    def is_ready(self) -> bool:
        """May people be sent here?"""
        return not self.leaving and self.store.health.word() == WELL

    # Finding and opening.

    async def find(self, table: str) -> OpenRoom:
        """A table in memory or from the store; NoTable if there is none, Elsewhere if another server has it."""
        while True:
            live = self.rooms.get(table) or await self.woken(table)
            await self.store.make_sure()
            if self.rooms.get(table) is live:  # else it was taken from us
                live.used = time.monotonic()
                return live

    async def woken(self, table: str) -> OpenRoom:
        waking = self.waking.get(table)
        if waking is None:  # whoever else looks for it waits for the same
            waking = self.waking[table] = asyncio.get_running_loop().create_task(self.wake(table))
            waking.add_done_callback(lambda _: self.waking.pop(table))
        return await asyncio.shield(waking)

    async def wake(self, table: str) -> OpenRoom:
        if self.leaving:
            raise Unstored(Message("server.moment", {}))
        kept = await self.store.own(table) if len(table) <= 40 else None
        room = self.room_of(table, kept)
        assert kept is not None
        live = OpenRoom(self.services, room, kept.epoch)
        live.wake()
        live.set_alarm()
        return live

    def room_of(self, table: str, kept: StoredRoom | None) -> Room:
        if kept is None:
            raise NoTable(Message("server.no_table", {}))
        try:
            age = max(0.0, time.time() - kept.table.created)
            return Room.load(self.catalogue, self.base, kept.table.header(), kept.entries, time.monotonic(), age)
        except Explained:
            raise
        except Exception as problem:  # whatever is wrong with one table must not trouble the others
            log.error("The table %s cannot be read: %s: %s", name_in_log(table), type(problem).__name__, problem)
            raise denied("unreadable") from None

    async def look(self, table: str) -> Room:
        """A table to look at only; as it is kept, if another server has it."""
        with suppress(Elsewhere):  # compiled, an await in an `except` would leave the exception behind
            return (await self.find(table)).room
        return self.room_of(table, await self.store.look(table))

    async def sits(self, table: str, guest: str) -> bool:
        """Has somebody a seat at a table?"""
        try:
            return bool((await self.look(table)).seating.seats_of(guest))
        except Explained:
            return False

    async def create(self, guest: str, wish: wire.NewTable, address: str, name: str | None = None) -> str:
        """Open a table. Of a wish that has a name, and arrives more than once, here or elsewhere, there is one."""
        if name is None:
            return await self.open(guest, wish, address)
        table = id_for(name, guest)
        opening = self.opening.get(table)
        if opening is None:
            once = self.open_once(table, guest, wish, address)
            opening = self.opening[table] = asyncio.get_running_loop().create_task(once)
            opening.add_done_callback(lambda _: self.opening.pop(table))
        return await asyncio.shield(opening)

    async def open_once(self, table: str, guest: str, wish: wire.NewTable, address: str) -> str:
        if table in self.rooms or await self.store.look(table) is not None:
            return table
        try:
            return await self.open(guest, wish, address, table)
        except Conflict as problem:  # another server was faster, or nobody knows
            unsure = problem
        if await self.store.look(table) is None:
            raise unsure
        return table

    async def open(self, guest: str, wish: wire.NewTable, address: str, table: str | None = None) -> str:
        if not await self.store.spend(TABLES, address, 0):
            raise TooMany(Message("server.too_many_tables", {}))
        key = daily.key(self.catalogue.find(wish.game), wish.seats, daily.today()) if wish.daily else None
        now, created = time.monotonic(), int(time.time())
        if wish.guide:
            room, step = open_guided(self.catalogue, self.base, guest, wish, now, created, table)
        elif wish.puzzle:
            today = daily.today().isoformat()
            room, step = open_puzzle(self.catalogue, self.base, guest, wish, today, now, created, table)
        else:
            room, step = Room.open(self.catalogue, self.base, guest, wish, now, created, key, table)
        await self.store.spend(TABLES, address, 1)
        if room.id in self.rooms:  # opened by an earlier try, and woken since we looked
            raise Conflict(Message("server.elsewhere", {}))
        live = OpenRoom(self.services, room, opener=address)
        live.fetch_words()
        live.begin()
        problem: BaseException | None = None
        try:
            await self.store.write(Write.of(room, step, NEW))
            room.kept(step)
        except BaseException as found:
            problem = found
            raise
        finally:
            live.begun(problem is None)
        return room.id

    async def join(self, guest: str, wish: wire.Join, address: str) -> str:
        """Sit down at a table by invitation or by its short code."""
        if wish.code is not None and wish.table is None and wish.secret is None:
            live = await self.find(await self.by_code(wish.code, address))
        elif wish.table is not None and wish.secret is not None and wish.code is None:
            live = await self.find(wish.table)
            if not live.room.seating.invites(wish.secret):
                raise denied("invitation")
        else:
            raise wire.Unwelcome(Message("server.unreadable", {}))
        await live.act(lambda room: room.join(guest, time.monotonic(), wish.program), strict=True)
        return live.room.id

    async def by_code(self, code: str, address: str) -> str:
        if not await self.store.spend(WRONG_CODES, address, 0):
            raise TooMany(Message("server.too_many_codes", {}))
        letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
        table = await self.store.table_by_code(letters, time.time() - CODE_LIFE) if len(letters) == 6 else None
        if table is None:
            await self.store.spend(WRONG_CODES, address, 1)
            raise NoTable(Message("server.no_code", {}))
        return table

    async def own_tables(self, guest: str) -> list[wire.OwnTable]:
        found = []
        for table in await self.store.tables_of(guest, OWN_TABLES) if guest != NO_TOKEN else []:
            with suppress(Explained):  # a table of rules we no longer have
                room = await self.look(table)
                if room.seating.seats_of(guest):
                    found.append(own_table(room, guest))
        return found

    # Chores.

    async def keep_house(self) -> None:
        rounds = 0
        while True:
            try:
                self.sweep()
                if rounds % EXAMINE == 0:
                    self.store.examine()
                await self.store.rest()
                if rounds % PRUNE == 0:
                    await self.store.prune(self.days)
            except Unstored:  # the store has said why; the chore waits for its next time
                pass
            except Exception:
                log.exception("A chore failed")
            rounds += 1
            await asyncio.sleep(SWEEP)

    def sweep(self) -> None:
        now = time.monotonic()
        for socket in list(self.sockets):
            if now - socket.heard > SILENT:
                socket.close(IDLE)
        for live in list(self.rooms.values()):
            if live.is_idle() and now - live.used > PUT_AWAY:
                live.put_away()
        for limit in (self.requests, self.visits):
            limit.sweep()
