"""A socket, and what waits to be sent to it. Nobody waits for a slow reader: it is dropped, and finds its way back."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from time import monotonic
from typing import Final

from polychrome.server.limits import FLOOD, MESSAGES, Bucket
from polychrome.server.websocket import WebSocketProtocol

MOST_WAITING: Final = 64
MOST_BYTES: Final = 256 * 1024
TOO_SLOW: Final = 4409
IDLE: Final = 4408
RESTART: Final = 1012
NO_TEXT: Final = 1003
FAREWELL: Final = 5.0  # seconds that a socket has to take our goodbye


class Socket:
    __slots__ = ("closing", "heard", "line", "messages", "out", "pump", "size", "waiting")

    def __init__(self, line: WebSocketProtocol) -> None:
        now = monotonic()
        self.line = line
        self.out = line.out
        self.heard = now
        self.messages = Bucket(*MESSAGES, now)
        self.waiting: deque[bytes] | None = None  # None: nothing waits, and we may write at once
        self.size = 0
        self.pump: asyncio.Task[None] | None = None
        self.closing = False

    def post(self, text: bytes) -> None:
        """Send, or queue if the socket's buffer is full."""
        if self.closing:
            return
        if self.waiting is not None:
            self.waiting.append(text)
            self.size += len(text)
            if len(self.waiting) > MOST_WAITING or self.size > MOST_BYTES:
                self.close(TOO_SLOW)
            return
        if self.out.send(text):
            return
        self.waiting = deque([text])
        self.size = len(text)
        self.pump = asyncio.get_running_loop().create_task(self.drain())

    async def drain(self) -> None:
        assert self.waiting is not None
        with suppress(Exception):
            while self.waiting:
                text = self.waiting[0]
                await self.line.send({"type": "websocket.send", "text": text.decode()})
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
        if code == FLOOD:
            self.pump = None
            self.line.cut(code)
            return
        self.pump = asyncio.get_running_loop().create_task(self.part(code))

    async def part(self, code: int) -> None:
        try:
            await asyncio.wait_for(self.line.send({"type": "websocket.close", "code": code}), FAREWELL)
        except Exception:  # it does not read, or is gone: let go of its buffers as well
            self.line.transport.abort()
        self.pump = None
