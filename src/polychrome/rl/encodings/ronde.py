"""Ronde: pairs of every colour, some of them given away."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.colomo.ronde import GIVE, Ronde
from polychrome.games.colomo.table import COLOURS, of_each_colour
from polychrome.rl.encoding import bits
from polychrome.rl.encodings.spread import SpreadEncoding


class RondeEncoding(SpreadEncoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        each = of_each_colour(options)
        places = each * COLOURS
        super().__init__(game, seats, options, recall, places)
        self.own = self.layout.add("own", ("seat", seats), ("colour", COLOURS))
        self.aside = self.layout.add("aside", ("colour", COLOURS), most=each // 2)
        self.list_actions([*range(places), *range(GIVE, GIVE + seats)])
        self.symbols[places:] = [f"give to the seat {step} to the left" for step in range(seats)]

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Ronde)
        super().write(view, viewer, begun, row)
        for seat in range(self.seats):
            bits(row, self.own + (seat - viewer) % self.seats * COLOURS, view.own[seat])
        row[self.aside : self.aside + COLOURS] = view.aside

    def relative(self, seat: int, action: int) -> int:
        return action if action < GIVE else GIVE + (action - GIVE - seat) % self.seats

    def absolute(self, seat: int, action: int) -> int:
        return action if action < GIVE else GIVE + (action - GIVE + seat) % self.seats


ENCODING: Final = RondeEncoding
