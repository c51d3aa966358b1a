"""Games that wait to be played on."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import click

from polychrome.cli.failed import Failed, failed
from polychrome.cli.files import read_record, write_record
from polychrome.engine.record import Record, resume, write


class Save(NamedTuple):
    file: Path
    game: str
    seats: int


def home() -> Path:
    """Where games are kept that nobody has named a place for."""
    state = os.environ.get("XDG_STATE_HOME")
    if state and Path(state).is_absolute():
        return Path(state) / "polychrome"
    if os.name == "posix" and os.environ.get("HOME") and not Path("/System/Library").is_dir():
        return Path(os.environ["HOME"]) / ".local" / "state" / "polychrome"
    return Path(click.get_app_dir("Polychrome"))


def keep(game: Record, file: Path | None) -> Path:
    """Write a game down, where asked, or else wherever there is room for it."""
    content = write(game)
    if file is not None:
        write_record(file, content)
        return file.absolute()
    name = f"{game.game.name}-{time.strftime('%Y%m%d-%H%M%S')}"
    for folder in (home(), Path.cwd(), Path(tempfile.gettempdir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = unused(folder, name)
            write_record(file, content)
        except (OSError, Failed):
            continue
        return file
    raise failed("cli.file.no_room")


def unused(folder: Path, name: str) -> Path:
    """A file of this name that is not there yet."""
    file = folder / f"{name}.txt"
    number = 2
    while file.exists():
        file = folder / f"{name}-{number}.txt"
        number += 1
    return file


def waiting(most: int) -> list[Save]:
    """The newest games at home that are not over; what cannot be read is none."""
    found: list[Save] = []
    try:
        files = sorted(home().glob("*.txt"), key=lambda file: -file.stat().st_mtime)
    except OSError:
        return []
    for file in files[:50]:
        try:
            kept = read_record(str(file))
            if kept.luck and not resume(kept).over():
                found.append(Save(file, kept.game.name, kept.seats))
        except Failed:
            continue
        if len(found) == most:
            break
    return found
