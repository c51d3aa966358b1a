"""Rondo: a circle of twelve discs, and a colour to look for."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.colomo.rondo import CIRCLE, DRAW, PAIR, Rondo
from polychrome.games.colomo.table import COLOURS, of_each_colour
from polychrome.rl.encoding import one_of
from polychrome.rl.encodings.spread import SpreadEncoding, by_seat


class RondoEncoding(SpreadEncoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall, CIRCLE)
        layout = self.layout
        each = of_each_colour(options) - PAIR  # in the pile
        self.pile = layout.add("pile", ("colour", COLOURS), most=each)
        self.middle = layout.add("middle", ("draw", each * COLOURS), ("colour", COLOURS))
        self.target = layout.add("target", ("colour", COLOURS))
        self.tried = layout.add("tried", ("count", 1), most=2)
        self.own = layout.add("own", ("seat", seats), ("colour", COLOURS), most=each)
        self.list_actions([*range(CIRCLE), DRAW])

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Rondo)
        super().write(view, viewer, begun, row)
        row[self.pile : self.pile + COLOURS] = view.pile
        at = self.middle
        for colour in view.middle:
            row[at + colour] = 1
            at += COLOURS
        one_of(row, self.target, view.target)
        row[self.tried] = view.tried
        by_seat(row, self.own, view.own, viewer, self.seats, COLOURS)


ENCODING: Final = RondoEncoding
