"""The colours of every game and the signs that go with them, and the two tables they lie on.

Colour is never the only sign: each has a pattern, a glyph and, in the catalogues, a name and a code of two letters.
The values were searched for so that people with any colour vision can tell them apart; tests/test_palette.py
measures them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WHITE: Final = "#FFFFFF"
BLACK: Final = "#111111"
GLOW: Final = "#E9A23B"

# Of paper and cards, which look the same on every table.
INK: Final = "#1B1B1F"  # and of what is written on the light table
BLANK: Final = "#FFF6E3"  # a face with nothing but letters on it
BLANK_INK: Final = "#3A3026"
BACK: Final = "#3D3542"  # of everything face down


@dataclass(frozen=True, slots=True)
class Colour:
    name: str
    hex: str
    ink: str  # for glyphs, letters and patterns printed on it
    pattern: str  # a key of PATTERNS
    glyph: str
    ascii: str  # the glyph where only ASCII can be shown


@dataclass(frozen=True, slots=True)
class Theme:
    """What pieces lie on. Pieces themselves look the same in every theme, but for their outline."""

    name: str
    paper: str  # the table
    place: str  # an empty place on it
    edge: str  # a fine line on it
    outline: str  # around every piece; four colours would fade into light paper, three into dark
    text: str
    quiet: str  # text of less weight
    glow: str  # around whoever is to act
    shadow: str


COLOURS: Final[dict[str, Colour]] = {
    colour.name: colour
    for colour in (
        Colour("red", "#C8102E", WHITE, "crosses", "×", "x"),
        Colour("orange", "#F07300", BLACK, "rings", "○", "o"),
        Colour("yellow", "#FFE83D", BLACK, "dots", "•", "."),
        Colour("green", "#4BB987", BLACK, "triangles", "▲", "^"),
        Colour("blue", "#0B50F0", WHITE, "waves", "≈", "~"),
        Colour("violet", "#5A1F6B", WHITE, "checks", "▚", "%"),
        Colour("pink", "#FF9EDB", BLACK, "grid", "+", "+"),
        Colour("brown", "#78370A", WHITE, "bars", "═", "="),
        Colour("grey", "#737373", WHITE, "plain", "□", "#"),
        Colour("joker", WHITE, BLACK, "star", "★", "*"),  # half in the one, half in the other
    )
}

# Inside an SVG <pattern> of this size that carries the ink as its `color`; not turned with the piece.
PATTERN_SIZE: Final = 12
PATTERN_OPACITY: Final = 0.45
PATTERNS: Final[dict[str, str]] = {
    "crosses": '<path d="M2.5 2.5l7 7M9.5 2.5l-7 7" fill="none" stroke="currentColor" stroke-width="2"/>',
    "rings": '<circle cx="6" cy="6" r="3.2" fill="none" stroke="currentColor" stroke-width="2"/>',
    "dots": '<circle cx="6" cy="6" r="1.8" fill="currentColor"/>',
    "triangles": '<path d="M6 1.5l5 9H1z" fill="currentColor"/>',
    "waves": '<path d="M0 6q3-6.4 6 0t6 0" fill="none" stroke="currentColor" stroke-width="2"/>',
    "checks": '<path d="M0 0h6v6H0zM6 6h6v6H6z" fill="currentColor"/>',
    "grid": '<path d="M6 0v12M0 6h12" fill="none" stroke="currentColor" stroke-width="2"/>',
    "bars": '<path d="M0 1h12v3.5H0zM0 7h12v3.5H0z" fill="currentColor"/>',
    "plain": "",
    "star": "",  # the joker's split field takes its place
}

THEMES: Final[dict[str, Theme]] = {
    theme.name: theme
    for theme in (
        Theme(
            name="light",
            paper="#FAF7F0",
            place="#EFE9DC",
            edge="#D8CFBD",
            outline=INK,
            text=INK,
            quiet="#655D50",
            glow=GLOW,
            shadow="#5A3A1A",
        ),
        Theme(
            name="dark",
            paper="#14161C",
            place="#20232C",
            edge="#3A3F4C",
            outline="#F4F4F5",
            text="#F4F4F5",
            quiet="#A9ADB8",
            glow=GLOW,
            shadow="#000000",
        ),
    )
}
