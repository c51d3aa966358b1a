"""Blocks: parts of a picture that know their size, put beside and below each other until they are the whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from polychrome.scenes.picture.lettering import width
from polychrome.scenes.picture.pieces import Look

START, MIDDLE, END = "start", "middle", "end"


@dataclass(frozen=True, slots=True)
class Text:
    """One line; it lies at its baseline."""

    text: str
    size: float
    bold: bool = False
    quiet: bool = False
    anchor: str = START
    ink: str = ""  # where it is not the theme's

    @property
    def width(self) -> float:
        return width(self.text, self.size, self.bold)

    @property
    def left(self) -> float:
        """How far it is from where it lies to where it begins."""
        return {START: 0.0, MIDDLE: -0.5, END: -1.0}[self.anchor] * self.width


@dataclass(frozen=True, slots=True)
class Sketch:
    """Anything else that is drawn, as SVG around (0, 0)."""

    svg: str


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """Something and where it lies, in its block or in the whole picture."""

    x: float
    y: float
    what: Block | Look | Sketch | Text


@dataclass(frozen=True, slots=True)
class Block:
    width: float
    height: float
    parts: tuple[PlacedPart, ...] = field(default=(), repr=False)
    name: str = ""  # of a zone or a seat
    pale: bool = False


def walk(block: Block, x: float = 0, y: float = 0) -> Iterator[PlacedPart]:
    """Everything in a block, itself first, at its place in the picture."""
    yield PlacedPart(x, y, block)
    for part in block.parts:
        if isinstance(part.what, Block):
            yield from walk(part.what, x + part.x, y + part.y)
        else:
            yield PlacedPart(x + part.x, y + part.y, part.what)


def beside(blocks: Sequence[Block], gap: float, middle: bool = False) -> Block:
    """From left to right, aligned at the top or at the middle."""
    height = max((block.height for block in blocks), default=0)
    parts, x = [], 0.0
    for block in blocks:
        parts.append(PlacedPart(x, (height - block.height) / 2 if middle else 0, block))
        x += block.width + gap
    return Block(max(0, x - gap), height, tuple(parts))


def below(blocks: Sequence[Block], gap: float, middle: bool = False) -> Block:
    """From top to bottom, aligned at the left or at the middle."""
    width = max((block.width for block in blocks), default=0)
    parts, y = [], 0.0
    for block in blocks:
        parts.append(PlacedPart((width - block.width) / 2 if middle else 0, y, block))
        y += block.height + gap
    return Block(width, max(0, y - gap), tuple(parts))


def grid(blocks: Sequence[Block], columns: int, across: float, down: float) -> Block:
    """In lines of so many; all columns are as wide as the widest block."""
    wide = max((block.width for block in blocks), default=0)
    lines = [
        beside(
            [Block(wide, block.height, (PlacedPart(0, 0, block),)) for block in blocks[start : start + columns]], across
        )
        for start in range(0, len(blocks), columns)
    ]
    return below(lines, down)


def flow(blocks: Sequence[Block], count: int, across: float, down: float) -> Block:
    """In lines of so many; each block takes the width it has."""
    return below([beside(blocks[start : start + count], across) for start in range(0, len(blocks), count)], down)
