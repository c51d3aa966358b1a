"""The door for the other servers of a store: whoever has the key is believed who asks, and nobody else hears a word."""

from __future__ import annotations

from hmac import compare_digest
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from polychrome.engine.core import Explained, Message
from polychrome.room import wire
from polychrome.room.seen import asked_with
from polychrome.server.app import (
    JOIN,
    SOCKET_PATH,
    Receive,
    Scope,
    Send,
    Server,
    answer,
    body,
    forget_handshake,
    line_of,
    refusal,
    status_of,
    turn_away,
)
from polychrome.server.relay import ADDRESS, GUEST, KEY, Caller
from polychrome.server.security import Headers, header

STRANGER: Final = Message("server.no_page", {})
FORBIDDEN: Final = 403


class InternalApp:
    def __init__(self, server: Server, key: str) -> None:
        self.server = server
        self.key = key.encode("latin-1")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await (await self.answer(Request(scope, receive)))(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()  # that somebody knocks
            await self.socket(scope, receive, send)

    def caller(self, headers: Headers) -> Caller | None:
        """Who asks at the other server; None if it is none of ours."""
        headers = list(headers)
        key, guest, address = (header(headers, name) for name in (KEY, GUEST, ADDRESS))
        known = bool(self.key) and compare_digest((key or "").encode("latin-1"), self.key)
        return Caller(guest, address) if known and guest is not None and address is not None else None

    async def answer(self, request: Request) -> Response:
        caller = self.caller(request.scope["headers"])
        if caller is None or (request.method, request.url.path) != ("POST", "/join"):
            return refusal(STRANGER, FORBIDDEN)
        try:
            wish = await body(request, JOIN)
            return answer(wire.Entered(await self.server.lobby.join(caller.guest, wish, caller.address)))
        except Explained as problem:
            return refusal(problem.reason, status_of(problem))

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        caller = self.caller(scope["headers"])
        path = SOCKET_PATH.fullmatch(scope["path"])
        if caller is None or path is None:
            await turn_away(send, STRANGER, FORBIDDEN)
            return
        try:
            live = await self.server.lobby.find(path[1])
        except Explained as problem:  # it is no longer ours
            await turn_away(send, problem.reason, status_of(problem))
            return
        seen = asked_with(scope["query_string"].decode("latin-1"))
        await send({"type": "websocket.accept"})
        forget_handshake(scope, line_of(send))
        await self.server.talk(live, caller.guest, seen, caller.address, receive, send)
