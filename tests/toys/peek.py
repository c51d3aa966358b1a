"""Peek, a toy: look at a disc in secret, then turn one over for all; win it if it has your colour, else it is covered.

It stands for the games of memory: private looks, discs covered again, and views with and without recall.
"""

from __future__ import annotations

from polychrome.engine.core import (
    ALONE,
    EVERYONE,
    HIDDEN,
    NATURE_ALONE,
    NOBODY,
    SPECTATOR,
    Game,
    Option,
    Reason,
    State,
    Unreadable,
)
from polychrome.engine.dice import Dice

LETTERS = "RGB"
COLOURS = 3
NONE = -1  # no disc here any more; no place

LOOK, SEE, FLIP, TURN, OVER = range(5)  # phases; nature acts in SEE and TURN

# Actions.
SKIP = 0
LOOK_AT = 1  # + place
FLIP_AT = 11  # + place
SHOWS = 21  # + colour; nature's from here: for the eyes of one seat
TURNS = 31  # + colour; for all

ROUNDS = 5


class Peek(State):
    FIELDS = ("pool", "disc", "seen", "moves", "place", "up", "points", "turns")
    CACHES = ("there",)

    def __init__(self) -> None:
        super().__init__()
        self.pool: list[int] = []  # of each colour, the discs that nobody has seen yet: they have no colour until then
        self.disc: list[int] = []  # by place: its colour, HIDDEN, or NONE once it is won
        self.seen: list[int] = []  # by viewer (spectators last) and place: the action number of the last sighting, or 0
        self.moves = 0  # actions played so far
        self.place = NONE  # the disc that the mover looks at or turns over
        self.up = NONE  # the disc that lies face up for all, until the next player begins
        self.points: list[int] = []
        self.turns = 0
        self.there: list[int] = []  # places that still have a disc

    def places(self) -> list[int]:
        if not self.there:
            self.there = [place for place, colour in enumerate(self.disc) if colour != NONE]
        return self.there

    def acting(self) -> list[int]:
        if self.phase == OVER:
            return NOBODY
        return NATURE_ALONE if self.phase in (SEE, TURN) else ALONE[self.seat]

    def legal(self, seat: int) -> list[int]:
        if self.phase == LOOK:
            return [SKIP, *[LOOK_AT + place for place in self.places()]]
        if self.phase == FLIP:
            return [FLIP_AT + place for place in self.places()]
        first = SHOWS if self.phase == SEE else TURNS
        colour = self.disc[self.place]
        return [first + c for c in range(COLOURS) if self.pool[c]] if colour == HIDDEN else [first + colour]

    def weight(self, outcome: int) -> int:
        return self.pool[(outcome - SHOWS) % 10] if self.disc[self.place] == HIDDEN else 1

    def audience(self, seat: int, action: int) -> int:
        return 1 << self.seat if SHOWS <= action < TURNS else EVERYONE

    def idle(self, seat: int) -> int | None:
        return SKIP if self.phase == LOOK else None

    def irrevocable(self) -> bool:
        return self.phase == FLIP  # whoever begins a turn covers what lay open until then

    def apply(self, seat: int, action: int) -> None:
        self.moves += 1
        if action < FLIP_AT:
            self.up = NONE
            self.place = NONE if action == SKIP else action - LOOK_AT
            self.phase = FLIP if action == SKIP else SEE
        elif action < SHOWS:
            self.place = action - FLIP_AT
            self.phase = TURN
        else:
            self.reveal((action - SHOWS) % 10)

    def reveal(self, colour: int) -> None:
        place = self.place
        if self.disc[place] == HIDDEN:
            self.pool[colour] -= 1
            self.disc[place] = colour
        for viewer in [self.seat] if self.phase == SEE else range(self.seats + 1):
            self.seen[viewer * len(self.disc) + place] = self.moves
        if self.phase == SEE:
            self.phase = FLIP
        elif colour == target(self.seat):
            self.points[self.seat] += 1
            self.disc[place] = NONE
            self.there = []
            self.next_turn()
        else:
            self.up = place
            self.next_turn()

    def next_turn(self) -> None:
        self.place = NONE
        self.seat = (self.seat + 1) % self.seats
        self.turns += 1
        self.phase = OVER if self.turns == ROUNDS * self.seats or not self.places() else LOOK

    def scores(self) -> list[int]:
        return self.points[:]

    def pieces(self) -> list[int]:
        total = [self.pool[colour] + self.disc.count(colour) for colour in range(COLOURS)]
        for seat in range(self.seats):
            total[target(seat)] += self.points[seat]
        return total

    def open_to(self, viewer: int, place: int) -> bool:
        """Does this viewer see the disc right now?"""
        return place == self.up or (self.phase == FLIP and place == self.place and viewer == self.seat)

    def redact(self, viewer: int, recall: bool) -> None:
        for place, colour in enumerate(self.disc):
            if colour >= 0 and not self.open_to(viewer, place) and not (recall and self.sighted(viewer, place)):
                self.pool[colour] += 1
                self.disc[place] = HIDDEN
        if not recall:
            self.seen = [0] * len(self.seen)

    def sighted(self, viewer: int, place: int) -> int:
        row = self.seats if viewer == SPECTATOR else viewer
        return self.seen[row * len(self.disc) + place]

    def imagine(self, dice: Dice) -> None:
        """A disc that somebody has seen has a colour; the others need none."""
        for place, colour in enumerate(self.disc):
            viewers = [*range(self.seats), SPECTATOR]
            if colour == HIDDEN and any(self.open_to(v, place) or self.sighted(v, place) for v in viewers):
                self.disc[place] = dice.weighted(self.pool)
                self.pool[self.disc[place]] -= 1


def target(seat: int) -> int:
    return seat % COLOURS


def covered_otherwise(state: State, viewer: int, dice: Dice) -> State:
    """The same table, with other colours and other sightings of every disc that this viewer does not see now."""
    assert isinstance(state, Peek)
    new = state.clone()
    places = [p for p, colour in enumerate(state.disc) if colour >= 0 and not state.open_to(viewer, p)]
    for place in places:
        new.pool[new.disc[place]] += 1
    for place in places:
        new.disc[place] = dice.weighted(new.pool)
        new.pool[new.disc[place]] -= 1
    new.seen = [dice.below(state.moves + 1) for _ in state.seen]
    return new


def start(seats: int, options: tuple[int, ...]) -> Peek:
    state = Peek()
    state.seats = seats
    state.options = options
    discs = DISCS.choices[options[0]]
    assert isinstance(discs, int)
    state.pool = [discs // COLOURS] * COLOURS
    state.disc = [HIDDEN] * discs
    state.seen = [0] * (seats + 1) * discs
    state.points = [0] * seats
    return state


WORDS = (("look", LOOK_AT), ("flip", FLIP_AT), ("* shows", SHOWS), ("* turns", TURNS))


def text(action: int) -> str:
    if action == SKIP:
        return "skip"
    word, first = [(word, first) for word, first in WORDS if action >= first][-1]
    return f"{word} {LETTERS[action - first] if first >= SHOWS else action - first}"


def parse(text: str) -> int:
    if text == "skip":
        return SKIP
    for word, first in WORDS:
        marks = LETTERS if first >= SHOWS else "012345678"
        if text[:-1] == word + " " and text[-1] in marks:
            return first + marks.index(text[-1])
    raise Unreadable(Reason("refused.illegal", {}))


DISCS = Option("discs", (9, 6), lambda seats, discs: discs == 9 or seats < 4)

GAME = Game(
    name="peek",
    version=1,
    fewest=2,
    most=4,
    age=6,
    minutes=5,
    limit=100,
    options=(DISCS,),
    start=start,
    text=text,
    parse=parse,
)
