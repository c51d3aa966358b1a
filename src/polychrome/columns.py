"""Figures in columns and sentences in lines, such as a screen reader, a pipe and a narrow terminal can all take."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import Final, TextIO

WIDTH: Final = 80


def wrapped(text: str, indent: str = "", stream: TextIO | None = None) -> list[str]:
    """A text broken between words where a terminal would break within them; in a pipe it stays whole."""
    width = max(20, min(WIDTH, get_terminal_size().columns)) if (stream or sys.stdout).isatty() else 10_000
    return [
        row
        for part in text.split("\n")
        for row in wrap(
            part,
            width,
            initial_indent=indent,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,
        )
        or [""]
    ]


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = (), gap: str = "  ") -> list[str]:
    """Rows of texts as lines; the columns named in `right` are flush right."""
    from rich.cells import cell_len

    widths = [max(cell_len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for at, text in enumerate(row):
            space = " " * (widths[at] - cell_len(text))
            cells.append(space + text if at in right else text + space)
        lines.append(gap.join(cells).rstrip())
    return lines
