"""Trio: three of a colour."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.colomo.table import COLOURS, of_each_colour
from polychrome.games.colomo.trio import Trio
from polychrome.rl.encodings.spread import SpreadEncoding, by_seat


class TrioEncoding(SpreadEncoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        each = of_each_colour(options)
        super().__init__(game, seats, options, recall, each * COLOURS)
        self.own = self.layout.add("own", ("seat", seats), ("colour", COLOURS), most=each // 3)
        self.list_actions(list(range(each * COLOURS)))

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Trio)
        super().write(view, viewer, begun, row)
        by_seat(row, self.own, view.own, viewer, self.seats, COLOURS)


ENCODING: Final = TrioEncoding
