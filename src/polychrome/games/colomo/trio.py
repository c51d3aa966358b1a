"""Trio: turn three discs up; three of a colour are yours, and you play on."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, Reason
from polychrome.games.colomo.table import (
    BOX,
    COLOURS,
    COMMON,
    FLIP,
    FLIPS,
    OVER,
    SHOWS,
    START,
    Spread,
    of_each_colour,
    reader,
)

TEXTS: Final = {**FLIPS, **COMMON}
REST: Final = 6  # discs that nobody wins: one of each colour (TRI-4)


class Trio(Spread):
    NAME = "trio"
    FIELDS = (*Spread.FIELDS, "own")

    def __init__(self) -> None:
        super().__init__()
        self.own: list[int] = []  # by seat and colour: trios

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if action < SHOWS:
            self.turn_up(action)
        elif action < START:
            self.turned_up(action - SHOWS)
            if len(self.up) == 3:  # the third flip is due even if the first two differ (TRI-2)
                self.compare()
        else:
            self.seat = action - START
            self.phase = FLIP

    def compare(self) -> None:
        colour = self.disc[self.place]
        if self.disc[self.up[0]] != colour or self.disc[self.up[1]] != colour:
            self.cover_all()
            self.pass_on()
            return
        self.own[self.seat * COLOURS + colour] += 1
        self.take_all()
        if len(self.left) == REST:
            self.phase = OVER

    def scores(self) -> list[int]:
        return [sum(self.own[seat * COLOURS : (seat + 1) * COLOURS]) for seat in range(self.seats)]

    def pieces(self) -> list[int]:
        total = self.faces()
        for at in range(len(self.own)):
            total[at % COLOURS] += 3 * self.own[at]
        return total

    def why_not(self, seat: int, action: int) -> Reason:
        return self.why_no_flip(action) if action < SHOWS else Reason("refused.illegal", {})


def start(seats: int, options: tuple[int, ...]) -> Trio:
    state = Trio()
    state.spread(seats, options, of_each_colour(options))
    state.own = [0] * seats * COLOURS
    return state


GAME: Final[Game] = Game(
    name=Trio.NAME,
    version=1,
    fewest=2,
    most=6,
    age=5,
    minutes=30,
    limit=100_000,  # ten times what random play needs (GEN-14: 5 000), and nature's lines
    options=(BOX,),
    start=start,
    text=TEXTS.__getitem__,
    parse=reader("trio.unreadable", TEXTS),
)
