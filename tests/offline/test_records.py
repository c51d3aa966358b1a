"""Records come in: whatever `polychrome` writes down can be looked at in a page, and goes out as it came."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from luck import NamedLuck
from offline.browser import Tab
from polychrome.engine.record import read, resume, write
from polychrome.registry import find
from polychrome.room.catalogue import Catalogue

RECORDS = Path(__file__).parents[1] / "records"
GOLDEN = sorted(path for path in RECORDS.glob("*.txt") if ".golden" not in path.name)  # those are replays of them
KEY = f"key {bytes(range(32)).hex()}"


def device() -> Tab:
    return Tab(Catalogue(luck=NamedLuck("records")))


def bring(tab: Tab, text: str) -> str:
    found = tab.ask("POST", "/api/records", {"text": text})
    assert found.status == 200, found
    return str(json.loads(found.text)["table"])


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_record_is_looked_at_and_found_again(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    tab = device()
    table = bring(tab, text)
    length = len(read(text, find).lines)
    tab = tab.restarted()
    for at in (0, length // 2, length):
        shown = tab.get(f"/api/tables/{table}/replay?at={at}")
        assert (shown["at"], shown["length"], shown["key"]) == (at, length, "")
    scores = tab.get(f"/api/tables/{table}/scores")["scores"]
    assert scores[-1] == resume(read(text, find)._replace(luck="")).state.scores()
    assert tab.get("/api/tables") == []  # nobody sits there


def test_a_record_goes_out_as_it_came_in() -> None:
    record = read(GOLDEN[0].read_text(encoding="utf-8"), find)
    for luck in (KEY, ""):
        text = write(record._replace(luck=luck))
        tab = device()
        table = bring(tab, text)
        assert tab.ask("GET", f"/api/tables/{table}/record").text == text
        assert bring(tab, text) == table  # the same again is no second one
        assert bring(tab.restarted(), text) == table
        assert len(tab.shelf.tables) == 1


def test_a_game_that_was_left_in_the_middle() -> None:
    record = read(GOLDEN[0].read_text(encoding="utf-8"), find)
    half = write(record._replace(lines=record.lines[: len(record.lines) // 2], luck=""))
    tab = device()
    table = bring(tab, half)
    assert tab.get(f"/api/tables/{table}/replay?at=3")["length"] == len(record.lines) // 2


def test_what_is_wrong_with_a_record_is_said() -> None:
    whole = GOLDEN[0].read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    for text, reason in (("a letter", "record.foreign"), ("".join(lines[:-1]), "record.short")):
        tab = device()
        found = tab.ask("POST", "/api/records", {"text": text})
        assert found.status == 400
        assert json.loads(found.text)["reason"][0] == reason
        assert tab.shelf.tables == {}
    tab.full = "full"
    found = tab.ask("POST", "/api/records", {"text": whole})
    assert (found.status, json.loads(found.text)["reason"][0]) == (503, "offline.full")
