"""What the encodings of Ronde, Trio, Arc-en-ciel and Rondo share: discs spread on a table, some face up."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from polychrome.engine.core import Game, State
from polychrome.games.colomo.table import CHALLENGED, COLOURS, Discs, Spread
from polychrome.rl.encoding import BYTE, FaceDownDiscs, ListedEncoding, Seats, long, one_of
from polychrome.rl.slices import LONG, Layout

PHASES: Final = CHALLENGED + 1
UP: Final = 60  # places face up, at most


class Progress:
    """How a game of COLOMO goes: phase and turn, the disc shown last, how long nobody has won anything."""

    def __init__(self, layout: Layout, seats: int, places: int) -> None:
        self.turn = Seats(layout, seats, PHASES)
        self.place = layout.add("place", ("place", places))
        self.dry = layout.add("dry", ("digit", LONG), most=BYTE)

    def write(self, view: Discs, viewer: int, row: bytearray) -> None:
        self.turn.write(view, viewer, row)
        one_of(row, self.place, view.place)
        long(row, self.dry, view.dry)


@mypyc_attr(allow_interpreted_subclasses=True)
class SpreadEncoding(ListedEncoding):
    """Colours may be called by each other's names."""

    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool, places: int) -> None:
        super().__init__(game, seats, options, recall)
        self.colours = COLOURS
        self.course = Progress(self.layout, seats, places)
        self.covered = FaceDownDiscs(self.layout, places, COLOURS, 1, recall)
        self.up = self.layout.add("up", ("place", places), most=UP)  # 1 for the disc turned up first

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Spread)
        self.course.write(view, viewer, row)
        self.covered.write(view, row)
        for number, place in enumerate(view.up):
            row[self.up + place] = number + 1


def by_seat(row: bytearray, at: int, values: list[int], viewer: int, seats: int, width: int) -> None:
    """What each seat has, `width` numbers each, the viewer's first."""
    for index in range(len(values)):
        seat = (index // width - viewer) % seats
        row[at + seat * width + index % width] = values[index]
