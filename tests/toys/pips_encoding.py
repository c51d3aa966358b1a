"""Pips: everything lies open, so an observation is the whole table."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.rl.encoding import ListedEncoding, Seats
from polychrome.rl.encodings.spread import by_seat
from toys.pips import COLOURS, DRAW, EACH, LETTERS, OVER, STOP, Pips


class PipsEncoding(ListedEncoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.all_open = True
        self.colours = len(LETTERS) - options[COLOURS]
        self.turn = Seats(self.layout, seats, OVER + 1)
        self.bag = self.layout.add("bag", ("colour", self.colours), most=EACH)
        self.line = self.layout.add("line", ("colour", self.colours))
        self.own = self.layout.add("own", ("seat", seats), ("colour", self.colours), most=EACH)
        self.lost = self.layout.add("lost", ("colour", self.colours), most=EACH)
        self.list_actions([DRAW, STOP])

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Pips)
        self.turn.write(view, viewer, row)
        row[self.bag : self.bag + self.colours] = bytes(view.bag)
        row[self.lost : self.lost + self.colours] = bytes(view.lost)
        for colour in view.line:
            row[self.line + colour] = 1
        by_seat(row, self.own, view.own, viewer, self.seats, self.colours)


ENCODING: Final = PipsEncoding
