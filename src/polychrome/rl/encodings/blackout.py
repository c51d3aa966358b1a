"""Blackout: a line of six discs, shown, covered and shifted."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.colomo.blackout import (
    ARRANGE,
    ARRANGEMENTS,
    ASK,
    COVER,
    LINES,
    MANIPULATIONS,
    PLACES,
    SHIFTS,
    Blackout,
)
from polychrome.games.colomo.table import COLOURS
from polychrome.rl.encoding import FaceDownDiscs, ListedEncoding, one_of
from polychrome.rl.encodings.spread import Progress, by_seat

ASKED: Final = PLACES + 1  # the first of the symbols that ask
ARRANGED: Final = ASKED + COLOURS + len(MANIPULATIONS)  # the first of those that arrange


class BlackoutEncoding(ListedEncoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.colours = COLOURS
        layout = self.layout
        self.course = Progress(layout, seats, PLACES)
        self.covered = FaceDownDiscs(layout, PLACES, COLOURS, 1, recall)
        self.manipulator = layout.add("manipulator", ("seat", seats))
        self.taken = layout.add("taken", ("place", PLACES), ("seat", seats))
        self.shift = layout.add("shift", ("shift", len(SHIFTS)))
        self.asked = layout.add("asked", ("colour", COLOURS))
        self.flips = layout.add("flips", ("count", 1), most=PLACES)
        self.rounds = layout.add("rounds", ("count", 1), most=seats)
        self.own = layout.add("own", ("seat", seats), ("colour", COLOURS), most=6)
        asks = range(ASK, ASK + COLOURS)
        self.list_actions([*range(PLACES), COVER, *asks, *MANIPULATIONS, *ARRANGEMENTS])
        self.line_of = {tuple(line): number for number, line in enumerate(LINES)}

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Blackout)
        self.course.write(view, viewer, row)
        self.covered.write(view, row)
        seats = self.seats
        if view.manipulator >= 0:
            row[self.manipulator + (view.manipulator - viewer) % seats] = 1
        for place in range(PLACES):
            if view.taken[place] >= 0:
                row[self.taken + place * seats + (view.taken[place] - viewer) % seats] = 1
        one_of(row, self.shift, view.shift)
        one_of(row, self.asked, view.asked)
        row[self.flips] = view.flips
        row[self.rounds] = view.rounds
        by_seat(row, self.own, view.own, viewer, seats, COLOURS)

    def recolour(self, symbol: int, colours: list[int]) -> int:
        if symbol >= ARRANGED:
            line = LINES[self.actions[symbol] - ARRANGE]
            return ARRANGED + self.line_of[tuple(colours[colour] for colour in line)]
        return ASKED + colours[symbol - ASKED] if ASKED <= symbol < ASKED + COLOURS else symbol


ENCODING: Final = BlackoutEncoding
