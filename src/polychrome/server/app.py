"""HTTP and WebSocket: whatever comes in is checked here, and nothing but reasons goes out where it is refused."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from msgspec import DecodeError
from msgspec.json import Decoder
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from polychrome.arena import daily
from polychrome.engine.core import Explained, Message
from polychrome.room import ended, wire
from polychrome.room.cards import day_puzzles, game_info
from polychrome.room.logbook import logbook
from polychrome.room.people import NO_TOKEN, Denied, NoTable, denied
from polychrome.room.seen import Seen, asked_with
from polychrome.room.watcher import Watcher
from polychrome.room.wire import MESSAGE_BYTES
from polychrome.server import qr, static
from polychrome.server.database_contact import AWAY
from polychrome.server.health import WELL
from polychrome.server.limits import MOST_REFUSED, REFUSAL_SECONDS, SOCKETS
from polychrome.server.lobby import Lobby, TooMany
from polychrome.server.log_names import name_in_log, path_in_log
from polychrome.server.open_room import OpenRoom
from polychrome.server.relay import Caller, OwnerConnection, Relays, wherever
from polychrome.server.security import (
    ALONE_HEADERS,
    HEADERS,
    HSTS,
    Doors,
    Headers,
    cookie,
    guest_of,
    header,
    new_token,
    token_in,
)
from polychrome.server.socket import RESTART, Socket
from polychrome.server.store import Conflict, Damaged, Unstored
from polychrome.server.visitors import Visitors
from polychrome.server.websocket import WebSocketProtocol

log: Final = logging.getLogger("polychrome")

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
T = TypeVar("T")

JSON: Final = "application/json"
PAGE_PATH: Final = re.compile(r"/|/[tr]/[^/]+")
SOCKET_PATH: Final = re.compile(r"/ws/([0-9a-z]{1,40})")
NOT_FOUND: Final = 4404
DAMAGED: Final = 4503
NAME: Final = re.compile(r"[!-~]{1,100}")
STRANGER: Final = Message("server.no_cookie", {})
UNKNOWN: Final = 428  # who may repeat a request must be known first, else we would take them for two
TOO_MUCH: Final = (408, 413, 429)  # who gets this is not listened to any longer
BODY_SECONDS: Final = (
    7.0  # seconds for the body of a request; less than a visitor has, so that whoever is slow hears why
)
AT_ONCE: Final = 0.2  # seconds: half of what people give a server to open a socket
LEAVING: Final = "leaving: this server hands its tables over, and ends"

NEW_TABLE: Final = Decoder(wire.NewTable)
JOIN: Final = Decoder(wire.Join)


class WrongMedium(Explained):
    """A body that is no JSON, or too long."""

    def __init__(self, reason: Message, status: int) -> None:
        super().__init__(reason)
        self.status = status


def status_of(problem: Explained) -> int:
    match problem:
        case NoTable():
            return 404
        case TooMany():
            return 429
        case Unstored():
            return 503
        case Denied():
            return 403
        case WrongMedium(status=status):
            return status
        case _:
            return 400


def answer(content: Any, status: int = 200) -> Response:
    return Response(wire.encoder.encode(content), status, {"cache-control": "no-store"}, JSON)


def refusal(reason: Message, status: int) -> Response:
    response = answer(wire.Refusal(reason), status)
    if status in TOO_MUCH:
        response.headers["connection"] = "close"
    return response


def introduced(response: Response, known: str) -> Response:
    """An answer with a cookie, which is for one browser and for no cache on the way to it."""
    response.headers["cache-control"] = f"private, {response.headers['cache-control']}"
    response.headers.append("set-cookie", known)
    return response


class Server:
    """One ASGI application: routes, a socket for each table, and the same headers on everything."""

    def __init__(
        self,
        lobby: Lobby,
        doors: Doors,
        visitors: Visitors,
        relays: Relays,
        files: dict[str, static.File] | None = None,
    ) -> None:
        self.lobby = lobby
        self.doors = doors
        self.visitors = visitors
        self.relays = relays
        files = static.site() if files is None else dict(files)
        self.page = static.answers(files.pop(static.PAGE), "private, no-cache")  # it comes with somebody's cookie
        self.files = {path: static.answers(found) for path, found in files.items()}
        self.too_many = refusal(Message("server.too_many", {}), 429)
        self.games = wire.encoder.encode([game_info(lobby.catalogue, game) for game in lobby.catalogue.games])
        self.addresses: Counter[str] = Counter()
        self.refused = 0
        self.http = Starlette(
            routes=[
                Route("/api/games", self.get_games),
                Route("/api/bots", self.own_bots),
                Route("/api/puzzles/{language}/{day}", self.puzzles),
                Route("/api/tables", self.own_tables),
                Route("/api/tables", self.create, methods=["POST"]),
                Route("/api/join", self.join, methods=["POST"]),
                Route("/api/tables/{table}/replay", self.replay),
                Route("/api/tables/{table}/scores", self.scores),
                Route("/api/tables/{table}/log", self.log),
                Route("/api/tables/{table}/record", self.record),
                Route("/api/tables/{table}/view", self.view),
                Route("/api/qr/{table}", self.qr),
                Route("/healthz", self.health),
                Route("/readyz", self.readiness),
                Route("/{path:path}", nothing),
            ],
            exception_handlers={Explained: explain, HTTPException: misled, Exception: broken},  # type: ignore[dict-item]
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.guarded(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)

    async def guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Every answer gets its headers; a name that is not ours gets no other answer."""
        headers: Headers = scope["headers"]
        extra = [*HEADERS, HSTS] if self.doors.secure(headers) else HEADERS

        async def dressed(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *extra]
            await send(message)

        path, reads = scope["path"], scope["method"] in ("GET", "HEAD")
        if path.startswith(static.ALONE + "/"):
            extra = [*ALONE_HEADERS, *extra[len(HEADERS) :]]
        limit = self.lobby.requests if path.startswith("/api/") else self.lobby.visits
        if not limit.take(address(scope)):
            await self.make_wait()
            await self.too_many(scope, receive, dressed)
            return
        if not self.doors.knows(header(headers, b"host")):
            await refusal(Message("server.host", {}), 403)(scope, receive, dressed)
            return
        if not reads and not self.doors.allows(headers):
            await refusal(Message("server.origin", {}), 403)(scope, receive, dressed)
            return
        if reads and (found := self.files.get(path)):
            await give(found, headers, extra, send)
        elif reads and PAGE_PATH.fullmatch(path):
            known = (b"set-cookie", self.known_guest(headers)[1].encode("latin-1"))
            await give(self.page, headers, [known, *extra], send)
        else:
            with suppress(Exception):  # answered and logged below
                await self.http(scope, receive, dressed)

    async def make_wait(self) -> None:
        """Whoever asks too much gets no quick answer, which would only let them ask again."""
        if self.refused < MOST_REFUSED:
            self.refused += 1
            try:
                await asyncio.sleep(REFUSAL_SECONDS)
            finally:
                self.refused -= 1

    # Who asks.

    def guest(self, request: Request) -> str:
        headers = request.scope["headers"]
        return guest_of(token_in(headers, self.doors.secure(headers)))

    def known_guest(self, headers: Headers) -> tuple[str, str]:
        """The guest, made known to us if need be, and the cookie that says so (again, for another month)."""
        secure = self.doors.secure(headers)
        token = token_in(headers, secure) or new_token()
        return guest_of(token), cookie(token, secure)

    # Routes.

    async def health(self, request: Request) -> Response:
        """For whoever watches over the server; with `?alive`, for whatever restarts it, which would not help a file.
        A database that is away comes back, and this server goes on by itself."""
        word = self.lobby.store.health.word()
        well = word in (WELL, AWAY) or "alive" in request.query_params
        return PlainTextResponse(word, 200 if well else 503, {"cache-control": "no-store"})

    async def readiness(self, request: Request) -> Response:
        """For a proxy: should people be sent here?"""
        word = LEAVING if self.lobby.leaving else self.lobby.store.health.word()
        return PlainTextResponse(word, 200 if self.lobby.is_ready() else 503, {"cache-control": "no-store"})

    async def get_games(self, request: Request) -> Response:
        return Response(self.games, headers={"cache-control": "no-cache"}, media_type=JSON)

    async def puzzles(self, request: Request) -> Response:
        """The puzzles of a day, in a language, so far as it has come."""
        asked, today = request.path_params, daily.today().isoformat()
        return answer(day_puzzles(self.lobby.catalogue, asked["language"], asked["day"], today))

    async def own_bots(self, request: Request) -> Response:
        return answer(self.lobby.bot_pool.own)  # of whoever runs the server; our own levels every page knows

    async def own_tables(self, request: Request) -> Response:
        return answer(await self.lobby.own_tables(self.guest(request)))

    async def create(self, request: Request) -> Response:
        wish, name = await body(request, NEW_TABLE), name_of(request)
        guest, known = self.known_guest(request.scope["headers"])
        if name is not None and self.guest(request) == NO_TOKEN:
            return introduced(refusal(STRANGER, UNKNOWN), known)
        table = await self.lobby.create(guest, wish, address(request.scope), name)
        return introduced(answer(wire.Entered(table)), known)

    async def join(self, request: Request) -> Response:
        wish, name = await body(request, JOIN), name_of(request)
        guest, known = self.known_guest(request.scope["headers"])
        if name is not None and self.guest(request) == NO_TOKEN:
            return introduced(refusal(STRANGER, UNKNOWN), known)
        caller = Caller(guest, address(request.scope))

        async def here() -> Response:
            return answer(wire.Entered(await self.lobby.join(guest, wish, caller.address)))

        async def there(owner: str) -> Response | None:
            said = await self.relays.ask(owner, "/join", wire.encoder.encode(wish), caller)
            if said is None or said[0] == 503:
                return None
            return Response(said[1], said[0], {"cache-control": "no-store"}, JSON)

        return introduced(await wherever(here, there), known)

    async def replay(self, request: Request) -> Response:
        room = await self.lobby.look(request.path_params["table"])
        at = request.query_params.get("at", "")
        return answer(ended.replayed(room, int(at) if at.isascii() and at.isdigit() and len(at) < 7 else None))

    async def scores(self, request: Request) -> Response:
        return answer(ended.scores(await self.lobby.look(request.path_params["table"])))

    async def log(self, request: Request) -> Response:
        """What happened, as far as whoever asks may know it: a seat of their own, or whoever looks on."""
        room = await self.lobby.look(request.path_params["table"])
        return answer({"turns": logbook(room, room.seating.seats_of(self.guest(request)))})

    async def record(self, request: Request) -> Response:
        room = await self.lobby.look(request.path_params["table"])
        name = f"attachment; filename={room.game.name}-{room.id}.txt"
        return PlainTextResponse(ended.record(room), headers={"content-disposition": name, "cache-control": "no-store"})

    async def view(self, request: Request) -> Response:
        """For a program that thinks elsewhere: what its seat may know now, and its page shows, too."""
        room = await self.lobby.look(request.path_params["table"])
        own = [str(seat) for seat in room.seating.seats_of(self.guest(request))]
        seat = request.query_params.get("seat", "")
        if seat not in own or (room.private and len(own) > 1):  # several seats at one browser have a curtain between
            raise denied("not_seated")
        return answer({"view": room.playing().table.state.view(int(seat)).dump()})

    async def qr(self, request: Request) -> Response:
        room = await self.lobby.look(request.path_params["table"])
        if not room.seating.seats_of(self.guest(request)):
            raise denied("not_seated")
        return Response(qr.svg(room.telling.link()), headers={"cache-control": "no-store"}, media_type="image/svg+xml")

    # Sockets.

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()  # that somebody knocks
        who = address(scope)
        if not self.lobby.visits.take(who):
            await self.make_wait()
            await turn_away(send, Message("server.too_many", {}), 429)
            return
        if not self.doors.same_origin(scope["headers"]):
            await turn_away(send, Message("server.origin", {}), 403)
            return
        guest = guest_of(token_in(scope["headers"], self.doors.secure(scope["headers"])))
        seen = asked_with(scope["query_string"].decode("latin-1"))
        path = SOCKET_PATH.fullmatch(scope["path"])
        table = path[1] if path else ""
        if self.addresses[who] >= min(SOCKETS, self.visitors.most // 2):
            await turn_away(send, Message("server.too_many_sockets", {}), 429)
            return
        if not self.visitors.room() and not await self.lobby.sits(table, guest):
            await turn_away(send, Message("server.full", {}), 503)
            return
        self.addresses[who] += 1
        try:
            place = await self.accept(table, Caller(guest, who), scope, send)
            if isinstance(place, OwnerConnection):
                await self.pass_on(place, receive, send)
            elif isinstance(place, OpenRoom):
                await self.talk(place, guest, seen, who, receive, send)
            else:
                await send({"type": "websocket.close", "code": place})
        finally:
            self.addresses[who] -= 1
            if not self.addresses[who]:
                del self.addresses[who]

    async def accept(self, table: str, caller: Caller, scope: Scope, send: Send) -> OpenRoom | OwnerConnection | int:
        """Open the socket, and say where its table is. If that takes long, because the table's server is silent, the
        socket is opened before: people see that we are there, and do not go on to look for somebody who is."""
        query, line = scope["query_string"].decode("latin-1"), line_of(send)
        finding = asyncio.ensure_future(self.place_of(table, query, caller))
        try:
            await asyncio.wait((finding,), timeout=AT_ONCE)
            line.hold(not finding.done())  # what they say meanwhile is for whoever has the table
            await send({"type": "websocket.accept"})
            forget_handshake(scope, line)
            return await finding
        except BaseException:
            finding.cancel()
            finding.add_done_callback(drop)
            raise
        finally:
            line.hold(False)

    async def place_of(self, table: str, query: str, caller: Caller) -> OpenRoom | OwnerConnection | int:
        """A table, or a line to the server that owns it, or the code that says why there is neither."""

        async def here() -> OpenRoom | OwnerConnection:
            return await self.lobby.find(table)

        async def there(owner: str) -> OpenRoom | OwnerConnection | None:
            return await self.relays.reach(owner, table, query, caller)

        try:
            return await wherever(here, there)
        except Damaged:
            return DAMAGED
        except Unstored:  # its server does not answer, or the store cannot be asked: come again
            return RESTART
        except Explained:
            return NOT_FOUND

    async def pass_on(self, connection: OwnerConnection, receive: Receive, send: Send) -> None:
        try:
            connection.tie(line_of(send))
            while (await receive())["type"] == "websocket.receive":
                pass
        finally:
            connection.transport.close()

    async def talk(
        self, live: OpenRoom, guest: str, seen: dict[int, Seen] | None, who: str, receive: Receive, send: Send
    ) -> None:
        line = line_of(send)
        socket = Socket(line)
        watcher = Watcher(guest, socket.post, socket.close, seen)
        self.lobby.sockets.add(socket)
        try:
            await live.arrive(watcher, who)
            line.hear = partial(live.listen, watcher, socket)
            while True:
                event = await receive()
                if event["type"] != "websocket.receive":
                    break
                live.listen(watcher, socket, event.get("text"))
        except asyncio.CancelledError:
            raise
        except Conflict as problem:
            live.tell_gone(problem)
        except Exception:  # ours: the room has been put away, and the page comes back to what is stored
            log.exception("A step failed at the table %s", name_in_log(live.room.id))
        finally:
            self.lobby.sockets.discard(socket)
            await live.depart(watcher)
            if socket.closing and socket.pump is not None:
                await socket.pump  # our goodbye


async def give(found: static.Answers, headers: Headers, extra: Headers, send: Send) -> None:
    """A file, in the form that this browser needs."""
    ready = found.plain
    for name, value in headers:
        if name == b"if-none-match" and value == found.unchanged.headers[0][1]:
            ready = found.unchanged
            break
        if name == b"accept-encoding" and b"gzip" in value:
            ready = found.packed
    await send({"type": "http.response.start", "status": ready.status, "headers": [*ready.headers, *extra]})
    await send({"type": "http.response.body", "body": ready.body})


async def nothing(request: Request) -> Response:
    raise HTTPException(404)


def drop(finding: asyncio.Future[OpenRoom | OwnerConnection | int]) -> None:
    """Nobody is there any more to be passed on."""
    if (
        not finding.cancelled()
        and finding.exception() is None
        and isinstance(place := finding.result(), OwnerConnection)
    ):
        place.transport.close()


def line_of(send: Send) -> WebSocketProtocol:
    """The connection behind an ASGI `send`; run.py has uvicorn make it."""
    line = getattr(send, "__self__", None)
    assert isinstance(line, WebSocketProtocol)
    return line


def forget_handshake(scope: Scope, line: WebSocketProtocol) -> None:
    """A socket lives for hours; the headers it came with, kept in three places, are a fifth of its memory."""
    scope.clear()
    for name in ("request", "response"):
        if hasattr(line, name):
            setattr(line, name, None)


async def turn_away(send: Send, reason: Message, status: int) -> None:
    """Refuse a socket before there is one."""
    headers = [(b"content-type", JSON.encode()), *HEADERS]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": wire.encoder.encode(wire.Refusal(reason))})


def address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else ""


def name_of(request: Request) -> str | None:
    """By which a request is known that may come again: its sender was not sure whether anybody heard it."""
    if "idempotency-key" not in request.headers:
        return None
    name = header(request.scope["headers"], b"idempotency-key")
    if name is None or not NAME.fullmatch(name):
        raise wire.Unwelcome(Message("server.unreadable", {}))
    return name


async def body(request: Request, decoder: Decoder[T]) -> T:
    """What a request carries: JSON of the right shape, and not too much."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise WrongMedium(Message("server.json", {}), 415)
    content = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                content += part
                if len(content) > MESSAGE_BYTES:
                    raise WrongMedium(Message("server.too_long", {}), 413)
    except TimeoutError:
        raise WrongMedium(Message("server.too_slow", {}), 408) from None
    try:
        return decoder.decode(content)
    except (DecodeError, RecursionError, UnicodeError):
        raise wire.Unwelcome(Message("server.unreadable", {})) from None


async def explain(request: Request, problem: Explained) -> Response:
    return refusal(problem.reason, status_of(problem))


async def misled(request: Request, problem: HTTPException) -> Response:
    key = {404: "server.no_page", 405: "server.no_method"}.get(problem.status_code, "server.unreadable")
    response = refusal(Message(key, {}), problem.status_code)
    response.headers.update(problem.headers or {})
    return response


async def broken(request: Request, problem: Exception) -> Response:
    log.error("A request failed: %s", path_in_log(request.scope["path"]), exc_info=problem)
    return refusal(Message("server.trouble", {}), 500)
