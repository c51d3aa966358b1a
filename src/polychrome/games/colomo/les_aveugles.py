"""Les Aveugles: pawns walk round a ring face down; lead three of your own through your gate into the middle."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import EVERYONE, SPECTATOR, Game, Reason
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.pieces.order import after
from polychrome.games.colomo.table import (
    ACCEPT,
    CHALLENGE,
    CHALLENGED,
    COMMON,
    DIE,
    FLIP,
    LEAVING,
    LUCK,
    OVER,
    OWN,
    PEEKED,
    SHOW,
    SHOWS,
    START,
    Pawns,
    reader,
)

# The players' phases, in the order of a turn.
ROLLING: Final = FLIP
PEEKING: Final = FLIP + 1
MOVING: Final = FLIP + 2
REROLLING: Final = FLIP + 3  # the pawn stands on a gate
CONTINUING: Final = FLIP + 4

# Actions.
MOVE: Final = 0  # + cell
LEAVE: Final = 30  # + cell
ROLL: Final = OWN
NOPEEK: Final = OWN + 1
ENTER: Final = OWN + 2
CONTINUE: Final = OWN + 3
CONTINUE_EXIT: Final = OWN + 4
PEEK: Final = 120  # + cell

PAWNS: Final = 3
SIX: Final = 6
GAP: Final = [0, 0, 10, 8, 7, 6, 5]  # from gate to gate, by seats (AVE-2)
CELLS: Final = 30  # at most

TEXTS: Final = {
    **{MOVE + cell: f"move {cell}" for cell in range(CELLS)},
    **{LEAVE + cell: f"move {cell} exit" for cell in range(CELLS)},
    **COMMON,
    **{DIE + face: f"* die {face + 1}" for face in range(SIX)},
    ROLL: "roll",
    NOPEEK: "nopeek",
    ENTER: "enter",
    CONTINUE: "continue",
    CONTINUE_EXIT: "continue exit",
    ACCEPT: "accept",
    CHALLENGE: "challenge",
    **{PEEK + cell: f"peek {cell}" for cell in range(CELLS)},
}
FACES: Final = [DIE + face for face in range(SIX)]
JUST_ROLL: Final = [ROLL]


class LesAveugles(Pawns):
    """Places are cells of the ring. Sightings differ from seat to seat, because a peek is private (AVE-5)."""

    NAME = "les_aveugles"
    FIELDS = (*Pawns.FIELDS, "die", "pawn", "origin", "leg", "peeked")

    def __init__(self) -> None:
        super().__init__()
        self.die = 0
        self.pawn = NONE  # where the pawn that moved last stands; on a gate while its move goes on
        self.origin = NONE  # where it stood when the turn began; NONE if it came from outside
        self.leg = NONE  # where its last leg began
        self.peeked = NONE  # where the pawn looked at with this roll is now; at home: CELLS + its colour

    # What people know: `seen` has a row for each cell, with a number for each seat and one for the spectators.

    def sighted(self, viewer: int, place: int) -> int:
        return self.seen[place * (self.seats + 1) + (self.seats if viewer == SPECTATOR else viewer)]

    def cover(self, place: int) -> None:
        width = self.seats + 1
        self.seen[place * width : (place + 1) * width] = [self.played] * width

    def move(self, start: int, end: int) -> None:
        colour = self.disc[start]
        self.disc[start] = NONE  # first: a pawn may come full circle, from gate to gate
        self.disc[end] = colour
        width = self.seats + 1
        seen = self.seen[start * width : (start + 1) * width]
        self.seen[start * width : (start + 1) * width] = [0] * width
        self.seen[end * width : (end + 1) * width] = seen
        if self.peeked == start:
            self.peeked = end

    def lies_open(self, place: int) -> bool:
        """A pawn that enters is face up until the end of its turn (AVE-5)."""
        return place == self.pawn and self.origin == NONE and self.on_gate()

    def audience(self, seat: int, action: int) -> int:
        return 1 << self.seat if self.phase == PEEKED else EVERYONE

    # What can be done.

    def gate(self) -> int:
        """The mover's own."""
        return self.seat * GAP[self.seats]

    def on_gate(self) -> bool:
        """Is a pawn on its way, having stopped on a gate?"""
        return self.pawn != NONE and self.pawn % GAP[self.seats] == 0

    def legal(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == ROLLING or phase == REROLLING:
            return JUST_ROLL
        if phase == LUCK:
            return FACES
        if phase == MOVING:
            if self.outside[seat]:
                return [ENTER]
            return [*self.walkers(), *[LEAVE + cell for cell in sorted(self.leavers())]]
        if phase == CONTINUING:
            return [CONTINUE, CONTINUE_EXIT] if self.may_leave() else [CONTINUE]
        if phase == PEEKING:
            return [NOPEEK, *[PEEK + cell for cell in self.hidden_pawns()]]
        return super().legal(seat)

    def sample(self, seat: int, dice: Dice) -> int:
        return DIE + dice.below(SIX) if self.phase == LUCK else super().sample(seat, dice)

    def idle(self, seat: int) -> int | None:
        return NOPEEK if self.phase == PEEKING else super().idle(seat)

    def walkers(self) -> list[int]:
        """Cells with a pawn, whoever owns it (AVE-8)."""
        return [cell for cell in range(len(self.disc)) if self.disc[cell] != NONE]

    def hidden_pawns(self) -> list[int]:
        """Cells with a pawn to peek at (AVE-11)."""
        return [cell for cell in self.walkers() if not self.lies_open(cell)]

    def leavers(self) -> list[int]:
        """Cells from which this roll passes the mover's gate: the gate is counted, and a cell behind it (AVE-10)."""
        found = []
        cell = self.gate()
        counted = 1
        while counted < self.die:
            cell = (cell or len(self.disc)) - 1
            if self.disc[cell] == NONE:
                counted += 1
            else:
                found.append(cell)
        return found

    def may_leave(self) -> bool:
        """May the pawn on a gate leave with this leg? Not in the turn in which it entered (AVE-10)."""
        return self.origin != NONE and (self.pawn == self.gate() or self.pawn in self.leavers())

    def landing(self, cell: int) -> int:
        """Where the roll leads from here: occupied cells are jumped and not counted (AVE-6)."""
        steps = self.die
        last = len(self.disc) - 1
        while steps:
            cell = cell + 1 if cell < last else 0
            if self.disc[cell] == NONE:
                steps -= 1
        return cell

    # What it leads to.

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if action < LEAVE:
            self.origin = action
            self.walk(action)
        elif action < SHOWS:
            self.origin = self.pawn = action - LEAVE
            self.leave()
        elif action < OWN:
            self.chance(action)
        elif action == ROLL:
            self.phase = LUCK
        elif action == ENTER:
            self.enter()
        elif action == CONTINUE:
            self.walk(self.pawn)
        elif action == CONTINUE_EXIT:
            self.leave()
        elif action == ACCEPT or action == CHALLENGE:
            self.answer(seat, action)
        elif action == NOPEEK:
            self.go()
        else:
            self.peeked = self.place = action - PEEK
            self.phase = PEEKED

    def chance(self, action: int) -> None:
        """Nature's steps."""
        if action >= DIE:
            self.die = action - DIE + 1
            self.peeked = NONE
            self.go()
            if self.die == SIX and self.hidden_pawns():
                self.phase = PEEKING
        elif action >= START:
            self.seat = action - START
            self.phase = ROLLING
        elif self.phase == PEEKED:
            self.show(self.place, action - SHOWS)
            self.seen[self.place * (self.seats + 1) + self.seat] = self.played
            self.go()
        elif self.phase == SHOW:
            self.called(action - SHOWS)
        else:
            self.pawn = NONE
            if self.peeked == self.place:
                self.peeked = CELLS + action - SHOWS
            if self.arrive(action - SHOWS, PAWNS):
                self.phase = OVER
            else:
                self.next_turn()

    def go(self) -> None:
        self.phase = CONTINUING if self.on_gate() else MOVING

    def enter(self) -> None:
        """From in front of the own gate, which is the first cell that counts (AVE-7)."""
        self.outside[self.seat] -= 1
        self.origin = self.leg = NONE
        self.pawn = self.landing(self.gate() - 1)
        self.disc[self.pawn] = self.seat
        self.come_to_rest()

    def walk(self, cell: int) -> None:
        self.leg = cell
        self.pawn = self.landing(cell)
        self.move(cell, self.pawn)
        self.come_to_rest()

    def come_to_rest(self) -> None:
        """Not on a gate (AVE-9); and only a pawn that was face down can be challenged (AVE-12)."""
        if self.on_gate():
            self.phase = REROLLING
        elif self.origin == NONE:
            self.cover(self.pawn)
            self.end_turn()
        else:
            self.place = self.pawn
            self.ask()

    def leave(self) -> None:
        self.leg = self.place = self.pawn
        self.phase = LEAVING

    def put_back(self) -> None:
        """All legs undone (AVE-12)."""
        self.move(self.pawn, self.origin)
        self.leg, self.pawn = self.pawn, self.origin

    def play_again(self) -> None:
        self.dry += 1
        self.phase = ROLLING

    def end_turn(self) -> None:
        self.dry += 1
        self.next_turn()

    def next_turn(self) -> None:
        self.seat = after(self.seat, self.seats, self.owed)
        self.phase = ROLLING

    def why_not(self, seat: int, action: int) -> Reason:
        phase = self.phase
        if action not in TEXTS:
            return Reason("refused.illegal", {})
        if phase == CHALLENGED or action in (ACCEPT, CHALLENGE):
            return self.why_no_answer()
        if phase == ROLLING:
            return Reason("les_aveugles.refused.roll_first", {})
        if phase == REROLLING:
            return Reason("les_aveugles.refused.roll_again", {})
        pawns = self.walkers()
        if phase == PEEKING:
            if action >= PEEK:
                return Reason("les_aveugles.refused.no_pawn", {"cell": action - PEEK, "cells": self.hidden_pawns()})
            return Reason("les_aveugles.refused.peek_first", {})
        if action == ROLL:
            return Reason("les_aveugles.refused.rolled", {"die": self.die})
        if action >= PEEK or action == NOPEEK:
            return Reason(f"les_aveugles.refused.{'no_six' if self.die < SIX else 'peeked'}", {"die": self.die})
        if phase == CONTINUING:
            if action != CONTINUE_EXIT:
                return Reason("les_aveugles.refused.same_pawn", {"cell": self.pawn})
            return Reason(f"les_aveugles.refused.{'fresh_exit' if self.origin == NONE else 'short'}", {"die": self.die})
        if action == CONTINUE or action == CONTINUE_EXIT:
            return Reason("les_aveugles.refused.not_on_gate", {})
        if self.outside[seat]:
            return Reason("les_aveugles.refused.enter_first", {"n": self.outside[seat]})
        if action == ENTER:
            return Reason("les_aveugles.refused.none_outside", {"cells": pawns})
        return self.why_not_walk(action % LEAVE, pawns)

    def why_not_walk(self, cell: int, pawns: list[int]) -> Reason:
        if cell not in pawns:
            return Reason("les_aveugles.refused.no_pawn", {"cell": cell, "cells": pawns})
        leavers = sorted(self.leavers())
        if not leavers:
            return Reason("les_aveugles.refused.short", {"die": self.die})
        return Reason("les_aveugles.refused.exit", {"cell": cell, "cells": leavers})


def start(seats: int, options: tuple[int, ...]) -> LesAveugles:
    state = LesAveugles()
    state.gather(seats, options, places=seats * GAP[seats], pawns=PAWNS)
    state.seen = [0] * (seats + 1) * len(state.disc)
    return state


GAME: Final[Game] = Game(
    name=LesAveugles.NAME,
    version=1,
    fewest=2,
    most=6,
    age=6,
    minutes=30,
    limit=14_000,  # ten times what random play needs (GEN-14: 700), and nature's lines
    options=(),
    start=start,
    text=TEXTS.__getitem__,
    parse=reader("les_aveugles.unreadable", TEXTS),
    timed=((CHALLENGED, "challenge"),),
    clocked=True,
)
