"""A table in memory: one step at a time is taken, kept and told; its bots think, and its clocks ring."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from polychrome.engine.core import Explained, Message
from polychrome.lexicon import background_build
from polychrome.room import wire
from polychrome.room.fold import OVER
from polychrome.room.moves import Turn
from polychrome.room.room import Room
from polychrome.room.steps import Step
from polychrome.room.watcher import Watcher
from polychrome.room.wire import DEEDS
from polychrome.server.bot_pool import BotPool
from polychrome.server.fair_lock import FairLock
from polychrome.server.hints import Hints
from polychrome.server.limits import FLOOD
from polychrome.server.log_names import name_in_log
from polychrome.server.meter import Meter
from polychrome.server.socket import NO_TEXT, RESTART, Socket
from polychrome.server.store import FIRST, Conflict, Store, Unstored, Write

log: Final = logging.getLogger("polychrome")

SOON: Final = 0.02  # seconds before a clock rings again that found the table busy with another
RETRY: Final = 1.0  # seconds before a bot or a clock tries again what could not be stored

Ask = Callable[[Room], Step | None]
Then = Callable[[Exception | None], None]


class Services:
    """What all tables of a server share."""

    __slots__ = ("bot_pool", "hints", "meter", "rooms", "store")

    def __init__(self, store: Store, bot_pool: BotPool) -> None:
        self.store = store
        self.meter = Meter()
        self.bot_pool = bot_pool
        self.hints = Hints(bot_pool)
        self.rooms: dict[str, OpenRoom] = {}
        store.when_lost(self.lost)

    def lost(self, table: str, epoch: int) -> None:
        """Another server has taken a table over, because we were silent: whoever looks at it here comes back to it."""
        live = self.rooms.get(table)
        if live is not None and live.epoch == epoch:
            live.evict()


class OpenRoom:
    """A room, and the lock that lets it take one step at a time."""

    __slots__ = ("alarm", "bots", "dead", "due", "epoch", "lock", "opener", "room", "services", "ticking", "used")

    def __init__(self, services: Services, room: Room, epoch: int = FIRST, opener: str = "") -> None:
        self.services = services
        self.room = room
        self.epoch = epoch  # under which it is ours
        self.opener = opener  # the address whose share of the bots' time it uses up; unknown until somebody looks
        self.lock = FairLock()
        self.bots: asyncio.Task[None] | None = None
        self.alarm: asyncio.TimerHandle | None = None  # for what time does at the table
        self.due: float | None = None  # when it rings
        self.ticking: asyncio.Task[None] | None = None
        self.dead = False
        self.used = time.monotonic()
        services.rooms[room.id] = self

    # Coming and going.

    def begin(self) -> None:
        """It is being stored: whoever finds it waits for it, and does not load a second one."""
        self.lock.take(lambda: None)

    def begun(self, stored: bool) -> None:
        self.lock.free()
        if stored:
            self.wake()
            self.set_alarm()
        else:
            self.dead = True
            if self.services.rooms.get(self.room.id) is self:
                del self.services.rooms[self.room.id]

    def fetch_words(self) -> None:
        """The word list of this game, if it is missing; until it is there, people vote."""
        if self.room.options.get("word_check") in ("list", "vote"):
            background_build.send(str(self.room.options["language"]))

    def put_away(self) -> None:
        """Out of memory; the store brings it back when somebody asks."""
        self.dead = True
        self.set_alarm()
        if self.services.rooms.get(self.room.id) is self:
            del self.services.rooms[self.room.id]
            self.services.store.release(self.room.id, self.epoch)

    def evict(self) -> None:
        """Something went wrong in the middle of a step: what the store has counts, and the pages come back to it."""
        self.put_away()
        self.send_away()

    def tell_gone(self, problem: Conflict) -> None:
        """No fault of ours: most often we stood still, and another server has the table. One line is enough."""
        log.warning("The table %s is no longer here: %s", name_in_log(self.room.id), problem)

    def send_away(self) -> None:
        for watcher in self.room.presence.watchers:
            watcher.close(RESTART)

    def is_idle(self) -> bool:
        return not (self.room.presence.watchers or self.bots is not None or self.lock.held)

    def stop(self) -> list[asyncio.Task[None]]:
        """Take no step and set no alarm any more. Returns what is still under way."""
        self.dead = True
        if self.alarm is not None:
            self.alarm.cancel()
        return [task for task in (self.bots, self.ticking) if task is not None]

    # One step at a time.

    async def act(self, ask: Ask, strict: bool = False) -> bool:
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

        self.soon(ask, then)
        return await through

    def soon(self, ask: Ask, then: Then) -> None:
        """Take a step when it is its turn; then say what came of it."""
        self.lock.take(lambda: self.take(ask, then))

    def take(self, ask: Ask, then: Then) -> None:
        if self.dead:
            self.lock.free()
            then(Unstored(Message("server.moment", {})))
            return
        try:
            step = ask(self.room)
        except Exception as problem:
            if not isinstance(problem, Explained):
                self.evict()
            self.lock.free()
            then(problem)
            return
        if step is None:
            self.through(then)
            return
        beginning = None
        if step.opens is not None:
            other = step.opens[0]
            assert isinstance(other, Room)
            beginning = OpenRoom(self.services, other, opener=self.opener)
            beginning.begin()
        write = Write.of(self.room, step, self.epoch)
        self.services.store.put(write, lambda outcome: self.stored(step, beginning, outcome, then))

    def stored(self, step: Step, beginning: OpenRoom | None, outcome: object, then: Then) -> None:
        """The disk has answered: what happened counts and is told, or it has not happened."""
        problem = outcome if isinstance(outcome, Exception) else None
        if problem is not None:
            self.services.meter.unkept += 1
        try:
            if step.opens is not None and beginning is not None:
                if problem is None:
                    step.opens[0].kept(step.opens[1])
                beginning.begun(problem is None)
            if problem is None:
                self.room.kept(step)
                if isinstance(step.message, DEEDS):
                    self.services.meter.kept += 1
                elif isinstance(step.message, wire.Choose):
                    self.fetch_words()
            elif isinstance(problem, Unstored) and not isinstance(problem, Conflict):
                self.room.unkept(step, problem.reason)
            else:  # the store knows better than we do
                self.evict()
        except Exception as mistake:
            self.evict()
            problem = mistake
        if problem is None:
            self.through(then)
        else:
            self.lock.free()
            then(problem)

    def through(self, then: Then) -> None:
        self.lock.free()
        self.wake()
        self.set_alarm()
        then(None)

    async def arrive(self, watcher: Watcher, address: str = "") -> None:
        self.opener = self.opener or address
        if not await self.act(lambda room: room.arrive(watcher, time.monotonic())) and self.dead:
            watcher.close(RESTART)  # the room has just been put away: come again

    async def depart(self, watcher: Watcher) -> None:
        async with self.lock:
            self.used = time.monotonic()
            self.room.depart(watcher, self.used)
        alone = not self.room.presence.watchers and not self.lock.held  # and nobody is just coming in
        if self.room.phase == OVER and alone:  # all have gone on, to a rematch perhaps
            self.put_away()
        else:
            self.set_alarm()

    def listen(self, watcher: Watcher, socket: Socket, text: str | bytes | None) -> None:
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
                socket.post(wire.encode(wire.Sorry(no.reason)))
            else:
                socket.close(FLOOD)
            return
        deed = isinstance(message, DEEDS)
        if not deed and isinstance(message, wire.Ping):  # it need not wait for the table's turn
            self.room.hear(watcher, message, now)
            return
        if not socket.messages.take(now):
            socket.close(FLOOD)
            return

        meter = self.services.meter
        if deed:
            meter.heard += 1

        def then(problem: Exception | None) -> None:
            if deed:
                meter.times.note(time.monotonic() - now)
            if problem is not None and not isinstance(problem, Unstored):
                log.error("A step failed at the table %s", name_in_log(self.room.id), exc_info=problem)
                socket.close(RESTART)  # ours: the room has been put away, and the page comes back to what is stored

        self.hear(watcher, message, then)

    def hear(self, watcher: Watcher, message: wire.ToServer, then: Then) -> None:
        if not isinstance(message, DEEDS) and isinstance(message, wire.Hint):
            self.services.hints.hint(self.room, self.opener, watcher, message)
        else:
            self.soon(lambda room: room.hear(watcher, message, time.monotonic()), then)

    # Bots.

    def wake(self) -> None:
        """Let the bots of a room think, if it is their turn and they do not already."""
        if self.bots is None and not self.dead and self.room.bot_turn() is not None:
            self.bots = asyncio.get_running_loop().create_task(self.play_bots())

    async def play_bots(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                async with self.lock:
                    room = self.room
                    turn = None if self.dead else room.bot_turn()
                    if turn is None:
                        return
                    view = room.moves.bot_view(turn.seat)
                began = loop.time()
                try:
                    seed = room.seed("bot", turn.seat, turn.question)
                    late = partial(room.bot_waits, turn)
                    text = turn.told
                    if text is None:
                        text = await self.services.bot_pool.choose(
                            room.game, view, turn.seat, turn.bot, seed, room.id, self.opener, late
                        )
                except Exception as error:
                    log.warning("The bot %s failed: %s: %s", turn.bot, type(error).__name__, error)
                    text = None
                await asyncio.sleep(turn.pause - (loop.time() - began) if turn.pause else 0)
                if not await self.act(partial(self.bot_moves, turn, text)):
                    await asyncio.sleep(RETRY)
        except Conflict as problem:
            self.tell_gone(problem)
        except Exception:  # the room has been put away; it will be woken from the store
            log.exception("A bot's move failed at the table %s", name_in_log(self.room.id))
        finally:
            self.bots = None

    def bot_moves(self, turn: Turn, text: str | None, room: Room) -> Step | None:
        step = room.bot_move(turn, text, time.monotonic())
        if step is not None and step.trouble:
            log.warning("The bot %s: %s", turn.bot, step.trouble)
        return step

    # Time.

    def set_alarm(self) -> None:
        """Come back to a room when time has something to do there, and not before."""
        due = None if self.dead else self.room.due()
        if self.alarm is not None:
            if self.due == due:
                return
            self.alarm.cancel()
            self.alarm = None
        self.due = due
        if due is not None:
            delay = max(0.0, due - time.monotonic())
            self.alarm = asyncio.get_running_loop().call_later(delay, self.ring)

    def ring(self) -> None:
        loop = asyncio.get_running_loop()
        if self.ticking is None:
            self.alarm = None
            self.ticking = loop.create_task(self.tick())
        else:  # the clock of another seat has just rung, and its step is not quite through
            self.alarm = loop.call_later(SOON, self.ring)

    async def tick(self) -> None:
        stored = False
        try:
            stored = await self.act(lambda room: room.tick(time.monotonic()))
        except Conflict as problem:
            self.tell_gone(problem)
        except Exception:  # the room has been put away; it will be woken from the store
            log.exception("A clock failed at the table %s", name_in_log(self.room.id))
        finally:
            self.ticking = None
        if not stored and not self.dead:
            await asyncio.sleep(RETRY)
            self.set_alarm()
