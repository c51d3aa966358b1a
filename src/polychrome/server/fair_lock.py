"""One at a time, in the order of coming: a lock, but whoever finds it free goes on at once, without a task."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class FairLock:
    __slots__ = ("held", "waiting")

    def __init__(self) -> None:
        self.held = False
        self.waiting: deque[Callable[[], None]] | None = None  # most never need it

    def take(self, go: Callable[[], None]) -> None:
        """Call `go` when it is its turn: now, if nobody is at it. Somebody must `free` afterwards."""
        if self.held:
            if self.waiting is None:
                self.waiting = deque()
            self.waiting.append(go)
        else:
            self.held = True
            go()

    def free(self) -> None:
        if self.waiting:
            asyncio.get_running_loop().call_soon(self.waiting.popleft())  # not from here: a long row would nest deeply
        else:
            self.held = False

    async def __aenter__(self) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.take(lambda: self.free() if turn.done() else turn.set_result(None))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just become ours
                self.free()
            raise

    async def __aexit__(self, *problem: object) -> None:
        self.free()
