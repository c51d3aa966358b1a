"""A socket, and what waits to be sent to it. Nobody waits for a slow reader: it is dropped, and finds its way back."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from contextlib import suppress
from time import monotonic
from typing import Any, Final

from polychrome.server.limits import MESSAGES, PINGS, Bucket

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING: Final = 64
MOST_BYTES: Final = 256 * 1024
TOO_SLOW: Final = 4409
IDLE: Final = 4408
RESTART: Final = 1012
FAREWELL: Final = 5.0  # seconds that a socket has to take our goodbye


class Socket:
    __slots__ = ("closing", "heard", "messages", "pings", "pump", "send", "size", "waiting")

    def __init__(self, send: Send) -> None:
        now = monotonic()
        self.send = send
        self.heard = now
        self.messages = Bucket(*MESSAGES, now)
        self.pings: Bucket | None = None  # most sockets never need it
        self.waiting: deque[str] | None = None  # None: nothing waits, and we may write at once
        self.size = 0
        self.pump: asyncio.Task[None] | None = None
        self.closing = False

    def pinged(self, now: float) -> bool:
        if self.pings is None:
            self.pings = Bucket(*PINGS, now)
        return self.pings.take(now)

    def post(self, text: str) -> None:
        """Send, or queue if the socket's buffer is full."""
        if self.closing:
            return
        if self.waiting is not None:
            self.waiting.append(text)
            self.size += len(text)
            if len(self.waiting) > MOST_WAITING or self.size > MOST_BYTES:
                self.close(TOO_SLOW)
            return
        # Most sends need not wait: they are done at the first step, and a task for each would cost more than the send.
        step = self.send({"type": "websocket.send", "text": text})
        assert isinstance(step, Coroutine)
        try:
            step.send(None)
        except StopIteration:
            return
        except Exception:  # it is gone; whoever reads from it will notice
            self.closing = True
            return
        step.close()  # the server waits for room before it writes, so nothing of this has left
        self.waiting = deque([text])
        self.size = len(text)
        self.pump = asyncio.get_running_loop().create_task(self.drain())

    async def drain(self) -> None:
        assert self.waiting is not None
        with suppress(Exception):
            while self.waiting:
                text = self.waiting[0]
                await self.send({"type": "websocket.send", "text": text})
                self.waiting.popleft()
                self.size -= len(text)
        self.waiting = None
        self.pump = None

    def close(self, code: int) -> None:
        if self.closing:
            return
        self.closing = True
        if self.pump is not None:
            self.pump.cancel()
        self.waiting = None
        self.pump = asyncio.get_running_loop().create_task(self.part(code))

    async def part(self, code: int) -> None:
        try:
            await asyncio.wait_for(self.send({"type": "websocket.close", "code": code}), FAREWELL)
        except Exception:  # it does not read, or is gone: let go of its buffers as well
            transport = getattr(getattr(self.send, "__self__", None), "transport", None)
            if transport is not None:
                transport.abort()
        self.pump = None
