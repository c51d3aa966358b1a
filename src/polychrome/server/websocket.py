"""WebSockets with a short way for what is usual: whole texts, one frame each, in and out.

The handshake, pings, closing, fragments and everything odd stay with uvicorn. A server of ours spends most of its time
passing small texts on, and the long way (events, a queue, a task that wakes up, a frame object) costs several
times as much as the short one.

Whatever comes is counted first, of either way. Who sends too much is not read any more.
"""

from __future__ import annotations

import asyncio
from asyncio import AbstractEventLoop
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Final
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from polychrome.server.limits import BYTES, FLOOD, FRAGMENTS, FRAME, PIECE
from polychrome.server.outbox import TEXT, Outbox, Outlet

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it has no wheel
    from websockets.utils import apply_mask

FINAL: Final = 0x80  # bit of the first byte
KIND: Final = 0x0F
CONTROL: Final = 0x08  # bit of the kind
CLOSE: Final = 0x08
PING: Final = 0x09
MASKED: Final = 0x80  # bit of the second byte
BITE: Final = 16  # frames that one socket may have handled before the others get their turn
CUT: Final = 0.5  # seconds that somebody who floods has to hear why we hang up
PARTING: Final = 5.0  # seconds for everybody else to take our last words


OUTBOXES: Final[WeakKeyDictionary[AbstractEventLoop, Outbox]] = WeakKeyDictionary()


class WebSocketProtocol(WebSocketsSansIOProtocol):
    __slots__ = ("again", "deaf", "greeted", "hear", "left", "out", "pieces", "rest", "since")  # looked at all the time

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.hear: Callable[[bytes], None] | None = None  # from here on, texts go there
        self.greeted = False  # the first that comes is the request, whole, from uvicorn; then frames
        self.left = BYTES[0]  # that may come before we look at the clock
        self.since = monotonic()  # when we last did
        self.rest = b""  # frames that wait for their turn, and the beginning of one; the long way gets whole ones only
        self.again = False  # their turn will come by itself
        self.pieces = 0  # fragments of a message that has begun
        self.deaf = False  # nothing that comes is read any more

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        outbox = OUTBOXES.get(self.loop) or OUTBOXES.setdefault(self.loop, Outbox(self.loop))
        self.out = Outlet(transport, outbox)

    def data_received(self, data: bytes) -> None:
        if self.deaf:
            return
        if not self.greeted:
            self.greeted = True
            super().data_received(data)
            return
        self.left -= len(data) + PIECE
        if self.left < 0 and not self.earned():
            self.cut(FLOOD)
        elif self.again:
            self.rest += data
        elif self.rest:
            self.read(self.rest + data)
        else:
            self.read(data)

    def read(self, data: bytes) -> None:
        """Handle whole frames, but not too many at once."""
        at, size, turns = 0, len(data), BITE
        while size - at >= 6:
            if not turns:
                self.again = True
                self.loop.call_soon(self.read_on)
                break
            first, second = data[at], data[at + 1]
            head, length = at + 6, second & 0x7F
            if length == 126:
                head = at + 8
                length = data[at + 2] << 8 | data[at + 3]
            elif length == 127:
                if size - at < 14:
                    break
                head = at + 14
                length = int.from_bytes(data[at + 2 : at + 10])
            if not second & MASKED or length > self.config.ws_max_size:
                self.deaf = True  # the other side breaks the protocol, and the long way tells it so
                super().data_received(data[at:head])
                return
            end = head + length
            if end > size:
                break
            turns -= 1
            if first == TEXT and self.hear and not self.pieces and self.queue.empty() and not self.close_sent:
                self.hear(apply_mask(data[head:end], data[head - 4 : head]))
            else:
                self.handle(first, data[at:end])
            if self.deaf:
                return
            at = end
        self.left -= (BITE - turns) * FRAME
        self.rest = data[at:]

    def read_on(self) -> None:
        self.again = False
        if self.deaf:
            return
        if self.left < 0 and not self.earned():
            self.cut(FLOOD)
        else:
            self.read(self.rest)

    def handle(self, first: int, frame: bytes) -> None:
        """The long way, for a whole frame."""
        kind = first & KIND
        if not kind & CONTROL:
            self.pieces = 0 if first & FINAL else self.pieces + 1
            if self.pieces > FRAGMENTS:
                self.cut(FLOOD)
                return
        if self.close_sent and kind != CLOSE:
            return  # we have said goodbye, and wait for the same
        if kind == PING and self.out.slow:
            return  # it does not read; our answer would only lie about
        super().data_received(frame)
        if self.transport.is_closing():
            self.deaf = True

    def earned(self) -> bool:
        """Time has passed: is there something left now? (After a long silence, up to twice as much comes through.)"""
        now = monotonic()
        most, rate = BYTES
        self.left = min(most, self.left + int((now - self.since) * rate))
        self.since = now
        return self.left >= 0

    def cut(self, code: int) -> None:
        """Hang up on somebody who floods us: say why, read nothing more, and be gone soon, heard or not."""
        if self.deaf:
            return
        self.deaf = True
        self.rest = b""
        line: Any = self  # what is uvicorn's; where it is not installed yet (a first build) nobody knows its names
        line.read_paused = False  # it would begin to read again
        self.transport.pause_reading()
        if line.close_timer is not None:
            line.close_timer.cancel()
        line.close_timer = self.loop.call_later(CUT, self.transport.abort)
        self.stop_keepalive()
        if self.handshake_complete and not line.close_sent and not self.transport.is_closing():
            self.out.flush()
            self.out.slow = True  # and nothing after this
            line.close_sent = True
            with suppress(InvalidState):
                self.conn.send_close(code)
                self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})

    def hold(self, still: bool) -> None:
        """Leave what comes where it is, unread, or begin to read it."""
        if not self.deaf and not self.transport.is_closing():
            (self.transport.pause_reading if still else self.transport.resume_reading)()

    def connection_lost(self, exc: Exception | None) -> None:
        self.deaf = True
        super().connection_lost(exc)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.let_go()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self.let_go()

    def let_go(self) -> None:
        """Closing waits until all is written; who does not read must not keep the connection by that."""
        if not self.disconnected:
            self.loop.call_later(PARTING, self.transport.abort)

    def pause_writing(self) -> None:
        self.out.slow = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self.out.slow = self.deaf
        super().resume_writing()

    async def send(self, message: Any) -> None:
        self.out.flush()  # first things first
        await super().send(message)

    def shutdown(self) -> None:
        self.out.flush()
        super().shutdown()
