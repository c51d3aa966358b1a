"""All tables of a server: opened, found again, kept one step at a time, and put away when nobody looks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from polychrome.arena import daily
from polychrome.engine.core import Explained, Message, State
from polychrome.lexicon import errand
from polychrome.room import wire
from polychrome.room.box import Box
from polychrome.room.fold import OVER
from polychrome.room.moves import Turn
from polychrome.room.people import NOBODY, Watcher, denied
from polychrome.room.room import CODE_LETTERS, Room
from polychrome.room.steps import Step
from polychrome.room.telling import CODE_LIFE
from polychrome.server.hub import IDLE, NO_TEXT, RESTART, Socket
from polychrome.server.limits import FLOOD, REQUESTS, TABLES, VISITS, WRONG_CODES, PerAddress
from polychrome.server.store import Conflict, Store, Unstored, Write
from polychrome.server.thinker import Solution
from polychrome.server.thinking import Thinking
from polychrome.server.turns import Turns

log: Final = logging.getLogger("polychrome")

PUT_AWAY: Final = 60.0  # seconds without anybody looking
SILENT: Final = 180.0  # seconds without a word from a socket
SWEEP: Final = 20  # seconds between chores
PRUNE: Final = 180  # chores between clearing away old games
EXAMINE: Final = 4_320  # chores between looking for damage
SOON: Final = 0.02  # seconds before a clock rings again that found the room busy with another
RETRY: Final = 1.0  # seconds before a bot or a clock tries again what could not be stored
OWN_TABLES: Final = 20
ADVISER: Final = "sharp"  # gives hints; where it may remember, it forgets as people do
HINT_PAUSE: Final = 1.0  # seconds after a hint until the next


class NoTable(Explained):
    """There is no such table."""


class TooMany(Explained):
    """Somebody asks for more than their share."""


Ask = Callable[[Room], Step | None]
Then = Callable[[Exception | None], None]


class Kept:
    """A room in memory, and the lock that lets it take one step at a time."""

    __slots__ = ("alarm", "bots", "dead", "due", "lock", "opener", "room", "ticking", "used")

    def __init__(self, room: Room, opener: str = "") -> None:
        self.room = room
        self.opener = opener  # the address whose share of the bots' time it uses up; unknown until somebody looks
        self.lock = Turns()
        self.bots: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None  # for what time does at the table
        self.due: float | None = None  # when it rings
        self.ticking: asyncio.Task[None] | None = None
        self.dead = False
        self.used = time.monotonic()


class Lobby:
    def __init__(
        self, store: Store, box: Box, thinking: Thinking, base: str = "http://localhost", days: int = 30
    ) -> None:
        self.store = store
        self.box = box
        self.thinking = thinking
        self.base = base
        self.days = days  # that a finished game is kept
        self.rooms: dict[str, Kept] = {}
        self.sockets: set[Socket] = set()
        self.new_tables = PerAddress(*TABLES)
        self.wrong_codes = PerAddress(*WRONG_CODES)
        self.requests = PerAddress(*REQUESTS)
        self.visits = PerAddress(*VISITS)
        self.chores: asyncio.Task[None] | None = None
        self.hints: dict[str, asyncio.Task[None]] = {}  # by guest: being thought about

    def start(self) -> None:
        self.chores = asyncio.get_running_loop().create_task(self.keep_house())

    async def close(self) -> None:
        for kept in self.rooms.values():
            kept.dead = True
            if kept.alarm is not None:
                kept.alarm.cancel()
        errand.recall()
        tasks = [self.chores, *self.hints.values()]
        for kept in self.rooms.values():
            tasks += [kept.bots, kept.ticking]
        for task in tasks:
            if task is not None:
                task.cancel()
        for task in tasks:
            if task is not None:
                with suppress(asyncio.CancelledError):
                    await task
        await self.thinking.close()

    # Finding and opening.

    def find(self, table: str) -> Kept:
        """A table in memory or from the store; NoTable if there is none."""
        kept = self.rooms.get(table)
        if kept is not None:
            kept.used = time.monotonic()
            return kept
        stored = self.store.table(table) if len(table) <= 40 else None
        if stored is None:
            raise NoTable(Message("server.no_table", {}))
        try:
            age = max(0.0, time.time() - stored.created)
            entries = self.store.entries(table)
            room = Room.load(self.box, self.base, stored.header(), entries, time.monotonic(), age)
        except Explained:
            raise
        except Exception as problem:  # whatever is wrong with one table must not trouble the others
            log.error("The table %s cannot be read: %s: %s", table, type(problem).__name__, problem)
            raise denied("unreadable") from None
        return self.keep(room)

    def sits(self, table: str, guest: str) -> bool:
        """Has somebody a seat at a table?"""
        try:
            return bool(self.find(table).room.seating.seats_of(guest))
        except Explained:
            return False

    def keep(self, room: Room) -> Kept:
        kept = self.rooms[room.id] = Kept(room)
        self.wake(kept)
        self.set_alarm(kept)
        return kept

    async def create(self, guest: str, wish: wire.NewTable, address: str) -> str:
        if self.new_tables.exhausted(address):
            raise TooMany(Message("server.too_many_tables", {}))
        key = daily.key(self.box.find(wish.game), wish.seats, daily.today()) if wish.daily else None
        room, step = Room.open(self.box, self.base, guest, wish, time.monotonic(), int(time.time()), key)
        if room.options.get("word_check", "none") != "none":
            errand.send(str(room.options["language"]))  # if its list is missing; until it is there, people vote
        self.new_tables.take(address)
        kept = self.open(room, address)
        problem: BaseException | None = None
        try:
            await self.store.write(Write.of(room, step))
            room.kept(step)
        except BaseException as found:
            problem = found
            raise
        finally:
            self.opened(kept, problem is None)
        return room.id

    def open(self, room: Room, opener: str) -> Kept:
        """A table that is being stored: whoever finds it waits for it, and does not load a second one."""
        kept = self.rooms[room.id] = Kept(room, opener)
        kept.lock.take(lambda: None)
        return kept

    def opened(self, kept: Kept, stored: bool) -> None:
        kept.lock.free()
        if stored:
            self.wake(kept)
            self.set_alarm(kept)
        else:
            kept.dead = True
            del self.rooms[kept.room.id]

    async def join(self, guest: str, wish: wire.Join, address: str) -> str:
        """Sit down at a table by invitation or by its short code."""
        if wish.code is not None and wish.table is None and wish.secret is None:
            kept = self.find(self.by_code(wish.code, address))
        elif wish.table is not None and wish.secret is not None and wish.code is None:
            kept = self.find(wish.table)
            if not kept.room.seating.invites(wish.secret):
                raise denied("invitation")
        else:
            raise wire.Unwelcome(Message("server.unreadable", {}))
        await self.act(kept, lambda room: room.join(guest, time.monotonic(), wish.program), strict=True)
        return kept.room.id

    def by_code(self, code: str, address: str) -> str:
        if self.wrong_codes.exhausted(address):
            raise TooMany(Message("server.too_many_codes", {}))
        letters = "".join(letter for letter in code.upper() if letter in CODE_LETTERS)
        table = self.store.table_by_code(letters, time.time() - CODE_LIFE) if len(letters) == 6 else None
        if table is None:
            self.wrong_codes.take(address)
            raise NoTable(Message("server.no_code", {}))
        return table

    def own_tables(self, guest: str) -> list[wire.OwnTable]:
        found = []
        for table in self.store.tables_of(guest, OWN_TABLES) if guest != NOBODY else []:
            with suppress(Explained):  # a table of rules we no longer have
                room = self.find(table).room
                own = room.seating.seats_of(guest)
                if own:
                    turn = any(seat in room.asked for seat in own)
                    found.append(wire.OwnTable(room.id, room.game.name, room.phase, len(room.chairs), turn))
        return found

    # One step at a time.

    async def act(self, kept: Kept, ask: Ask, strict: bool = False) -> bool:
        """Take a step: change, store, tell. False (or, if strict, an exception) if it could not be stored."""
        through: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def then(problem: Exception | None) -> None:
            if through.done():  # nobody waits any more
                return
            if problem is None:
                through.set_result(True)
            elif isinstance(problem, Unstored) and not isinstance(problem, Conflict) and not strict:
                through.set_result(False)
            else:
                through.set_exception(problem)

        self.soon(kept, ask, then)
        return await through

    def soon(self, kept: Kept, ask: Ask, then: Then) -> None:
        """Take a step when it is its turn; then say what came of it."""
        kept.lock.take(lambda: self.take(kept, ask, then))

    def take(self, kept: Kept, ask: Ask, then: Then) -> None:
        if kept.dead:
            kept.lock.free()
            then(Unstored(Message("server.moment", {})))
            return
        try:
            step = ask(kept.room)
        except Exception as problem:
            if not isinstance(problem, Explained):
                self.evict(kept)
            kept.lock.free()
            then(problem)
            return
        if step is None:
            self.through(kept, then)
            return
        beginning = None
        if step.opens is not None:
            other = step.opens[0]
            assert isinstance(other, Room)
            beginning = self.open(other, kept.opener)
        self.store.put(Write.of(kept.room, step), lambda outcome: self.stored(kept, step, beginning, outcome, then))

    def stored(self, kept: Kept, step: Step, beginning: Kept | None, outcome: object, then: Then) -> None:
        """The disk has answered: what happened counts and is told, or it has not happened."""
        problem = outcome if isinstance(outcome, Exception) else None
        try:
            if step.opens is not None and beginning is not None:
                if problem is None:
                    step.opens[0].kept(step.opens[1])
                self.opened(beginning, problem is None)
            if problem is None:
                kept.room.kept(step)
            elif isinstance(problem, Unstored) and not isinstance(problem, Conflict):
                kept.room.unkept(step, problem.reason)
            else:  # the file knows better than we do
                self.evict(kept)
        except Exception as mistake:
            self.evict(kept)
            problem = mistake
        if problem is None:
            self.through(kept, then)
        else:
            kept.lock.free()
            then(problem)

    def through(self, kept: Kept, then: Then) -> None:
        kept.lock.free()
        self.wake(kept)
        self.set_alarm(kept)
        then(None)

    def evict(self, kept: Kept) -> None:
        """Something went wrong in the middle of a step: what the store has counts, and the pages come back to it."""
        self.put_away(kept)
        for watcher in kept.room.presence.watchers:
            watcher.close(RESTART)

    async def arrive(self, kept: Kept, watcher: Watcher, address: str = "") -> None:
        kept.opener = kept.opener or address
        if not await self.act(kept, lambda room: room.arrive(watcher, time.monotonic())) and kept.dead:
            watcher.close(RESTART)  # the room has just been put away: come again

    async def depart(self, kept: Kept, watcher: Watcher) -> None:
        async with kept.lock:
            kept.used = time.monotonic()
            kept.room.depart(watcher, kept.used)
        alone = not kept.room.presence.watchers and not kept.lock.held  # and nobody is just coming in
        if kept.room.phase == OVER and alone:  # all have gone on, to a rematch perhaps
            self.put_away(kept)
        else:
            self.set_alarm(kept)

    def listen(self, kept: Kept, watcher: Watcher, socket: Socket, text: str | bytes | None) -> None:
        """A socket has said something; whoever says too much, or nothing readable, is cut off."""
        socket.heard = now = time.monotonic()
        if socket.closing:
            return
        if text is None:
            socket.close(NO_TEXT)
            return
        try:
            message = wire.hear(text)
        except wire.Unwelcome as no:
            if socket.messages.take(now):
                socket.post(wire.say(wire.Sorry(no.reason)))
            else:
                socket.close(FLOOD)
            return
        if not isinstance(message, wire.Ping) and not socket.messages.take(now):
            socket.close(FLOOD)
            return

        def then(problem: Exception | None) -> None:
            if problem is not None and not isinstance(problem, Unstored):
                log.error("A step failed at the table %s", kept.room.id, exc_info=problem)
                socket.close(RESTART)  # ours: the room has been put away, and the page comes back to what is stored

        self.hear(kept, watcher, message, then)

    def hear(self, kept: Kept, watcher: Watcher, message: wire.ToServer, then: Then) -> None:
        if isinstance(message, wire.Hint):
            self.hint(kept, watcher, message)
        else:
            self.soon(kept, lambda room: room.hear(watcher, message, time.monotonic()), then)

    # Hints.

    def hint(self, kept: Kept, watcher: Watcher, message: wire.Hint) -> None:
        """Let a bot think for a person, who goes on meanwhile; one thought at a time for everybody."""
        try:
            question = kept.room.moves.hinting(watcher, message.seat)
            if watcher.guest in self.hints:
                raise denied("hint_wait")
            view = kept.room.moves.hint_view(message.seat)
        except Explained as no:
            watcher.post(wire.say(wire.Sorry(no.reason)))
            return
        self.hints[watcher.guest] = asyncio.get_running_loop().create_task(
            self.advise(kept, watcher, message.seat, question, view)
        )

    async def advise(self, kept: Kept, watcher: Watcher, seat: int, question: int, view: State) -> None:
        try:
            room = kept.room
            seed = room.seed("hint", seat, question)
            found = await self.thinking.explain(room.game, view, seat, ADVISER, seed, room.id, kept.opener)
            hinted(room, watcher, seat, question, found)
            await asyncio.sleep(HINT_PAUSE)
        except Exception:
            log.exception("A hint failed at the table %s", kept.room.id)
        finally:
            self.hints.pop(watcher.guest, None)

    # Bots.

    def wake(self, kept: Kept) -> None:
        """Let the bots of a room think, if it is their turn and they do not already."""
        if kept.bots is None and not kept.dead and kept.room.bot_turn() is not None:
            kept.bots = asyncio.get_running_loop().create_task(self.play_bots(kept))

    async def play_bots(self, kept: Kept) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                async with kept.lock:
                    room = kept.room
                    turn = None if kept.dead else room.bot_turn()
                    if turn is None or room.table is None:
                        return
                    view = room.table.state.view(turn.seat, recall=True)  # forgetting is the bot's own business
                began = loop.time()
                try:
                    seed = room.seed("bot", turn.seat, turn.question)
                    late = partial(room.bot_waits, turn)
                    text = await self.thinking.choose(
                        room.game, view, turn.seat, turn.bot, seed, room.id, kept.opener, late
                    )
                except Exception as error:
                    log.warning("The bot %s failed: %s: %s", turn.bot, type(error).__name__, error)
                    text = None
                await asyncio.sleep(turn.pause - (loop.time() - began) if turn.pause else 0)
                if not await self.act(kept, partial(self.bot_moves, turn, text)):
                    await asyncio.sleep(RETRY)
        except Exception:  # the room has been put away; it will be woken from the store
            log.exception("A bot's move failed at the table %s", kept.room.id)
        finally:
            kept.bots = None

    def bot_moves(self, turn: Turn, text: str | None, room: Room) -> Step | None:
        step = room.bot_move(turn, text, time.monotonic())
        if step is not None and step.trouble:
            log.warning("The bot %s: %s", turn.bot, step.trouble)
        return step

    # Time.

    def set_alarm(self, kept: Kept) -> None:
        """Come back to a room when time has something to do there, and not before."""
        due = None if kept.dead else kept.room.due()
        if kept.alarm is not None:
            if kept.due == due:
                return
            kept.alarm.cancel()
            kept.alarm = None
        kept.due = due
        if due is not None:
            delay = max(0.0, due - time.monotonic())
            kept.alarm = asyncio.get_running_loop().call_later(delay, self.ring, kept)

    def ring(self, kept: Kept) -> None:
        loop = asyncio.get_running_loop()
        if kept.ticking is None:
            kept.alarm = None
            kept.ticking = loop.create_task(self.tick(kept))
        else:  # the clock of another seat has just rung, and its step is not quite through
            kept.alarm = loop.call_later(SOON, self.ring, kept)

    async def tick(self, kept: Kept) -> None:
        stored = False
        try:
            stored = await self.act(kept, lambda room: room.tick(time.monotonic()))
        except Exception:  # the room has been put away; it will be woken from the store
            log.exception("A clock failed at the table %s", kept.room.id)
        finally:
            kept.ticking = None
        if not stored and not kept.dead:
            await asyncio.sleep(RETRY)
            self.set_alarm(kept)

    def put_away(self, kept: Kept) -> None:
        """Out of memory; the store brings it back when somebody asks."""
        kept.dead = True
        self.set_alarm(kept)
        if self.rooms.get(kept.room.id) is kept:
            del self.rooms[kept.room.id]

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
        for kept in list(self.rooms.values()):
            busy = kept.room.presence.watchers or kept.bots is not None or kept.lock.held
            if not busy and now - kept.used > PUT_AWAY:
                self.put_away(kept)
        for limit in (self.new_tables, self.wrong_codes, self.requests, self.visits):
            limit.sweep()


def hinted(room: Room, watcher: Watcher, seat: int, question: int, found: Solution | None) -> None:
    """Tell whoever asked, if they are still there and still asked the same."""
    asked = room.asked.get(seat)
    if watcher not in room.presence.watchers or asked is None or asked.number != question:
        return
    if found is None or found.action is None:
        watcher.post(wire.say(wire.Sorry(Message("room.hint_none", {}))))
        return
    others = [wire.Promise(action, round(100 * estimate)) for action, estimate in found.others]
    percent = None if found.estimate is None else round(100 * found.estimate)
    watcher.post(wire.say(wire.Hinted(seat, question, found.action, percent, others)))
