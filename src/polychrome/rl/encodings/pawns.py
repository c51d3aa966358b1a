"""What the encodings of Les Aveugles and A l'aveuglette share: pawns that walk face down and have owners.

Seat i owns colour i, so colours are turned with the seats: colour 0 is always the viewer's.
"""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import HIDDEN
from polychrome.games.colomo.table import Pawns
from polychrome.rl.encoding import BYTE, bits, long
from polychrome.rl.encodings.spread import PHASES, by_seat
from polychrome.rl.slices import LONG, Layout

UNOWNED: Final = 2  # faces besides the seats': blank, and nothing


class Walking:
    """Everything that both games show. `turned` says where each place of the game lies for the viewer."""

    def __init__(self, layout: Layout, seats: int, places: int, pawns: int, lookers: int, recall: bool) -> None:
        self.seats = seats
        self.lookers = lookers
        self.recall = recall
        self.phase = layout.add("phase", ("phase", PHASES))
        self.turn = layout.add("turn", ("seat", seats))
        self.place = layout.add("place", ("place", places))
        self.dry = layout.add("dry", ("digit", LONG), most=BYTE)
        self.pawn = layout.add("pawn", ("place", places), ("seat", seats + UNOWNED))  # whose, blank, or nothing
        self.pool = layout.add("pool", ("seat", seats), most=pawns)
        self.outside = layout.add("outside", ("seat", seats), most=pawns)
        self.home = layout.add("home", ("seat", seats), most=pawns)
        self.owed = layout.add("owed", ("seat", seats), most=BYTE)
        self.asked = layout.add("asked", ("seat", seats))
        self.played = layout.add("played", ("digit", LONG), most=BYTE)
        self.seen = 0
        if recall:
            looks = (("looker", lookers),) if lookers > 1 else ()
            self.seen = layout.add("seen", ("place", places), *looks, ("digit", LONG), most=BYTE)

    def write(self, view: Pawns, viewer: int, turned: list[int], row: bytearray) -> None:
        seats = self.seats
        row[self.phase + view.phase] = 1
        row[self.turn + (view.seat - viewer) % seats] = 1
        if view.place >= 0:
            row[self.place + turned[view.place]] = 1
        long(row, self.dry, view.dry)
        for place in range(len(view.disc)):
            owner = view.disc[place]
            face = (owner - viewer) % seats if owner >= 0 else seats if owner == HIDDEN else seats + 1
            row[self.pawn + turned[place] * (seats + UNOWNED) + face] = 1
        by_seat(row, self.pool, view.pool, viewer, seats, 1)
        by_seat(row, self.outside, view.outside, viewer, seats, 1)
        by_seat(row, self.home, view.home, viewer, seats, 1)
        by_seat(row, self.owed, view.owed, viewer, seats, 1)
        bits(row, self.asked, view.asked >> viewer | view.asked << seats - viewer & (1 << seats) - 1)
        long(row, self.played, view.played)
        if self.recall:
            self.write_seen(view, viewer, turned, row)

    def write_seen(self, view: Pawns, viewer: int, turned: list[int], row: bytearray) -> None:
        """How many actions ago, from 1, and by whom where sightings differ; the last looker is the spectators."""
        lookers = self.lookers
        for number in range(len(view.seen)):
            place, looker = divmod(number, lookers)
            if view.seen[number] and view.disc[place] != HIDDEN:
                looker = looker if looker == self.seats else (looker - viewer) % self.seats if lookers > 1 else 0
                long(row, self.seen + (turned[place] * lookers + looker) * LONG, view.played - view.seen[number] + 1)
