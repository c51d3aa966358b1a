"""Copies of a data folder's file, and forgetting old games, from outside the server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from polychrome.engine.core import Message
from polychrome.server.elapsed_time import system_clock
from polychrome.server.file_rights import BESIDE, make_file, mend
from polychrome.server.health import damage, is_damage, plain
from polychrome.server.sqlite import (
    FILE,
    check,
    elapsed_time,
    migrations,
    open_file,
    prune,
    sole,
    transaction,
    unprune,
)
from polychrome.server.store import Unusable

PAGES: Final = -1  # all at once: a reader does not hold up the writer, and copying in parts would start again and again


def backup(folder: Path, target: Path) -> None:
    """A copy of the file as it is at one moment, also while a server is running."""
    source = folder / FILE
    if not source.is_file():
        raise Unusable(Message("server.data.nothing", {"folder": str(folder)}))
    if target.exists():
        raise Unusable(Message("server.data.exists", {"file": str(target)}))
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        with reading(folder) as db:
            copy_file(db, source, part)
        part.replace(target)
    except (OSError, sqlite3.Error) as problem:
        raise Unusable(Message("server.data.unwritten", {"file": str(target), "why": plain(problem)})) from None
    finally:
        discard(part)


def examine(folder: Path) -> bool:
    """Is there a file? Unusable if there is one and it is not whole."""
    if not (folder / FILE).is_file():
        return False
    with reading(folder) as db:
        check_whole(db, folder / FILE)
    return True


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file of a folder; beside a running server one only reads, alone SQLite may also tidy up after a crash."""
    try:
        with sole(folder), opened(folder / FILE) as db:
            yield db
    except Unusable as problem:
        if problem.reason.key != "server.in_use":
            raise
        with opened(folder / FILE, "?mode=ro") as db:
            yield db


@contextmanager
def opened(source: Path, mode: str = "") -> Iterator[sqlite3.Connection]:
    try:
        db = sqlite3.connect(source.absolute().as_uri() + mode, uri=True)
    except sqlite3.Error as problem:
        raise Unusable(Message("server.file", {"file": str(source), "why": plain(problem)})) from None
    with closing(db):
        yield db


def copy_file(db: sqlite3.Connection, source: Path, target: Path) -> None:
    """All of a file as it is at one moment, whatever its version, as one file with nothing beside it. Unusable means
    the source; any other problem is the target's."""
    check_whole(db, source)
    make_file(target)
    with closing(sqlite3.connect(target)) as copy:
        try:
            db.backup(copy, pages=PAGES)
        except sqlite3.Error as problem:
            if is_damage(problem):
                raise Unusable(Message("server.data.damaged", {"file": str(source), "why": plain(problem)})) from None
            raise
        copy.execute("PRAGMA journal_mode = DELETE")


def check_whole(db: sqlite3.Connection, path: Path) -> None:
    """Unusable if the file is damaged, foreign or from the future."""
    try:
        check(db, path, len(migrations()))
        if not db.execute("PRAGMA application_id").fetchone()[0]:
            raise Unusable(Message("server.file_foreign", {"file": str(path)}))
        why = damage(db)
    except sqlite3.Error as problem:
        raise Unusable(Message("server.file", {"file": str(path), "why": plain(problem)})) from None
    if why is not None:
        raise Unusable(Message("server.data.damaged", {"file": str(path), "why": why}))


def restore(folder: Path, source: Path, force: bool = False) -> Path | None:
    """Put a copy in the place of the file; where the old one is now, if there was one."""
    if not source.is_file():
        raise Unusable(Message("server.data.missing", {"file": str(source)}))
    try:
        with sole(folder):
            return exchange(folder, source)
    except Unusable as problem:
        if problem.reason.key != "server.in_use" or not force:
            raise
        return exchange(folder, source)


def exchange(folder: Path, source: Path) -> Path | None:
    file = folder / FILE
    part = file.with_name(FILE + ".part")
    try:
        part.unlink(missing_ok=True)
        mode = "" if source.with_name(source.name + "-wal").exists() else "?mode=ro&immutable=1"
        with opened(source, mode) as db:
            copy_file(db, source, part)
        old = aside(folder)
        part.replace(file)
        return old
    except (OSError, sqlite3.Error) as problem:
        raise Unusable(Message("server.data.unwritten", {"file": str(file), "why": plain(problem)})) from None
    finally:
        discard(part)


def discard(part: Path) -> None:
    """What is left of a copy that did not succeed."""
    for ending in ("", *BESIDE):
        with suppress(OSError):
            part.with_name(part.name + ending).unlink(missing_ok=True)


def aside(folder: Path) -> Path | None:
    """Move the file, with what SQLite keeps beside it, out of the way; where it is now."""
    file = folder / FILE
    if not file.exists():
        return None
    number = 1
    while (old := folder / f"before-restore-{number}.db").exists():
        number += 1
    for ending in ("", *BESIDE):
        if (beside := file.with_name(FILE + ending)).exists():
            beside.replace(old.with_name(old.name + ending))
    mend(old)
    return old


def forget(folder: Path, days: int) -> int:
    """Set finished games aside that are older than so many days; how many tables went."""
    with alone_with(folder) as db:
        with transaction(db):
            count = prune(db, days, seen(db))
        db.execute("VACUUM")
    return count


def bring_back(folder: Path, table: str | None) -> int:
    """What was set aside is there again: one table, or all; how many."""
    with alone_with(folder) as db, transaction(db):
        count = unprune(db, table, seen(db))
    if table is not None and not count:
        raise Unusable(Message("server.data.not_aside", {"table": table[:40]}))
    return count


@contextmanager
def alone_with(folder: Path) -> Iterator[sqlite3.Connection]:
    """The file of a folder whose server is stopped."""
    if not (folder / FILE).is_file():
        raise Unusable(Message("server.data.nothing", {"folder": str(folder)}))
    with sole(folder), closing(open_file(folder / FILE)) as db:
        yield db


def seen(db: sqlite3.Connection) -> int:
    """The time that the server had seen when it stopped."""
    return elapsed_time(db, system_clock()).look()
