"""Does anything in a page, or in what it was sent, say what colour a face-down disc has?

In the page: after every frame all elements, attributes and texts are searched for colours, by name, by number and by
the names of their pictures. A colour may be there only where the frame itself shows it: on a piece that lies face up,
on a button that offers it, in a sentence that the frame says. The frames themselves are compared with the game's
record: without a look under way they may show what the rules leave open, and nothing else.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from polychrome.engine.core import SPECTATOR
from polychrome.engine.record import read
from polychrome.engine.table import Table
from polychrome.palette import COLOURS
from polychrome.registry import find
from polychrome.scenes import draw

Seen = dict[str, Any]

NAMES = ("red", "orange", "yellow", "green", "blue", "violet")
HEX = {COLOURS[name].hex.lower(): name for name in NAMES}

WATCH = f"const HEX = {json.dumps(HEX)}\n" + Path(__file__).with_name("watch.js").read_text(encoding="utf-8")


def faces(scene: Seen) -> set[tuple[str, tuple[str, ...]]]:
    """What lies face up in a scene."""
    return {
        (piece["id"], tuple(piece.get("colours", ())))
        for zone in scene["zones"]
        for piece in zone.get("pieces", ())
        if piece.get("up", True) and piece.get("colours")
    }


def too_much(frames: list[Seen], record: str) -> list[str]:
    """Frames without a look under way that show more than the rules leave open, by the record of the game."""
    whole = read(record, find)
    game = whole.game
    found = []
    table = Table(game, whole.seats, whole.options, None)
    for frame in sorted(frames, key=lambda frame: int(frame["length"])):
        while len(table.log) < frame["length"]:
            table.put(*whole.lines[len(table.log)])
        if "look" in frame:
            continue
        viewer = SPECTATOR if frame["viewer"] is None else frame["viewer"]
        view = table.state.view(viewer, recall=not table.state.acting())  # at the end what had been seen is turned up
        plain: Seen = to_builtins(draw(game, view, viewer, ()))
        extra = faces(frame["scene"]) - faces(plain)
        if extra:
            found.append(f"after {frame['length']} lines: {sorted(extra)}")
    return found
