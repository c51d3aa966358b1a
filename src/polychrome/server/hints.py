"""Hints: a bot thinks for a person, who goes on meanwhile."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from polychrome.engine.core import Explained, State
from polychrome.room import wire
from polychrome.room.people import denied
from polychrome.room.room import Room
from polychrome.room.thought import ADVISER, hinted
from polychrome.room.watcher import Watcher
from polychrome.server.bot_pool import BotPool
from polychrome.server.log_names import name_in_log

log: Final = logging.getLogger("polychrome")

HINT_PAUSE: Final = 1.0  # seconds after a hint until the next


class Hints:
    def __init__(self, bot_pool: BotPool) -> None:
        self.bot_pool = bot_pool
        self.tasks: dict[str, asyncio.Task[None]] = {}  # by guest: being thought about

    def hint(self, room: Room, opener: str, watcher: Watcher, message: wire.Hint) -> None:
        """One thought at a time for everybody."""
        try:
            question = room.moves.hinting(watcher, message.seat)
            if watcher.guest in self.tasks:
                raise denied("hint_wait")
            view = room.moves.hint_view(message.seat)
        except Explained as no:
            watcher.post(wire.encode(wire.Sorry(no.reason)))
            return
        self.tasks[watcher.guest] = asyncio.get_running_loop().create_task(
            self.advise(room, opener, watcher, message.seat, question, view)
        )

    async def advise(self, room: Room, opener: str, watcher: Watcher, seat: int, question: int, view: State) -> None:
        try:
            seed = room.seed("hint", seat, question)
            found = await self.bot_pool.explain(room.game, view, seat, ADVISER, seed, room.id, opener)
            hinted(room, watcher, seat, question, found)
            await asyncio.sleep(HINT_PAUSE)
        except Exception:
            log.exception("A hint failed at the table %s", name_in_log(room.id))
        finally:
            self.tasks.pop(watcher.guest, None)
