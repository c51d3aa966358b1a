"""What a tournament has finished so far, asked from outside while it runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from polychrome.arena.book import NAME


def finished(folder: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{folder / NAME}?mode=ro", uri=True)) as base:
            return int(base.execute("select count(*) from games").fetchone()[0])
    except sqlite3.OperationalError:  # not begun yet
        return 0
