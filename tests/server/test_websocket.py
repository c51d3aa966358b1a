"""The short way of a socket: however texts are cut, joined or mixed with other frames, each is heard once, in order."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE, soon
from polychrome.room.wire import MESSAGE_BYTES
from polychrome.server.fair_lock import FairLock
from server.house import Page, runs, served

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
MASK = bytes([0x5A, 0x00, 0xFF, 0x31])


def framed(content: bytes, kind: int = TEXT, final: bool = True, masked: bool = True) -> bytes:
    size = len(content)
    head = bytes([kind | 0x80 * final])
    mark = 0x80 * masked
    if size < 126:
        head += bytes([mark | size])
    elif size < 65536:
        head += bytes([mark | 126]) + size.to_bytes(2)
    else:
        head += bytes([mark | 127]) + size.to_bytes(8)
    if not masked:
        return head + content
    return head + MASK + bytes(byte ^ MASK[i % 4] for i, byte in enumerate(content))


class Raw:
    """A client that sends bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def to(cls, address: str, table: str, early: bytes = b"") -> Raw:
        host, _, port = address.removeprefix("http://").rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        lines = [f"GET /ws/{table} HTTP/1.1", f"Host: {host}:{port}", f"Origin: {address}", "Upgrade: websocket"]
        lines += ["Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 101")
        writer.write(early)
        raw = cls(reader, writer)
        assert (await raw.hear())[1]["t"] == "room"
        return raw

    async def hear(self) -> tuple[int, Any]:
        """The kind of the next frame, and what it says."""
        async with asyncio.timeout(PATIENCE):
            first, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2))
            content = await self.reader.readexactly(size)
        kind = first & 15
        return kind, json.loads(content) if kind == TEXT else content

    async def answers(self, number: int) -> list[str]:
        return [(await self.hear())[1]["t"] for _ in range(number)]


@asynccontextmanager
async def connected(folder: Path) -> AsyncIterator[Raw]:
    async with served(folder) as where:
        raw = await Raw.to(where.local, await Page(where.local).create(seats=2))
        yield raw
        raw.writer.close()


@runs
async def test_texts_may_be_cut_anywhere_and_come_together(tmp_path: Path) -> None:
    async with connected(tmp_path) as raw:
        whims = random.Random(5)
        pings = [framed(b'{"t":"ping"}' + b" " * size) for size in (0, 1, 113, 114, 200, 3000)]
        stream = b"".join(pings * 3)
        for _ in range(3):
            at = 0
            while at < len(stream):
                step = whims.choice([1, 2, 5, 7, 130, 1000, 9000])
                raw.writer.write(stream[at : at + step])
                await raw.writer.drain()
                await asyncio.sleep(0)
                at += step
            assert await raw.answers(18) == ["pong"] * 18


@runs
async def test_a_text_that_comes_before_the_table_is_ready_is_not_cut_in_two(tmp_path: Path) -> None:
    async with served(tmp_path) as where:
        page = Page(where.local)
        table = await page.create(seats=2)
        text = framed(b'{"t":"ping"}' + b" " * 300)
        for cut in (1, 5, 7, 100, len(text)):
            raw = await Raw.to(where.local, table, text[:cut])
            raw.writer.write(text[cut:] + framed(b'{"t":"ping"}'))
            assert await raw.answers(2) == ["pong", "pong"]
            raw.writer.close()


@runs
async def test_fragments_pings_and_texts_keep_their_order(tmp_path: Path) -> None:
    async with connected(tmp_path) as raw:
        stream = framed(b'{"t":"ping"}') + framed(b"hello", PING)
        stream += framed(b'{"t":', TEXT, final=False) + framed(b"!", PING) + framed(b'"ping"}', 0)
        stream += framed(b'{"t":"what"}') + framed(b'{"t":"ping"}')
        raw.writer.write(stream)
        found = [await raw.hear() for _ in range(6)]
        kinds = [said["t"] if kind == TEXT else said for kind, said in found]
        assert [kind for kind in kinds if isinstance(kind, bytes)] == [b"hello", b"!"]
        assert [kind for kind in kinds if isinstance(kind, str)] == ["pong", "pong", "sorry", "pong"]


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (framed(b'{"t":"ping"}', masked=False), 1002),
        (framed(b"x" * (MESSAGE_BYTES + 1)), 1009),
        (framed(b"x" * 70_000), 1009),
        (framed(b"beginning", TEXT, final=False) + framed(b'{"t":"ping"}'), 1002),  # a text within a text
        (framed(b"more", 0), 1002),  # the end of nothing
        (framed(b"?", 3), 1002),  # a kind that does not exist
        (framed(b"\x00", BINARY), 1003),
    ],
    ids=["unmasked", "too long", "far too long", "nested", "no beginning", "unknown kind", "binary"],
)
@runs
async def test_who_breaks_the_protocol_is_told_so(tmp_path: Path, bad: bytes, code: int) -> None:
    async with connected(tmp_path) as raw:
        raw.writer.write(framed(b'{"t":"ping"}'))
        assert await raw.answers(1) == ["pong"]
        raw.writer.write(bad)
        kind, content = await raw.hear()
        assert kind == CLOSE
        assert int.from_bytes(content[:2]) == code


@runs
async def test_turns_go_in_order_and_one_at_a_time() -> None:
    turns = FairLock()
    seen: list[str] = []

    async def visit(name: str) -> None:
        async with turns:
            assert seen.count("in") == seen.count("out")
            seen.append("in")
            await asyncio.sleep(0)
            seen.append(name)
            seen.append("out")

    turns.take(lambda: seen.append("first"))
    tasks = [asyncio.create_task(visit(str(number))) for number in range(5)]
    await asyncio.sleep(0)
    turns.take(lambda: (seen.append("in"), seen.append("last"), seen.append("out"), turns.free()))  # type: ignore[func-returns-value]
    tasks[1].cancel()
    turns.free()
    await asyncio.gather(*tasks, return_exceptions=True)
    await soon(lambda: not turns.held)
    assert [name for name in seen if name not in ("in", "out")] == ["first", "0", "2", "3", "4", "last"]
    assert not turns.held
