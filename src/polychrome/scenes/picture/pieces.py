"""The pieces of all games: chunky, lit from the top left, with colour, pattern and glyph always together.

A piece is drawn once, as an SVG group with an id that says all that it depends on, and then used wherever it lies;
so pictures stay small, and several of them can stand in one page. Nothing is scaled but glyphs: patterns keep their
size on small pieces.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Final

from polychrome.palette import BACK, BLANK, COLOURS, PATTERN_OPACITY, PATTERN_SIZE, PATTERNS, Theme
from polychrome.scenes.scene import CAP, CARD, DISC, PAWN, TILE

SMALLEST_PATTERN: Final = 20  # on smaller fields the glyph stands alone

SIZES: Final[dict[str, tuple[int, int]]] = {
    CARD: (72, 100),
    DISC: (64, 64),
    CAP: (64, 64),
    TILE: (46, 46),
    PAWN: (50, 66),
}
THICKNESS: Final[dict[str, float]] = {CARD: 2, DISC: 4, CAP: 4, TILE: 4, PAWN: 2}

# In a square of 24 around (0, 0), in `currentColor`.
STROKE: Final = 'fill="none" stroke="currentColor"'
GLYPHS: Final[dict[str, str]] = {
    "red": f'<path d="M-8-8L8 8M8-8L-8 8" {STROKE} stroke-width="5" stroke-linecap="round"/>',
    "orange": f'<circle r="7.8" {STROKE} stroke-width="4.8"/>',
    "yellow": '<circle r="6.6" fill="currentColor"/>',
    "green": '<path d="M0-10.5L10.5 8H-10.5z" fill="currentColor"/>',
    "blue": f'<path d="M-11-4q5.5-8 11 0t11 0M-11 5.5q5.5-8 11 0t11 0" {STROKE} stroke-width="3.8"/>',
    "violet": '<path d="M-9.5-9.5H0V0H-9.5zM0 0H9.5V9.5H0z" fill="currentColor"/>',
    "pink": f'<path d="M0-10V10M-10 0H10" {STROKE} stroke-width="5"/>',
    "brown": f'<path d="M-10-4.5H10M-10 4.5H10" {STROKE} stroke-width="4.5"/>',
    "grey": f'<path d="M-8.5-8.5H8.5V8.5H-8.5z" {STROKE} stroke-width="4.2"/>',
    "joker": (
        '<path d="M0-12L3.1-4.2L11.4-3.7L5 1.6L7.1 9.7L0 5.2L-7.1 9.7L-5 1.6L-11.4-3.7L-3.1-4.2z" fill="currentColor"/>'
    ),
}

LIGHT: Final = (  # falls from the top left on every edge
    '<linearGradient id="edge-light" x1="0" y1="0" x2="1" y2="1">'
    '<stop offset="0" stop-color="#fff" stop-opacity=".75"/>'
    '<stop offset=".45" stop-color="#fff" stop-opacity=".1"/><stop offset=".55" stop-color="#000" stop-opacity=".1"/>'
    '<stop offset="1" stop-color="#000" stop-opacity=".45"/></linearGradient>'
)
WEAVE: Final = (  # on the back of everything
    '<pattern id="p-back" width="8" height="8" patternUnits="userSpaceOnUse">'
    '<path d="M0 8L8 0M0 0L8 8" stroke="#fff" stroke-opacity=".16" stroke-width="1"/></pattern>'
)


def number(value: float) -> str:
    """A number, as short as it can be written in a picture."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def box(x: float, y: float, w: float, h: float) -> str:
    return f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}"'


def darker(colour: str, share: float) -> str:
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * (1 - share)):02X}" for i in (1, 3, 5))


@dataclass(frozen=True, slots=True)
class Look:
    """What a piece looks like, wherever it lies."""

    shape: str
    colours: tuple[str, ...]
    up: bool
    size: float
    lifted: bool = False
    fields: int = 1  # of a tile, also when it is face down

    @property
    def width(self) -> int:
        """Of a tile every field is a square, side by side."""
        fields = max(self.fields, len(self.colours)) if self.shape == TILE else 1
        return round(SIZES[self.shape][0] * self.size) * fields

    @property
    def height(self) -> int:
        return round(SIZES[self.shape][1] * self.size)

    @property
    def shown(self) -> tuple[str, ...]:
        """Colours to be seen: none on a back, whatever the scene says."""
        return self.colours if self.up else ()

    def id(self, theme: Theme) -> str:
        face = "-".join(self.shown) or ("blank" if self.up else "back")
        return f"{theme.name}-{self.shape}-{face}-{self.width}x{self.height}" + ("-lifted" if self.lifted else "")

    def body(self, inset: float, style: str) -> str:
        """The outline of the piece, or a smaller one inside it."""
        w, h = self.width, self.height
        if self.shape in (CARD, TILE):
            corner = max(1.5, min(w, h) / 8 + 1 - inset)
            return f'<rect {box(inset, inset, w - 2 * inset, h - 2 * inset)} rx="{number(corner)}" {style}/>'
        if self.shape == PAWN:
            return f'<path d="{pawn(w, h, inset)}" {style}/>'
        if self.shape == CAP and inset < 2:
            return f'<path d="{fluted(w / 2, w / 2 - inset)}" {style}/>'
        r = w / 2 - inset - (w / 24 if self.shape == CAP else 0)
        return f'<circle cx="{number(w / 2)}" cy="{number(h / 2)}" r="{number(r)}" {style}/>'

    def svg(self, theme: Theme) -> str:
        colour = COLOURS[self.shown[0]].hex if self.shown else BLANK if self.up else BACK
        deep = THICKNESS[self.shape] * max(0.75, self.size)
        drop = deep + (7 if self.lifted else 2)
        line = f'stroke="{theme.outline}" stroke-width="2"'
        parts = [
            f'<g fill="{theme.shadow}" transform="translate({number(drop * 0.6)} {number(drop)})">'
            + self.body(-1, 'fill-opacity=".16"')
            + self.body(1, 'fill-opacity=".2"')
            + "</g>",
            f'<g transform="translate({number(deep / 2)} {number(deep)})">'
            + self.body(0, f'fill="{darker(colour, 0.45)}" {line}')
            + "</g>",
            self.body(0, f'fill="{colour}" {line}'),
        ]
        if len(self.shown) == 1 and self.shown != ("joker",):
            if min(self.width, self.height) >= SMALLEST_PATTERN and PATTERNS[COLOURS[self.shown[0]].pattern]:
                parts.append(self.body(self.margin, f'fill="url(#p-{self.shown[0]})" opacity="{PATTERN_OPACITY}"'))
        elif self.shown:
            parts.append(f'<g clip-path="url(#{self.clip})">{self.split(theme)}</g>')
            parts.append(self.body(0, f'fill="none" {line}'))
        elif not self.up:
            parts.append(self.body(1, 'fill="url(#p-back)"'))
            parts.append(self.body(self.margin + 1, 'fill="none" stroke="#fff" stroke-opacity=".35"'))
        parts.append(self.body(2.5, 'fill="none" stroke="url(#edge-light)" stroke-width="3"'))
        parts += [medal(name, *centre, self.radius) for name, centre in zip(self.shown, self.centres(), strict=True)]
        return f'<g id="{self.id(theme)}">{"".join(parts)}</g>'

    @property
    def margin(self) -> float:
        return max(4.0, min(self.width, self.height) / 12)

    @property
    def clip(self) -> str:
        return f"clip-{self.shape}-{self.width}x{self.height}"

    @property
    def radius(self) -> float:
        """The radius of the plain ground that a glyph stands on."""
        w, h = self.field()
        return min(w, h) * (0.24 if self.shape == PAWN else 0.33)

    def field(self) -> tuple[float, float]:
        """The size of one of its colour fields: side by side on a tile, on top of each other elsewhere."""
        count = max(1, len(self.shown))
        return (self.width / count, self.height) if self.shape == TILE else (self.width, self.height / count)

    def centres(self) -> list[tuple[float, float]]:
        w, h = self.field()
        if self.shape == TILE:
            return [(w * (i + 0.5), h / 2) for i in range(len(self.shown))]
        return [(w / 2, h * (i + (0.67 if self.shape == PAWN else 0.5))) for i in range(len(self.shown))]

    def split(self, theme: Theme) -> str:
        """Fields of several colours, or of both a joker's."""
        w, h = self.field()
        parts = []
        for i, name in enumerate(self.shown):
            x, y = (i * w, 0.0) if self.shape == TILE else (0.0, i * h)
            area = box(x, y, w, h)
            parts.append(f'<rect {area} fill="{COLOURS[name].hex}"/>')
            if name == "joker":
                half = f"M{number(x + w)} {number(y)}V{number(y + h)}H{number(x)}z"
                parts.append(f'<path d="{half}" fill="{COLOURS[name].ink}"/>')
            elif min(w, h) >= SMALLEST_PATTERN and PATTERNS[COLOURS[name].pattern]:
                parts.append(f'<rect {area} fill="url(#p-{name})" opacity="{PATTERN_OPACITY}"/>')
            if i:
                across = f"V{number(h)}" if self.shape == TILE else f"H{number(w)}"
                parts.append(f'<path d="M{number(x)} {number(y)}{across}" stroke="{theme.outline}" stroke-width="2"/>')
        return "".join(parts)

    def needs(self) -> list[str]:
        """What else has to be defined before it can be drawn."""
        defined = [LIGHT]
        for name in self.shown:
            defined.append(pattern(name))
            defined.append(f'<g id="glyph-{name}" color="{COLOURS[name].ink}">{GLYPHS[name]}</g>')
        if len(self.shown) > 1 or "joker" in self.shown:
            defined.append(f'<clipPath id="{self.clip}">{self.body(0, "")}</clipPath>')
        if not self.up:
            defined.append(WEAVE)
        return [text for text in defined if text]


def pattern(name: str) -> str:
    colour = COLOURS[name]
    content = PATTERNS[colour.pattern]
    if not content:
        return ""
    side = f'width="{PATTERN_SIZE}" height="{PATTERN_SIZE}"'
    return f'<pattern id="p-{name}" {side} patternUnits="userSpaceOnUse" color="{colour.ink}">{content}</pattern>'


def medal(name: str, x: float, y: float, radius: float) -> str:
    """A glyph on a round of its colour, clear of the pattern around it."""
    colour = COLOURS[name]
    place = f"translate({number(x)} {number(y)}) scale({number(radius / 17)})"
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{colour.hex}" stroke="{colour.ink}" '
        f'stroke-opacity=".45" stroke-width="1.5"/><use href="#glyph-{name}" transform="{place}"/>'
    )


def fluted(centre: float, radius: float) -> str:
    """The edge of a bottle cap."""
    bumps = 18
    inner = 0.915 * radius  # bumps reach out to the radius
    bend = number(1.2 * inner * sin(pi / bumps))
    points = []
    for bump in range(bumps + 1):
        angle = 2 * pi * bump / bumps
        points.append(f"{number(centre + inner * sin(angle))} {number(centre - inner * cos(angle))}")
    return f"M{points[0]}" + "".join(f"A{bend} {bend} 0 0 1 {point}" for point in points[1:]) + "z"


def pawn(w: float, h: float, inset: float) -> str:
    """A round head on a skirt."""
    head, neck, foot, corner = w * 0.25 - inset, w * 0.13 - inset, w * 0.46 - inset, w * 0.08
    x, throat, waist, hem, base = w / 2, h * 0.34, h * 0.6, h * 0.84, h - inset
    path = (
        *("M", x - neck, throat, "A", head, head, "0 1 1", x + neck, throat),
        *("Q", x + neck, waist, x + foot, hem, "V", base - corner, "Q", x + foot, base, x + foot - corner, base),
        *("H", x - foot + corner, "Q", x - foot, base, x - foot, base - corner, "V", hem),
        *("Q", x - neck, waist, x - neck, throat, "z"),
    )
    return " ".join(step if isinstance(step, str) else number(step) for step in path)
