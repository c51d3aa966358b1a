"""A sheet that people write on: cells with colour, pattern and glyph, letters on them, stars at its edges."""

from __future__ import annotations

from typing import Final

from polychrome.palette import Theme
from polychrome.scenes.picture.blocks import MIDDLE, Block, PlacedPart, Sketch, Text
from polychrome.scenes.picture.pieces import Look, box, medal, number
from polychrome.scenes.scene import CIRCLED, CROSSED, PENCIL, TILE, Piece, Zone
from polychrome.words import letter

BETWEEN: Final = 5.0  # cells
NAME: Final = 15.0  # font size of a column or row
AXIS: Final = 24.0  # room for names
RIM: Final = 24.0  # room for stars
STAR: Final = "M0-12L3.1-4.2L11.4-3.7L5 1.6L7.1 9.7L0 5.2L-7.1 9.7L-5 1.6L-11.4-3.7L-3.1-4.2z"


def sheet(zone: Zone, stars: dict[str, Piece], size: float, theme: Theme) -> Block:
    """Cells in their rows; what is called A to G and 1 to 7 has its name outside, and its star if there is one."""
    side = Look(TILE, (), True, size).width
    unit = side + BETWEEN
    left = AXIS + (RIM if stars else 0)
    rows = len(zone.pieces) // zone.columns
    parts: list[PlacedPart] = []
    for column in range(zone.columns):
        parts += head(letter(column), left + column * unit + side / 2, AXIS / 2, 0.0, RIM, stars, theme)
    for row in range(rows):
        parts += head(str(row + 1), AXIS / 2, left + row * unit + side / 2, RIM, 0.0, stars, theme)
    for piece in zone.pieces:
        x, y = left + piece.at % zone.columns * unit, left + piece.at // zone.columns * unit
        parts.append(PlacedPart(x, y, cell(piece, size, theme)))
    return Block(left + zone.columns * unit - BETWEEN, left + rows * unit - BETWEEN, tuple(parts))


def head(
    name: str, x: float, y: float, across: float, down: float, stars: dict[str, Piece], theme: Theme
) -> list[PlacedPart]:
    """The name of a line, and beside it the star that its last letter wins."""
    parts = [PlacedPart(x, y + 0.36 * NAME, Text(name, NAME, bold=True, quiet=True, anchor=MIDDLE))]
    if name in stars:
        parts.append(PlacedPart(x + across, y + down, Sketch(star(stars[name].mark, theme))))
    return parts


def star(mark: str, theme: Theme) -> str:
    fill = theme.glow if mark == CIRCLED else "none"
    drawn = f'<path d="{STAR}" transform="scale(.75)" fill="{fill}" stroke="{theme.quiet}" stroke-width="2"/>'
    if mark == CIRCLED:
        return drawn + f'<circle r="11.5" fill="none" stroke="{theme.text}" stroke-width="2"/>'
    if mark == CROSSED:
        return drawn + f'<path d="M-10-10L10 10M10-10L-10 10" stroke="{theme.text}" stroke-width="2.5"/>'
    return drawn


def cell(piece: Piece, size: float, theme: Theme) -> Block:
    """A letter hides the middle of its cell; the pattern shows around it, and the glyph moves to the corner."""
    look = Look(TILE, piece.colours, True, size)
    side = look.width
    parts = [PlacedPart(0, 0, look)]
    if not piece.colours and not piece.badge:
        arrow = f'fill="none" stroke="{theme.outline}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"'
        parts.append(PlacedPart(side / 2, side / 2, Sketch(f'<path d="M-8 0H8M2-6L8 0L2 6" {arrow}/>')))
    if piece.badge:
        dashes = ' stroke-dasharray="3 3"' if piece.mark == PENCIL else ""
        edge = f'stroke="{theme.glow if piece.fresh else theme.outline}" stroke-width="{3 if piece.fresh else 1.5}"'
        inset = side * 0.14
        plate = f'<rect {box(inset, inset, side - 2 * inset, side - 2 * inset)} rx="{number(side / 8)}"'
        parts.append(PlacedPart(0, 0, Sketch(f'{plate} fill="{theme.paper}" {edge}{dashes}/>')))
        font = side * 0.58
        parts.append(PlacedPart(side / 2, side / 2 + 0.36 * font, Text(piece.badge, font, bold=True, anchor=MIDDLE)))
        if piece.colours:
            parts.append(PlacedPart(0, 0, Sketch(medal(piece.colours[0], side * 0.84, side * 0.84, side * 0.17))))
    return Block(side, side, tuple(parts))
