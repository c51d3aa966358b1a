"""All games from a file to a database and back: nothing changes on the way, and nothing else is touched."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from luck import NAME
from patience import PATIENCE
from polychrome.room.entries import Moved, encode
from polychrome.room.steps import Row
from polychrome.server import moving
from polychrome.server.database import SCHEMA
from polychrome.server.elapsed_time import DAY, Clock
from polychrome.server.moving import PARTS, move, named
from polychrome.server.postgres import PostgresStore
from polychrome.server.sqlite import FILE, SqliteStore, sole
from polychrome.server.store import FIRST, Unusable
from reasons import because
from server.house import DATABASES, Page, runs, served
from server.test_commands import polychrome
from server.test_store import row, stored
from server.test_stores import opening, playing

ODD = "“ß” \U0001f98a é \\u0000 \u2028 ' \" $1 {}"


async def filled(folder: Path) -> None:
    """Many tables, in all phases, odd letters in everything, some of them set aside."""
    now = [0.0]
    whims = random.Random(f"{NAME} filled")
    store = SqliteStore(folder / FILE, Clock(lambda: 1_780_000_000.0 + now[0], lambda: now[0]))
    for number in range(60):
        name = f"{number % 7}table{number}"
        phase = whims.choice(("lobby", "playing", "over"))
        code = f"CODE{number}" if phase == "lobby" else None
        guests = whims.sample(["ann", "bob", "Zoë", ODD], 2)
        luck = whims.randbytes(32)
        table = stored(name, phase, code=code, guests=guests, options=f'{{"x":"{number}"}}', luck=luck)
        rows: list[Row] = [(name, seq, 7 * seq, encode(Moved(0, f"{ODD} {seq}"))) for seq in range(whims.randrange(60))]
        await store.write(opening(table, rows=rows))
        now[0] += whims.randrange(DAY)
    assert await store.prune(10) > 5
    store.close()


async def everything(place: Path | str) -> dict[str, list[Any]]:
    """Read past the mover."""
    queries = {part: f"SELECT {columns} FROM {part} ORDER BY {order}" for part, (columns, order) in PARTS.items()}
    queries["house"] = "SELECT seen, highest FROM house"
    if isinstance(place, Path):
        with closing(sqlite3.connect(place / FILE)) as file:
            return {part: file.execute(query).fetchall() for part, query in queries.items()}
    db = await asyncpg.connect(place, timeout=PATIENCE, server_settings={"search_path": SCHEMA})
    try:
        return {part: [tuple(row) for row in await db.fetch(query)] for part, query in queries.items()}
    finally:
        await db.close()


@runs
async def test_everything_arrives_and_comes_back(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moving, "AT_ONCE", 7)  # in many parts
    await filled(tmp_path / "old")
    before = await everything(tmp_path / "old")
    assert min(map(len, before.values())) > 0
    assert any(table[-1] is not None for table in before["tables"])
    assert await move(str(tmp_path / "old"), database) == 60
    assert await everything(database) == before
    assert await everything(tmp_path / "old") == before
    assert await move(database, str(tmp_path / "new")) == 60
    assert await everything(tmp_path / "new") == before
    assert await everything(database) == before
    assert await move(str(tmp_path / "new"), str(tmp_path / "third")) == 60
    assert await everything(tmp_path / "third") == before
    store = await PostgresStore.open(database)
    playing_on = next(table[0] for table in before["tables"] if table[-1] is None)
    owned = await store.own(playing_on)
    assert owned is not None
    await store.write(playing(row(playing_on, len(owned.entries)), epoch=owned.epoch))
    await store.end()


@runs
async def test_a_game_goes_on_where_it_was_moved_to(tmp_path: Path, database: str) -> None:
    async with served(tmp_path / "old") as where:
        page = Page(where.local)
        table = await page.create(seats=2)
        async with page.socket(table) as talk:
            await talk.send(t="take", seat=1)
            await talk.send(t="begin")
            assert (await talk.play())["t"] == "ack"
            frame = await talk.until_asked()
    await move(str(tmp_path / "old"), database)
    DATABASES[tmp_path / "new"] = database
    async with served(tmp_path / "new") as where:
        page.address = where.local
        async with page.socket(table) as talk:
            again = await talk.until_asked()
            assert (again["question"], again["scene"]["choices"]) == (frame["question"], frame["scene"]["choices"])
            assert (await talk.play())["t"] == "ack"


@runs
async def test_what_arrives_damaged_does_not_count(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(tmp_path / "old")
    before = await everything(tmp_path / "old")
    await move(str(tmp_path / "old"), database)
    for kind in (moving.DatabaseEnd, moving.FileEnd):
        add = kind.add

        async def lose(self: Any, part: str, rows: Any, add: Any = add) -> None:
            await add(self, part, rows[:-1] if part == "entries" else rows)

        monkeypatch.setattr(kind, "add", lose)
    with pytest.raises(Unusable, check=because("server.data.differs")):
        await move(database, str(tmp_path / "new"))
    assert {part: len(rows) for part, rows in (await everything(tmp_path / "new")).items() if part != "house"} == {
        "tables": 0,
        "entries": 0,
        "guests": 0,
    }
    assert await everything(database) == before


@runs
async def test_nobody_may_play_meanwhile_and_nothing_is_overwritten(tmp_path: Path, database: str) -> None:
    await filled(tmp_path / "old")
    with sole(tmp_path / "old"), pytest.raises(Unusable, check=because("server.in_use")):
        await move(str(tmp_path / "old"), database)
    store = await PostgresStore.open(database)
    await store.write(opening(stored("t"), rows=[row("t", 0)]))
    for source, target in ((str(tmp_path / "old"), database), (database, str(tmp_path / "new"))):
        with pytest.raises(Unusable, check=because("server.data.alive")):
            await move(source, target)
    await store.write(playing(row("t", 1), epoch=FIRST))
    await store.end()
    with pytest.raises(Unusable, check=because("server.data.not_empty")):
        await move(str(tmp_path / "old"), database)
    with pytest.raises(Unusable, check=because("server.data.nothing")):
        await move(str(tmp_path / "nowhere"), database)
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(Unusable, check=because("server.in_use")):
        await move(str(tmp_path / "old"), str(tmp_path / "old"))
    with pytest.raises(Unusable, check=because("server.data.alive")):
        await move(database, database)


def test_at_the_command_line(tmp_path: Path, database: str) -> None:
    @runs
    async def fill() -> None:
        await filled(tmp_path / "old")

    fill()
    done = polychrome("data", "move", str(tmp_path / "old"), database)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("60 tables copied")
    again = polychrome("data", "move", str(tmp_path / "old"), database)
    assert again.returncode == 1
    assert "There are games in postgresql:///test" in again.stderr
    for words in ((), (str(tmp_path / "old"),)):
        assert polychrome("data", "move", *words).returncode == 2
    assert polychrome("data", "backup", "a", "b").returncode == 2


def test_no_password_is_ever_said() -> None:
    assert named("postgresql://ann:secret@host:5432/games?sslmode=require") == "postgresql://host/games"
    assert named("/var/lib/polychrome") == "/var/lib/polychrome"
