"""WebSockets with a short way for what is usual: whole texts, one frame each, in and out.

The handshake, pings, closing, fragments and everything odd stay with uvicorn. A server of ours spends most of its time
passing small texts on, and the long way (events, a queue, a task that wakes up, a frame object) costs several
times as much as the short one.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import Any, Final
from weakref import WeakKeyDictionary

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from polychrome.server.outbox import TEXT, Outbox, Outlet

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it has no wheel
    from websockets.utils import apply_mask

FINAL: Final = 0x80  # bit of the first byte
KIND: Final = 0x0F
CONTROL: Final = 0x08  # bit of the kind
MASKED: Final = 0x80  # bit of the second byte


OUTBOXES: Final[WeakKeyDictionary[AbstractEventLoop, Outbox]] = WeakKeyDictionary()


class Lean(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.hear: Callable[[bytes], None] | None = None  # from here on, texts go there
        self.greeted = False  # the first that comes is the request, whole, from uvicorn; then frames
        self.rest = b""  # the beginning of a frame; the long way gets whole ones only
        self.pieces = False  # a message in fragments has begun
        self.odd = False  # the other side breaks the protocol, and the long way will tell it so

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        outbox = OUTBOXES.get(self.loop) or OUTBOXES.setdefault(self.loop, Outbox(self.loop))
        self.out = Outlet(transport, outbox)

    def data_received(self, data: bytes) -> None:
        if not self.greeted or self.odd:
            self.greeted = True
            super().data_received(data)
            return
        if self.rest:
            data = self.rest + data
        at, size = 0, len(data)
        while size - at >= 6:
            first, second = data[at], data[at + 1]
            head, length = at + 6, second & 0x7F
            if length == 126:
                head = at + 8
                length = data[at + 2] << 8 | data[at + 3]
            if not second & MASKED or second & 0x7F == 127 or length > self.config.ws_max_size:
                self.odd = True
                super().data_received(data[at:])
                return
            end = head + length
            if end > size:
                break
            if first == TEXT and self.hear and not self.pieces and self.queue.empty() and not self.close_sent:
                self.hear(apply_mask(data[head:end], data[head - 4 : head]))
            else:
                if not first & KIND & CONTROL:
                    self.pieces = not first & FINAL
                super().data_received(data[at:end])
            at = end
        self.rest = data[at:]

    def pause_writing(self) -> None:
        self.out.slow = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self.out.slow = False
        super().resume_writing()

    async def send(self, message: Any) -> None:
        self.out.flush()  # first things first
        await super().send(message)

    def shutdown(self) -> None:
        self.out.flush()
        super().shutdown()
