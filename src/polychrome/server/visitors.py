"""Where connections stand that speak HTTP: they may come, ask and wait a little, but not take all the room there is.

Every connection is an open file, and a process may have only so many. Who plays has one already and keeps it; who only
stands here has to go when its time is up, or when somebody else needs the place.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sized
from time import monotonic
from typing import Final, Protocol

from polychrome.server.limits import DOOR
from polychrome.server.request_queue import RequestQueue

OWN_FILES: Final = 160  # for the store, the bots, and a rush at the door; never more than a quarter of all
STANDING: Final = 1024  # connections that speak HTTP, at the same time
FOR_PLAYERS: Final = 8  # one place in so many is for people who sit at a table already
VISIT_SECONDS: Final = 8.0  # seconds to ask for something, or to take what was given; with all the rest, less than ten
LOOK: Final = 1.0  # seconds between two looks around
AT_ONCE: Final = 64  # connections that are sent away at one look; the tables do not wait for more
SOON: Final = 20  # times sooner than usual we look again if there were more


class Visitor(Protocol):
    """A connection that speaks HTTP."""

    address: str

    def stuck(self) -> bool:
        """Its time is up: does nothing happen any more?"""

    def send_away(self) -> None: ...


class Visitors:
    def __init__(self, files: int, clock: Callable[[], float] = monotonic, door: tuple[float, float] = DOOR) -> None:
        self.most = files - min(OWN_FILES, files // 4)  # connections of all kinds
        self.standing = min(STANDING, self.most)
        self.clock = clock
        self.requests = RequestQueue(*door)
        self.open: Sized = ()  # all connections of the server, those of the tables too
        self.here: dict[str, dict[Visitor, float]] = {}  # by address; since when they wait, the longest first
        self.size = 0
        self.alarm: asyncio.TimerHandle | None = None

    def enter(self, visitor: Visitor) -> None:
        """Somebody has come; if it is too full, the one who has waited longest among those of one address goes."""
        self.wait(visitor)
        if self.size > self.standing or len(self.open) > self.most:
            many = max(self.here.values(), key=len)
            self.put_out(next(iter(many)))

    def wait(self, visitor: Visitor) -> None:
        """From now on we wait for this one, to speak or to take its answer."""
        here = self.here.get(visitor.address)
        if here is None:
            here = self.here[visitor.address] = {}
        if here.pop(visitor, None) is None:
            self.size += 1
        here[visitor] = self.clock()
        if self.alarm is None:
            self.alarm = asyncio.get_running_loop().call_later(LOOK, self.look)

    def leave(self, visitor: Visitor) -> None:
        here = self.here.get(visitor.address)
        if here is not None and here.pop(visitor, None) is not None:
            self.size -= 1
            if not here:
                del self.here[visitor.address]

    def put_out(self, visitor: Visitor) -> None:
        self.leave(visitor)
        visitor.send_away()

    def look(self) -> None:
        """Send away those whose time is up."""
        now = self.clock()
        late: list[Visitor] = []
        for here in self.here.values():
            for visitor, since in here.items():
                if now - since < VISIT_SECONDS or len(late) == AT_ONCE:
                    break
                late.append(visitor)
        for visitor in late:
            if visitor.stuck():
                self.put_out(visitor)
            else:
                self.wait(visitor)
        self.alarm = None
        if self.size:
            soon = LOOK / SOON if len(late) == AT_ONCE else LOOK
            self.alarm = asyncio.get_running_loop().call_later(soon, self.look)

    def room(self) -> bool:
        """May somebody come to a table who does not sit there yet?"""
        return len(self.open) - self.size < self.most - self.most // FOR_PLAYERS

    def close(self) -> None:
        if self.alarm is not None:
            self.alarm.cancel()
