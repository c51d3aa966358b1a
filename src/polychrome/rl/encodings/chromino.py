"""Chromino: where every tile is; a tile is laid in four steps: which way round, across or upright, column, row."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import HIDDEN, Game, State
from polychrome.games.chromino.notation import TO_DRAW, TO_PLACE
from polychrome.games.chromino.rules import IN_BAG, ON_TABLE, OVER, SHOWN, Chromino
from polychrome.games.chromino.tiles import (
    COLOURS,
    NAMES,
    READING_BIT,
    SQUARES,
    TILES,
    column,
    row,
    tile_read,
    turned,
    unturned,
    upright,
)
from polychrome.rl.encoding import BYTE, NOT_YET, Encoding, Seats, long
from polychrome.rl.encodings.spread import by_seat
from polychrome.rl.slices import LONG

# Every tile needs two contacts, so each reaches at most two cells beyond the others: 74 tiles and the base's half.
FAR: Final = 150
ACROSS: Final = 2 * FAR + 1
READINGS: Final = 2 * TILES  # every tile from either end

# Symbols.
DRAW: Final = 0
READING: Final = 1
WAY: Final = READING + READINGS  # across, upright
COLUMN: Final = WAY + 2
ROW: Final = COLUMN + ACROSS
SYMBOLS: Final = ROW + ACROSS

FEATURES: Final = 6  # of a tile that lies: number, upright, and how far east, west, south and north
ELSEWHERE: Final = 4  # places that are nobody's: unknown, table, bag, not in the game


class ChrominoEncoding(Encoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.colours = COLOURS
        layout = self.layout
        self.turn = Seats(layout, seats, OVER + 1)
        self.where = layout.add("where", ("tile", TILES), ("holder", 2 * seats + ELSEWHERE))
        self.laid = layout.add("laid", ("reading", READINGS), ("feature", FEATURES), most=FAR)
        self.held = layout.add("held", ("seat", seats), most=TILES)
        self.left = layout.add("left", ("count", 1), most=TILES)
        self.points = layout.add("points", ("seat", seats), ("digit", LONG), most=BYTE)
        self.draws = layout.add("draws", ("count", 1), most=TILES)
        self.quiet = layout.add("quiet", ("count", 1), most=seats)
        self.first = layout.add("first", ("seat", seats))
        self.begun = layout.add("begun", ("reading", READINGS))
        self.begun_way = layout.add("begun_way", ("way", 2))
        self.begun_column = layout.add("begun_column", ("side", 3), most=FAR)  # chosen, how far east, how far west
        readings = [name[::way] for name in NAMES for way in (1, -1)]
        span = range(-FAR, FAR + 1)
        self.symbols = ["draw", *readings, "across", "upright"]
        self.symbols += [*[f"column {x}" for x in span], *[f"row {y}" for y in span]]

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Chromino)
        seats = self.seats
        self.turn.write(view, viewer, row)
        width = 2 * seats + ELSEWHERE
        at = self.where
        for where in view.where:
            row[at + self.holder(where, viewer)] = 1
            at += width
        for number, laid in enumerate(view.laid):
            self.write_laid(laid, number + 1, row)
        by_seat(row, self.held, view.held, viewer, seats, 1)
        row[self.left] = view.left
        for seat in range(seats):
            long(row, self.points + (seat - viewer) % seats * LONG, view.points[seat])
        row[self.draws] = view.draws
        row[self.quiet] = view.quiet
        row[self.first + (view.first - viewer) % seats] = 1
        if begun:
            self.write_begun(begun, row)

    def holder(self, where: int, viewer: int) -> int:
        """A seat, a seat that has shown the tile, or one of ELSEWHERE."""
        seats = self.seats
        if where == HIDDEN:
            return 2 * seats
        if where < SHOWN:
            return (where - viewer) % seats
        if where < ON_TABLE:
            return seats + (where - SHOWN - viewer) % seats
        return 2 * seats + 1 + (0 if where == ON_TABLE else 1 if where == IN_BAG else 2)

    def write_laid(self, laid: int, number: int, out: bytearray) -> None:
        at = self.laid + (laid >> READING_BIT) * FEATURES
        x, y = column(laid), row(laid)
        out[at] = number
        out[at + 1] = 1 if upright(laid) else 0
        out[at + (2 if x > 0 else 3)] = abs(x)
        out[at + (4 if y > 0 else 5)] = abs(y)

    def write_begun(self, begun: list[int], row: bytearray) -> None:
        row[self.begun + begun[0] - READING] = 1
        if len(begun) > 1:
            row[self.begun_way + begun[1] - WAY] = 1
        if len(begun) > 2:
            x = begun[2] - COLUMN - FAR
            row[self.begun_column] = 1
            row[self.begun_column + (1 if x > 0 else 2)] = abs(x)

    def spell(self, state: State, seat: int, action: int) -> list[int]:
        if action == TO_DRAW:
            return [DRAW]
        laid = action - TO_PLACE
        way = WAY + 1 if upright(laid) else WAY
        return [READING + (laid >> READING_BIT), way, COLUMN + FAR + column(laid), ROW + FAR + row(laid)]

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        assert isinstance(state, Chromino)
        if not begun:
            return super().open(state, seat, begun)
        return self.places(state, seat, begun)

    def places(self, state: Chromino, seat: int, begun: list[int]) -> list[int]:
        """What may come next for the tile that has been chosen."""
        length = len(begun)
        found = set()
        for place in state.table().every_place(tile_read(begun[0] - READING)):
            spelling = self.spell(state, seat, TO_PLACE + place)
            if spelling[:length] == begun:
                found.add(spelling[length])
        return sorted(found)

    def read(self, state: State, seat: int, begun: list[int]) -> int:
        assert isinstance(state, Chromino)
        if begun[0] == DRAW:
            return TO_DRAW
        if len(begun) < 4:
            return NOT_YET
        for place in state.table().every_place(tile_read(begun[0] - READING)):
            if self.spell(state, seat, TO_PLACE + place) == begun:
                return TO_PLACE + place
        raise AssertionError("what was open is a place")

    def recolour_axis(self, name: str, length: int, colours: list[int]) -> list[int]:
        if name == "reading":
            return [recoloured(reading, colours) for reading in range(READINGS)]
        if name == "tile":
            return [tile_read(recoloured(unturned(tile), colours)) for tile in range(TILES)]
        return super().recolour_axis(name, length, colours)

    def recolour(self, symbol: int, colours: list[int]) -> int:
        return READING + recoloured(symbol - READING, colours) if READING <= symbol < WAY else symbol


def recoloured(reading: int, colours: list[int]) -> int:
    """The reading of a tile that shows the same squares in other colours. A mirrored tile keeps its second, unused."""
    squares = [colours[colour] for colour in SQUARES[tile_read(reading)]]
    forwards = reading == unturned(tile_read(reading))
    if squares not in SQUARES:
        squares.reverse()
        forwards = not forwards
    tile = SQUARES.index(squares)
    return unturned(tile) if forwards else turned(tile)


ENCODING: Final = ChrominoEncoding
