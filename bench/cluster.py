"""What several servers on one PostgreSQL cost beside one server on its file.

    python bench/cluster.py [--tables 300] [--seconds 10] [--rounds 3] [--package DIR] [--json]

Each round starts, one after the other: one server on a file, one on a database, two on a database (everybody at a table
comes through either of them, so half of all sockets are relayed), and two of which one owns all tables and everybody
comes through the other (so all sockets are relayed). At each, the people of bench/load.py make one move a second and
table. Processor time is that of all servers' processes, from /proc; that of the database is counted apart, and so are
its commits, its statements and the bytes of its write-ahead log. The database has PostgreSQL's default settings:
every commit is synced.

Servers, database and load share the machine's cores, so the times of two servers say nothing about two machines; what a
move costs does. Machines are noisy: compare within one run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import asyncpg
from load import Crowd, Place

from server import WARM, Process, at, build_of, errors, more_files, run, served, sync_ms, tell, verdict

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "server"))
from postgres import Cluster, cluster, programs

Figures = dict[str, float]
COUNTING = "-c shared_preload_libraries=pg_stat_statements"
STATISTICS = """
SELECT (SELECT wal_bytes FROM pg_stat_wal)::float8 AS wal,
       (SELECT sum(xact_commit) FROM pg_stat_database WHERE datname = current_database())::float8 AS commits,
       (SELECT sum(calls) FROM pg_stat_statements)::float8 AS statements
"""
TICKS = os.sysconf("SC_CLK_TCK")


class Setting(NamedTuple):
    name: str
    servers: int
    database: bool
    relayed: bool = False  # everybody comes through another server than the one that owns the tables


SETTINGS = (
    Setting("one server on a file", 1, False),
    Setting("one on PostgreSQL", 1, True),
    Setting("two on PostgreSQL", 2, True),
    Setting("two, all relayed", 2, True, relayed=True),
)


def spent(running: Cluster | None) -> float:
    """Seconds of processor time of a database, all its processes together."""
    if running is None:
        return 0.0
    first = (running.folder / "data" / "postmaster.pid").read_text().split()[0]
    total = 0
    for folder in Path("/proc").iterdir():
        with suppress(OSError, ValueError):
            if folder.name.isdigit():
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                if first in (folder.name, fields[1]):
                    total += sum(map(int, fields[11 : 15 if folder.name == first else 13]))
    return total / TICKS


async def counted(running: Cluster | None) -> Figures:
    """What a database has done since it was started; its processes report now and then, and when they are idle."""
    if running is None:
        return {}
    await asyncio.sleep(1.5)
    db = await asyncpg.connect(running.url("postgres"))
    try:
        return dict(await db.fetchrow(STATISTICS))
    finally:
        await db.close()


async def measured(
    setting: Setting, servers: list[Process], running: Cluster | None, options: argparse.Namespace
) -> dict[str, Any]:
    places: list[Place] = [("127.0.0.1", server.port) for server in servers]
    homes, sockets = (places[:1], places[1:]) if setting.relayed else (places, places)
    crowd = Crowd(homes, options.game, options.seats, options.seed, sockets)
    await crowd.open(WARM)
    await crowd.play(2.0)
    crowd.leave()
    tell(f"{setting.name}: {options.tables} tables sit down")
    await crowd.open(options.tables)
    before, database, own = [server.cpu() for server in servers], spent(running), await counted(running)
    tell(f"{setting.name}: {options.tables} tables play")
    took = await crowd.play(options.seconds, options.pace)
    after, database_after, own_after = [server.cpu() for server in servers], spent(running), await counted(running)
    waits, moves = sorted(crowd.waits), max(1, len(crowd.waits))
    costs = [sum(now) - sum(then) for now, then in zip(after, before, strict=True)]
    result: dict[str, Any] = {
        "moves_s": len(waits) / took,
        "p50_ms": at(waits, 0.5) * 1e3,
        "p99_ms": at(waits, 0.99) * 1e3,
        "server_us": sum(costs) / moves * 1e6,
        "database_us": (database_after - database) / moves * 1e6,
        "errors": errors(crowd),
        "kinds": dict(crowd.errors),
    }
    for name in own:
        result[name] = (own_after[name] - own[name]) / moves
    crowd.leave()
    await asyncio.sleep(0.2)
    return result


@contextmanager
def database(setting: Setting) -> Iterator[Cluster | None]:
    if not setting.database:
        yield None
        return
    found = programs()
    if found is None:
        sys.exit("There is no PostgreSQL here (Debian: `apt install postgresql`).")
    with cluster(found, COUNTING) as running:
        asyncio.run(prepare(running))
        yield running


async def prepare(running: Cluster) -> None:
    db = await asyncpg.connect(running.url("postgres"))
    await db.execute("CREATE EXTENSION pg_stat_statements")
    await db.close()


def figures(setting: Setting, package: Path, options: argparse.Namespace) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(dir=options.disk) as folder, ExitStack() as stack:
        running = stack.enter_context(database(setting))
        more = () if running is None else ("--store", running.url("postgres"))
        servers = [
            stack.enter_context(served(package, Path(folder) / str(number), *more)) for number in range(setting.servers)
        ]
        return run(measured(setting, servers, running, options))


COLUMNS = (
    ("moves/s", "moves_s", "{:,.0f}"),
    ("p50 ms", "p50_ms", "{:.1f}"),
    ("p99 ms", "p99_ms", "{:.1f}"),
    ("µs/move", "server_us", "{:.0f}"),
    ("+ database", "database_us", "{:.0f}"),
    ("commits", "commits", "{:.2f}"),
    ("statements", "statements", "{:.2f}"),
    ("WAL bytes", "wal", "{:.0f}"),
    ("errors", "errors", "{:,.0f}"),
)


def line(name: str, result: dict[str, Any]) -> str:
    return f"{name:<24}" + "".join(
        f"{form.format(result[key]) if key in result else '–':>12}" for _, key, form in COLUMNS
    )


def aims(middle: dict[str, dict[str, float]]) -> list[str]:
    file, one, two, relayed = (middle[setting.name] for setting in SETTINGS)
    processor = two["server_us"] / one["server_us"]
    late = one["p99_ms"] / file["p99_ms"]
    relay, cost = (relayed[key] - one[key] for key in ("p50_ms", "server_us"))
    return [
        f"two processes: {processor:.2f}× the processor time a move of one (aim 1.15): {verdict(processor <= 1.15)}",
        f"PostgreSQL's p99: {late:.2f}× that of the file (aim 2): {verdict(late <= 2)}",
        f"a relay: {relay:+.2f} ms p50 (aim 1): {verdict(relay <= 1)}; of all sockets: {cost:+.0f} µs a move",
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=10, help="of each measurement")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds between two moves of a table")
    parser.add_argument("--rounds", type=int, default=3, help="of all settings, by turns")
    parser.add_argument("--game", default="coloretto")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--package", type=Path, help="the folder that holds the package polychrome")
    parser.add_argument("--disk", type=Path, help="where the server's data lies meanwhile")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    options = parser.parse_args()
    package, kind = build_of(options)
    more_files()
    with tempfile.TemporaryDirectory(dir=options.disk) as folder:
        sync = sync_ms(Path(folder))
    about = f"{kind}; {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before we began; sync in {sync:.2f} ms"
    if not options.json:
        print(about, f"{'':<24}" + "".join(f"{title:>12}" for title, _, _ in COLUMNS), sep="\n", flush=True)
    found: dict[str, list[dict[str, Any]]] = {setting.name: [] for setting in SETTINGS}
    for _ in range(options.rounds):
        for setting in SETTINGS:
            result = figures(setting, package, options)
            tell("")
            found[setting.name].append(result)
            if not options.json:
                print(line(setting.name, result), *map(str, result["kinds"].items()), flush=True)
    middle = {
        name: {key: median(result[key] for result in results) for _, key, _ in COLUMNS if key in results[0]}
        for name, results in found.items()
    }
    if options.json:
        print(json.dumps({"about": about, "rounds": found, "median": middle}, indent=2))
    else:
        print("median", *(line(name, result) for name, result in middle.items()), *aims(middle), sep="\n")
    return 1 if any(result["errors"] for results in found.values() for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
