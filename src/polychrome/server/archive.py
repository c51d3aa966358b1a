"""Copies of a data folder's file, and forgetting old games, from outside the server."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

from polychrome.engine.core import Message
from polychrome.server.days import system_clock
from polychrome.server.rights import BESIDE, make_file, mend
from polychrome.server.store import (
    FILE,
    Unusable,
    check,
    days_seen,
    migrations,
    open_file,
    plain,
    prune,
    sole,
    transaction,
    unprune,
)

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
        try:
            with sole(folder):  # alone: SQLite may also tidy up after a crash
                copy_file(source, part)
        except Unusable as problem:
            if problem.reason.key != "server.in_use":
                raise
            copy_file(source, part, "?mode=ro")  # beside a running server one only reads
        part.replace(target)
    except (OSError, sqlite3.Error) as problem:
        raise Unusable(Message("server.data.unwritten", {"file": str(target), "why": plain(problem)})) from None
    finally:
        discard(part)


def copy_file(source: Path, target: Path, mode: str = "") -> None:
    """All of a file as it is at one moment, whatever its version, as one file with nothing beside it."""
    make_file(target)
    with (
        closing(sqlite3.connect(source.absolute().as_uri() + mode, uri=True)) as db,
        closing(sqlite3.connect(target)) as copy,
    ):
        whole(db, source)
        db.backup(copy, pages=PAGES)
        copy.execute("PRAGMA journal_mode = DELETE")


def whole(db: sqlite3.Connection, path: Path) -> None:
    """Unusable if the file is damaged, foreign or from the future."""
    check(db, path, len(migrations()))
    if not db.execute("PRAGMA application_id").fetchone()[0]:
        raise Unusable(Message("server.file_foreign", {"file": str(path)}))
    if db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
        raise Unusable(Message("server.data.damaged", {"file": str(path)}))


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
        copy_file(source, part, "" if source.with_name(source.name + "-wal").exists() else "?mode=ro&immutable=1")
        old = aside(folder)
        part.replace(file)
        return old
    except sqlite3.DatabaseError as problem:
        raise Unusable(Message("server.file", {"file": str(source), "why": plain(problem)})) from None
    except OSError as problem:
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
    return days_seen(db, system_clock()).look()
