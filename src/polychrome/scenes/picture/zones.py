"""Zones as blocks: pieces in rows, grids, rings, piles, hands and trays, with their empty places, label and note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, cos, hypot, pi, sin
from typing import Final, NamedTuple

from polychrome.engine.core import Message
from polychrome.palette import BLANK_INK, COLOURS, Theme
from polychrome.scenes.picture.blocks import MIDDLE, Block, PlacedPart, Sketch, Text, below, beside
from polychrome.scenes.picture.field import field
from polychrome.scenes.picture.lettering import LEADING, balanced, clean, fit, width, wrap
from polychrome.scenes.picture.pieces import Look, box, medal, number
from polychrome.scenes.picture.sheet import sheet
from polychrome.scenes.scene import (
    CARD,
    CELL,
    DISC,
    FIELD,
    GRID,
    HAND,
    LINE,
    PAWN,
    PILE,
    RING,
    ROW,
    SPOT,
    TILE,
    TRAY,
    Piece,
    Zone,
)
from polychrome.words import Words

LABEL: Final = 17.0  # font sizes
NOTE: Final = 16.0
CHIP: Final = 15.0
GAP: Final = 12.0  # between places
LINE_UP: Final = {ROW: 8, LINE: 12, HAND: 12, TRAY: 10}  # places side by side before the next line begins
WIDEST: Final = 190.0  # room that words may ask for in a zone of few pieces
LINE_LENGTH: Final = 800.0  # a line of pieces
LAYERS: Final = 3  # of a stack are drawn, however many pieces it has
LAYER: Final = 3.0  # from one to the next
OVERHANG: Final = 10.0  # of the number on a stack
STUD: Final = 0.42  # the mark of a place that belongs to a colour, in sizes of a disc


class Usual(NamedTuple):
    """What most pieces of a scene are: so look its empty places and its hidden tiles."""

    shape: str
    fields: int


class Pen(NamedTuple):
    """What everything is drawn and said with."""

    theme: Theme
    words: Words
    names: Sequence[str]
    you: int  # whose picture it is

    def translate(self, message: Message) -> str:
        return clean(self.words.translate(message, self.names, self.you))


def lines(text: str, size: float, room: float, bold: bool = False, quiet: bool = False, anchor: str = "start") -> Block:
    """A text on as many lines as it takes."""
    split = (balanced if anchor == MIDDLE else wrap)(text, size, room, bold)
    x = room / 2 if anchor == MIDDLE else 0
    parts = [
        PlacedPart(x, (i + 0.5) * LEADING * size + 0.36 * size, Text(line, size, bold, quiet, anchor))
        for i, line in enumerate(split)
    ]
    return Block(room, len(split) * LEADING * size, tuple(parts))


def looks(piece: Piece, size: float, usual: Usual) -> Look:
    return Look(piece.shape, piece.colours, piece.up, size, piece.fresh, usual.fields)


def drawn(piece: Piece, size: float, usual: Usual, pen: Pen) -> Block:
    """A piece, or a stack of pieces alike with their number."""
    look = looks(piece, size, usual)
    w, h = look.width, look.height
    under = replace(look, lifted=False)
    parts = [PlacedPart(LAYER * 0.6 * i, LAYER * i, under) for i in range(min(LAYERS, piece.count - 1), 0, -1)]
    if piece.fresh:
        parts.append(PlacedPart(-1, -4, look))
        parts.append(
            PlacedPart(-1, -4, Sketch(look.body(-4, f'fill="none" stroke="{pen.theme.glow}" stroke-width="4"')))
        )
    else:
        parts.append(PlacedPart(0, 0, look))
    if piece.badge:
        parts += badge(piece, look, pen)
    if piece.count > 1:
        parts += chip(f"{piece.count}", w - 3, h - 3, pen)
    return Block(w, h, tuple(parts))


def badge(piece: Piece, look: Look, pen: Pen) -> list[PlacedPart]:
    """Letters printed on a piece: large on a blank face, on a label where there is a glyph."""
    w, h = look.width, look.height
    if look.shape == CARD and len(look.shown) == 1 and len(piece.badge) == 1:
        return initial(piece.badge, look, pen)
    if look.shown or not look.up:
        return chip(piece.badge, w / 2 if piece.count == 1 else 6, h - 2, pen)
    text, size = fit(piece.badge, min(w, h) * 0.5, w - 8, 8, bold=True)
    return [PlacedPart(w / 2, h / 2 + 0.36 * size, Text(text, size, bold=True, anchor=MIDDLE, ink=BLANK_INK))]


def initial(letter: str, look: Look, pen: Pen) -> list[PlacedPart]:
    """The one letter that a card is about: as large as it gets, and the glyph in the corner."""
    w, h = look.width, look.height
    inset, font = w * 0.16, w * 0.62
    style = f'rx="{number(w / 8)}" fill="{pen.theme.paper}" stroke="{pen.theme.outline}" stroke-width="1.5"'
    plate = f"<rect {box(inset, inset, w - 2 * inset, h - 2 * inset)} {style}/>"
    return [
        PlacedPart(0, 0, Sketch(plate)),
        PlacedPart(w / 2, h / 2 + 0.36 * font, Text(clean(letter), font, bold=True, anchor=MIDDLE)),
        PlacedPart(0, 0, Sketch(medal(look.shown[0], w * 0.82, h * 0.87, w * 0.15))),
    ]


def chip(text: str, x: float, y: float, pen: Pen) -> list[PlacedPart]:
    """A few letters on a round of paper, in front of a piece."""
    letters = Text(clean(text), CHIP, bold=True, anchor=MIDDLE)
    h = CHIP * 1.5
    w = max(h, letters.width + 10)
    style = f'rx="{number(h / 2)}" fill="{pen.theme.paper}" stroke="{pen.theme.outline}" stroke-width="2"'
    paper = f"<rect {box(-w / 2, -h / 2, w, h)} {style}/>"
    return [PlacedPart(x, y, Sketch(paper)), PlacedPart(x, y + 0.36 * CHIP, letters)]


def hollow(w: float, h: float, shape: str, pen: Pen, edge: str = "", fill: str = "") -> Sketch:
    """An empty place."""
    corner = min(w, h) / 8 + 1 if shape in (CARD, TILE) else min(w, h) / 2
    style = (
        f'fill="{fill or pen.theme.place}" stroke="{edge or pen.theme.edge}" stroke-width="2" stroke-dasharray="5 5"'
    )
    return Sketch(f'<rect width="{number(w)}" height="{number(h)}" rx="{number(corner)}" {style}/>')


def spot(piece: Piece, one: Cell, size: float, pen: Pen) -> Block:
    """An empty place: with a name if it is part of the board; beside it perhaps with a stud in somebody's colour."""
    w, h = one.width, one.height
    edge = COLOURS[piece.colours[0]].hex if piece.colours else ""
    parts = [PlacedPart(0, 0, hollow(w, h, one.shape, pen, edge, fill="" if piece.badge else "none"))]
    if piece.colours:
        stud = Look(DISC, piece.colours, True, size * STUD)
        parts.append(PlacedPart((w - stud.width) / 2, (h - stud.height) / 2, stud))
    elif piece.badge:
        text, font = fit(piece.badge, min(w, h) * 0.3, w - 8, 8)
        parts.append(PlacedPart(w / 2, h / 2 + 0.36 * font, Text(text, font, quiet=True, anchor=MIDDLE)))
    return Block(w, h, tuple(parts))


class Cell(NamedTuple):
    """The size of one place in a zone."""

    width: float
    height: float
    shape: str


def cell(zone: Zone, size: float, usual: Usual) -> Cell:
    """A place as large as the largest piece; where there is none, as large as one of the given shape."""
    sizes = [looks(piece, size, usual) for piece in zone.pieces if piece.shape != SPOT]
    sizes = sizes or [Look(usual.shape, (), True, size, fields=usual.fields)]
    wide, high = max(look.width for look in sizes), max(look.height for look in sizes)
    if zone.kind in (GRID, RING) and any(look.shape == PAWN for look in sizes):
        wide = high = max(wide, high)  # pawns stand on round cells
    return Cell(wide, high, sizes[0].shape)


def spots(
    zone: Zone, count: int, one: Cell, most: int, inside: Block
) -> tuple[list[tuple[float, float]], float, float]:
    """Where the places of a zone are, and the size of all of them together."""
    if zone.kind == RING:
        return ring(count, one, hypot(inside.width, inside.height) / 2)
    if zone.kind == PILE:
        return [(0, 0)] * count, one.width, one.height
    stacked = any(piece.count > 1 for piece in zone.pieces)
    step = one.width + GAP + (LAYER if stacked else 0)
    if zone.kind == HAND and count > 6 and one.shape == CARD:
        step = one.width * 0.78  # held close; the glyph in the middle still shows
    fits = max(1, int(LINE_LENGTH / step))
    columns = min(count, zone.columns or min(fits, most or LINE_UP.get(zone.kind, fits)))
    down = one.height + GAP + 4 + (LAYER * 2 if stacked else 0)
    places = [(i % columns * step, i // columns * down) for i in range(count)]
    return places, (columns - 1) * step + one.width, (ceil(count / columns) - 1) * down + one.height


def ring(count: int, one: Cell, room: float) -> tuple[list[tuple[float, float]], float, float]:
    """Clockwise from the top, with room for something of this radius in the middle."""
    around = max(one.width, one.height) + GAP
    radius = max(around, around * count / (2 * pi), room + around / 2 + GAP if room else 0)
    angles = [2 * pi * i / count for i in range(count)]
    places = [(radius + radius * sin(angle), radius - radius * cos(angle)) for angle in angles]
    return places, 2 * radius + one.width, 2 * radius + one.height


def crowded(zone: Zone) -> float:
    """How much smaller the pieces of a zone with many places are."""
    count = 1 if zone.kind == PILE else max(zone.slots, len(zone.pieces))
    return 1 if count <= 16 else 0.85 if count <= 36 else 0.72


NOTHING: Final = Block(0, 0)


def gathered(blocks: Sequence[Block]) -> Block:
    """What lies in the middle of a ring: side by side or below each other, whichever is rounder."""
    ways = [beside(blocks, 2 * GAP, middle=True), below(blocks, GAP, middle=True)]
    if len(blocks) > 2:
        ways.append(below([beside(blocks[:-1], 2 * GAP, middle=True), blocks[-1]], GAP, middle=True))
    return min(ways, key=lambda block: hypot(block.width, block.height))


def numbered(pieces: Sequence[Piece]) -> list[int]:
    """The number of the place of each piece."""
    found: list[int] = []
    for piece in pieces:
        found.append(piece.at if piece.at >= 0 else found[-1] + 1 if found else 0)
    return found


def body(zone: Zone, size: float, usual: Usual, pen: Pen, most: int = 0, inside: Block = NOTHING) -> Block:
    """The pieces and places of a zone, and what lies in the middle of a ring."""
    size *= crowded(zone)
    one = cell(zone, size, usual)
    pieces = piled(zone.pieces) if zone.kind == PILE else zone.pieces
    taken = numbered(pieces)
    count = max([1, *(at + 1 for at in taken), 0 if zone.kind == PILE else zone.slots])
    places, wide, high = spots(zone, count, one, most, inside)
    parts = [PlacedPart((wide - inside.width) / 2, (high - inside.height) / 2, inside)] if inside.parts else []
    if zone.kind == LINE and count > 1:
        parts += threads(places, wide, one, pen)
    if zone.slots or not pieces:
        hole = hollow(one.width, one.height, one.shape, pen)
        parts += [PlacedPart(x, y, hole) for at, (x, y) in enumerate(places) if at not in taken]
    parts += [lying(piece, places[at], one, size, usual, pen) for at, piece in zip(taken, pieces, strict=True)]
    tallest = max((piece.count for piece in pieces), default=1)
    wide += OVERHANG if tallest > 1 else 0
    return Block(wide, high + LAYER * min(LAYERS, tallest - 1), tuple(parts), pale=zone.closed)


def lying(piece: Piece, place: tuple[float, float], one: Cell, size: float, usual: Usual, pen: Pen) -> PlacedPart:
    """A piece in the middle of its place."""
    block = spot(piece, one, size, pen) if piece.shape == SPOT else drawn(piece, size, usual, pen)
    x, y = place
    return PlacedPart(x + (one.width - block.width) / 2, y + (one.height - block.height) / 2, block)


def piled(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Of a pile only its top is seen, as thick as the pile."""
    if not pieces:
        return ()
    top = pieces[-1]
    total = sum(piece.count for piece in pieces)
    return (Piece(top.id, top.shape, top.label, top.colours, top.up, top.badge, total, top.fresh),)


def threads(places: Sequence[tuple[float, float]], long: float, one: Cell, pen: Pen) -> list[PlacedPart]:
    """What the pieces of a line hang on."""
    path = f'<path d="M0 0H{number(long)}" stroke="{pen.theme.edge}" stroke-width="4" stroke-linecap="round"/>'
    return [PlacedPart(0, y + one.height / 2, Sketch(path)) for y in sorted({y for _, y in places})]


def closed(zone: Zone, size: float, usual: Usual, pen: Pen) -> Block:
    """A zone that is out of play and empty: one wide hollow with the note in it."""
    bare = body(zone, size, usual, pen)
    note = "" if zone.note is None else pen.translate(zone.note)
    wide = max([bare.width, *(min(width(word, NOTE) + 13, WIDEST) for word in note.split())])
    said = lines(note, NOTE, wide - 12, quiet=True, anchor=MIDDLE)
    high = max(bare.height, said.height + 12)
    hole = Block(wide, high, (PlacedPart(0, 0, hollow(wide, high, CARD, pen)),), pale=True)
    return Block(wide, high, (PlacedPart(0, 0, hole), PlacedPart(6, (high - said.height) / 2, said)))


def stars_of(edges: Sequence[Zone]) -> dict[str, Piece]:
    """What stands at the edges of a sheet, by what it is called."""
    return {piece.badge: piece for zone in edges for piece in zone.pieces}


def noted(zone: Zone) -> Message | None:
    """What stands below a zone; of a single card that has to be read, what it says."""
    alone = zone.kind == LINE and len(zone.pieces) == 1 and zone.pieces[0].shape == CARD
    return zone.pieces[0].label if alone and zone.note is None else zone.note


def is_bare(zone: Zone) -> bool:
    return zone.closed and not zone.pieces


def content(zone: Zone, size: float, usual: Usual, pen: Pen, most: int, inside: Block, edges: Sequence[Zone]) -> Block:
    """What a zone holds, as its kind is drawn."""
    if zone.kind == FIELD:
        return field(zone, size, pen.theme)
    if zone.pieces and zone.pieces[0].shape == CELL:
        return sheet(zone, stars_of(edges), size, pen.theme)
    return closed(zone, size, usual, pen) if is_bare(zone) else body(zone, size, usual, pen, most, inside)


def zone_block(
    zone: Zone,
    size: float,
    usual: Usual,
    pen: Pen,
    labelled: bool = True,
    most: int = 0,
    inside: Block = NOTHING,
    edges: Sequence[Zone] = (),
) -> Block:
    """All of a zone: label, pieces and places (at most so many in a line), what lies in its middle, note."""
    middle = content(zone, size, usual, pen, most, inside, edges)
    label = pen.translate(zone.label) if labelled else ""
    message = noted(zone)
    note = pen.translate(message) if message is not None and not is_bare(zone) else ""
    words = [width(word, LABEL, bold=True) for text in (label, note) for word in text.split()]
    least = WIDEST if message is not None and message is not zone.note else 0.0
    room = max([middle.width, least, *(min(w, WIDEST) for w in words), min(width(label, LABEL, bold=True), WIDEST)])
    stack = [lines(label, LABEL, room, bold=True, quiet=zone.closed)] if label else []
    stack.append(middle)
    if note:
        stack.append(lines(note, NOTE, room, quiet=True))
    block = below(stack, 12 if label else 6)
    return Block(block.width, block.height, block.parts, name=f"zone {zone.id}")
