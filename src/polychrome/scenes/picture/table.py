"""The whole table as one block: zones in the middle, seats at the side or below, and the sentence at the bottom.

Zones that are called alike (Row A, Row B …) stay together. Of all ways to arrange and enlarge them the one is taken in
which pieces and words come out largest on a screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import ceil, inf, prod
from typing import Final, NamedTuple

from polychrome.engine.core import Message
from polychrome.scenes.picture.animals import FACE, HEADS
from polychrome.scenes.picture.blocks import END, MIDDLE, Block, PlacedPart, Sketch, Text, below, beside, flow, grid
from polychrome.scenes.picture.lettering import fit
from polychrome.scenes.picture.pieces import Look
from polychrome.scenes.picture.zones import NOTHING, Pen, Usual, gathered, lines, zone_block
from polychrome.scenes.scene import CARD, CELL, DISC, HAND, PILE, RING, SPOT, STAR, TILE, TRAY, Scene, Seat, Zone
from polychrome.words import ANIMALS

SCREEN: Final = 1.6  # width by height
MARGIN: Final = 32.0
NARROWEST: Final = 620.0  # so that sentences have room
BETWEEN: Final = (30.0, 26.0)  # zones, across and down
APART: Final = 56.0  # the table and the seats
EDGE: Final = 32.0  # the same below each other, and the sentence
BESIDE: Final = "beside"  # where the seats are: right of the table,
BELOW: Final = "below"  # or below it
UGLY: Final = 0.08  # what a gap in the last line of a family costs
ARRANGEMENTS_TRIED: Final = 60  # ways to arrange the families that are tried
ON_TABLE: Final = (1.0, 1.15, 1.3, 1.5)  # sizes of pieces on the table: larger where there is room
OWN: Final = (0.62, 0.75, 0.9)  # and of those in front of a seat
SEAT: Final = 300.0  # the narrowest a seat can be
TOKEN: Final = 24.0  # radius of the animal's round
WORN: Final = 0.38  # a disc in the colour of a seat
SENTENCE: Final = 24.0  # font sizes
PROMPT: Final = 20.0
NAME: Final = 20.0
SCORE: Final = 30.0
ASIDE: Final = 16.0


def table(scene: Scene, pen: Pen) -> Block:
    """The whole picture, margins included."""
    usual = usual_piece(scene)
    hand = [zone_block(zone, 1, usual, pen) for zone in scene.zones if zone.kind == HAND and zone.seat == scene.viewer]
    said = Sentences(scene, hand, pen)
    seatings = [(own, seating) for own in OWN for seating in seated(scene, own, usual, pen)]
    least, best = inf, (Block(0, 0), Block(0, 0), BESIDE)
    for size in ON_TABLE:
        for board, gaps in boards(families(scene, size, usual, pen)):
            for own, seating in seatings:
                for way in (BESIDE, BELOW):
                    cost = said.screen(*extent(board, seating, way)) ** 2 / (size * own**0.5) * (1 + UGLY * gaps)
                    if cost < least:
                        least, best = cost, (board, seating, way)
    return said.framed(together(*best))


def usual_piece(scene: Scene) -> Usual:
    pieces = [piece for zone in scene.zones for piece in zone.pieces if piece.shape not in (SPOT, CELL, STAR)]
    shapes = [piece.shape for piece in pieces]
    shape = max(sorted(set(shapes)), key=shapes.count) if shapes else CARD
    return Usual(shape, max([1, *(len(piece.colours) for piece in pieces if piece.shape == TILE)]))


# The middle of the table.


class Family(NamedTuple):
    """Zones that stand together."""

    blocks: list[Block]
    alike: bool  # in size and name: in columns


def families(scene: Scene, size: float, usual: Usual, pen: Pen) -> list[Family]:
    """The table's own zones: first what takes little room (decks, discards, single places), then all called alike."""
    aside: list[Block] = []
    groups: dict[str, list[Block]] = {}
    own = [zone for zone in scene.zones if zone.seat is None and not zone.within]
    keys = [zone.label.key for zone in own]
    for zone in own:
        if zone.kind == RING:
            middle = within(scene, zone, size, usual, pen)
            groups.setdefault(zone.label.key, []).append(zone_block(zone, size, usual, pen, inside=middle))
        elif zone.kind == TRAY:
            aside.append(zone_block(zone, OWN[0], usual, pen, most=4))
        elif zone.kind == PILE or (keys.count(zone.label.key) == 1 and max(zone.slots, len(zone.pieces)) < 2):
            aside.append(zone_block(zone, size, usual, pen))
        else:
            groups.setdefault(zone.label.key, []).append(zone_block(zone, size, usual, pen))
    found = [Family(blocks, True) for blocks in groups.values()]
    return [Family(aside, False), *found] if aside else found


def within(scene: Scene, ring: Zone, size: float, usual: Usual, pen: Pen) -> Block:
    """What lies in the middle of a ring."""
    found = [zone_block(zone, size, usual, pen, most=3) for zone in scene.zones if zone.within == ring.id]
    return gathered(found) if found else NOTHING


def boards(found: list[Family]) -> Iterator[tuple[Block, int]]:
    """The ways to lay out the middle: each family in lines of any length, the families in lines or columns.

    With each comes the number of gaps that last lines leave.
    """
    across, down = BETWEEN
    for counts in product(*lengths([len(family.blocks) for family in found])):
        made = [
            (grid if family.alike else flow)(family.blocks, count, across, down)
            for family, count in zip(found, counts, strict=True)
        ]
        gaps = sum(-len(family.blocks) % count for family, count in zip(found, counts, strict=True) if family.alike)
        for groups in splits(made) if len(made) < 5 else shelves(made):
            yield below([beside(group, 1.4 * across) for group in groups], down), gaps
            if 1 < len(groups) < len(made):
                yield beside([below(group, down) for group in groups], 1.4 * across), gaps


def shelves(blocks: list[Block]) -> Iterator[list[list[Block]]]:
    """The ways to cut a list into equal pieces."""
    for count in range(1, len(blocks) + 1):
        yield [blocks[start : start + count] for start in range(0, len(blocks), count)]


def lengths(sizes: list[int]) -> list[list[int]]:
    """How many blocks of each family stand in a line; fewer ways where all of them together would be too many."""
    every = [list(range(1, size + 1)) for size in sizes]
    some = [sorted({1, ceil(size**0.5), size}) for size in sizes]
    one = [[ceil(size**0.5)] for size in sizes]
    return next((ways for ways in (every, some) if prod(len(way) for way in ways) <= ARRANGEMENTS_TRIED), one)


def splits(blocks: list[Block]) -> Iterator[list[list[Block]]]:
    """The ways to cut a list into pieces."""
    if not blocks:
        yield []
    for first in range(1, len(blocks) + 1):
        for rest in splits(blocks[first:]):
            yield [blocks[:first], *rest]


# Seats.


def seated(scene: Scene, size: float, usual: Usual, pen: Pen) -> list[Block]:
    """The ways to seat everybody, with equal room, in one column, two, …"""
    wide = max((seat(player, scene, size, usual, pen).width for player in scene.seats), default=SEAT)
    seats = [seat(player, scene, size, usual, pen, wide) for player in scene.seats]
    return [grid(seats, columns, APART, 24) for columns in range(1, len(seats) + 1)] or [Block(0, 0)]


def extent(board: Block, seats: Block, way: str) -> tuple[float, float]:
    """The size of both together."""
    if way == BESIDE:
        gap = APART if board.width and seats.width else 0
        return board.width + seats.width + gap, max(board.height, seats.height)
    gap = EDGE if board.height and seats.height else 0
    return max(board.width, seats.width), board.height + seats.height + gap


def together(board: Block, seats: Block, way: str) -> Block:
    width, height = extent(board, seats, way)
    if way == BESIDE:
        at = (
            PlacedPart(0, (height - board.height) / 2, board),
            PlacedPart(width - seats.width, (height - seats.height) / 2, seats),
        )
    else:
        at = (
            PlacedPart((width - board.width) / 2, 0, board),
            PlacedPart((width - seats.width) / 2, height - seats.height, seats),
        )
    return Block(width, height, at)


def seat(player: Seat, scene: Scene, size: float, usual: Usual, pen: Pen, width: float = SEAT) -> Block:
    """Somebody at the table: the animal, name and score, and what lies in front."""
    own = [
        zone
        for zone in scene.zones
        if zone.seat == player.seat and not zone.within and not (zone.kind == HAND and player.seat == scene.viewer)
    ]
    zones = [zone_block(zone, size, usual, pen, labelled=len(own) > 1, edges=edges(zone, scene)) for zone in own]
    width = max([width, *(block.width for block in zones)])
    block = below([plate(player, scene, width, pen), *zones], 12)
    return Block(block.width, block.height, block.parts, name=f"seat {player.seat}")


def edges(zone: Zone, scene: Scene) -> list[Zone]:
    return [other for other in scene.zones if other.within == zone.id]


def plate(player: Seat, scene: Scene, width: float, pen: Pen) -> Block:
    score = Text("" if player.standing else str(player.score), SCORE, bold=True, anchor=END)
    left = 2 * TOKEN + 14
    room = width - left - score.width - 12
    name, size = fit(who(player, scene, pen), NAME, room, 13, bold=True)
    said = [*([player.standing] if player.standing else []), *player.notes]
    notes = [lines(pen.translate(note), ASIDE, room, quiet=True) for note in said]
    beside_it = below([Block(room, NAME * 1.3, (PlacedPart(0, NAME, Text(name, size, bold=True)),)), *notes], 0)
    height = max(2 * TOKEN, beside_it.height)
    top = (height - beside_it.height) / 2 if height == 2 * TOKEN else 0
    return Block(
        width,
        height,
        (
            PlacedPart(TOKEN, TOKEN, Sketch(token(player, pen))),
            *([PlacedPart(-12, 2 * TOKEN - 20, Look(DISC, (player.colour,), True, WORN))] if player.colour else []),
            PlacedPart(left, top, beside_it),
            PlacedPart(width, TOKEN + 0.36 * SCORE, score),
        ),
    )


def who(player: Seat, scene: Scene, pen: Pen) -> str:
    name = pen.words.name(player.seat, pen.names)
    return pen.translate(Message("text.you", {"name": name})) if player.seat == scene.viewer else name


def token(player: Seat, pen: Pen) -> str:
    """The animal of a seat, in a soft ring while it is to act, with a star if it has won."""
    theme = pen.theme
    ring = ""
    if player.acting:
        ring = (
            f'<g fill="none" stroke="{theme.glow}"><circle r="{TOKEN + 6:.0f}" stroke-width="6" opacity=".35"/>'
            f'<circle r="{TOKEN + 1.5:.1f}" stroke-width="4"/></g>'
        )
    star = ""
    if player.winner:
        star = (
            f'<path d="M0-12L3.1-4.2L11.4-3.7L5 1.6L7.1 9.7L0 5.2L-7.1 9.7L-5 1.6L-11.4-3.7L-3.1-4.2z" '
            f'transform="translate({TOKEN - 5:.0f} {TOKEN - 6:.0f})" fill="{theme.glow}" stroke="{theme.outline}" '
            'stroke-width="1.6" stroke-linejoin="round"/>'
        )
    head = HEADS[ANIMALS[player.seat % len(ANIMALS)]].replace(FACE, theme.place)
    return f'{ring}<circle r="{TOKEN:.0f}" fill="{theme.place}"/><g color="{theme.text}">{head}</g>{star}'


# The edge.


class Sentences:
    """The sentences at the bottom, and the viewer's hand below them, for a table of any width."""

    def __init__(self, scene: Scene, hand: list[Block], pen: Pen) -> None:
        self.hand = hand
        self.status = pen.translate(scene.status)
        self.prompt = "" if scene.prompt is None else pen.translate(scene.prompt)
        self.aside = " · ".join(pen.translate(message) for message in (*scene.news[-1:], *scene.facts))
        self.narrowest = max([NARROWEST, *(block.width for block in hand)])
        self.made: dict[float, Block] = {}

    def edge(self, room: float) -> Block:
        if room not in self.made:
            said = [lines(self.status, SENTENCE, room, bold=True, anchor=MIDDLE)]
            if self.prompt:
                said.append(lines(self.prompt, PROMPT, room, anchor=MIDDLE))
            if self.aside:
                said.append(lines(self.aside, ASIDE, room, quiet=True, anchor=MIDDLE))
            self.made[room] = below([below(said, 4), *self.hand], 24, middle=True)
        return self.made[room]

    def screen(self, width: float, height: float) -> float:
        """How high a screen must be to hold a table of this size and the edge; the less, the larger is all on it."""
        room = max(width, self.narrowest)
        return max((room + 2 * MARGIN) / SCREEN, height + EDGE + self.edge(room).height + 2 * MARGIN)

    def framed(self, board: Block) -> Block:
        """All of it, with margins."""
        inside = below([board, self.edge(max(board.width, self.narrowest))], EDGE, middle=True)
        return Block(inside.width + 2 * MARGIN, inside.height + 2 * MARGIN, (PlacedPart(MARGIN, MARGIN, inside),))
