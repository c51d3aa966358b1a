"""Pips as a game of the box: the table of docs/add-a-game.md, followed line by line in a copy of the sources."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

from bare import ROOT, clone

GUIDE = ROOT / "docs" / "add-a-game.md"
ROW = re.compile(r"^\| (\w+) \| `([^`]+)` \| (`[^|]+`) \|", re.MULTILINE)


class Part(NamedTuple):
    """A line of the table."""

    name: str
    pips: str  # the file of Pips, or what is written for it
    places: list[str]  # where a game of the box has it


def parts() -> list[Part]:
    found = ROW.findall(GUIDE.read_text(encoding="utf-8"))
    return [Part(name, pips, re.findall("`([^`]+)`", places)) for name, pips, places in found]


def added(folder: Path, without: str = "") -> Path:
    """The sources with Pips among the games, as the guide says; one part may be left out."""
    fresh = clone(folder)
    for part in parts():
        for place in part.places if part.name != without else ():
            file = fresh / place.replace("NAME", "pips")
            file.write_text(written(part, file), encoding="utf-8")
    return fresh


def written(part: Part, file: Path) -> str:
    """What stands in a file when the part is added to it."""
    if part.name == "list":
        head, end, rest = file.read_text(encoding="utf-8").partition("\n)\n")  # of the first list there
        return f"{head}\n    {part.pips}{end}{rest}"
    text = (ROOT / part.pips).read_text(encoding="utf-8")
    if part.name == "words":
        words = json.loads(file.read_text(encoding="utf-8")) | json.loads(text)
        return json.dumps(dict(sorted(words.items())), indent=2, ensure_ascii=False) + "\n"
    return re.sub(r"^from toys\b", "from polychrome.games", text, flags=re.MULTILINE)
