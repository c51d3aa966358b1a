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

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it has no wheel
    from websockets.utils import apply_mask

TEXT: Final = 0x81  # the whole of it
LARGE: Final = bytes((TEXT, 126))  # and its size in two bytes
HUGE: Final = bytes((TEXT, 127))  # in eight
FINAL: Final = 0x80  # bit of the first byte
KIND: Final = 0x0F
CONTROL: Final = 0x08  # bit of the kind
MASKED: Final = 0x80  # bit of the second byte


class Outbox:
    """What the sockets of a loop have to write at the end of its present round: one call to the system for each."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.soon = loop.call_soon
        self.lines: list[Lean] = []

    def add(self, line: Lean) -> None:
        if not self.lines:
            self.soon(self.flush)
        self.lines.append(line)

    def flush(self) -> None:
        lines, self.lines = self.lines, []
        for line in lines:
            line.flush()


OUTBOXES: Final[WeakKeyDictionary[AbstractEventLoop, Outbox]] = WeakKeyDictionary()


class Lean(WebSocketsSansIOProtocol):
    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.hear: Callable[[bytes], None] | None = None  # from here on, texts go there
        self.greeted = False  # the first that comes is the request, whole, from uvicorn; then frames
        self.rest = b""  # the beginning of a frame; the long way gets whole ones only
        self.pieces = False  # a message in fragments has begun
        self.out: list[bytes] = []  # to be written soon
        self.outbox = OUTBOXES.get(self.loop) or OUTBOXES.setdefault(self.loop, Outbox(self.loop))
        self.slow = False  # the other side, in reading
        self.odd = False  # the other side breaks the protocol, and the long way will tell it so

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

    def say(self, text: str) -> bool:
        """Write a text, unless the other side is slow in reading."""
        if self.slow:
            return False
        data = text.encode()
        size = len(data)
        if not self.out:
            self.outbox.add(self)
        if size >= 65536:
            self.out += (HUGE, size.to_bytes(8), data)
        elif size >= 126:
            self.out += (LARGE, size.to_bytes(2), data)
        else:
            self.out += (bytes((TEXT, size)), data)
        return True

    def pause_writing(self) -> None:
        self.slow = True
        super().pause_writing()

    def resume_writing(self) -> None:
        self.slow = False
        super().resume_writing()

    def flush(self) -> None:
        if self.out:
            if not self.transport.is_closing():
                self.transport.write(b"".join(self.out))
            self.out.clear()

    async def send(self, message: Any) -> None:
        self.flush()  # first things first
        await super().send(message)

    def shutdown(self) -> None:
        self.flush()
        super().shutdown()
