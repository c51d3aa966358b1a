"""Text in pictures: how wide it will be, where it breaks, and how it is written as XML.

A picture carries no font, so nobody can know the width of a text. These estimates are those of the widest of the
usual system fonts; in any other the text takes a little less room than it was given.
"""

from __future__ import annotations

from functools import cache
from typing import Final
from unicodedata import category, combining, east_asian_width
from xml.sax.saxutils import escape

FAMILY: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, sans-serif"
LEADING: Final = 1.3  # from one line to the next, in font sizes
BOLD: Final = 1.12  # how much wider bold letters are

WIDTHS: Final[dict[str, float]] = {
    letter: width
    for letters, width in (
        (" \u00a0\u202f',.IJijl|·’‘ÌÍÎÏìíîï", 0.33),
        ('-/:;\\f!()[]rt"`*°', 0.43),
        ("sz_?cL–“”ç¿¡", 0.59),
        ("w&OQÒÓÔÕÖØ", 0.82),
        ("#+<=>M^~×−", 0.88),
        ("%@mW©®æœÆŒ—…", 1.06),
    )
    for letter in letters
}
OTHERS: Final[dict[str, float]] = {"Lu": 0.79, "Ll": 0.66, "Nd": 0.66, "Mn": 0.0}  # by category
ELSE: Final = 0.9
ODD: Final = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
JOINERS: Final = "\u200c\u200d"
WIDE: Final = 1.15  # Chinese, Japanese and Korean characters, emoji


def clean(text: str) -> str:
    """Without what XML cannot hold and what would not stay on its line; joined letters stay joined."""
    kept = "".join(" " if category(c) in ODD and c not in JOINERS else c for c in text)
    return " ".join(part for part in kept.split(" ") if part)  # a space that must not break a line is a letter


def xml(text: str) -> str:
    return escape(clean(text), {'"': "&quot;"})


@cache
def em(letter: str) -> float:
    """The width of a letter in font sizes."""
    if letter in WIDTHS:
        return WIDTHS[letter]
    if combining(letter) or letter in JOINERS:
        return 0.0
    return WIDE if east_asian_width(letter) in "WF" else OTHERS.get(category(letter), ELSE)


def width(text: str, size: float, bold: bool = False) -> float:
    return sum(map(em, text)) * size * (BOLD if bold else 1)


def wrap(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """The lines of a text in this much room; a word too long for a line is broken."""
    lines: list[str] = []
    line, used = "", 0.0
    space = width(" ", size, bold)
    for word in text.split(" "):
        needed = width(word, size, bold)
        if line and used + space + needed <= room:
            line, used = f"{line} {word}", used + space + needed
            continue
        if line:
            lines.append(line)
        line, used = word, needed
        while used > room and len(line) > 1:
            fits = longest(line, size, room, bold)
            lines.append(line[:fits])
            line = line[fits:]
            used = width(line, size, bold)
    return [*lines, line]


def balanced(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """The text in as many lines as it takes, of about equal length."""
    lines = wrap(text, size, room, bold)
    for share in (0.5, 0.6, 0.7, 0.8, 0.9) if len(lines) > 1 else ():
        even = wrap(text, size, share * room, bold)
        if len(even) == len(lines):
            return even
    return lines


def longest(text: str, size: float, room: float, bold: bool) -> int:
    """How many letters fit, at least one."""
    fits = 1
    while fits < len(text) and width(text[: fits + 1], size, bold) <= room:
        fits += 1
    return fits


def fit(text: str, size: float, room: float, least: float, bold: bool = False) -> tuple[str, float]:
    """One line in this much room: smaller letters down to `least`, then cut short."""
    text = clean(text)
    needed = width(text, size, bold)
    if needed <= room:
        return text, size
    smaller = max(least, int(2 * size * room / needed) / 2)
    if width(text, smaller, bold) <= room:
        return text, smaller
    return text[: longest(text, smaller, room - width("…", smaller, bold), bold)] + "…", smaller
