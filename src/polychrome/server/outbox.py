"""What sockets have to say, gathered until the end of the loop's round: then one call to the system for each."""

from __future__ import annotations

from asyncio import AbstractEventLoop, WriteTransport
from typing import Final

TEXT: Final = 0x81  # first byte of a frame that is the whole of a text
SHORT: Final = bytes((TEXT,))  # what comes before its size
MIDDLE: Final = bytes((TEXT, 126))
LONG: Final = bytes((TEXT, 127))


class Outbox:
    """The sockets of one loop that have something to write."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self.loop = loop
        self.outlets: list[Outlet] = []

    def add(self, outlet: Outlet) -> None:
        if not self.outlets:
            self.loop.call_soon(self.flush)
        self.outlets.append(outlet)

    def flush(self) -> None:
        outlets, self.outlets = self.outlets, []
        for outlet in outlets:
            outlet.flush()


class Outlet:
    """What one socket is to write."""

    def __init__(self, transport: WriteTransport, outbox: Outbox) -> None:
        self.transport = transport
        self.outbox = outbox
        self.frames = b""  # not yet written
        self.slow = False  # the other side, in reading

    def send(self, text: bytes) -> bool:
        """Write a text soon, unless the other side is slow in reading."""
        if self.slow:
            return False
        if self.frames:
            self.frames += framed(text)
        else:
            self.outbox.add(self)
            self.frames = framed(text)
        return True

    def flush(self) -> None:
        frames, self.frames = self.frames, b""
        if frames and not self.transport.is_closing():
            self.transport.write(frames)


def framed(text: bytes) -> bytes:
    size = len(text)
    if size < 126:
        return b"".join((SHORT, size.to_bytes(1, "big"), text))
    if size < 65536:
        return b"".join((MIDDLE, size.to_bytes(2, "big"), text))
    return b"".join((LONG, size.to_bytes(8, "big"), text))
