"""A data folder of the time before tables were folds: all its games are there, and go on.

`old/house.sql` was written by the commit before (schema 3), `old/house.json` says what that commit knew of each table.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from luck import number
from polychrome.engine.dice import Dice
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import Entry, Moved, Undone
from polychrome.room.fold import LOBBY, OVER
from polychrome.room.room import Room
from polychrome.room.steps import Step
from polychrome.server.sqlite import FILE, SqliteStore
from server.house import Sitting, runs

MOVES = 120  # most games are over then
LATER = ("programs",)  # settings of which that commit knew nothing
OLD = Path(__file__).with_name("old")
TABLES: dict[str, dict[str, Any]] = json.loads((OLD / "house.json").read_text(encoding="utf-8"))


def house(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.executescript((OLD / "house.sql").read_text(encoding="utf-8"))
    return folder / FILE


def moves_known(room: Room, entries: list[tuple[int, Entry]]) -> str:
    """The old commit's marks of all moves that people made, if the table still knows them."""
    moves = [
        (entry.seat, entry.id) for _, entry in entries if isinstance(entry, Moved | Undone) and entry.id is not None
    ]
    known = [(seat, move) for seat, move in moves if room.playing().knows(seat, move)]
    return b"".join(blake2b(f"{seat} {move}".encode(), digest_size=8).digest() for seat, move in known).hex()


def known(room: Room, entries: list[tuple[int, Entry]]) -> dict[str, Any]:
    """What the old commit wrote down of a table."""
    seating, play = room.seating, room.play
    return {
        "game": room.game.name,
        "phase": room.phase,
        "host": seating.host,
        "code": seating.code,
        "chairs": [[c.kind, c.guest, c.name, c.way, c.bot, c.left] for c in seating.chairs],
        "asked": {str(seat): question.length for seat, question in room.asked.items()},
        "log": [] if play is None else [play.table.text(line) for line in play.table.log],
        "undo": room.undoable(),
        "moved": seating.rematch,
        "moves": moves_known(room, entries),
        "settings": {name: value for name, value in asdict(seating.settings).items() if name not in LATER},
    }


def go_on(room: Room, name: str) -> None:
    """Play to the end, bots and people by one luck."""
    sitting = Sitting(room, Step(room.at, []))
    room.epoch = sitting.now - room.at / 1000
    eyes = {guest: sitting.arrive(guest) for guest in room.seating.guests()}
    if room.phase == LOBBY:
        sitting.say(eyes[str(room.seating.host)], wire.Begin())
    whims = Dice(number("old", name))
    for count in range(MOVES):
        if room.phase == OVER:
            return
        turn = room.bot_turn()
        if turn is not None:
            sitting.bot_move(turn, None)
            continue
        seat = next((seat for seat in room.asked if room.chairs[seat].bot is None), None)
        if seat is None or room.clocks.memorising() or room.clocks.looking():
            sitting.wait(60)
            continue
        play = room.playing()
        action = room.game.text(play.table.state.view(seat).sample(seat, whims))
        sitting.move(eyes[str(room.chairs[seat].guest)], seat, action, f"n{count}")
    assert room.playing().table.log, "nothing was played"
    assert len(room.playing().table.log) > len(TABLES[room.id]["log"]), "the table is frozen"


@runs
async def test_old_tables_are_what_they_were(tmp_path: Path) -> None:
    store = SqliteStore(house(tmp_path))
    for name, before in TABLES.items():
        stored = store.table(name)
        assert stored is not None
        entries = store.entries(name)
        room = Room.load(Catalogue(), "", stored.header(), entries, 0.0)
        assert known(room, entries) == {key: value for key, value in before.items() if key != "name"}, before["name"]
    store.close()


@pytest.fixture(scope="module")
def old_rooms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Room]:
    rooms: dict[str, Room] = {}

    @runs
    async def read() -> None:
        store = SqliteStore(house(tmp_path_factory.mktemp("house")))
        for name in TABLES:
            stored = store.table(name)
            assert stored is not None
            rooms[name] = Room.load(Catalogue(), "", stored.header(), store.entries(name), 1000.0)
        store.close()

    read()
    return rooms


@pytest.mark.parametrize("name", TABLES, ids=lambda name: TABLES[name]["name"].replace(" ", "_"))
def test_old_tables_go_on(old_rooms: dict[str, Room], name: str) -> None:
    go_on(old_rooms[name], TABLES[name]["name"])
