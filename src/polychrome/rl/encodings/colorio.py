"""Colorio: caps, and what lies under them."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.colorio.rules import OVER, PLACES, REMOVE, SIDES, STRIP_SIDE, Colorio
from polychrome.games.colorio.strips import COLOURS, FILLINGS
from polychrome.rl.encoding import BYTE, FaceDownDiscs, ListedEncoding, Seats, bits, one_of
from polychrome.rl.encodings.spread import by_seat

ROUNDS: Final = 5  # at most


class ColorioEncoding(ListedEncoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.colours = COLOURS
        layout = self.layout
        self.turn = Seats(layout, seats, OVER + 1)
        self.covered = FaceDownDiscs(layout, PLACES, COLOURS, 1, recall)
        self.caps = layout.add("caps", ("place", PLACES))
        self.barred = layout.add("barred", ("place", PLACES))
        self.place = layout.add("place", ("place", PLACES))
        self.removed = layout.add("removed", ("count", 1), most=PLACES)
        self.step = layout.add("step", ("count", 1), most=3)
        self.paid = layout.add("paid", ("flag", 1))
        self.first = layout.add("first", ("flag", 1))
        self.alive = layout.add("alive", ("seat", seats))
        self.points = layout.add("points", ("seat", seats), most=BYTE)
        self.round = layout.add("round", ("round", ROUNDS))
        self.starter = layout.add("starter", ("seat", seats))
        self.side = layout.add("side", ("side", len(SIDES)))
        self.list_actions(list(range(REMOVE + 1)))

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Colorio)
        seats = self.seats
        self.turn.write(view, viewer, row)
        self.covered.write(view, row)
        bits(row, self.caps, view.caps)
        bits(row, self.barred, view.barred)
        one_of(row, self.place, view.place)
        row[self.removed] = view.removed
        row[self.step] = view.step
        row[self.paid] = view.paid
        row[self.first] = view.first
        bits(row, self.alive, view.alive >> viewer | view.alive << seats - viewer & (1 << seats) - 1)
        by_seat(row, self.points, view.points, viewer, seats, 1)
        row[self.round + view.round] = 1
        row[self.starter + (view.starter - viewer) % seats] = 1
        row[self.side + view.side] = 1

    def recolourings(self) -> list[list[int]]:
        """Only those that make of the strips the same strips, either way round."""
        sides = [self.options[STRIP_SIDE]] if self.options[STRIP_SIDE] < len(SIDES) else [0, 1]
        return [colours for colours in super().recolourings() if all(same_strips(side, colours) for side in sides)]


def same_strips(side: int, colours: list[int]) -> bool:
    fillings = FILLINGS[side]
    return sorted([colours[colour] for colour in filling] for filling in fillings) == sorted(fillings)


ENCODING: Final = ColorioEncoding
