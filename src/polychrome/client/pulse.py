"""Is anybody there? A server that stands still closes nothing; whoever waits for it should not wait for long."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from websockets.asyncio.client import ClientConnection

PULSE: Final = 60.0  # seconds between two pings, whatever is heard; a socket that is silent for three minutes is closed
BRISK: Final = 2.0  # seconds of silence before we ask, at a game that goes on
HASTY: Final = 1.0  # and while a move is not answered
ALERT: Final = 1.0  # seconds for an answer, where answers are fast;
DEAF: Final = 8.0  # where they are slow, up to so many
LOOK: Final = 0.25  # seconds between two looks at all this


class Pulse:
    """Whether the server of one place is there, over all connections to it."""

    def __init__(self, ping: Callable[[], Awaitable[None]], calm: Callable[[], float]) -> None:
        self.ping = ping
        self.calm = calm  # how many seconds of silence are nothing to worry about
        self.heard = 0.0  # when we last heard a word
        self.alert = ALERT

    def hear(self) -> None:
        self.heard = asyncio.get_running_loop().time()

    async def watch(self, ws: ClientConnection) -> None:
        """Say now and then that we are there; hang up when nobody answers."""
        loop = asyncio.get_running_loop()
        self.hear()
        pinged = self.heard
        while True:
            await asyncio.sleep(LOOK)
            now = loop.time()
            if now - self.heard < self.calm() and now - pinged < PULSE:
                continue
            pinged = now
            await self.ping()
            await asyncio.sleep(self.alert)
            if self.heard >= now:
                self.alert = max(ALERT, 0.9 * self.alert)
            elif loop.time() - now < 2 * self.alert:  # else it may be we who were too busy to hear
                self.alert = min(DEAF, 2 * self.alert)  # it may have been only slow
                ws.transport.abort()
                return
