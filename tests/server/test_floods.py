"""One client among others: whatever it sends, and however much or little, the others play on.  (A20, A28, A29)"""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from websockets.exceptions import InvalidStatus

from patience import PATIENCE, soon
from polychrome.room.wire import OwnTable
from polychrome.server import app, http_connection, visitors, websocket
from polychrome.server.app import Server
from polychrome.server.health import FileHealth
from polychrome.server.http_connection import SLOWEST
from polychrome.server.limits import BYTES, FLOOD, FRAGMENTS, FRAME, MESSAGES, MOST_REFUSED, PIECE, SOCKETS, VISITS
from polychrome.server.lobby import Lobby
from polychrome.server.static import site
from polychrome.server.visitors import FOR_PLAYERS, Visitors
from polychrome.server.websocket import BITE, WebSocketProtocol
from server.house import Page, Talk, ask, everyone, runs, served
from server.test_websocket import CLOSE, MASK, PING, PONG, TEXT, Raw, framed

CLASS = 35
BROWSER = 6  # connections that a browser opens
CHUNK = 256 * 1024  # what a loop reads at once, at most
BUFFER = 64 * 1024  # what a transport likes to hold


def long_headed(kind: int) -> bytes:
    """An empty frame whose length is written in eight bytes."""
    return bytes([0x80 | kind, 0x80 | 127]) + bytes(8) + MASK


MOVE = b'{"t":"move","seat":0,"id":"m1","question":7,"action":"draw"}'
# What comes first, and then again and again.
FLOODS = {
    "pings": (b"", framed(b"hello", PING)),
    "long pings": (b"", framed(b"x" * 125, PING)),
    "odd pings": (b"", long_headed(PING)),
    "pongs": (b"", framed(b"", PONG)),
    "empty continuations": (framed(b"", TEXT, final=False), framed(b"", 0, final=False)),
    "fragments": (framed(b" ", TEXT, final=False), framed(b" ", 0, final=False)),
    "messages in fragments": (b"", framed(b'{"t":', TEXT, final=False) + framed(b'"ping"}', 0)),
    "words for the server": (b"", framed(b'{"t":"ping"}')),
    "odd words": (b"", long_headed(TEXT)),
    "moves": (b"", framed(MOVE)),
    "garbage": (b"", framed(b"nonsense")),
    "big": (b"", framed(b" " * 16_000)),
}


class Watched(WebSocketProtocol):
    """A connection of the server whose work is counted."""

    made: list[Watched]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.made.append(self)
        self.got = 0  # bytes
        self.after = 0  # bytes that came after it had stopped to listen
        self.long_way = 0  # frames
        self.bites: list[int] = []  # frames handled in one turn
        self.written = 0  # most bytes that waited to be written

    def data_received(self, data: bytes) -> None:
        self.got += len(data)
        self.after += len(data) if self.deaf else 0
        super().data_received(data)

    def read(self, data: bytes) -> None:
        before = self.left
        super().read(data)
        self.bites.append((before - self.left) // FRAME)
        self.written = max(self.written, self.transport.get_write_buffer_size())

    def handle(self, first: int, frame: bytes) -> None:
        self.long_way += 1
        super().handle(first, frame)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Watched]:
    """The server's side of all sockets. However slow this machine is, nobody may send more because time passes."""
    Watched.made = []
    monkeypatch.setattr("polychrome.server.run.WebSocketProtocol", Watched)
    monkeypatch.setattr(websocket, "BYTES", (BYTES[0], 0))
    monkeypatch.setattr(websocket, "CUT", 60)
    return Watched.made


@pytest.fixture
def lobbies(monkeypatch: pytest.MonkeyPatch) -> list[Lobby]:
    found: list[Lobby] = []
    start = Lobby.start

    def noted(self: Lobby) -> None:
        found.append(self)
        start(self)

    monkeypatch.setattr(Lobby, "start", noted)
    return found


@asynccontextmanager
async def at_a_table(address: str) -> AsyncIterator[tuple[Talk, Talk]]:
    """Two people who have begun to play."""
    ann, bob = Page(address), Page(address)
    table = await ann.create(seats=2)
    async with ann.socket(table) as one:
        secret = (await one.until("room"))["invite"].rpartition("#")[2]
        assert (await bob.post("/api/join", {"table": table, "secret": secret})).status == 200
        async with bob.socket(table) as two:
            await two.until("room")
            await one.send(t="begin")
            await everyone(one.until("frame"), two.until("frame"))
            yield one, two


async def moves(talks: tuple[Talk, Talk], number: int) -> None:
    """So many moves, by whoever is asked; each is acknowledged and shown to both."""
    for _ in range(number):
        while all(talk.frame is None or talk.frame["question"] is None for talk in talks):
            await everyone(*(talk.until("frame") for talk in talks))
        asked, other = talks if talks[0].frame and talks[0].frame["question"] is not None else talks[::-1]
        assert asked.frame is not None
        length = asked.frame["length"]
        assert (await asked.play())["t"] == "ack"
        while other.frame is None or other.frame["length"] <= length:
            await other.until("frame")


def under(loop: str, main: Coroutine[Any, Any, None]) -> None:
    main = asyncio.wait_for(main, PATIENCE)
    if loop == "uvloop":
        if sys.platform == "win32":
            main.close()
            pytest.skip("there is none for Windows")
        import uvloop

        uvloop.run(main)
    else:
        asyncio.run(main)


async def flooded(raw: Raw, first: bytes, then: bytes) -> int | None:
    """Send until the server says goodbye, and a little more; its code, or None if that could not be read any more."""
    try:
        raw.writer.write(first)
        raw.writer.write(then * (4 * BYTES[0] // (len(then) + FRAME) + 1000))
        while True:
            kind, content = await raw.hear()
            if kind == CLOSE:
                return int.from_bytes(content[:2])
    except (OSError, asyncio.IncompleteReadError):
        return None


# Too much, over a socket.


@pytest.mark.parametrize("loop", ["asyncio", "uvloop"])
def test_no_kind_of_frame_escapes_the_limits(tmp_path: Path, made: list[Watched], loop: str) -> None:
    async def main() -> None:
        async with served(tmp_path) as where:
            page = Page(where.local)
            table = await page.create(seats=2)
            for kind, (first, then) in FLOODS.items():
                raw = await Raw.to(where.local, table)
                assert await flooded(raw, first, then) == FLOOD, kind
                assert (await page.get("/healthz")).status == 200, "others are served, and it sends on"
                line = made[-1]
                assert line.deaf, kind
                assert not line.transport.is_reading(), kind
                assert line.after == 0, f"{kind}: it was read on"
                assert line.got <= BYTES[0] + CHUNK, kind
                assert sum(line.bites) <= BYTES[0] // FRAME + BITE, kind
                assert line.long_way <= BYTES[0] // FRAME + BITE, kind
                assert line.written <= 2 * BUFFER, kind
                assert line.rest == b"", kind
                raw.writer.transport.abort()
            assert len(made) == len(FLOODS)

    under(loop, main())


@runs
async def test_who_says_too_much_is_not_read_on_however_small_it_was(tmp_path: Path, made: list[Watched]) -> None:
    """The count of messages ends it here, long before that of bytes."""
    async with served(tmp_path) as where:
        raw = await Raw.to(where.local, await Page(where.local).create(seats=2))
        raw.writer.write(framed(MOVE) * (MESSAGES[0] * 2))
        while (said := await raw.hear())[0] != CLOSE:
            pass
        assert int.from_bytes(said[1]) == FLOOD
        (line,) = made
        assert line.left > 0
        assert line.deaf
        assert not line.transport.is_reading()
        raw.writer.transport.abort()


@runs
async def test_who_does_not_read_gets_no_pongs(tmp_path: Path, made: list[Watched]) -> None:
    async with served(tmp_path) as where:
        raw = await Raw.to(where.local, await Page(where.local).create(seats=2))
        (line,) = made
        line.pause_writing()  # as when the other side reads nothing
        raw.writer.write(framed(b"x" * 125, PING) * 300)
        while line.long_way < 300:
            await asyncio.sleep(0)
        line.resume_writing()
        raw.writer.write(framed(b"now", PING))
        assert await raw.hear() == (PONG, b"now")
        raw.writer.close()


@runs
async def test_a_flooder_that_neither_reads_nor_leaves_is_gone_all_the_same(
    tmp_path: Path, made: list[Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "CUT", 0.01)
    monkeypatch.setattr(websocket, "PARTING", 1000)
    async with served(tmp_path) as where:
        raw = await Raw.to(where.local, await Page(where.local).create(seats=2))
        (line,) = made
        raw.reader._transport.pause_reading()  # type: ignore[attr-defined]
        line.transport.write(bytes(20_000_000))  # more than the system takes
        assert line.transport.get_write_buffer_size()
        raw.writer.write(framed(b"x" * 125, PING) * 10_000)
        while not line.disconnected:
            await asyncio.sleep(0)
        assert line not in line.connections
        raw.writer.transport.abort()


@runs
async def test_a_socket_is_handled_in_bites_and_keeps_its_order(tmp_path: Path, made: list[Watched]) -> None:
    async with served(tmp_path) as where:
        raw = await Raw.to(where.local, await Page(where.local).create(seats=2))
        stream = (framed(b'{"t":"ping"}') + framed(b"x") + framed(b'{"t":', TEXT, False) + framed(b'"ping"}', 0)) * 25
        raw.writer.write(stream)
        assert await raw.answers(75) == ["pong", "sorry", "pong"] * 25
        (line,) = made
        assert max(line.bites) <= BITE
        assert len([bite for bite in line.bites if bite]) >= 100 // BITE
        raw.writer.close()


@runs
async def test_a_message_may_come_in_some_fragments(tmp_path: Path, made: list[Watched]) -> None:
    async with served(tmp_path) as where:
        raw = await Raw.to(where.local, await Page(where.local).create(seats=2))
        start, space, end = framed(b'{"t":"p', TEXT, False), framed(b"", 0, False), framed(b'ing"}', 0)
        raw.writer.write(start + space * (FRAGMENTS - 1) + end)
        assert await raw.answers(1) == ["pong"]
        raw.writer.write(start + space * FRAGMENTS)
        kind, content = await raw.hear()
        assert (kind, int.from_bytes(content)) == (CLOSE, FLOOD)
        raw.writer.close()


def test_what_is_allowed_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(websocket, "monotonic", lambda: now[0])
    line = WebSocketProtocol.__new__(WebSocketProtocol)
    line.since, line.left = now[0], -1
    assert not line.earned()
    now[0] += 1
    assert line.earned()
    assert line.left == BYTES[1] - 1
    now[0] += 1e6
    assert line.earned()
    assert line.left == BYTES[0]


def test_who_floods_is_gone_within_a_second_and_who_is_silent_within_ten() -> None:  # A28, A29
    """Elsewhere in this file times are made short; these are the real ones."""
    assert websocket.CUT < 1
    crowd = visitors.STANDING / visitors.AT_ONCE * visitors.LOOK / visitors.SOON  # until the last of them has gone
    assert visitors.VISIT_SECONDS + visitors.LOOK + crowd < 10


def test_a_person_never_comes_near_the_limits_of_a_socket() -> None:
    whole = MESSAGES[0] * (PIECE + FRAME + 400)  # as many messages as are allowed, of a usual size
    assert whole < BYTES[0]
    assert MESSAGES[1] * (PIECE + FRAME + 400) < BYTES[1]


@runs
async def test_neighbours_play_on_beside_a_flood(tmp_path: Path, made: list[Watched]) -> None:
    async with served(tmp_path) as where, at_a_table(where.local) as talks:
        table = await Page(where.local).create(seats=2)
        codes: list[int | None] = []
        enough = False

        async def flood(kind: str) -> None:
            while not enough:
                raw = await Raw.to(where.local, table)
                codes.append(await flooded(raw, *FLOODS[kind]))
                raw.writer.transport.abort()

        kinds = ("pings", "pongs", "empty continuations", "moves", "big")
        floods = [asyncio.create_task(flood(kind)) for kind in kinds]
        await moves(talks, 6)
        while len(codes) < 5:
            await moves(talks, 1)
        enough = True
        await asyncio.gather(*floods)
        assert set(codes) == {FLOOD}
        assert sum(line.after for line in made) == 0


# Too much, over HTTP.


@runs
async def test_every_path_is_limited_per_address(
    tmp_path: Path, lobbies: list[Lobby], monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[Server] = []

    async def wait(self: Server) -> None:
        waited.append(self)

    monkeypatch.setattr(Server, "make_wait", wait)
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create()
        bucket = lobbies[0].visits.bucket("127.0.0.1")
        bucket.rate = 0
        for path in ("/", "/t/abc", "/healthz", "/locales/fr.json", "/nothing"):
            bucket.left = 2
            answers = [await page.get(path) for _ in range(4)]
            assert [answer.status == 429 for answer in answers] == [False, False, True, True], path
            assert answers[3].reason == "server.too_many"
            assert answers[3].headers["connection"] == "close"
            assert "content-security-policy" in answers[3].headers
            nameless = await ask(where.local, "GET", path, [])
            assert nameless.status == 429, "limited before anything else is looked at"
            assert len(waited) == 3, f"{path}: whoever is refused at once asks again at once"
            waited.clear()
        with pytest.raises(InvalidStatus) as refused:
            async with page.socket(table):
                pass
        assert refused.value.response.status_code == 429
        assert len(waited) == 1
        assert (await page.get("/api/games")).status == 200


@runs
async def test_only_some_wait_for_their_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waiting takes a place and a task; the others are refused at once."""
    monkeypatch.setattr("polychrome.server.app.REFUSAL_SECONDS", PATIENCE)
    server = Server.__new__(Server)
    server.refused = 0
    asked = [asyncio.create_task(server.make_wait()) for _ in range(MOST_REFUSED + 7)]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    assert [task.done() for task in asked] == [False] * MOST_REFUSED + [True] * 7
    for task in asked:
        task.cancel()  # whoever has gone meanwhile does not wait either
    await asyncio.gather(*asked, return_exceptions=True)
    assert server.refused == 0


def test_a_classroom_may_load_everything_at_once() -> None:
    assert CLASS * (len(site()) + 1) <= VISITS[0]
    assert CLASS * BROWSER <= visitors.STANDING
    assert CLASS * 2 <= SOCKETS


async def said(address: str, *pieces: bytes) -> bytes:
    """Say this over one connection; all that comes back until it ends."""
    host, _, port = address.removeprefix("http://").rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    found = b""
    with suppress(OSError):
        for piece in pieces:
            writer.write(piece)
        while part := await reader.read(1 << 16):
            found += part
    writer.transport.abort()
    return found


GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"


SENSELESS = {
    "a header": ([b"GET / HTTP/1.1\r\nX: ", b"x" * 100_000], b"413"),
    "a path": ([b"GET /" + b"x" * 100_000], b"413"),
    "headers": ([b"GET / HTTP/1.1\r\n", b"x: y\r\n" * 20_000], b"413"),
    "a version": ([b"GET / HTTP/9.9\r\n\r\n"], b"400"),
    "no HTTP": ([b"\x16\x03\x01"], b"400"),
}


@runs
async def test_requests_without_an_end_or_a_sense(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "REFUSAL_SECONDS", 0.01)
    async with served(tmp_path) as where:
        for kind, (pieces, status) in SENSELESS.items():
            answer = await said(where.local, *pieces)
            if answer:  # it may be lost when we hang up in the middle of what they say
                assert answer.startswith(b"HTTP/1.1 " + status), kind
                assert b"content-security-policy: " in answer
        assert (await Page(where.local).get("/healthz")).status == 200


@runs
async def test_who_asks_without_waiting_for_answers_is_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_connection, "REFUSAL_SECONDS", 0.01)
    handled: list[int] = []

    class Counting(http_connection.HttpConnection):
        def on_headers_complete(self) -> None:
            super().on_headers_complete()
            handled.append(len(self.pipeline))

    monkeypatch.setattr("polychrome.server.run.HttpConnection", Counting)
    async with served(tmp_path) as where:
        await said(where.local, (GET + b"\r\n") * 1000)
        assert len(handled) <= http_connection.AHEAD + 1
        assert max(handled) <= http_connection.AHEAD


@runs
async def test_a_body_that_goes_on_after_the_answer_is_not_read_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_connection, "REFUSAL_SECONDS", 0.01)
    async with served(tmp_path) as where:
        answer = await said(where.local, GET + b"Content-Length: 999999999\r\n\r\n", b"x" * 5_000_000)
        assert answer.count(b"HTTP/1.1 ") <= 1


# Too little.


TOO_LITTLE: dict[str, list[bytes]] = {
    "nothing": [],
    "half a word": [b"GE"],
    "half a header": [b"GET / HTTP/1.1\r\nHost: "],
    "half a handshake": [b"GET /ws/abc HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"],
    "one request": [GET + b"\r\n"],
    "one and a half": [GET + b"\r\n", b"GET"],
    "half a body": [GET + b"Content-Length: 100\r\n\r\n", b"x"],
}


@runs
async def test_who_says_too_little_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "VISIT_SECONDS", 0.05)
    monkeypatch.setattr(visitors, "LOOK", 0.01)
    async with served(tmp_path) as where:
        for kind, pieces in TOO_LITTLE.items():
            answer = await said(where.local, *pieces)  # until the server hangs up
            assert answer.count(b"HTTP/1.1 ") <= len(pieces), kind


@runs
async def test_who_trickles_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "VISIT_SECONDS", 0.05)
    monkeypatch.setattr(visitors, "LOOK", 0.01)
    async with served(tmp_path) as where:
        host, _, port = where.local.removeprefix("http://").rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"GET / HTTP/1.1\r\n")

        async def trickle() -> None:
            while True:
                writer.write(b"X: y\r\n")
                await writer.drain()
                await asyncio.sleep(0.005)  # subject: a client that sends a little at a time

        task = asyncio.create_task(trickle())
        with suppress(OSError):
            assert await reader.read() == b""
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        writer.transport.abort()


@runs
async def test_a_little_more_gives_no_more_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[visitors.Visitor] = []
    heard: list[int] = []
    wait, attend = Visitors.wait, http_connection.HttpConnection.attend

    def noted(self: Visitors, visitor: visitors.Visitor) -> None:
        waits.append(visitor)
        wait(self, visitor)

    def listening(self: http_connection.HttpConnection) -> None:
        attend(self)
        heard.append(self.said)

    monkeypatch.setattr(Visitors, "wait", noted)
    monkeypatch.setattr(http_connection.HttpConnection, "attend", listening)
    monkeypatch.setattr(visitors, "VISIT_SECONDS", PATIENCE)
    async with served(tmp_path) as where:
        host, _, port = where.local.removeprefix("http://").rpartition(":")
        _, writer = await asyncio.open_connection(host, int(port))
        for number, piece in enumerate((b"GET / HTTP/1.1\r\n", b"X: y\r\n", b"X: ", b"y\r\n"), 1):
            writer.write(piece)
            await soon(lambda number=number: len(heard) == number)
        assert len(waits) == 1, "its time runs since it came"
        writer.transport.abort()


@runs
async def test_who_does_not_take_its_answer_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "VISIT_SECONDS", 0.05)
    monkeypatch.setattr(visitors, "LOOK", 0.01)
    monkeypatch.setattr(FileHealth, "word", lambda self: "x" * 20_000_000)  # more than the system takes
    gone = asyncio.Event()

    class Noted(http_connection.HttpConnection):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            gone.set()

    monkeypatch.setattr("polychrome.server.run.HttpConnection", Noted)
    async with served(tmp_path) as where:
        host, _, port = where.local.removeprefix("http://").rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(GET + b"\r\n")
        await gone.wait()
        writer.transport.abort()


def test_who_takes_some_of_its_answer_has_time_for_the_rest() -> None:
    left = 100_000
    line = http_connection.HttpConnection.__new__(http_connection.HttpConnection)
    line.transport = Mock(get_write_buffer_size=lambda: left)
    line.unread = left
    for taken, stuck in (
        (SLOWEST, False),
        (SLOWEST - 1, True),
        (SLOWEST, False),
        (0, True),
    ):
        left -= taken
        assert line.stuck() == stuck


HALF = b"\r\n".join(
    (
        b"POST /api/join HTTP/1.1",
        b"Host: 127.0.0.1",
        b"Content-Type: application/json",
        b"Sec-Fetch-Site: same-origin",
        b"Content-Length: 100",
        b"",
        b"{",
    )
)


@runs
async def test_who_is_slow_with_a_body_hears_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert app.BODY_SECONDS < visitors.VISIT_SECONDS, "else nobody would"
    monkeypatch.setattr(app, "BODY_SECONDS", 0.2)
    async with served(tmp_path) as where:
        assert (await said(where.local, HALF)).startswith(b"HTTP/1.1 408 ")


@runs
async def test_a_body_gives_no_more_time_than_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visitors, "VISIT_SECONDS", 0.05)
    monkeypatch.setattr(visitors, "LOOK", 0.01)
    monkeypatch.setattr(app, "BODY_SECONDS", PATIENCE)
    async with served(tmp_path) as where:
        assert await said(where.local, HALF) == b""  # and the server hangs up


@runs
async def test_a_request_that_we_work_on_is_not_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has any time here."""
    monkeypatch.setattr(visitors, "VISIT_SECONDS", 0.0)
    monkeypatch.setattr(visitors, "LOOK", 0.001)
    looks: list[bool] = []

    class Patient(http_connection.HttpConnection):
        def stuck(self) -> bool:
            if self.cycle is None:  # the request is not there yet
                return False
            looks.append(super().stuck())
            return looks[-1]

    async def long(self: Lobby, guest: str) -> list[OwnTable]:
        await soon(lambda: len(looks) > 3)
        return []

    monkeypatch.setattr(Lobby, "own_tables", long)
    monkeypatch.setattr("polychrome.server.run.HttpConnection", Patient)
    async with served(tmp_path) as where:
        answer = await said(where.local, GET.replace(b"/healthz", b"/api/tables") + b"\r\n")
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert looks[:3] == [False] * 3


class Stranger:
    def __init__(self, address: str) -> None:
        self.address = address
        self.here = True
        self.going = False  # something happens

    def stuck(self) -> bool:
        return not self.going

    def send_away(self) -> None:
        self.here = False


@runs
async def test_who_waits_longest_goes_first_and_who_goes_on_stays() -> None:
    now = [0.0]
    place = Visitors(1000, lambda: now[0])
    strangers = [Stranger(str(number % 3)) for number in range(9)]
    for stranger in strangers:
        place.enter(stranger)
        now[0] += 1
    strangers[1].going = True
    now[0] = visitors.VISIT_SECONDS + 4.5
    place.look()
    assert [stranger.here for stranger in strangers] == [False, True, False, False, False] + [True] * 4
    now[0] += visitors.VISIT_SECONDS - 1
    place.look()
    assert [stranger.here for stranger in strangers] == [False, True] + [False] * 7
    assert place.size == 1
    place.leave(strangers[1])
    place.leave(strangers[1])
    assert (place.size, place.here) == (0, {})
    place.close()


@runs
async def test_so_many_at_once_are_sent_away_and_the_others_soon_after() -> None:
    now = [0.0]
    place = Visitors(10_000, lambda: now[0])
    strangers = [Stranger("") for _ in range(visitors.AT_ONCE * 2 + 1)]
    for stranger in strangers:
        place.enter(stranger)
    now[0] = visitors.VISIT_SECONDS
    for left in (visitors.AT_ONCE + 1, 1, 0):
        place.look()
        assert sum(stranger.here for stranger in strangers) == left
    assert place.alarm is None


@pytest.mark.parametrize("files", [256, 1024, 65_536])
@runs
async def test_a_crowd_from_one_address_takes_no_place_from_others(files: int) -> None:
    place = Visitors(files, lambda: 0.0)
    pupils = [Stranger("school") for _ in range(min(CLASS * BROWSER, place.standing // 2))]
    crowd = [Stranger("crowd") for _ in range(2000)]
    for pupil, one in zip(pupils, crowd, strict=False):
        place.enter(pupil)
        place.enter(one)
    for one in crowd[len(pupils) :]:
        place.enter(one)
    assert all(pupil.here for pupil in pupils)
    assert place.size == place.standing
    assert [one.here for one in crowd] == sorted(one.here for one in crowd), "the oldest have gone"
    place.close()


@runs
async def test_who_only_stands_about_goes_when_all_places_are_taken() -> None:
    place = Visitors(1024, lambda: 0.0)
    strangers = [Stranger("") for _ in range(4)]
    for taken, left in ((place.most - 1, 1), (place.most, 2), (place.most + 1, 2), (place.most + 2, 2)):
        place.open = range(taken)  # those of the tables, and of who stands here
        place.enter(strangers[taken - place.most + 1])
        assert place.size == left
    assert [stranger.here for stranger in strangers] == [False, False, True, True], "the oldest have gone"
    place.close()


def test_every_eighth_place_is_for_those_who_play_already() -> None:
    place = Visitors(1024)
    taken = place.most - place.most // FOR_PLAYERS
    assert 1024 - place.most == visitors.OWN_FILES
    for sockets, free in ((0, True), (taken - 1, True), (taken, False), (place.most, False)):
        place.open = range(sockets)
        assert place.room() == free
    place.open, place.size = range(place.most), place.most - 10  # they only stand about
    assert place.room()


@runs
async def test_when_it_is_full_only_those_who_sit_there_come_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path) as where, at_a_table(where.local) as talks:
        table = talks[0].table
        stranger = Page(where.local)
        async with stranger.socket(table) as watching:
            assert (await watching.until("room"))["you"] == []
        monkeypatch.setattr(visitors, "FOR_PLAYERS", 1)  # every place is kept for them
        for path in (table, "nosuchtable"):
            with pytest.raises(InvalidStatus) as refused:
                async with stranger.socket(path):
                    pass
            assert refused.value.response.status_code == 503
            assert b"server.full" in (refused.value.response.body or b"")
        async with talks[1].page.socket(table) as again:
            assert (await again.until("room"))["you"] == [1]
        await moves(talks, 2)


@runs
async def test_one_address_has_only_so_many_sockets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polychrome.server.app.SOCKETS", 2)
    async with served(tmp_path) as where, at_a_table(where.local) as (one, two):
        with pytest.raises(InvalidStatus) as refused:
            async with one.page.socket(one.table):
                pass
        assert refused.value.response.status_code == 429
        assert b"server.too_many_sockets" in (refused.value.response.body or b"")
        await two.ws.close()
        again: Talk | None = None
        while again is None:  # until the server has noticed
            with suppress(InvalidStatus):
                again = await two.page.socket(two.table).__aenter__()
        assert (await again.until("room"))["you"] == [1]
        await again.ws.close()


# A process that may open few files.

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
from polychrome.cli import main
main()
"""


@contextmanager
def limited(folder: Path, soft: int, hard: int) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    program = LIMITED.format(soft=soft, hard=hard)
    command = [
        sys.executable,
        "-c",
        program,
        "serve",
        "--port",
        "0",
        "--data",
        str(folder),
        "--no-open",
        "--lang",
        "en",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield re.findall(r"http://127\.0\.0\.1:\d+", process.stdout.readline())[0], process
            process.send_signal(signal.SIGTERM)
            _, trouble = process.communicate(timeout=PATIENCE)
            assert trouble == ""
            assert process.returncode == 0
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@runs
async def test_tables_go_on_beside_two_thousand_silent_connections(tmp_path: Path) -> None:  # A29
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= hard < 2500:
        pytest.skip(f"this process may open only {hard} files itself")
    silent: list[socket.socket] = []
    with limited(tmp_path, 256, 1024) as (address, process):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2500), hard))
        try:
            async with at_a_table(address) as talks:
                port = int(address.rpartition(":")[2])
                for number in range(2000):
                    one = socket.socket()
                    one.setblocking(False)
                    silent.append(one)
                    with suppress(BlockingIOError):
                        one.connect(("127.0.0.1", port))
                    if number % 200 == 0:
                        await moves(talks, 1)
                await moves(talks, 5)
                assert (await Page(address).get("/healthz")).body == b"ok"
                async with talks[0].page.socket(talks[0].table) as again:
                    assert (await again.until("room"))["you"] == [0]
                assert (await Page(address).create(seats=2)) != talks[0].table
                await moves(talks, 1)
                limits = Path(f"/proc/{process.pid}/limits")
                if limits.exists():
                    found = re.search(r"Max open files\s+(\d+)\s+(\d+)", limits.read_text())
                    assert found is not None
                    assert found.groups() == ("1024", "1024")
                    assert len(list(Path(f"/proc/{process.pid}/fd").iterdir())) < 1024
        finally:
            for one in silent:
                one.close()
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
