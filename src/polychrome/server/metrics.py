"""Figures for Prometheus, at a place of their own: nobody who plays can ask for them, and they name no table."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from polychrome.server.lobby import Lobby
from polychrome.server.meter import BOUNDS, Times
from polychrome.server.relay import Relays

REQUEST_SECONDS: Final = 5.0  # seconds for a request
REQUEST_BYTES: Final = 16 * 1024  # of it
Value = int | float | Times


def figures(lobby: Lobby, relays: Relays) -> Iterator[tuple[str, str, str, Value]]:
    """Name, kind, what it means, how much."""
    meter, store, queue = lobby.services.meter, lobby.store, lobby.bot_pool.queue
    yield "tables", "gauge", "Tables in memory.", len(lobby.rooms)
    yield "sockets", "gauge", "Sockets at the tables of this server.", len(lobby.sockets)
    yield "relayed_sockets", "gauge", "Sockets that are passed on to the server that owns their table.", len(relays)
    yield "moves_heard_total", "counter", "Moves that somebody sent.", meter.heard
    yield "moves_kept_total", "counter", "Moves that were stored and told.", meter.kept
    unplayed = "Moves that were refused, or had been sent before."
    yield "moves_unplayed_total", "counter", unplayed, meter.heard - meter.kept
    yield "unstored_total", "counter", "Steps of any kind that the store did not take.", meter.unkept
    yield "move_seconds", "histogram", "From a move's coming in to the last one's being told.", meter.times
    yield "store_seconds", "histogram", "Transactions of the store.", store.times
    yield "bots_waiting", "gauge", "Thoughts of bots that wait for a process.", len(queue.waiting)
    yield "bots_thinking", "gauge", "Thoughts of bots under way.", len(queue.running)
    yield "tables_taken_total", "counter", "Tables of which this server became the owner.", store.taken
    yield "tables_lost_total", "counter", "Tables that another server took over.", store.lost
    yield "ready", "gauge", "1 if people may be sent here.", int(lobby.is_ready())


def text(lobby: Lobby, relays: Relays) -> str:
    lines = []
    for short, kind, meaning, value in figures(lobby, relays):
        name = f"polychrome_{short}"
        lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
        lines += histogram(name, value) if isinstance(value, Times) else [f"{name} {value}"]
    return "\n".join([*lines, ""])


def histogram(name: str, times: Times) -> Iterator[str]:
    counted = 0
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), list(times.counts), strict=True):
        counted += count
        yield f'{name}_bucket{{le="{bound}"}} {counted}'
    yield f"{name}_sum {times.total:.6f}"
    yield f"{name}_count {counted}"


@asynccontextmanager
async def shown(place: socket.socket | None, lobby: Lobby, relays: Relays) -> AsyncIterator[None]:
    """Show the figures at a port of their own until the server ends, and nowhere if there is none."""
    if place is None:
        yield
        return

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, asyncio.LimitOverrunError):
            async with asyncio.timeout(REQUEST_SECONDS):
                asked = await reader.readuntil(b"\r\n\r\n")
                found = asked.startswith((b"GET /metrics ", b"GET /metrics?"))
                body = text(lobby, relays).encode() if found else b""
                status = b"200 OK" if found else b"404 Not Found"
                head = b"HTTP/1.1 %s\r\ncontent-type: text/plain; version=0.0.4\r\ncontent-length: %d\r\n"
                writer.write(head % (status, len(body)) + b"connection: close\r\n\r\n" + body)
                await writer.drain()
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async with await asyncio.start_server(answer, sock=place, limit=REQUEST_BYTES):
        yield
