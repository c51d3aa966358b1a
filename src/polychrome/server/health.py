"""What can be wrong with a file: damaged pages, and a disk that takes nothing more. The host is told plainly, once."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

log: Final = logging.getLogger("polychrome")

BROKEN: Final = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
UNREAD: Final = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
CALM: Final = 10.0  # seconds without a failure after which a disk is believed to have room again

WELL: Final = "ok"
DAMAGED: Final = "damaged: a part of the games cannot be read; the server's log and `polychrome doctor` say more"
FULL: Final = "full: nothing can be written, so no move is accepted; the server's log says why"


def plain(problem: Exception) -> str:
    """What the system says, without its decoration."""
    return (problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)).rstrip(".")


def is_damage(problem: sqlite3.Error) -> bool:
    """Does this say that what lies in the file cannot be read, now or later?"""
    code: int | None = getattr(problem, "sqlite_errorcode", None)
    if code is None:  # Python's own: bytes that are no text
        return isinstance(problem, sqlite3.OperationalError)
    return code & 0xFF in BROKEN or code in UNREAD


def damage(db: sqlite3.Connection) -> str | None:
    """What is damaged in a file, None if nothing is. Table by table: while one long read goes on, what a writer beside
    us adds piles up."""
    try:
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (table,) in tables:
            found: str = db.execute(f"PRAGMA quick_check('{table}')").fetchone()[0]
            if found != "ok":
                return found.splitlines()[-1]
    except sqlite3.DatabaseError as problem:
        if not is_damage(problem):
            raise
        return plain(problem)
    return None


class FileHealth:
    """How a file is, as far as its readers and its writer have noticed."""

    def __init__(self, path: Path, now: Callable[[], float]) -> None:
        self.path = path
        self.now = now
        self.damaged = False
        self.full = False
        self.failed = 0.0  # when something could not be written

    def word(self) -> str:
        return DAMAGED if self.damaged else FULL if self.full else WELL

    def hurt(self, why: str) -> None:
        if not self.damaged:
            self.damaged = True
            log.error(
                "%s is damaged: %s. What can be read is served; put a backup back before it gets worse", self.path, why
            )

    def unread(self, problem: sqlite3.Error) -> bool:
        """Something could not be read; is it damaged?"""
        found = is_damage(problem)
        if found:
            self.hurt(plain(problem))
        return found

    def unwritten(self, problem: sqlite3.Error) -> None:
        if self.unread(problem):
            return
        self.failed = self.now()
        if not self.full:
            self.full = True
            log.error("%s cannot be written: %s. Until it can, no move is accepted", self.path, plain(problem))

    def written(self) -> None:
        """Something was written. A disk that is nearly full takes a little now and then: that is not the end of it."""
        if self.full and self.now() - self.failed >= CALM:
            self.full = False
            log.warning("%s can be written again", self.path)
