"""Les Aveugles: a ring of cells that begins at the viewer's gate."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.colomo.les_aveugles import (
    CELLS,
    CONTINUE,
    CONTINUE_EXIT,
    ENTER,
    GAP,
    LEAVE,
    NOPEEK,
    PAWNS,
    PEEK,
    ROLL,
    SIX,
    LesAveugles,
)
from polychrome.games.colomo.table import ACCEPT, CHALLENGE
from polychrome.rl.encoding import ListedEncoding
from polychrome.rl.encodings.pawns import Walking


class LesAveuglesEncoding(ListedEncoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.together = True
        self.cells = seats * GAP[seats]
        layout = self.layout
        self.walking = Walking(layout, seats, self.cells, PAWNS, seats + 1, recall)
        self.die = layout.add("die", ("face", SIX))
        self.pawn = layout.add("moved", ("cell", self.cells))
        self.origin = layout.add("origin", ("cell", self.cells))
        self.leg = layout.add("leg", ("cell", self.cells))
        self.peeked = layout.add("peeked", ("cell", self.cells))
        self.peeked_home = layout.add("peeked_home", ("seat", seats))
        ring = range(self.cells)
        words = [ROLL, NOPEEK, ENTER, CONTINUE, CONTINUE_EXIT, ACCEPT, CHALLENGE]
        self.list_actions([*ring, *[LEAVE + cell for cell in ring], *words, *[PEEK + cell for cell in ring]])
        self.turned = [[(cell - seat * GAP[seats]) % self.cells for cell in ring] for seat in range(seats)]

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, LesAveugles)
        turned = self.turned[viewer]
        self.walking.write(view, viewer, turned, row)
        if view.die:
            row[self.die + view.die - 1] = 1
        if view.pawn >= 0:
            row[self.pawn + turned[view.pawn]] = 1
        if view.origin >= 0:
            row[self.origin + turned[view.origin]] = 1
        if view.leg >= 0:
            row[self.leg + turned[view.leg]] = 1
        if view.peeked >= CELLS:
            row[self.peeked_home + (view.peeked - CELLS - viewer) % self.seats] = 1
        elif view.peeked >= 0:
            row[self.peeked + turned[view.peeked]] = 1

    def shifted(self, action: int, by: int) -> int:
        """The same action on a ring that begins so many cells further on."""
        if action < CELLS:
            return (action - by) % self.cells
        if action < CELLS + LEAVE:
            return LEAVE + (action - LEAVE - by) % self.cells
        return PEEK + (action - PEEK - by) % self.cells if action >= PEEK else action

    def relative(self, seat: int, action: int) -> int:
        return self.shifted(action, seat * GAP[self.seats])

    def absolute(self, seat: int, action: int) -> int:
        return self.shifted(action, -seat * GAP[self.seats])


ENCODING: Final = LesAveuglesEncoding
