"""Figures in columns: plain lines that a screen reader, a pipe and a narrow terminal can all take."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = (), gap: str = "  ") -> list[str]:
    """Rows of texts as lines; the columns named in `right` are flush right."""
    widths = [max(cell_len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = []
        for at, text in enumerate(row):
            space = " " * (widths[at] - cell_len(text))
            cells.append(space + text if at in right else text + space)
        lines.append(gap.join(cells).rstrip())
    return lines
