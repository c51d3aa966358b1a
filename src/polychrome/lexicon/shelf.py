"""The lists of this machine, and handing them to the game."""

from __future__ import annotations

import os
from pathlib import Path

from polychrome.folders import data_folder
from polychrome.games.color_words.lexicon import SHELF, Lexicon
from polychrome.lexicon.file import Damaged, read


def folder() -> Path:
    """Beside what the program keeps for a person otherwise; POLYCHROME_WORDS names another folder."""
    chosen = os.environ.get("POLYCHROME_WORDS")
    return Path(chosen).expanduser() if chosen else data_folder() / "words"


def file_of(language: str) -> Path:
    return folder() / f"{language}.words"


DAMAGED: dict[Path, int] = {}  # files that are not worth reading again, and when they were written


def load(language: str) -> Lexicon | None:
    """The list of a language, None if it has not been built here or its file is damaged."""
    file = file_of(language)
    try:
        written = file.stat().st_mtime_ns
        if DAMAGED.get(file) == written:
            return None
        return read(file).lexicon
    except OSError:
        return None
    except Damaged:
        DAMAGED[file] = written
        return None


def hand_over() -> None:
    """From now on the game finds the lists of this machine, each read when it is first needed."""
    SHELF.fill_from(load)
