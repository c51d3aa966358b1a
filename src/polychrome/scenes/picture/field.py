"""A field without end as a block: as much of it as there are pieces on, each on a plate of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from polychrome.palette import Theme
from polychrome.scenes.picture.blocks import Block, PlacedPart, Sketch
from polychrome.scenes.picture.pieces import Look, box, number
from polychrome.scenes.scene import SPOT, TILE, Piece, Zone

WIDEST: Final = 800.0  # however far it reaches
SMALLEST: Final = 0.3  # of a square, in usual sizes
BETWEEN: Final = 0.2  # of a square: the squares of one piece are held together by its plate, those of two are apart
PLATE: Final = 1.5  # around the squares of a piece


def field(zone: Zone, size: float, theme: Theme) -> Block:
    """Squares with their patterns upright, however the piece lies."""
    cells = [cell for piece in zone.pieces for cell in piece.cells]
    if not cells:
        return Block(0, 0)
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    columns, rows = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
    usual = Look(TILE, (), True, 1).width
    size = max(SMALLEST, min(size, WIDEST / max(columns, rows) / usual / (1 + BETWEEN)))
    side = Look(TILE, (), True, size).width
    gap = round(side * BETWEEN)
    unit = side + gap
    parts: list[PlacedPart] = []
    for piece in zone.pieces:
        spots = [((x - left) * unit, (y - top) * unit) for x, y in piece.cells]
        parts += (
            [hollow(x, y, side, theme) for x, y in spots] if piece.shape == SPOT else drawn(piece, spots, size, theme)
        )
    return Block(columns * unit - gap, rows * unit - gap, tuple(parts))


def drawn(piece: Piece, spots: Sequence[tuple[float, float]], size: float, theme: Theme) -> list[PlacedPart]:
    """The plate that holds a piece together, and its squares."""
    side = Look(TILE, (), True, size).width
    (x, y), (right, bottom) = spots[0], spots[-1]
    wide, high = right - x + side + 2 * PLATE, bottom - y + side + 2 * PLATE
    corner = f'rx="{number(side / 8 + 2)}"'
    sketch = f'<rect {box(-PLATE, -PLATE, wide, high)} {corner} fill="{theme.outline}"/>'
    if piece.fresh:
        glow = f'fill="none" stroke="{theme.glow}" stroke-width="4"'
        sketch += f"<rect {box(-PLATE - 2, -PLATE - 2, wide + 4, high + 4)} {corner} {glow}/>"
    squares = [
        PlacedPart(*spot, Look(TILE, (colour,), True, size)) for spot, colour in zip(spots, piece.colours, strict=True)
    ]
    return [PlacedPart(x, y, Sketch(sketch)), *squares]


def hollow(x: float, y: float, side: float, theme: Theme) -> PlacedPart:
    """A cell that can be touched."""
    style = f'fill="{theme.place}" stroke="{theme.edge}" stroke-width="2" stroke-dasharray="4 4"'
    return PlacedPart(x, y, Sketch(f'<rect {box(0, 0, side, side)} rx="{number(side / 8 + 1)}" {style}/>'))
