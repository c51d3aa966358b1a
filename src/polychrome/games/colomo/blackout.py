"""Blackout: one player shows a line of six discs, covers it and moves two; the others find the colours again."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from polychrome.engine.core import Game, Reason, Unreadable
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo.table import COLOURS, COMMON, FLIP, LETTERS, OVER, OWN, SHOW, SHOWS, START, Discs, reader

# Phases, in the order of a round. Turning a disc up is FLIP (the specification's "find").
ARRANGING: Final = FLIP + 1
MEMORISING: Final = FLIP + 2
SHIFTING: Final = FLIP + 3
ASKING: Final = FLIP + 4

COVER: Final = OWN
ASK: Final = OWN + 1  # + colour
SHIFT: Final = 120  # + which of SHIFTS
ARRANGE: Final = 200  # + which of LINES

PLACES: Final = 6
LINES: Final = [list(line) for line in permutations(range(COLOURS))]


def shifts() -> list[list[int]]:
    """What moving at most two discs can lead to: the other discs stay, and the six cells are in a row (BLK-5)."""
    found = set()
    for a in range(PLACES):
        for b in range(PLACES):
            still = [place for place in range(PLACES) if place not in (a, b)]
            for first in range(-2, 3):  # where the line begins then
                cells = list(range(first, first + PLACES))
                if all(place in cells for place in still):
                    free = [cell for cell in cells if cell not in still]
                    for moved in permutations({a, b}):
                        there = dict(zip([*still, *free], [*still, *moved], strict=True))
                        found.add(tuple(there[cell] for cell in cells))
    return [list(order) for order in sorted(found)]


SHIFTS: Final = shifts()

ARRANGEMENTS: Final = [ARRANGE + at for at in range(len(LINES))]
MANIPULATIONS: Final = [SHIFT + at for at in range(len(SHIFTS))]

TEXTS: Final = {
    **{place: f"turn {place}" for place in range(PLACES)},
    **COMMON,
    COVER: "cover",
    **{ASK + colour: f"ask {LETTERS[colour]}" for colour in range(COLOURS)},
    **{SHIFT + at: "shift " + "".join(map(str, order)) for at, order in enumerate(SHIFTS)},
    **{ARRANGE + at: "arrange " + "".join(LETTERS[colour] for colour in line) for at, line in enumerate(LINES)},
}


class Blackout(Discs):
    """After `cover` the colours are hidden from everybody, the manipulator too (BLK-12)."""

    NAME = "blackout"
    FIELDS = (*Discs.FIELDS, "manipulator", "taken", "shift", "asked", "flips", "rounds", "own")

    def __init__(self) -> None:
        super().__init__()
        self.manipulator = NONE
        self.taken: list[int] = []  # by place of the line: who has the disc that was turned up here, or NONE
        self.shift = NONE  # which of SHIFTS was done in this round
        self.asked = NONE  # the colour to be found; after a round still the last one, until the next line lies
        self.flips = 0  # in this round
        self.rounds = 0  # still to come
        self.own: list[int] = []  # by seat and colour: discs won, apart from the own six (BLK-10)

    def lies_open(self, place: int) -> bool:
        return self.phase == MEMORISING or self.taken[place] != NONE

    def down(self) -> list[int]:
        """Places whose disc lies face down."""
        if self.phase == MEMORISING:
            return []
        return [place for place in range(PLACES) if self.disc[place] != NONE and self.taken[place] == NONE]

    def hidden(self) -> list[int]:
        """Colours that have not been turned up in this round."""
        shown = [self.disc[place] for place in range(PLACES) if self.taken[place] != NONE]
        return [colour for colour in range(COLOURS) if colour not in shown]

    def legal(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == FLIP:
            return self.down()
        if phase == ASKING:
            return [ASK + colour for colour in self.hidden()]
        if phase == ARRANGING:
            return ARRANGEMENTS
        if phase == MEMORISING:
            return [COVER]
        return MANIPULATIONS if phase == SHIFTING else super().legal(seat)

    def idle(self, seat: int) -> int | None:
        return COVER if self.phase == MEMORISING else None

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if action < SHOWS:
            self.place = action
            self.phase = SHOW
        elif action < START:
            self.turned_up(action - SHOWS)
        elif action < OWN:
            self.manipulator = action - START
            self.begin_round()
        elif action == COVER:
            for place in range(PLACES):
                self.cover(place)
            self.phase = SHIFTING
        elif action < SHIFT:
            self.asked = action - ASK
            self.find()
        elif action < ARRANGE:
            self.shift = action - SHIFT
            self.disc = [self.disc[place] for place in SHIFTS[self.shift]]  # `seen` is the same for all
            self.phase = ASKING
        else:
            self.rounds -= 1
            self.disc = LINES[action - ARRANGE][:]
            self.asked = NONE
            self.phase = MEMORISING

    def begin_round(self) -> None:
        self.seat = self.manipulator
        self.phase = ARRANGING
        self.disc = [NONE] * PLACES
        self.seen = [0] * PLACES
        self.taken = [NONE] * PLACES
        self.shift = self.place = NONE
        self.flips = 0

    def find(self) -> None:
        """Seekers take turns clockwise from the manipulator's left, right or wrong (BLK-6)."""
        self.seat = (self.manipulator + 1 + self.flips % (self.seats - 1)) % self.seats
        self.phase = FLIP

    def turned_up(self, colour: int) -> None:
        """The seeker wins the colour asked for, the manipulator any other, which is then still to be found (BLK-8)."""
        right = colour == self.asked
        winner = self.seat if right else self.manipulator
        self.win(winner, self.place, colour)
        self.flips += 1
        if self.flips == PLACES - 1:
            sixth = self.taken.index(NONE)
            self.win(winner, sixth, self.colours(sixth)[0])  # on top, and it has no other colour (BLK-9)
            self.end_round()
        elif right:
            self.asked = NONE
            self.seat = self.manipulator
            self.phase = ASKING
        else:
            self.find()

    def win(self, seat: int, place: int, colour: int) -> None:
        self.show(place, colour)
        self.own[seat * COLOURS + colour] += 1
        self.taken[place] = seat

    def end_round(self) -> None:
        if self.rounds:
            self.manipulator = (self.manipulator + 1) % self.seats
            self.begin_round()
        else:
            self.phase = OVER

    def scores(self) -> list[int]:
        return [sum(self.own[seat * COLOURS : (seat + 1) * COLOURS]) for seat in range(self.seats)]

    def pieces(self) -> list[int]:
        """By colour: in the line, won, or with the players who have not shown theirs."""
        total = [self.rounds + blank for blank in self.pool]
        for colour in range(COLOURS):
            total[colour] += sum(self.own[colour::COLOURS])
        for place in range(PLACES):
            if self.disc[place] >= 0 and self.taken[place] == NONE:
                total[self.disc[place]] += 1
        return total

    def why_not(self, seat: int, action: int) -> Reason:
        if action not in TEXTS:
            return Reason("refused.illegal", {})
        phase = self.phase
        if phase == ARRANGING:
            return Reason("blackout.refused.arrange_first", {})
        if phase == MEMORISING:
            return Reason("blackout.refused.cover_first", {})
        if phase == SHIFTING:
            return Reason("blackout.refused.shift_first", {})
        hidden = [LETTERS[colour] for colour in self.hidden()]
        if phase == ASKING:
            if ASK <= action < SHIFT:
                return Reason("blackout.refused.found", {"colour": LETTERS[action - ASK], "colours": hidden})
            return Reason("blackout.refused.ask_first", {"colours": hidden})
        if action < PLACES:
            return Reason("blackout.refused.turned", {"place": action, "places": self.down()})
        return Reason("blackout.refused.turn_first", {"colour": LETTERS[self.asked], "places": self.down()})


def parse(text: str) -> int:
    """Lines that nobody may lay have words of their own."""
    try:
        return listed(text)
    except Unreadable:
        word = text.split(maxsplit=1)[0] if text.split() else ""
        key = f"blackout.unreadable.{word}" if word in ("arrange", "shift") else "blackout.unreadable"
        raise Unreadable(Reason(key, {"text": text})) from None


listed: Final = reader("blackout.unreadable", TEXTS)


def start(seats: int, options: tuple[int, ...]) -> Blackout:
    state = Blackout()
    state.seats = seats
    state.options = options
    state.pool = [0] * COLOURS
    state.disc = [NONE] * PLACES
    state.seen = [0] * PLACES
    state.taken = [NONE] * PLACES
    state.rounds = seats
    state.own = [0] * seats * COLOURS
    return state


GAME: Final[Game] = Game(
    name=Blackout.NAME,
    version=1,
    fewest=3,
    most=6,
    age=6,
    minutes=20,
    limit=1_400,  # ten times what random play needs (GEN-14: 70), and nature's lines
    options=(),
    start=start,
    text=TEXTS.__getitem__,
    parse=parse,
    timed=((MEMORISING, "memorise"),),
    opening=(ARRANGING,),
)
