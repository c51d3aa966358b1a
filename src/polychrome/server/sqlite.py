"""A store in one SQLite file: one thread that writes, and an answer only after the disk has it.

Everything that waits while a transaction is under way goes into the next one together, so that a thousand tables share
the price of a sync. The writer's connection is the only one that writes or checkpoints: SQLite before 3.51.3 can damage
a file when two do so at once. Reading has a connection of its own, for the event loop.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from importlib.resources import files
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, Final

from polychrome.engine.core import Message
from polychrome.room.entries import Entry
from polychrome.server.elapsed_time import DAY, Clock, ElapsedTime, system_clock
from polychrome.server.file_rights import make_file, make_folder, mend
from polychrome.server.health import FileHealth, damage, is_damage, plain
from polychrome.server.limits import Shares
from polychrome.server.meter import Times
from polychrome.server.store import (
    COLUMNS,
    FIRST,
    LOBBY_DAYS,
    MOST_AT_ONCE,
    RENEW,
    UNFINISHED_DAYS,
    Conflict,
    Damaged,
    StoredRoom,
    StoredTable,
    Then,
    Unstored,
    Unusable,
    Write,
    awaited,
    entries_of,
    settle,
    written,
)

FILE: Final = "polychrome.db"
LOCK: Final = "polychrome.lock"
OURS: Final = 0x506F6C79  # "Poly", in the file's header
READER_SECONDS: Final = 5.0  # seconds for a reader in the background to end
BITE: Final = 1_000_000  # steps of SQLite after which that reader is asked whether to go on


# All in one statement, because after each the writer's thread has to wait for the interpreter; of a few sizes only,
# because to read such a statement takes SQLite as long as to carry it out, and Python keeps what was read. Rows of no
# table only fill it up. Each entry has four values, and SQLite before 3.32 takes 999.
MOST_ENTRIES: Final = 1024 if sqlite3.sqlite_version_info >= (3, 32) else 128
SIZES: Final = [1 << power for power in range(MOST_ENTRIES.bit_length())]
ADD_ENTRIES: Final = [
    f"INSERT INTO entries (table_id, seq, at, entry) SELECT * FROM (VALUES {', '.join(['(?, ?, ?, ?)'] * size)}) "
    "WHERE column1 <> ''"
    for size in SIZES
]
KEEP_TABLE: Final = f"""
INSERT INTO tables ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET
    phase = excluded.phase, code = excluded.code, touched = excluded.touched, aside = NULL
"""
RENEW_TABLE: Final = "UPDATE tables SET touched = ?, aside = NULL WHERE id = ?"


# The file.


def migrations() -> list[str]:
    """The steps from an empty file to the schema of today; the first makes version 1."""
    folder = files("polychrome.server").joinpath("schema", "sqlite")
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".sql"))
    return [folder.joinpath(name).read_text(encoding="utf-8") for name in names]


def open_file(path: Path, newest: int | None = None) -> sqlite3.Connection:
    """The file, made or brought up to date if need be. The caller must be the only one to write to it."""
    steps = migrations()[:newest]
    try:
        make_folder(path.parent)
        make_file(path)
        db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
    except (OSError, sqlite3.Error) as problem:
        raise Unusable(Message("server.folder", {"folder": str(path.parent), "why": plain(problem)})) from None
    try:
        check(db, path, len(steps))
        mend(path)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        version: int = db.execute("PRAGMA user_version").fetchone()[0]
        for number, step in enumerate(steps[version:], version + 1):
            mark = f"PRAGMA application_id = {OURS}; PRAGMA user_version = {number};"
            db.executescript(f"BEGIN IMMEDIATE;\n{step}\n{mark}\nCOMMIT;")
    except sqlite3.Error as problem:
        db.close()
        raise Unusable(Message("server.file", {"file": str(path), "why": plain(problem)})) from None
    except BaseException:
        db.close()
        raise
    return db


def read_only(path: Path) -> sqlite3.Connection:
    """A connection beside the writer's, for any one thread at a time."""
    name = f"{path.absolute().as_uri()}?mode=ro"
    db = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA query_only = ON")
    return db


def check(db: sqlite3.Connection, path: Path, known: int) -> None:
    """Is this a file of ours, and not from the future?"""
    ours: int = db.execute("PRAGMA application_id").fetchone()[0]
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    used = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if ours != OURS and used:
        raise Unusable(Message("server.file_foreign", {"file": str(path)}))
    if version > known:
        raise Unusable(Message("server.file_newer", {"file": str(path), "found": version, "known": known}))


@contextmanager
def sole(folder: Path) -> Iterator[None]:
    """Hold a data folder for oneself; Unusable if somebody else does. The system lets go when a process dies."""
    try:
        make_folder(folder)
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as problem:
        raise Unusable(Message("server.folder", {"folder": str(folder), "why": plain(problem)})) from None
    try:
        try:
            hold(handle)
        except OSError:
            raise Unusable(Message("server.in_use", {"folder": str(folder)})) from None
        yield
    finally:
        os.close(handle)


def hold(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


# Writing.


def put(db: sqlite3.Connection, write: Write, now: int) -> None:
    """Write without a transaction of one's own; now in seconds seen, as everything about keeping and forgetting."""
    for first in range(0, len(write.rows), MOST_ENTRIES):
        values: list[object] = []
        for table_id, number, at, entry in write.rows[first : first + MOST_ENTRIES]:
            values += table_id, number, at, written(entry)
        kind = (len(values) // 4 - 1).bit_length()
        values += ["", 0, 0, ""] * (SIZES[kind] - len(values) // 4)
        db.execute(ADD_ENTRIES[kind], values)
    for table in write.tables:
        values = [getattr(table, name) for name in COLUMNS.split(", ")]
        db.execute(KEEP_TABLE, [*values[:-1], now])
        db.execute("DELETE FROM guests WHERE table_id = ?", (table.id,))
        guests = [(guest, table.id) for guest in set(table.guests)]
        db.executemany("INSERT INTO guests (guest, table_id) VALUES (?, ?)", guests)


def prune(db: sqlite3.Connection, days: int, now: int) -> int:
    """Set aside games that ended at least so many days ago, and tables that nobody plays at; how many. What has been
    aside for as long again is forgotten for good."""
    count = 0
    for phase, age in (("over", days), ("lobby", LOBBY_DAYS), ("playing", UNFINISHED_DAYS)):
        before = now - age * DAY
        query = "UPDATE tables SET aside = ? WHERE phase = ? AND touched <= ? AND aside IS NULL"
        count += db.execute(query, (now, phase, before)).rowcount
        gone = db.execute("SELECT id FROM tables WHERE aside <= ? AND phase = ?", (before, phase)).fetchall()
        for name, key in (("entries", "table_id"), ("guests", "table_id"), ("tables", "id")):
            db.executemany(f"DELETE FROM {name} WHERE {key} = ?", gone)
    return count


def unprune(db: sqlite3.Connection, table: str | None, now: int) -> int:
    """Bring back what was set aside, or one table of it, as if it had just been used; how many."""
    query = "UPDATE tables SET touched = ?, aside = NULL WHERE aside IS NOT NULL AND id = coalesce(?, id)"
    return db.execute(query, (now, table)).rowcount


def elapsed_time(db: sqlite3.Connection, clock: Clock) -> ElapsedTime:
    seen, highest = db.execute("SELECT seen, highest FROM house").fetchone()
    return ElapsedTime(seen, highest, clock)


def keep_elapsed(db: sqlite3.Connection, elapsed: ElapsedTime) -> None:
    db.execute("UPDATE house SET seen = ?, highest = ?", (elapsed.look(), int(elapsed.highest)))


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk may have rolled it back already
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
        raise


Work = Write | Callable[[sqlite3.Connection], object]


Job = tuple[Work, Then]  # what is to be done, and whom to tell


class SqliteStore:
    """An open file, held by one server alone (`sole`): every table is its own, and stays so. `write` may be called from
    the event loop only, as may everything that reads."""

    key = ""
    taken = lost = 0

    def __init__(self, path: Path, clock: Clock | None = None) -> None:
        self.path = path
        clock = clock or system_clock()
        self.health = FileHealth(path, clock.run)
        self.db = open_file(path)
        try:
            self.elapsed = elapsed_time(self.db, clock)
        except sqlite3.DatabaseError as problem:  # then nothing is old
            self.health.unread(problem)
            self.elapsed = ElapsedTime(0, None, clock)
        self.kept = self.elapsed.look()  # when the time seen was last written down
        self.renewed: dict[str, int] = {}  # tables that were played at lately, and when that was written down
        self.reader = read_only(path)
        self.examining: threading.Thread | None = None
        self.closing = False
        self.jobs: SimpleQueue[tuple[asyncio.AbstractEventLoop, list[Job]] | None] = SimpleQueue()
        self.gathered: list[Job] = []  # in this round of the loop: to wake a thread costs more than to write a line
        self.commits = 0
        self.times = Times()
        self.shares = Shares()
        self.thread = threading.Thread(target=self.run, name="store", daemon=True)
        self.thread.start()

    def put(self, work: Work, then: Then) -> None:
        if not self.gathered:
            asyncio.get_running_loop().call_soon(self.hand_over)
        self.gathered.append((work, then))

    def hand_over(self) -> None:
        if self.gathered:
            self.jobs.put((asyncio.get_running_loop(), self.gathered))
            self.gathered = []

    async def rest(self) -> None:
        self.shares.sweep()
        await self.do(Write())

    async def write(self, write: Write) -> None:
        await self.do(write)

    def do(self, work: Work) -> asyncio.Future[object]:
        done, then = awaited()
        self.put(work, then)
        return done

    async def end(self) -> None:
        self.close()

    def close(self) -> None:
        """Write what waits, and let go of the file."""
        if self.gathered:  # the loop is still running: else nobody would have put anything
            self.hand_over()
        self.jobs.put(None)
        self.thread.join()
        self.closing = True
        if self.examining is not None:
            self.examining.join(READER_SECONDS)  # SQLite may finish a large table first; it only reads
        self.keep_time()
        self.reader.close()
        with suppress(sqlite3.Error):  # a full disk: the log beside the file keeps what was committed
            self.db.close()

    # In the writer's thread.

    def run(self) -> None:
        going = True
        while going:
            found = self.jobs.get()
            if found is None:
                return
            loop, jobs = found
            with suppress(Empty):
                while going and len(jobs) < MOST_AT_ONCE:
                    found = self.jobs.get_nowait()
                    if found is None:
                        going = False
                    else:
                        jobs += found[1]
            began = perf_counter()
            outcomes = self.commit(jobs)
            self.times.note(perf_counter() - began)
            if self.health.full:  # before anybody is answered: who asks next is told how the disk is now
                self.keep_time()
            with suppress(RuntimeError):  # the loop has been closed: nobody waits any more
                loop.call_soon_threadsafe(settle, outcomes)
            if self.elapsed.look() - self.kept >= RENEW:
                self.keep_time()

    def keep_time(self) -> None:
        """Write down how much time has been seen; at worst a crash forgets some minutes of it."""
        try:
            with transaction(self.db):
                keep_elapsed(self.db, self.elapsed)
        except sqlite3.Error as problem:
            self.health.unwritten(problem)
        else:
            self.health.written()
        self.kept = self.elapsed.look()
        self.renewed = {name: at for name, at in self.renewed.items() if self.kept - at < RENEW}

    def commit(self, jobs: list[Job]) -> list[tuple[Then, object]]:
        """All in one transaction; if that fails, each in its own, so that nobody suffers for another."""
        now = self.elapsed.look()
        rows = [row for work, _ in jobs if isinstance(work, Write) for row in work.rows]
        renewed = self.renewed
        played = {row[0] for row in rows if now - renewed.get(row[0], -RENEW) >= RENEW}
        others = [work for work, _ in jobs if not isinstance(work, Write) or work.tables]
        single = 0 < len(rows) <= MOST_ENTRIES and not played and not others  # a statement is a transaction of its own
        try:
            with nullcontext() if single else transaction(self.db):
                put(self.db, Write(rows), now)
                if played:
                    self.db.executemany(RENEW_TABLE, [(now, name) for name in played])
                results = [self.done(work, now) for work, _ in jobs] if others else [None] * len(jobs)
        except Exception as problem:
            if len(jobs) > 1:
                return [outcome for job in jobs for outcome in self.commit([job])]
            return [(jobs[0][1], self.unstored(problem) if isinstance(problem, sqlite3.Error) else problem)]
        self.commits += 1
        if rows or others:
            self.health.written()
        renewed.update(dict.fromkeys(played, now))  # tables that are played at are renewed, now and then
        return [(then, result) for (_, then), result in zip(jobs, results, strict=True)]

    def done(self, work: Work, now: int) -> object:
        """What a job asks for besides the rows, which all go in together."""
        if not isinstance(work, Write):
            return work(self.db)
        if work.tables:
            put(self.db, Write([], work.tables), now)
        return None

    def unstored(self, problem: sqlite3.Error) -> Unstored:
        """What to say of something that could not be written."""
        reason = Message("server.unstored", {"why": plain(problem)})
        if isinstance(problem, sqlite3.IntegrityError):
            return Conflict(reason)
        self.health.unwritten(problem)
        return Damaged(Message("server.damaged", {})) if is_damage(problem) else Unstored(reason)

    # Beside the writer.

    def examine(self) -> None:
        """Look for damaged pages, in a thread of its own."""
        if self.examining is None or not self.examining.is_alive():
            self.examining = threading.Thread(target=self.look_through, name="examine", daemon=True)
            self.examining.start()

    def look_through(self) -> None:
        with suppress(sqlite3.Error):  # interrupted, or nothing that says the file is damaged
            with closing(read_only(self.path)) as db:
                db.set_progress_handler(lambda: self.closing, BITE)
                why = damage(db)
            if why is not None:
                self.health.hurt(why)

    # Reading.

    def read(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        try:
            return self.reader.execute(query, values).fetchall()
        except sqlite3.DatabaseError as problem:
            if self.health.unread(problem):
                raise Damaged(Message("server.damaged", {})) from None
            raise

    def table(self, name: str) -> StoredTable | None:
        rows = self.read(f"SELECT {COLUMNS} FROM tables WHERE id = ? AND aside IS NULL", (name,))
        return StoredTable(*rows[0]) if rows else None

    def entries(self, name: str) -> list[tuple[int, Entry]]:
        """What happened at a table, in order, and when; the number of an entry is its place in the list."""
        rows = self.read("SELECT at, entry FROM entries WHERE table_id = ? ORDER BY seq", (name,))
        try:
            return entries_of(name, rows)
        except Damaged:
            self.health.hurt("an entry makes no sense")
            raise

    async def look(self, table: str) -> StoredRoom | None:
        found = self.table(table)
        return None if found is None else StoredRoom(found, self.entries(table), FIRST)

    async def own(self, table: str) -> StoredRoom | None:
        return await self.look(table)

    def release(self, table: str, epoch: int) -> None:
        """Nobody else could take it."""

    async def spend(self, what: str, address: str, amount: int) -> bool:
        return self.shares.spend(what, address, amount)

    def when_lost(self, lost: Callable[[str, int], None]) -> None:
        """Nobody else could take one."""

    async def make_sure(self) -> None:
        """Nobody else could take one."""

    async def end_lease_at(self, address: str) -> None:
        """There are no others."""

    def when_heard(self, heard: Callable[[set[str]], None]) -> None:
        """There are no others."""

    async def tables_of(self, guest: str, most: int) -> list[str]:
        query = (
            "SELECT tables.id FROM guests JOIN tables ON tables.id = guests.table_id "
            "WHERE guests.guest = ? AND phase <> 'over' AND aside IS NULL ORDER BY touched DESC, created DESC LIMIT ?"
        )
        try:
            return [row[0] for row in self.read(query, (guest, most))]
        except Damaged:  # new games can be begun all the same
            return []

    async def table_by_code(self, code: str, opened_after: float) -> str | None:
        query = "SELECT id FROM tables WHERE code = ? AND phase = 'lobby' AND created > ? AND aside IS NULL"
        rows = self.read(query, (code, int(opened_after)))
        return rows[0][0] if rows else None

    async def prune(self, days: int) -> int:
        count = await self.do(lambda db: prune(db, days, self.elapsed.look()))
        assert isinstance(count, int)
        return count
