"""The page's types say what room/wire.py and scenes/scene.py define; nothing is missing, nothing invented."""

from __future__ import annotations

import re

import msgspec
import pytest

from polychrome.room import wire
from polychrome.scenes import scene
from web.people import ROOT

TYPES = (ROOT / "web" / "src" / "wire.ts").read_text(encoding="utf-8")

STRUCTS = {
    "Room": wire.Room,
    "RoomSettings": wire.RoomSettings,
    "Seat": wire.SeatInfo,
    "Frame": wire.Frame,
    "Option": wire.GameOption,
    "Game": wire.GameInfo,
    "OwnTable": wire.OwnTable,
    "Replay": wire.Replay,
    "Weighed": wire.Weighed,
    "Hinted": wire.Hinted,
}
SCENES = {
    "Piece": scene.Piece,
    "Zone": scene.Zone,
    "Button": scene.Button,
    "Choice": scene.Choice,
    "Tick": scene.Tick,
    "Composer": scene.Composer,
    "Place": scene.Place,
    "Scene": scene.Scene,
}


def fields(name: str) -> set[str]:
    body = re.search(rf"export interface {name} {{\n(.*?)\n}}", TYPES, re.DOTALL)
    assert body, f"wire.ts has no {name}"
    return set(re.findall(r"^  (\w+)\??:", body[1], re.MULTILINE)) - {"t"}


@pytest.mark.parametrize("name", STRUCTS)
def test_messages(name: str) -> None:
    assert fields(name) == set(STRUCTS[name].__struct_fields__)


@pytest.mark.parametrize("name", SCENES)
def test_scenes(name: str) -> None:
    assert fields(name) == {field.name for field in msgspec.structs.fields(SCENES[name])}


def test_every_kind_of_message_is_known() -> None:
    sent = set(re.findall(r"t: ((?:'\w+'(?: \| )?)+)", TYPES.split("export type ToServer")[1]))
    kinds = {kind for group in sent for kind in re.findall(r"\w+", group)}
    assert kinds == {kind.__struct_config__.tag for kind in wire.ToServer.__args__}
    heard = TYPES.split("export type FromServer")[1].split("export type ToServer")[0]
    kinds = set(re.findall(r"t: '(\w+)'", heard)) | {"room", "frame", "weighed", "hinted"}
    assert kinds == {kind.__struct_config__.tag for kind in wire.FromServer.__args__}
