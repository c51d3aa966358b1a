"""What one client that floods the server costs the others: a neighbour's waiting time beside each kind of flood.

    python bench/floods.py [--kinds pings,moves,…] [--seconds 5] [--sockets 5] [--package DIR] [--json]

For each kind of flood a server of its own is started (`polychrome serve` on 127.0.0.1, with its limits as they are).
People of bench/load.py play at four tables, a move each 20 ms and table, from addresses of their own; meanwhile
another process floods from one address as fast as its sockets take it, and comes back at once when it is cut off.
A neighbour's time is that between "send" and "everybody at the table sees it". Before the first flood and after the
last nobody floods: that is what the floods are compared with, in the same run on the same machine.

`cut ms` is the longest that a connection could flood until the server had hung up, `again` how often the flooder came
back, `sent MB` what it could get rid of. `memory` is the most the server grew by during the flood. The flooding process
is nice to the others, because in earnest it has a machine of its own. All traffic stays on the loopback interface, and
each flood ends after --seconds (silent and slow connections after --patience, so that their end is seen).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import selectors
import socket
import subprocess
import sys
import tempfile
from base64 import b64encode
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from load import Crowd, Table

from server import Process, at, build_of, more_files, served, tell, verdict

HERE = "127.0.0.1"
TABLES = 4
PACE = 0.02
NICE = 10
MOST_CONNECTS = 20_000  # of one flood, that it does not eat all ports of this machine
P99_MS, MEMORY_MB, CUT_MS = 50, 20, 1000  # what the project wants (A28)
CHUNK = 64 * 1024
MASK = bytes(4)
QUIET = "nobody"


def frame(first: int, content: bytes = b"") -> bytes:
    size = len(content)
    head = bytes([first, 0x80 | size]) if size < 126 else bytes([first, 0xFE]) + size.to_bytes(2)
    return head + MASK + content


class Flood(NamedTuple):
    """What is sent once, and then again and again; a handshake comes first if it is for a socket."""

    then: bytes
    first: bytes = b""
    socket: bool = True
    reads: bool = True
    sockets: int = 0  # 0: as many as asked for
    pause: float = 0.0  # seconds between two pieces; 0: as fast as possible
    patient: bool = False  # waits until the server hangs up, and does not come back
    polite: bool = False  # asks for one thing at a time
    hasty: bool = False  # hangs up itself, at once


MOVE = b'{"t":"move","seat":0,"id":"m1","question":7,"action":"draw"}'
ASK = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
ENDLESS = b"\r\nContent-Length: 999999999999\r\n\r\n"
FLOODS: dict[str, Flood] = {
    "pings": Flood(frame(0x89, b"hello")),
    "pings unread": Flood(frame(0x89, b"x" * 125), reads=False),
    "pongs": Flood(frame(0x8A)),
    "empty continuations": Flood(frame(0x00), first=frame(0x01)),
    "fragments": Flood(frame(0x00, b"x"), first=frame(0x01, b"x")),
    "moves": Flood(frame(0x81, MOVE)),
    "json pings": Flood(frame(0x81, b'{"t":"ping"}')),
    "garbage texts": Flood(frame(0x81, b'{"t":"nonsense"}')),
    "big frames": Flood(frame(0x81, b" " * 16_000)),
    "binary": Flood(frame(0x82, b"\x00" * 8)),
    "/": Flood(ASK % b"/", socket=False, sockets=20, polite=True),
    "/healthz": Flood(ASK % b"/healthz", socket=False, sockets=20, polite=True),
    "a file": Flood(ASK % b"/locales/fr.json", socket=False, sockets=20, polite=True),
    "/healthz in a row": Flood(ASK % b"/healthz", socket=False),
    "no name": Flood(b"GET / HTTP/1.1\r\n\r\n", socket=False, sockets=20, polite=True),
    "sockets": Flood(b"", sockets=20, hasty=True),
    "connections": Flood(b"", socket=False, sockets=20, hasty=True),
    "endless header": Flood(b"x" * 1000, first=b"GET / HTTP/1.1\r\nX: ", socket=False),
    "endless body": Flood(b"x" * 1000, first=ASK.replace(b"\r\n\r\n", ENDLESS) % b"/healthz", socket=False),
    "silent": Flood(b"", socket=False, sockets=2000, patient=True),
    "slowloris": Flood(b"X: y\r\n", first=b"GET / HTTP/1.1\r\n", socket=False, sockets=500, pause=0.5, patient=True),
}


# The flooder, a process of its own.


class Flooder:
    def __init__(self, kind: str, port: int, path: str, sockets: int, seconds: float) -> None:
        self.flood = FLOODS[kind]
        self.port = port
        self.path = path
        self.number = self.flood.sockets or sockets
        self.end = monotonic() + seconds
        self.choose = selectors.DefaultSelector()
        self.lines: set[Line] = set()
        self.connects = 0
        self.refused = 0  # connections that did not even become sockets, requests that were too many
        self.answers = 0
        self.sent = 0
        self.held: list[float] = []  # how long a connection could go on
        self.piece = self.flood.then * max(1, CHUNK // max(1, len(self.flood.then)))
        if self.flood.pause or self.flood.polite:
            self.piece = self.flood.then
        self.once = bool(self.flood.pause) or self.flood.polite

    def run(self) -> dict[str, Any]:
        for _ in range(self.number):
            self.connect()
        while (now := monotonic()) < self.end and self.lines:
            for key, events in self.choose.select(0.05):
                line: Line = key.data
                line.ready(events, now)
            for line in list(self.lines):
                line.tick(now)
        held = sorted(self.held)
        return {
            "connects": self.connects,
            "answers": self.answers,
            "refused": self.refused,
            "cut": len(held),
            "uncut": sum(line.began > 0 for line in self.lines),
            "cut_ms": held[-1] * 1e3 if held else None,
            "sent_mb": self.sent / 1e6,
        }

    def connect(self) -> None:
        if self.connects < MOST_CONNECTS:
            self.connects += 1
            self.lines.add(Line(self))


class Line:
    """One connection of a flooder."""

    def __init__(self, owner: Flooder) -> None:
        self.owner = owner
        self.began = 0.0  # when the flood began
        self.due = 0.0
        self.open = False
        self.todo = b""
        self.heard = b""
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.connect_ex((HERE, owner.port))
        self.watching = selectors.EVENT_READ | selectors.EVENT_WRITE
        owner.choose.register(self.socket, self.watching, self)

    def watch(self, events: int) -> None:
        if events != self.watching:
            self.watching = events
            self.owner.choose.modify(self.socket, events, self)

    def ready(self, events: int, now: float) -> None:
        try:
            if not self.open:
                self.open = True
                self.greet(now)
                if self not in self.owner.lines:
                    return
            if events & selectors.EVENT_READ and (self.owner.flood.reads or not self.began):
                self.read(now)
            if events & selectors.EVENT_WRITE:
                self.write()
        except BlockingIOError:
            pass
        except OSError:
            self.lost()

    def greet(self, now: float) -> None:
        flood = self.owner.flood
        if flood.socket:
            lines = [
                f"GET {self.owner.path} HTTP/1.1",
                f"Host: {HERE}:{self.owner.port}",
                f"Origin: http://{HERE}:{self.owner.port}",
                "Upgrade: websocket",
                "Connection: Upgrade",
                f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}",
                "Sec-WebSocket-Version: 13",
            ]
            self.todo = "\r\n".join([*lines, "", ""]).encode()
        else:
            self.begin(now)

    def begin(self, now: float) -> None:
        flood = self.owner.flood
        if flood.hasty:
            self.lost()
            return
        self.began = self.due = now
        self.todo = flood.first or (flood.then if flood.polite else b"")
        writes = self.todo or (self.owner.piece and not self.owner.once)
        self.watch((selectors.EVENT_READ if flood.reads else 0) | (selectors.EVENT_WRITE if writes else 0) or 1)

    def read(self, now: float) -> None:
        data = self.socket.recv(1 << 18)
        if not data:
            self.lost()
        elif not self.began:
            self.heard += data
            if b"\r\n\r\n" in self.heard:
                if self.heard.startswith(b"HTTP/1.1 101"):
                    self.begin(now)
                else:
                    self.owner.refused += 1
                    self.lost()
        elif self.owner.flood.polite:
            answers = data.count(b"HTTP/1.1 ")
            self.owner.answers += answers
            self.todo += self.owner.piece * answers
            self.owner.refused += data.count(b"HTTP/1.1 429 ")
            self.watch(selectors.EVENT_READ | selectors.EVENT_WRITE)

    def write(self) -> None:
        if not self.todo and self.began and not self.owner.once:
            self.todo = self.owner.piece
        if self.todo:
            sent = self.socket.send(self.todo)
            self.todo = self.todo[sent:]
            self.owner.sent += sent
        if not self.todo and (not self.began or self.owner.once or not self.owner.piece):
            self.watch(selectors.EVENT_READ)

    def tick(self, now: float) -> None:
        flood = self.owner.flood
        if flood.pause and self.began and now - self.due > flood.pause:
            self.due = now
            try:
                self.owner.sent += self.socket.send(self.owner.piece)
            except BlockingIOError:
                pass
            except OSError:
                self.lost()

    def lost(self) -> None:
        """The server has hung up."""
        owner = self.owner
        if self not in owner.lines:
            return
        owner.lines.discard(self)
        owner.choose.unregister(self.socket)
        self.socket.close()
        if self.began:
            owner.held.append(monotonic() - self.began)
        if not owner.flood.patient:
            owner.connect()


def attack(options: argparse.Namespace) -> None:
    os.nice(NICE)
    more_files()
    flooder = Flooder(options.attack, options.port, options.path, options.sockets, options.seconds)
    print(json.dumps(flooder.run()), flush=True)


# The neighbours, and the table of figures.


async def beside(crowd: Crowd, server: Process, kind: str, path: str, options: argparse.Namespace) -> dict[str, Any]:
    """Play while somebody floods; how the neighbours fared, and what it cost."""
    patient = kind != QUIET and FLOODS[kind].patient
    seconds = options.patience if patient else options.seconds
    before = peak = server.memory()
    mistakes = crowd.errors.copy()
    flooding = None
    if kind != QUIET:
        command = [sys.executable, __file__, "--attack", kind, "--port", str(server.port), "--path", path]
        command += ["--sockets", str(options.sockets), "--seconds", str(seconds)]
        flooding = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    async def watch() -> None:
        nonlocal peak
        began = monotonic()
        while True:
            peak = max(peak, server.memory())
            tell(f"{kind}: {monotonic() - began:.0f} of {seconds:.0f} s, {len(crowd.waits):,} moves")
            await asyncio.sleep(0.1)

    watching = asyncio.create_task(watch())
    cpu = sum(server.cpu())
    try:
        took = await crowd.play(seconds, PACE)
        cpu = sum(server.cpu()) - cpu
        found: dict[str, Any] = {}
        if flooding is not None:
            said, _ = await asyncio.to_thread(flooding.communicate, None, 30)
            found = json.loads(said)
    finally:
        watching.cancel()
        if flooding is not None and flooding.poll() is None:
            flooding.kill()
            flooding.wait()
    waits = sorted(crowd.waits)
    return {
        "kind": kind,
        "moves": len(waits),
        "p50_ms": at(waits, 0.5) * 1e3,
        "p99_ms": at(waits, 0.99) * 1e3,
        "max_ms": at(waits, 1) * 1e3,
        "memory_mb": (max(peak, server.memory()) - before) / 1024,
        "server_load": cpu / took,
        "errors": dict(crowd.errors - mistakes),
        **found,
    }


async def measured(server: Process, kind: str, options: argparse.Namespace) -> dict[str, Any]:
    crowd = Crowd((HERE, server.port))
    stranger = Table(crowd, 0)
    stranger.address = HERE
    made, _ = await stranger.post("/api/tables", {"game": "coloretto", "seats": 4, "options": {}, "fill": None})
    assert isinstance(made, dict)
    await crowd.open(TABLES)
    await crowd.play(1.0, PACE)
    result = await beside(crowd, server, kind, f"/ws/{made['table']}", options)
    crowd.leave()
    return result


def figures(package: Path, kind: str, options: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=options.disk) as folder, served(package, Path(folder) / "data") as server:
        return asyncio.run(measured(server, kind, options))


COLUMNS = (
    ("p50 ms", "p50_ms", "{:.1f}"),
    ("p99 ms", "p99_ms", "{:.1f}"),
    ("max ms", "max_ms", "{:.0f}"),
    ("moves", "moves", "{:,}"),
    ("memory", "memory_mb", "{:+.1f} MB"),
    ("server", "server_load", "{:.0%}"),
    ("cut ms", "cut_ms", "{:,.0f}"),
    ("uncut", "uncut", "{:,}"),
    ("again", "connects", "{:,}"),
    ("answers", "answers", "{:,}"),
    ("refused", "refused", "{:,}"),
    ("sent MB", "sent_mb", "{:,.1f}"),
)


def row(result: dict[str, Any]) -> str:
    cells = [form.format(result[name]) if result.get(name) is not None else "" for _, name, form in COLUMNS]
    mistakes = "".join(f"   {what} ({count})" for what, count in result["errors"].items())
    return f"{result['kind']:<22}" + "".join(f"{cell:>11}" for cell in cells) + mistakes


def aims(results: list[dict[str, Any]]) -> list[str]:
    floods = [result for result in results if result["kind"] != QUIET]
    quiet = ", ".join(f"{result['p99_ms']:.1f}" for result in results if result["kind"] == QUIET)
    lines = [f"p99 ms beside nobody: {quiet}"]
    for title, name, most in (("p99 ms", "p99_ms", P99_MS), ("memory MB", "memory_mb", MEMORY_MB)):
        if floods:
            worst = max(floods, key=lambda result: float(result[name]))
            good = worst[name] <= most
            lines.append(f"{title}: at most {worst[name]:.1f}, beside {worst['kind']} (aim {most}): {verdict(good)}")
    hasty = [result for result in floods if not FLOODS[result["kind"]].patient and FLOODS[result["kind"]].socket]
    if hasty:
        slow = [result["kind"] for result in hasty if result.get("uncut") and not result.get("cut")]
        worst = max(hasty, key=lambda result: float(result.get("cut_ms") or 0))
        good = not slow and (worst.get("cut_ms") or 0) <= CUT_MS
        never = f"; never: {', '.join(slow)}" if slow else ""
        lines.append(f"cut after at most {worst.get('cut_ms') or 0:.0f} ms (aim {CUT_MS}){never}: {verdict(good)}")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", default="", help=f"some of: {', '.join(FLOODS)}")
    parser.add_argument("--seconds", type=float, default=5, help="of each flood")
    parser.add_argument("--patience", type=float, default=14, help="seconds of silent and slow floods")
    parser.add_argument("--sockets", type=int, default=5, help="that flood")
    parser.add_argument("--package", type=Path, help="the folder that holds the package polychrome")
    parser.add_argument("--disk", type=Path, help="where the server's data lies meanwhile")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    for name in ("--attack", "--path"):
        parser.add_argument(name, help=argparse.SUPPRESS)  # in the flooding process
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        attack(options)
        return 0
    options.kinds = [kind.strip() for kind in options.kinds.split(",")] if options.kinds else list(FLOODS)
    if unknown := [kind for kind in options.kinds if kind not in FLOODS]:
        parser.error(f"no such flood: {', '.join(unknown)}; there are {', '.join(FLOODS)}")
    package, build = build_of(options)
    more_files()

    def say(text: str) -> None:
        if not options.json:
            print(text, flush=True)

    cores, busy = os.cpu_count(), os.getloadavg()[0]
    floods = f"{options.sockets} sockets flood for {options.seconds} s"
    say(f"{build}; {cores} cores, load {busy:.1f} before we began; {floods}")
    say(f"{'beside':<22}" + "".join(f"{title:>11}" for title, _, _ in COLUMNS))
    results = []
    for kind in (QUIET, *options.kinds, QUIET):
        results.append(figures(package, kind, options))
        tell("")
        say(row(results[-1]))
    if options.json:
        about = {"build": build, "cores": cores, "load_before": busy, "sockets": options.sockets}
        print(json.dumps({**about, "results": results}, indent=2))
    else:
        say("\n".join(aims(results)))
    return 1 if any(result["errors"] for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
