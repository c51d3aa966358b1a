"""How many tables one server carries: real sockets, everybody at four-seat tables, every move on the disk.

    python bench/server.py [--tables 100,300,1000] [--seconds 10] [--peers DIR] [--rounds 3] [--json]

For each number of tables a server of its own is started (`polychrome serve` on 127.0.0.1, with its data in a fresh
folder and all its limits as they are), and the people of bench/load.py play at random: first one move per second and
table, then each table as fast as it can, game after game, on new sockets each time, as pages do. A move counts when it
is acknowledged and all sockets of its table have shown it; that is the time between "send" and "everybody sees it".
Processor time and memory are those of the server's process, from /proc (Linux only); the thread that writes to the
disk is counted apart. "woken" says how often a move the tables' thread slept before: 0 if there was always something to
do, 1 to 2 if nearly every move had to wake it. At the end every acknowledged move is looked up in the file.

The build is build/compiled (made by scripts/test) if it is there, or --package DIR. If the peers are beside this
repository, and Node is there, boardgame.io's in-memory server plays in the same run (--peers none: not), by turns with
ours, and both do the same: 60 moves at each of 300 busy tables from the deal on, and no other game after it. Machines
are noisy: compare within one run, and give it both cores.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from statistics import mean, median
from time import monotonic, perf_counter
from typing import Any

from load import Crowd

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
COMPILED = ROOT / "build" / "compiled"
WARM = 10  # tables that play before anything is counted
PEER_TABLES = 300
PEER_MOVES = 60  # at each table, from the deal: so its load plays, and for the comparison ours too
PEER_SECONDS = 20  # at most
OPENING = "opening"
LOOPBACK = """
// Whatever listens, listens to this machine only.
const { Server } = require("net");
const listen = Server.prototype.listen;
Server.prototype.listen = function (port, ...rest) {
  const where = typeof port === "number" ? { port, host: "127.0.0.1" } : port;
  return listen.call(this, where, ...rest);
};
"""


def tell(text: str) -> None:
    """How far it is, on one line that is written again and again."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


# The server, from outside.


class Process:
    """A server's process and what it costs."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process = process
        self.port = port
        self.folder = Path("/proc") / str(process.pid)

    def cpu(self) -> tuple[float, float]:
        """Seconds of its first thread, where the tables live, and of all others, one of which writes to the disk."""
        own, others = 0.0, 0.0
        for task in (self.folder / "task").iterdir() if self.folder.is_dir() else ():
            with suppress(OSError):  # a thread that has just ended
                seconds = int((task / "schedstat").read_text().split()[0]) / 1e9
                if task.name == self.folder.name:
                    own += seconds
                else:
                    others += seconds
        return own, others

    def woken(self) -> int:
        """How often its first thread has slept, and was woken for something to do."""
        with suppress(OSError):
            found = re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", (self.folder / "status").read_text())
            return int(found[1]) if found else 0
        return 0

    def memory(self) -> float:
        """Resident, in KiB."""
        with suppress(OSError):
            found = re.search(r"VmRSS:\s+(\d+)", (self.folder / "status").read_text())
            return float(found[1]) if found else 0.0
        return 0.0


@contextmanager
def served(package: Path, data: Path, *more: str) -> Iterator[Process]:
    """`polychrome serve` in a process of its own, ended at the end."""
    command = [sys.executable, "-m", "polychrome", "serve", "--no-open", "--host", "127.0.0.1", "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(package), "LC_ALL": "C.UTF-8"}
    trouble = data.with_suffix(".log")
    with trouble.open("w") as stderr:
        process = subprocess.Popen(
            [*command, "--data", str(data), *more], env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True
        )
    try:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        if found is None:
            process.wait(10)
            sys.exit(f"The server did not start:\n{trouble.read_text()}")
        yield Process(process, int(found[1]))
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
    if said := trouble.read_text().strip():
        print(f"The server said:\n{said[-2000:]}", file=sys.stderr)


def sync_ms(folder: Path) -> float:
    """How long this disk takes to keep a few bytes for good."""
    times = []
    with (folder / "sync").open("wb") as file:
        for _ in range(20):
            began = perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            times.append(perf_counter() - began)
    return median(times) * 1e3


# One number of tables.


def at(values: list[float], part: float) -> float:
    return values[min(len(values) - 1, int(len(values) * part))] if values else float("nan")


async def watched(
    crowd: Crowd, server: Process, label: str, seconds: float, pace: float, most: int = 0
) -> dict[str, Any]:
    """Play for a while; what it cost."""
    samples: list[float] = []

    async def watch() -> None:
        began = monotonic()
        while True:
            samples.append(server.memory())
            passed = monotonic() - began
            tell(f"{label}: {passed:.0f} of {seconds:.0f} s, {len(crowd.waits):,} moves, {errors(crowd)} errors")
            await asyncio.sleep(min(1.0, seconds / 10))

    watching = asyncio.create_task(watch())
    before, own, slept = server.cpu(), os.times(), server.woken()
    games, mistakes = crowd.games, errors(crowd)
    took = await crowd.play(seconds, pace, most)
    after, now, woken = server.cpu(), os.times(), server.woken()
    watching.cancel()
    samples.append(server.memory())
    moves = max(1, len(crowd.waits))
    waits = sorted(crowd.waits)
    third = max(1, len(samples) // 3)
    return {
        "pace": pace,
        "seconds": took,
        "moves": len(crowd.waits),
        "moves_s": len(crowd.waits) / took,
        "p50_ms": at(waits, 0.5) * 1e3,
        "p99_ms": at(waits, 0.99) * 1e3,
        "max_ms": at(waits, 1) * 1e3,
        "table_us": (after[0] - before[0]) / moves * 1e6,
        "store_us": (after[1] - before[1]) / moves * 1e6,
        "woken": (woken - slept) / moves,
        "server_load": (sum(after) - sum(before)) / took,
        "load_load": (sum(now[:2]) - sum(own[:2])) / took,
        "frame_bytes": crowd.bytes / moves / crowd.size,
        "rematches": crowd.games - games,
        "memory_kib": [samples[0], median(samples), samples[-1]],
        "growth": mean(samples[-third:]) / max(1.0, mean(samples[:third])) - 1,
        "errors": errors(crowd) - mistakes,
    }


def errors(crowd: Crowd) -> int:
    return sum(crowd.errors.values())


async def measured(server: Process, options: argparse.Namespace, tables: int, modes: str) -> dict[str, Any]:
    """So many tables at one server: seated, paced, busy."""
    crowd = Crowd(("127.0.0.1", server.port), options.game, options.seats, options.seed)
    await crowd.open(WARM)
    await crowd.play(min(3.0, options.seconds))
    acknowledged = sum(table.moves for table in crowd.tables)
    crowd.leave()
    await asyncio.sleep(1)
    empty = server.memory()
    began = monotonic()
    crowd.seated = 0
    opening = asyncio.create_task(crowd.open(tables))
    while not opening.done():
        tell(f"{tables} tables: {crowd.seated} seated, {monotonic() - began:.0f} s")
        await asyncio.wait([opening], timeout=0.5)
    opening.result()
    setup = monotonic() - began
    await asyncio.sleep(1)
    seated = server.memory()
    gc.collect()
    gc.freeze()
    result: dict[str, Any] = {"tables": tables, "setup_s": setup, "empty_kib": empty}
    result["kib_table_seated"] = (seated - empty) / tables
    for mode, pace, most in ((OPENING, 0.0, PEER_MOVES), ("paced", options.pace, 0), ("busy", 0.0, 0)):
        if mode in modes:
            label = f"{tables} tables, {mode}"
            seconds = PEER_SECONDS if most else options.seconds
            played = await watched(crowd, server, label, seconds, pace, most)
            played["kib_table"] = (played["memory_kib"][-1] - empty) / tables
            result[mode] = played
    result["acknowledged"] = acknowledged + sum(table.moves for table in crowd.tables)
    result["errors"] = dict(crowd.errors)
    crowd.leave()
    await asyncio.sleep(0.2)
    return result


def stored_moves(data: Path) -> int:
    """In the file; earlier builds kept moves as JSON, and before tables were entries as lines."""
    with closing(sqlite3.connect(data / "polychrome.db")) as db:
        entries = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'entries'").fetchone() is not None
        named = 'entry GLOB \'[0-9]*#*\' OR entry GLOB \'{"is":"moved"*"id":*\''
        moves = f"entries WHERE {named}" if entries else "lines WHERE move IS NOT NULL"
        return int(db.execute(f"SELECT count(*) FROM {moves}").fetchone()[0])


def figures(package: Path, options: argparse.Namespace, tables: int, modes: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=options.disk) as folder:
        data = Path(folder) / "data"
        with served(package, data) as server:
            result = run(measured(server, options, tables, modes))
        result["stored"] = stored_moves(data)
    if not result["errors"] and result["stored"] != result["acknowledged"]:
        result["errors"] = {"moves acknowledged, but not stored": result["acknowledged"] - result["stored"]}
    return result


def run(main: Any) -> dict[str, Any]:
    try:
        import uvloop
    except ImportError:
        return dict(asyncio.run(main))
    return dict(uvloop.run(main))


# Beside others.


def boardgame_io(peers: Path, tables: int) -> dict[str, Any] | str:
    """boardgame.io's server with its in-memory storage, under its own load; or why it cannot be had here."""
    if not (peers / "server" / "run_one.sh").is_file():
        return f"no peers in {peers}"
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "Node is not there"
    copy = ROOT / "build" / "peers"
    for name in ("boardgame_io", "server"):
        shutil.copytree(peers / name, copy / name, dirs_exist_ok=True)
    if not (copy / "boardgame_io" / "node_modules" / "boardgame.io").is_dir():
        tell("boardgame.io: installing")
        command = ["npm", "install", "--no-audit", "--no-fund", "--silent"]
        if subprocess.run(command, cwd=copy / "boardgame_io", capture_output=True).returncode:
            return "npm could not install it"
    preload = copy / "loopback.cjs"
    preload.write_text(LOOPBACK)
    tell(f"boardgame.io, {tables} tables, busy")
    command = ["bash", str(copy / "server" / "run_one.sh"), "bgio", str(tables), str(PEER_MOVES), "0"]
    environment = {**os.environ, "NODE_OPTIONS": f"--require {preload}"}
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=150)
    try:
        return dict(json.loads(answer.stdout))
    except ValueError:
        return f"it did not run: {answer.stderr.strip()[-200:]}"


# Words.


def build_of(options: argparse.Namespace) -> tuple[Path, str]:
    """The package to measure, and what it is."""
    package: Path = options.package or (COMPILED if (COMPILED / "polychrome").is_dir() else ROOT / "src")
    code = "from polychrome.engine.core import COMPILED; print(COMPILED)"
    environment = {**os.environ, "PYTHONPATH": str(package)}
    command = [sys.executable, "-c", code]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True)
    if answer.returncode:
        sys.exit(f"There is no polychrome that runs in {package}:\n{answer.stderr}")
    kind = "compiled" if answer.stdout.strip() == "True" else "interpreted"
    sources = ROOT / "src" / "polychrome"
    own = package / "polychrome"
    old = [path for path in sources.rglob("*.py") if not same(path, own / path.relative_to(sources))]
    return package, f"{kind}, older than the sources in {len(old)} files" if old else kind


def same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()


COLUMNS = (
    ("moves/s", "moves_s", "{:,.0f}"),
    ("p50 ms", "p50_ms", "{:.1f}"),
    ("p99 ms", "p99_ms", "{:.1f}"),
    ("max ms", "max_ms", "{:.0f}"),
    ("µs/move", "table_us", "{:.0f}"),
    ("+ disk", "store_us", "{:.0f}"),
    ("KiB/table", "kib_table", "{:.0f}"),
    ("growth", "growth", "{:+.1%}"),
    ("woken", "woken", "{:.2f}"),
    ("server", "server_load", "{:.0%}"),
    ("load", "load_load", "{:.0%}"),
    ("errors", "errors", "{:,}"),
)


def heading() -> str:
    return f"{'':<22}" + "".join(f"{title:>11}" for title, _, _ in COLUMNS)


def rows(result: dict[str, Any]) -> list[str]:
    lines = []
    for mode in (OPENING, "paced", "busy"):
        if mode in result:
            cells = "".join(f"{form.format(result[mode][name]):>11}" for _, name, form in COLUMNS)
            lines.append(f"{result['tables']:>6} tables, {mode:<7}{cells}")
    kinds = ", ".join(f"{what} ({count})" for what, count in result["errors"].items())
    kept = f"{result['stored']:,} of {result['acknowledged']:,} moves are in the file"
    seated = f"{result['kib_table_seated']:.0f} KiB a table when everybody sits"
    lines.append(f"{'':<22}   seated in {result['setup_s']:.1f} s; {seated}; {kept}" + (f"; {kinds}" if kinds else ""))
    return lines


def aims(results: list[dict[str, Any]]) -> list[str]:
    """What the project wants, and what came of it."""
    lines = []
    for result in results:
        if result["tables"] == 1000 and "paced" in result:
            paced = result["paced"]
            good = paced["p99_ms"] <= 20 and paced["moves_s"] >= 950 / max(paced["pace"], 0.001)
            lines.append(f"1,000 tables, a move a second: p99 {paced['p99_ms']:.1f} ms (aim 20): {verdict(good)}")
            good = paced["kib_table"] <= 110
            lines.append(f"memory: {paced['kib_table']:.0f} KiB a table (aim 110): {verdict(good)}")
            good = paced["table_us"] <= 95
            lines.append(f"processor: {paced['table_us']:.0f} µs a move without the disk (aim 95): {verdict(good)}")
    return lines


def verdict(good: bool) -> str:
    return "reached" if good else "missed"


def beside(package: Path, options: argparse.Namespace) -> tuple[list[dict[str, Any]], list[str]]:
    """Ours and theirs by turns, because machines are noisy; what came of it, and that in words."""
    rounds: list[dict[str, Any]] = []
    lines: list[str] = []
    for _ in range(options.rounds):
        result = figures(package, options, PEER_TABLES, OPENING)
        theirs = boardgame_io(Path(options.peers), PEER_TABLES)
        tell("")
        if isinstance(theirs, str):
            return rounds, [*lines, f"boardgame.io: not measured ({theirs})"]
        ours = result[OPENING]
        ratio = ours["moves_s"] / theirs["moves_s"]
        cpu = theirs["server_us_move"] / (ours["table_us"] + ours["store_us"])
        rounds.append({"ours": result, "boardgame_io": theirs, "moves": ratio, "processor": cpu})
        lines += [
            *rows(result)[:-1],
            (
                f"{PEER_TABLES:>6} at boardgame.io{theirs['moves_s']:>14,.0f}{theirs['p50']:>11.1f}"
                f"{theirs['p99']:>11.1f}{theirs['max']:>11.0f}{theirs['server_us_move']:>11.0f}{'in memory':>11}"
                f"{theirs['kb_match_played']:>11.0f}   ours is {ratio:.1f}×"
            ),
        ]
    middle = median(found["moves"] for found in rounds)
    lines.append(
        f"beside boardgame.io: {middle:.1f}× its moves/s (median of {len(rounds)}; aim 3): {verdict(middle >= 3)}; "
        f"{median(found['processor'] for found in rounds):.1f}× less processor time a move, disk included"
    )
    return rounds, lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="100,300,1000", help="how many, one after the other; may be empty")
    parser.add_argument("--seconds", type=float, default=10, help="of each measurement")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two moves of a table, when paced")
    parser.add_argument("--modes", default="paced,busy", help="paced, busy or both")
    parser.add_argument("--game", default="coloretto")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--package", type=Path, help="the folder that holds the package polychrome")
    parser.add_argument("--disk", type=Path, help="where the server's data lies meanwhile")
    parser.add_argument("--peers", default=str(ROOT.parent / "shared" / "peers"), help="the peers' folder, or none")
    parser.add_argument("--rounds", type=int, default=3, help="of ours and theirs by turns")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args()
    package, kind = build_of(options)
    more_files()
    with tempfile.TemporaryDirectory(dir=options.disk) as folder:
        sync = sync_ms(Path(folder))
    cores, busy = os.cpu_count(), os.getloadavg()[0]
    first = f"{kind}; {cores} cores, load {busy:.1f} before we began; the disk syncs in {sync:.2f} ms"
    if not options.json:
        print(first, heading(), sep="\n", flush=True)
    results, rounds = [], []
    for tables in map(int, options.tables.split(",") if options.tables else []):
        results.append(figures(package, options, tables, options.modes))
        tell("")
        if not options.json:
            print("\n".join(rows(results[-1])), flush=True)
    if options.peers != "none":
        rounds, lines = beside(package, options)
        if not options.json:
            print("\n".join(lines), flush=True)
    if options.json:
        about = {"build": kind, "cores": cores, "load_before": busy, "sync_ms": sync}
        print(json.dumps({**about, "results": results, "rounds": rounds}, indent=2))
    else:
        print("\n".join(aims(results)), flush=True)
    return 1 if any(result["errors"] for result in [*results, *(found["ours"] for found in rounds)]) else 0


def more_files() -> None:
    """A socket is a file, and four thousand are more than a shell allows at first; the server inherits this."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    sys.exit(main())
