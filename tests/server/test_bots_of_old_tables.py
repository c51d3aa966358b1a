"""Tables stored when bots had other names: before there were levels, an opponent was a search of so many rounds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from polychrome.room.entries import Moved, Seated, decode, encode
from polychrome.server.sqlite import FILE
from server.house import Page, runs, served

OLD = "search:500"


def rename_bots(folder: Path, bot: str) -> None:
    """As if the table had been stored with bots of that name."""
    with closing(sqlite3.connect(folder / FILE)) as db, db:
        for table, seq, text in db.execute("SELECT table_id, seq, entry FROM entries").fetchall():
            entry = decode(text)
            if isinstance(entry, Seated) and entry.chair.kind == "bot":
                renamed = encode(Seated(entry.seat, replace(entry.chair, bot=bot)))
                query = "UPDATE entries SET entry = ? WHERE table_id = ? AND seq = ?"
                db.execute(query, (renamed, table, seq))


def moves_of(folder: Path, seat: int) -> int:
    with closing(sqlite3.connect(folder / FILE)) as db:
        entries = [decode(text) for [text] in db.execute("SELECT entry FROM entries")]
    return sum(isinstance(entry, Moved) and entry.seat == seat for entry in entries)


@runs
async def test_a_table_with_a_bot_called_by_its_rounds_still_loads_and_plays(tmp_path: Path) -> None:
    async with served(tmp_path, workers=1) as where:
        page = Page(where.local)
        table = await page.create(game="coloretto", seats=2, fill="random")
        async with page.socket(table) as talk:
            await talk.send(t="settings", pause=0)
            await talk.play()
            await talk.until_asked()
    rename_bots(tmp_path, OLD)
    before = moves_of(tmp_path, 1)
    async with served(tmp_path, workers=1) as where:
        page.address = where.local
        async with page.socket(table) as talk:
            room = await talk.until("room")
            assert [seat["bot"] for seat in room["seats"]] == [None, OLD]
            for _ in range(40):  # if the bot has taken a row, it waits for the next round
                if moves_of(tmp_path, 1) > before:
                    break
                assert (await talk.play())["t"] == "ack"
                await talk.until_asked()
            assert moves_of(tmp_path, 1) > before, "the bot never moved"
            assert talk.room is not None
            assert [seat["bot"] for seat in talk.room["seats"]] == [None, OLD]  # nobody had to take its place
