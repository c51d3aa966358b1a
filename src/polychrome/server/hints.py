"""Hints: a bot thinks for a person, who goes on meanwhile."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from polychrome.engine.core import Explained, Message, State
from polychrome.room import wire
from polychrome.room.people import denied
from polychrome.room.room import Room
from polychrome.room.watcher import Watcher
from polychrome.server.thinker import Solution
from polychrome.server.thinking import Thinking
from polychrome.server.veil import veiled

log: Final = logging.getLogger("polychrome")

ADVISER: Final = "sharp"  # gives hints; where it may remember, it forgets as people do
HINT_PAUSE: Final = 1.0  # seconds after a hint until the next


class Hints:
    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self.tasks: dict[str, asyncio.Task[None]] = {}  # by guest: being thought about

    def hint(self, room: Room, opener: str, watcher: Watcher, message: wire.Hint) -> None:
        """One thought at a time for everybody."""
        try:
            question = room.moves.hinting(watcher, message.seat)
            if watcher.guest in self.tasks:
                raise denied("hint_wait")
            view = room.moves.hint_view(message.seat)
        except Explained as no:
            watcher.post(wire.say(wire.Sorry(no.reason)))
            return
        self.tasks[watcher.guest] = asyncio.get_running_loop().create_task(
            self.advise(room, opener, watcher, message.seat, question, view)
        )

    async def advise(self, room: Room, opener: str, watcher: Watcher, seat: int, question: int, view: State) -> None:
        try:
            seed = room.seed("hint", seat, question)
            found = await self.thinking.explain(room.game, view, seat, ADVISER, seed, room.id, opener)
            hinted(room, watcher, seat, question, found)
            await asyncio.sleep(HINT_PAUSE)
        except Exception:
            log.exception("A hint failed at the table %s", veiled(room.id))
        finally:
            self.tasks.pop(watcher.guest, None)


def hinted(room: Room, watcher: Watcher, seat: int, question: int, found: Solution | None) -> None:
    """Tell whoever asked, if they are still there and still asked the same."""
    asked = room.asked.get(seat)
    if watcher not in room.presence.watchers or asked is None or asked.number != question:
        return
    if found is None or found.action is None:
        watcher.post(wire.say(wire.Sorry(Message("room.hint_none", {}))))
        return
    others = [wire.Estimate(action, round(100 * estimate)) for action, estimate in found.others]
    percent = None if found.estimate is None else round(100 * found.estimate)
    watcher.post(wire.say(wire.Hinted(seat, question, found.action, percent, others)))
