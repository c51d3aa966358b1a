"""Zones as blocks: pieces in rows, grids, rings, piles, hands and trays, with their empty places, label and note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, cos, pi, sin
from typing import Final, NamedTuple

from polychrome.engine.core import Message
from polychrome.palette import Theme
from polychrome.scenes.picture.blocks import MIDDLE, Block, Part, Sketch, Text, below
from polychrome.scenes.picture.lettering import LEADING, balanced, clean, fit, width, wrap
from polychrome.scenes.picture.pieces import BLANK_INK, Look, box, number
from polychrome.scenes.scene import CARD, HAND, LINE, PILE, RING, ROW, TILE, TRAY, Piece, Zone
from polychrome.words import Words

LABEL: Final = 17.0  # font sizes
NOTE: Final = 16.0
CHIP: Final = 15.0
GAP: Final = 12.0  # between places
LINE_UP: Final = {ROW: 8, LINE: 12, HAND: 12, TRAY: 10}  # places side by side before the next line begins
WIDEST: Final = 190.0  # room that words may ask for in a zone of few pieces
LONGEST: Final = 800.0  # a line of pieces
LAYERS: Final = 3  # of a stack are drawn, however many pieces it has
LAYER: Final = 3.0  # from one to the next
OVERHANG: Final = 10.0  # of the number on a stack


class Usual(NamedTuple):
    """What most pieces of a scene are: so look its empty places and its hidden tiles."""

    shape: str
    fields: int


class Pen(NamedTuple):
    """What everything is drawn and said with."""

    theme: Theme
    words: Words
    names: Sequence[str]

    def say(self, message: Message) -> str:
        return clean(self.words.say(message, self.names))


def lines(text: str, size: float, room: float, bold: bool = False, quiet: bool = False, anchor: str = "start") -> Block:
    """A text on as many lines as it takes."""
    split = (balanced if anchor == MIDDLE else wrap)(text, size, room, bold)
    x = room / 2 if anchor == MIDDLE else 0
    parts = [
        Part(x, (i + 0.5) * LEADING * size + 0.36 * size, Text(line, size, bold, quiet, anchor))
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
    parts = [Part(LAYER * 0.6 * i, LAYER * i, under) for i in range(min(LAYERS, piece.count - 1), 0, -1)]
    if piece.fresh:
        parts.append(Part(-1, -4, look))
        parts.append(Part(-1, -4, Sketch(look.body(-4, f'fill="none" stroke="{pen.theme.glow}" stroke-width="4"'))))
    else:
        parts.append(Part(0, 0, look))
    if piece.badge:
        parts += badge(piece, look, pen)
    if piece.count > 1:
        parts += chip(f"{piece.count}", w - 3, h - 3, pen)
    return Block(w, h, tuple(parts))


def badge(piece: Piece, look: Look, pen: Pen) -> list[Part]:
    """Letters printed on a piece: large on a blank face, on a label where there is a glyph."""
    w, h = look.width, look.height
    if look.shown or not look.up:
        return chip(piece.badge, w / 2 if piece.count == 1 else 6, h - 2, pen)
    text, size = fit(piece.badge, min(w, h) * 0.5, w - 8, 8, bold=True)
    return [Part(w / 2, h / 2 + 0.36 * size, Text(text, size, bold=True, anchor=MIDDLE, ink=BLANK_INK))]


def chip(text: str, x: float, y: float, pen: Pen) -> list[Part]:
    """A few letters on a round of paper, in front of a piece."""
    letters = Text(clean(text), CHIP, bold=True, anchor=MIDDLE)
    h = CHIP * 1.5
    w = max(h, letters.width + 10)
    style = f'rx="{number(h / 2)}" fill="{pen.theme.paper}" stroke="{pen.theme.outline}" stroke-width="2"'
    paper = f"<rect {box(-w / 2, -h / 2, w, h)} {style}/>"
    return [Part(x, y, Sketch(paper)), Part(x, y + 0.36 * CHIP, letters)]


def hollow(w: float, h: float, shape: str, pen: Pen) -> Sketch:
    """An empty place."""
    corner = min(w, h) / 8 + 1 if shape in (CARD, TILE) else min(w, h) / 2
    style = f'fill="{pen.theme.place}" stroke="{pen.theme.edge}" stroke-width="2" stroke-dasharray="5 5"'
    return Sketch(f'<rect width="{number(w)}" height="{number(h)}" rx="{number(corner)}" {style}/>')


class Cell(NamedTuple):
    """The size of one place in a zone."""

    width: float
    height: float
    shape: str


def cell(zone: Zone, size: float, usual: Usual) -> Cell:
    """As large as the largest piece; of the given shape where there is none."""
    sizes = [looks(piece, size, usual) for piece in zone.pieces]
    sizes = sizes or [Look(usual.shape, (), True, size, fields=usual.fields)]
    return Cell(max(look.width for look in sizes), max(look.height for look in sizes), sizes[0].shape)


def spots(zone: Zone, count: int, one: Cell, most: int) -> tuple[list[tuple[float, float]], float, float]:
    """Where the places of a zone are, and the size of all of them together."""
    if zone.kind == RING:
        return ring(count, one)
    if zone.kind == PILE:
        return [(0, 0)] * count, one.width, one.height
    stacked = any(piece.count > 1 for piece in zone.pieces)
    step = one.width + GAP + (LAYER if stacked else 0)
    if zone.kind == HAND and count > 6 and one.shape == CARD:
        step = one.width * 0.78  # held close; the glyph in the middle still shows
    fits = max(1, int(LONGEST / step))
    columns = min(count, zone.columns or min(fits, most or LINE_UP.get(zone.kind, fits)))
    down = one.height + GAP + 4 + (LAYER * 2 if stacked else 0)
    places = [(i % columns * step, i // columns * down) for i in range(count)]
    return places, (columns - 1) * step + one.width, (ceil(count / columns) - 1) * down + one.height


def ring(count: int, one: Cell) -> tuple[list[tuple[float, float]], float, float]:
    """Clockwise from the top."""
    around = max(one.width, one.height) + GAP
    radius = max(around, around * count / (2 * pi))
    angles = [2 * pi * i / count for i in range(count)]
    places = [(radius + radius * sin(angle), radius - radius * cos(angle)) for angle in angles]
    return places, 2 * radius + one.width, 2 * radius + one.height


def crowded(zone: Zone) -> float:
    """How much smaller the pieces of a zone with many places are."""
    count = 1 if zone.kind == PILE else max(zone.places, len(zone.pieces))
    return 1 if count <= 16 else 0.85 if count <= 36 else 0.72


def body(zone: Zone, size: float, usual: Usual, pen: Pen, most: int = 0) -> Block:
    """The pieces and places of a zone."""
    size *= crowded(zone)
    one = cell(zone, size, usual)
    pieces: tuple[Piece, ...] = zone.pieces
    if zone.kind == PILE and pieces:
        top = pieces[-1]
        total = sum(piece.count for piece in pieces)
        pieces = (Piece(top.id, top.shape, top.label, top.colours, top.up, top.badge, total, top.fresh),)
    count = max(1, len(pieces), 1 if zone.kind == PILE else zone.places)
    places, wide, high = spots(zone, count, one, most)
    parts = []
    if zone.kind == LINE and count > 1:
        thread = f'<path d="M0 0H{number(wide)}" stroke="{pen.theme.edge}" stroke-width="4" stroke-linecap="round"/>'
        parts += [Part(0, y + one.height / 2, Sketch(thread)) for y in sorted({y for _, y in places})]
    if zone.places or not pieces:
        parts += [Part(x, y, hollow(one.width, one.height, one.shape, pen)) for x, y in places[len(pieces) :]]
    for (x, y), piece in zip(places, pieces, strict=False):
        block = drawn(piece, size, usual, pen)
        parts.append(Part(x + (one.width - block.width) / 2, y + (one.height - block.height) / 2, block))
    tallest = max((piece.count for piece in pieces), default=1)
    aside = OVERHANG if tallest > 1 else 0
    return Block(wide + aside, high + LAYER * min(LAYERS, tallest - 1), tuple(parts), pale=zone.closed)


def closed(zone: Zone, size: float, usual: Usual, pen: Pen) -> Block:
    """A zone that is out of play and empty: one wide hollow with the note in it."""
    bare = body(zone, size, usual, pen)
    note = "" if zone.note is None else pen.say(zone.note)
    wide = max([bare.width, *(min(width(word, NOTE) + 13, WIDEST) for word in note.split())])
    said = lines(note, NOTE, wide - 12, quiet=True, anchor=MIDDLE)
    high = max(bare.height, said.height + 12)
    hole = Block(wide, high, (Part(0, 0, hollow(wide, high, CARD, pen)),), pale=True)
    return Block(wide, high, (Part(0, 0, hole), Part(6, (high - said.height) / 2, said)))


def zone_block(zone: Zone, size: float, usual: Usual, pen: Pen, labelled: bool = True, most: int = 0) -> Block:
    """All of a zone: label, pieces and places (at most so many in a line), note."""
    inside = zone.closed and not zone.pieces
    middle = closed(zone, size, usual, pen) if inside else body(zone, size, usual, pen, most)
    label = pen.say(zone.label) if labelled else ""
    note = pen.say(zone.note) if zone.note is not None and not inside else ""
    words = [width(word, LABEL, bold=True) for text in (label, note) for word in text.split()]
    room = max([middle.width, *(min(word, WIDEST) for word in words), min(width(label, LABEL, bold=True), WIDEST)])
    stack = [lines(label, LABEL, room, bold=True, quiet=zone.closed)] if label else []
    stack.append(middle)
    if note:
        stack.append(lines(note, NOTE, room, quiet=True))
    block = below(stack, 12 if label else 6)
    return Block(block.width, block.height, block.parts, name=f"zone {zone.id}")
