"""Fetching a list that is missing while the tables go on: in a process of its own, once, and nobody waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import Final

from polychrome.lexicon.shelf import file_at_hand

BUILDING: Final[dict[str, subprocess.Popen[bytes]]] = {}  # by language: whoever was sent


def send(language: str) -> bool:
    """Have the list of a language built, unless it is there, under way or was tried before; POLYCHROME_FETCH=no forbids
    it. Did somebody go?"""
    if language in BUILDING or file_at_hand(language) or os.environ.get("POLYCHROME_FETCH") == "no":
        return False
    command = [sys.executable, "-m", "polychrome", "words", language, "build"]
    with suppress(OSError):
        BUILDING[language] = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return True
    return False


def recall() -> None:
    """Nobody needs it any more: end what is still under way."""
    for process in BUILDING.values():
        with suppress(ProcessLookupError):
            process.terminate()
        process.wait()
    BUILDING.clear()
