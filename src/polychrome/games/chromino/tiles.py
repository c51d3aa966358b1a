"""The 75 tiles, what they are worth, and where one lies: all of it as small numbers."""

from __future__ import annotations

from typing import Final

LETTERS: Final = "RYGBP"  # red, yellow, green, blue, purple: also the order of names (CHR-2, CHR-3)
COLOURS: Final = 5
TILES: Final = 75

UNI: Final = 0  # one colour
BI: Final = 1  # two, the equal squares side by side
SYM: Final = 2  # two, the equal squares at the ends
TRI: Final = 3  # three
KINDS: Final = ("uni", "bi", "sym", "tri")


def every_tile() -> list[list[int]]:
    """All triples of colours up to reversal, each in the reading that comes first, in order (CHR-3)."""
    span = range(COLOURS)
    triples = [[a, b, c] for a in span for b in span for c in span]
    return [triple for triple in triples if triple <= triple[::-1]]


def kind_of(triple: list[int]) -> int:
    if triple[0] == triple[2]:
        return UNI if triple[0] == triple[1] else SYM
    return BI if triple[1] in (triple[0], triple[2]) else TRI


SQUARES: Final = every_tile()  # by tile, its colours
KIND: Final = [kind_of(triple) for triple in SQUARES]
VALUE_A: Final = [(1, 2, 2, 3)[kind] for kind in KIND]  # CHR-14
VALUE_B: Final = [kind + 1 for kind in KIND]  # CHR-15
TRICOLOURS: Final = [tile for tile in range(TILES) if KIND[tile] == TRI]
MIRRORED: Final = [triple == triple[::-1] for triple in SQUARES]  # turned round, it is the same

NAMES: Final = ["".join(LETTERS[colour] for colour in triple) for triple in SQUARES]

# A tile and the end that comes first are its reading: twice the tile, and one more if it is turned.


def unturned(tile: int) -> int:
    """The reading of a tile as its name has it."""
    return 2 * tile


def turned(tile: int) -> int:
    """Its reading from the other end."""
    return 2 * tile + 1


def tile_read(reading: int) -> int:
    """Which tile it is, from whichever end."""
    return reading // 2


def name_of(reading: int) -> str:
    """The colours of a tile in this order."""
    name = NAMES[tile_read(reading)]
    return name if reading == unturned(tile_read(reading)) else name[::-1]


BY_NAME: Final[dict[str, int]] = {  # a mirrored tile is never turned
    name_of(reading): reading for tile in range(TILES) for reading in (turned(tile), unturned(tile))
}

# Where a tile lies is one int: tile, turned or not, across or upright, and the cell of its first square. The first
# square is the left or upper one; a tile that is turned shows the reverse of its name. As a mirrored tile is never
# turned, no two numbers mean the same (CHR-6).
REACH: Final = 240  # cells from the middle; 75 tiles cannot get further
CENTRE: Final = 256
ROW_BIT: Final = 9
UPRIGHT: Final = 1 << 18
TURNED: Final = 1 << 19
READING_BIT: Final = 19  # from here on: the reading
TILE_BIT: Final = 20
CELL_MASK: Final = UPRIGHT - 1


def laid_at(reading: int, x: int, y: int, upright: bool) -> int:
    """A tile in this reading, with its first square at a cell."""
    return reading << READING_BIT | (UPRIGHT if upright else 0) | y + CENTRE << ROW_BIT | x + CENTRE


def tile_of(laid: int) -> int:
    return laid >> TILE_BIT


def column(laid: int) -> int:
    return (laid & CENTRE * 2 - 1) - CENTRE


def row(laid: int) -> int:
    return ((laid & CELL_MASK) >> ROW_BIT) - CENTRE


def upright(laid: int) -> bool:
    return bool(laid & UPRIGHT)


def colours_of(laid: int) -> list[int]:
    """From left to right, or from top to bottom."""
    triple = SQUARES[laid >> TILE_BIT]
    return triple[::-1] if laid & TURNED else triple


def reading_of(laid: int) -> str:
    return name_of(laid >> READING_BIT)


def cells_of(laid: int) -> list[tuple[int, int]]:
    """The cells that it covers, as column and row, in the order of its colours."""
    x, y = column(laid), row(laid)
    return [(x, y + i) if upright(laid) else (x + i, y) for i in range(3)]
