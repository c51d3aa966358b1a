"""Rondo: a disc from the pile says which pair to find in the circle; the finder wins what lies in the middle."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, Reason
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo.table import (
    BOX,
    COLOURS,
    COMMON,
    DRAWS,
    FLIP,
    FLIPS,
    LETTERS,
    LUCK,
    OVER,
    OWN,
    SHOWS,
    START,
    Spread,
    of_each_colour,
    reader,
)

DRAWING: Final = FLIP + 1  # phase: a player is to draw; then nature does, in LUCK

DRAW: Final = OWN

PAIR: Final = 2  # discs of a colour in the circle, also of the small box (GEN-16)
CIRCLE: Final = 12
TEXTS: Final = {
    **{place: FLIPS[place] for place in range(CIRCLE)},
    **COMMON,
    **{DRAWS + colour: f"* draws {LETTERS[colour]}" for colour in range(COLOURS)},
    DRAW: "draw",
}


class Rondo(Spread):
    """The circle is the table; pairs found stay in it, face up. Searching is the phase FLIP."""

    NAME = "rondo"
    FIELDS = (*Spread.FIELDS, "pile", "middle", "target", "tried", "own")

    def __init__(self) -> None:
        super().__init__()
        self.pile: list[int] = []  # by colour; the order is drawn when it is seen
        self.middle: list[int] = []  # colours, in the order of drawing
        self.target = NONE  # the colour searched for
        self.tried = 0  # discs turned up in this turn's search
        self.own: list[int] = []  # by seat and colour: discs won

    def legal(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == DRAWING:
            return [DRAW]
        if phase == LUCK:
            return [DRAWS + colour for colour in range(COLOURS) if self.pile[colour]]
        return super().legal(seat)

    def sample(self, seat: int, dice: Dice) -> int:
        return DRAWS + dice.weighted(self.pile) if self.phase == LUCK else super().sample(seat, dice)

    def weight(self, outcome: int) -> int:
        return self.pile[outcome - DRAWS] if outcome >= DRAWS else super().weight(outcome)

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if action < SHOWS:
            self.turn_up(action)
        elif action < START:
            self.turned_up(action - SHOWS)
            self.tried += 1
            if self.tried == 2:  # both flips are due (RDO-5)
                self.compare()
        elif action < DRAWS:
            self.seat = action - START
            self.phase = DRAWING
        elif action < OWN:
            self.drawn_disc(action - DRAWS)
        else:
            self.phase = LUCK

    def drawn_disc(self, colour: int) -> None:
        """It starts a search unless its pair lies face up or the middle already holds its colour (RDO-5)."""
        self.pile[colour] -= 1
        dead = colour in self.middle
        self.middle.append(colour)
        pair = [place for place in self.up if self.disc[place] == colour]
        if pair:
            for place in pair:
                self.cover(place)
                self.up.remove(place)
        elif not dead:
            self.target = colour
            self.phase = FLIP
            return
        self.pass_on()
        self.draw_next()

    def draw_next(self) -> None:
        """The end comes when a draw is due and the pile is empty (RDO-8)."""
        self.phase = DRAWING if any(self.pile) else OVER

    def compare(self) -> None:
        first, second = self.up[-2], self.up[-1]
        self.tried = 0
        if self.disc[first] != self.target or self.disc[second] != self.target:
            self.cover(first)
            self.cover(second)
            self.up = self.up[:-2]
            self.pass_on()  # the next player goes on with the same search
            return
        for colour in self.middle:
            self.own[self.seat * COLOURS + colour] += 1
        self.middle = []
        self.target = NONE
        self.dry = 0
        self.draw_next()

    def scores(self) -> list[int]:
        return [sum(self.own[seat * COLOURS : (seat + 1) * COLOURS]) for seat in range(self.seats)]

    def pieces(self) -> list[int]:
        total = [circle + pile for circle, pile in zip(self.faces(), self.pile, strict=True)]
        for at in range(len(self.own)):
            total[at % COLOURS] += self.own[at]
        for colour in self.middle:
            total[colour] += 1
        return total

    def why_not(self, seat: int, action: int) -> Reason:
        if self.phase == DRAWING:
            known = action in TEXTS
            return Reason("rondo.refused.draw_first" if known else "refused.illegal", {})
        if action == DRAW:
            return Reason("rondo.refused.search_first", {"colour": LETTERS[self.target]})
        return self.why_no_flip(action) if action < SHOWS else Reason("refused.illegal", {})


def start(seats: int, options: tuple[int, ...]) -> Rondo:
    state = Rondo()
    state.spread(seats, options, PAIR)
    state.pile = [of_each_colour(options) - PAIR] * COLOURS
    state.own = [0] * seats * COLOURS
    return state


GAME: Final[Game] = Game(
    name=Rondo.NAME,
    version=1,
    fewest=2,
    most=6,
    age=5,
    minutes=20,
    limit=60_000,  # ten times what random play needs (GEN-14: 3 000), and nature's lines
    options=(BOX,),
    start=start,
    text=TEXTS.__getitem__,
    parse=reader("rondo.unreadable", TEXTS),
)
