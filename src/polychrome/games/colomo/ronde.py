"""Ronde: find a pair of each of the six colours; a pair you already have goes to somebody who lacks it."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, Reason
from polychrome.engine.pieces.order import SEATS
from polychrome.games.colomo.table import (
    BOX,
    COLOURS,
    COMMON,
    FLIP,
    FLIPS,
    LETTERS,
    OVER,
    OWN,
    SHOWS,
    START,
    Spread,
    of_each_colour,
    reader,
)

GIVING: Final = FLIP + 1  # phase: choose who gets the pair

GIVE: Final = OWN  # + seat

TEXTS: Final = {**FLIPS, **COMMON, **{GIVE + seat: f"give {seat}" for seat in range(COLOURS)}}
GIFTS: Final = [[GIVE + seat for seat in seats] for seats in SEATS]
RAINBOW: Final = (1 << COLOURS) - 1


class Ronde(Spread):
    NAME = "ronde"
    FIELDS = (*Spread.FIELDS, "own", "aside")

    def __init__(self) -> None:
        super().__init__()
        self.own: list[int] = []  # by seat: mask of the colours of its pairs
        self.aside: list[int] = []  # by colour: pairs out of the game

    def legal(self, seat: int) -> list[int]:
        return GIFTS[self.lacking()] if self.phase == GIVING else super().legal(seat)

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if action < SHOWS:
            self.turn_up(action)
        elif action < START:
            self.turned_up(action - SHOWS)
            if len(self.up) == 2:  # the second flip is due whatever the first shows (RON-7)
                self.compare()
        elif action < OWN:
            self.seat = action - START
            self.phase = FLIP
        else:
            self.give(action - GIVE)

    def compare(self) -> None:
        """Two discs lie face up (RON-5). After any pair the mover plays on, also after giving it away (RON-6)."""
        colour = self.disc[self.place]
        if self.disc[self.up[0]] != colour:
            self.cover_all()
            self.pass_on()
            return
        if not self.has(self.seat, colour):
            self.give(self.seat)
            return
        lacking = SEATS[self.lacking()]
        if len(lacking) > 1:
            self.phase = GIVING
        elif lacking:
            self.give(lacking[0])
        else:
            self.aside[colour] += 1
            self.take_all()
            self.phase = FLIP if self.left else OVER

    def has(self, seat: int, colour: int) -> bool:
        """Has this seat a pair of this colour?"""
        return self.own[seat] >> colour & 1 == 1

    def had_by_all(self, colour: int) -> bool:
        """Has everybody? Then another pair is put aside, and whoever found it plays on (RON-5, RON-6)."""
        return all(self.has(seat, colour) for seat in range(self.seats))

    def lacking(self) -> int:
        """Mask of the seats without a pair of the colour that lies face up."""
        colour = self.disc[self.place]
        mask = 0
        for seat in range(self.seats):
            if not self.has(seat, colour):
                mask |= 1 << seat
        return mask

    def give(self, seat: int) -> None:
        """The pair goes to a seat, which may win in somebody else's turn (RON-9)."""
        self.own[seat] |= 1 << self.disc[self.place]
        self.take_all()
        self.phase = FLIP if self.left and self.own[seat] != RAINBOW else OVER

    def scores(self) -> list[int]:
        """Different colours; all six win. Should nobody get there, the most do (RON-10)."""
        return [self.own[seat].bit_count() for seat in range(self.seats)]

    def pieces(self) -> list[int]:
        total = self.faces()
        for colour in range(COLOURS):
            holders = [seat for seat in range(self.seats) if self.has(seat, colour)]
            total[colour] += 2 * (len(holders) + self.aside[colour])
        return total

    def why_not(self, seat: int, action: int) -> Reason:
        if action not in TEXTS:
            return Reason("refused.illegal", {})
        if self.phase == FLIP:
            return self.why_no_flip(action) if action < SHOWS else Reason("ronde.refused.nothing_to_give", {})
        lacking = SEATS[self.lacking()]
        colour = LETTERS[self.disc[self.place]]
        if action < SHOWS:
            return Reason("ronde.refused.give_first", {"colour": colour, "seats": lacking})
        if action >= GIVE + self.seats:
            return Reason("colomo.refused.no_seat", {"seats": lacking})
        return Reason("ronde.refused.has_colour", {"seat": action - GIVE, "colour": colour, "seats": lacking})


def start(seats: int, options: tuple[int, ...]) -> Ronde:
    state = Ronde()
    state.spread(seats, options, of_each_colour(options))
    state.own = [0] * seats
    state.aside = [0] * COLOURS
    return state


GAME: Final[Game] = Game(
    name=Ronde.NAME,
    version=1,
    fewest=2,
    most=6,
    age=4,
    minutes=20,
    limit=12_000,  # ten times what random play needs (GEN-14: 600), and nature's lines
    options=(BOX,),
    start=start,
    text=TEXTS.__getitem__,
    parse=reader("ronde.unreadable", TEXTS),
)
