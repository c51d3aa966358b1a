"""The words of a list that people use most, in bands: the first thousand, the second, the next two thousand and so on.

A file is text: three lines about itself, then a line for each band, its words in alphabetical order.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from polychrome.games.color_words.lexicon import Band

TITLE: Final = "polychrome usual 1"
LICENCE: Final = "CC-BY-SA-4.0"
BANDS: Final = (1_000, 2_000, 4_000, 8_000, 16_000, 32_000)  # how many words there are with each band


def to_text(words: list[str], source: str) -> str:
    """The file of these words, the most usual first."""
    lines = [TITLE, source, LICENCE]
    begun = 0
    for most in BANDS:
        lines.append(" ".join([str(most), *sorted(words[begun:most])]))
        begun = most
    return "\n".join([*lines, ""])


def from_text(text: str) -> list[Band]:
    """The bands of a file; none of a file that is no such list."""
    title, *lines = text.splitlines()
    if title != TITLE:
        return []
    rows = [line.split(" ") for line in lines[2:]]
    return [Band(int(row[0]), row[1:]) for row in rows]


def read(path: Path) -> list[Band]:
    """None where there is no file."""
    try:
        return from_text(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return []
