"""Arc-en-ciel: rainbows, and predictions for the last one."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.colomo.arc_en_ciel import PREDICT, STOP, ArcEnCiel
from polychrome.games.colomo.table import COLOURS, of_each_colour
from polychrome.rl.encoding import BYTE, long, one_of
from polychrome.rl.encodings.spread import SpreadEncoding, by_seat
from polychrome.rl.slices import LONG


class ArcEnCielEncoding(SpreadEncoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        self.discs = of_each_colour(options) * COLOURS
        super().__init__(game, seats, options, recall, self.discs)
        layout = self.layout
        self.own = layout.add("own", ("seat", seats), most=self.discs)
        self.turns = layout.add("turns", ("digit", LONG), most=BYTE)
        self.flips = layout.add("flips", ("count", 1), most=COLOURS)
        self.bare = layout.add("bare", ("flag", 1))
        self.guess = layout.add("guess", ("colour", COLOURS))
        self.list_actions([*range(self.discs), STOP, *range(PREDICT, PREDICT + self.discs * COLOURS)])

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, ArcEnCiel)
        super().write(view, viewer, begun, row)
        by_seat(row, self.own, view.own, viewer, self.seats, 1)
        long(row, self.turns, view.turns)
        row[self.flips] = view.flips
        row[self.bare] = view.bare
        one_of(row, self.guess, view.guess)

    def recolour(self, symbol: int, colours: list[int]) -> int:
        colour = (symbol - self.discs - 1) % COLOURS
        return symbol - colour + colours[colour] if symbol > self.discs else symbol


ENCODING: Final = ArcEnCielEncoding
