"""The page's types are what Python defines in room/wire.py, scenes/scene.py and offline/calls.py: written from it."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from polychrome.room import wire
from polychrome.scenes import scene
from web.people import ROOT

TYPES = (ROOT / "web" / "src" / "wire.ts").read_text(encoding="utf-8")
TOLD = (
    *(wire.NewTable, wire.Join, wire.Entered, wire.GameInfo, wire.GameOption, wire.GameClock, wire.OwnTable),
    *(wire.DayPuzzle, wire.Replay, wire.SeatInfo, wire.RoomSettings, wire.Newcomer, wire.Estimate, wire.Mark),
    *dict.fromkeys((*wire.FromServer.__args__, *wire.ToServer.__args__)),
    *(scene.Piece, scene.Zone, scene.Button, scene.Choice, scene.Tick, scene.Composer, scene.Seat, scene.Scene),
)


def fields(name: str) -> dict[str, str]:
    body = re.search(rf"export interface {name} {{\n(.*?)\n}}", TYPES, re.DOTALL)
    assert body, f"wire.ts has no {name}"
    return dict(re.findall(r"^  (\w+\??): ([^/\n]+?)(?: //.*)?$", body[1], re.MULTILINE))


def test_the_file_is_as_it_would_be_written() -> None:
    command = [sys.executable, ROOT / "scripts" / "wire", "--check"]
    looked = subprocess.run(command, capture_output=True, text=True)
    assert looked.returncode == 0, looked.stderr


def test_a_difference_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    look = importlib.import_module("wire_types").main
    for name in ("wire.ts", "site/calls.ts"):
        page = tmp_path / name.replace("/", ".")
        (page / "site").mkdir(parents=True)
        assert look([], page) == 0
        assert look(["--check"], page) == 0
        text = (page / name).read_text(encoding="utf-8")
        (page / name).write_text(text.replace("seats: number", "seats: string", 1), encoding="utf-8")
        assert look(["--check"], page) == 1
        assert f"{page / name} does not say what Python defines: run scripts/wire" in capsys.readouterr().err


@pytest.mark.parametrize("struct", TOLD, ids=lambda struct: struct.__name__)
def test_every_field_is_there(struct: type[msgspec.Struct]) -> None:
    config = struct.__struct_config__
    tag = set() if config.tag is None else {"t"}
    assert {name.rstrip("?") for name in fields(struct.__name__)} == {*struct.__struct_fields__, *tag}


def test_some_types_by_eye() -> None:
    frame = fields("Frame")
    assert (frame["t"], frame["viewer"], frame["scene"]) == ("'frame'", "number | null", "Scene")
    assert (frame["told"], frame["undo?"], frame["talk?"]) == ("string[]", "number", "string")
    assert fields("Piece")["cells?"] == "[number, number][]"
    assert fields("Room")["phase"] == "'lobby' | 'playing' | 'over'"
    assert fields("Replay")["nicknames"] == "(Message | null)[]"
    assert fields("Settings")["own_names?"] == "boolean | null"
