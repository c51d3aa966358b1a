"""HTTP connections that may neither say too much at once nor too little for too long."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from polychrome.engine.core import Message
from polychrome.room import wire
from polychrome.server.limits import REFUSAL_SECONDS
from polychrome.server.security import HEADERS
from polychrome.server.visitors import Visitors

REQUEST_BYTES: Final = 64 * 1024  # of a request with all its headers; what it carries may be a quarter of that
AHEAD: Final = 4  # requests that may come before the first is answered; browsers send none
SLOWEST: Final = 8 * 1024  # bytes that somebody takes, while we are patient, or does not read at all


def answer(status: bytes, reason: str) -> bytes:
    """What is said without asking the application, which has not even seen the request."""
    body = wire.encoder.encode(wire.Refusal(Message(reason, {})))
    lines = [b"HTTP/1.1 " + status, b"content-type: application/json", b"connection: close"]
    lines += [b"content-length: %d" % len(body), *(name + b": " + value for name, value in HEADERS), b"", body]
    return b"\r\n".join(lines)


TOO_LONG: Final = answer(b"413 Content Too Large", "server.too_long")
UNREADABLE: Final = answer(b"400 Bad Request", "server.unreadable")


class TooFarAhead(Exception):
    """Somebody asks and asks, and does not wait for answers."""


class HttpConnection(HttpToolsProtocol):
    def __init__(self, visitors: Visitors, **named: Any) -> None:
        super().__init__(**named)
        self.visitors = visitors
        self.address = ""
        self.deaf = False  # nothing that comes is read any more
        self.heard = b""  # what waits for its turn
        self.said = 0  # bytes, since our last answer
        self.unread = 0  # bytes that the other side had still to take when we last looked

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self.visitors.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.visitors.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.deaf:
            return
        self.said += len(data)
        if self.said > REQUEST_BYTES:
            self.end(TOO_LONG)
            return
        if not self.heard:
            self.visitors.requests.add(self.address, self.attend)
        self.heard += data

    def attend(self) -> None:
        heard, self.heard = self.heard, b""
        if not self.deaf and not self.transport.is_closing():
            super().data_received(heard)

    def send_400_response(self, msg: str) -> None:
        self.end(UNREADABLE)

    def end(self, answer: bytes) -> None:
        """Read nothing more, and hang up in a while: hanging up at once would only invite to come back."""
        self.deaf = True
        self.flow.read_paused = False  # so that nobody begins to read again
        self.transport.pause_reading()
        if self.cycle is None:  # else there is another answer on its way, or what came belongs to an answered request
            self.transport.write(answer)
        self.loop.call_later(REFUSAL_SECONDS, self.transport.abort)

    def handle_websocket_upgrade(self) -> None:
        self.visitors.leave(self)
        super().handle_websocket_upgrade()

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= AHEAD:
            raise TooFarAhead  # the parser stops there, and the connection ends
        super().on_message_begin()

    def on_response_complete(self) -> None:
        if not self.deaf:
            super().on_response_complete()
        self.said = 0
        self.unread = self.transport.get_write_buffer_size()
        self.visitors.wait(self)

    # As a visitor.

    def stuck(self) -> bool:
        left = self.transport.get_write_buffer_size()
        if left:
            taken, self.unread = self.unread - left, left
            return taken < SLOWEST
        if self.cycle is None or self.cycle.response_complete:
            return True
        return self.cycle.more_body  # else it is our turn

    def send_away(self) -> None:
        self.transport.abort()
