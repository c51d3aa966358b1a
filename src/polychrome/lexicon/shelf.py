"""The lists at hand, those of this machine before those that came with Polychrome, and handing them to the game."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from polychrome.folders import data_folder
from polychrome.games.color_words.lexicon import SHELF, Band, Lexicon
from polychrome.lexicon import usual
from polychrome.lexicon.file import DamagedList, read

SHIPPED: Final = Path(__file__).parent / "lists"


def folder() -> Path:
    """Beside what the program keeps for a person otherwise; POLYCHROME_WORDS names another folder."""
    chosen = os.environ.get("POLYCHROME_WORDS")
    return Path(chosen).expanduser() if chosen else data_folder() / "words"


def file_of(language: str) -> Path:
    """Where a list is kept that was built on this machine."""
    return folder() / f"{language}.words"


def shipped(language: str) -> Path:
    """The list that came with Polychrome."""
    return SHIPPED / f"{language}.words"


def files(language: str) -> list[Path]:
    """Where its list may lie, the first that is there counts; POLYCHROME_LISTS=own leaves out what came with us."""
    return [file_of(language), *([] if os.environ.get("POLYCHROME_LISTS") == "own" else [shipped(language)])]


def file_at_hand(language: str) -> Path | None:
    """The file that words are judged by; None if there is none."""
    return next((file for file in files(language) if file.is_file()), None)


READ: Final[dict[Path, tuple[int, Lexicon | None]]] = {}  # when each was written, and its list unless it is damaged


def load(language: str) -> Lexicon | None:
    """The list of a language as it is now: whoever builds another one while games go on finds it in use."""
    return next((found for file in files(language) if (found := from_file(file)) is not None), None)


def from_file(file: Path) -> Lexicon | None:
    """None if there is none or it is damaged; read once for each time it is written."""
    try:
        written = file.stat().st_mtime_ns
        known = READ.get(file)
        if known is None or known[0] != written:
            READ[file] = known = written, whole(file)
        return known[1]
    except OSError:
        return None


def whole(file: Path) -> Lexicon | None:
    try:
        return read(file).lexicon
    except DamagedList:
        return None


def bands(language: str) -> list[Band]:
    """Which words of a language people use most."""
    return usual.read(SHIPPED / f"{language}.usual")


def hand_over() -> None:
    """From now on the game finds the lists at hand, each read when it is first needed."""
    SHELF.fill_from(load, bands)
