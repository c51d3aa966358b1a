"""What a server has kept, read past it: from its file, or from its database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
from msgspec import to_builtins

from patience import PATIENCE
from polychrome.room.entries import decode
from polychrome.server.sqlite import FILE
from server.house import DATABASES

QUERY = "SELECT table_id, seq, entry FROM entries ORDER BY table_id, seq"


async def kept_entries(folder: Path) -> list[tuple[str, int, dict[str, Any]]]:
    """Of all tables, in order."""
    if folder in DATABASES:
        db = await asyncpg.connect(DATABASES[folder], timeout=PATIENCE, server_settings={"search_path": "polychrome"})
        try:
            rows = [tuple(row) for row in await db.fetch(QUERY)]
        finally:
            await db.close()
    else:
        with closing(sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True)) as file:
            assert file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            rows = file.execute(QUERY).fetchall()
    return [(table, seq, to_builtins(decode(entry))) for table, seq, entry in rows]


async def kept_moves(folder: Path) -> list[tuple[str, str]]:
    """Tables, and the page's own names for what was played there; no table has a gap."""
    found, numbers = await kept_entries(folder), dict[str, int]()
    for table, seq, _ in found:
        assert seq == numbers.get(table, 0), f"{table} has a gap"
        numbers[table] = seq + 1
    return [(table, entry["id"]) for table, _, entry in found if entry.get("id") is not None]


async def moves_at(folder: Path, table: str) -> list[str]:
    return [move for where, move in await kept_moves(folder) if where == table]
