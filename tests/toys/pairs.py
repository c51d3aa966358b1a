"""Pairs alone: thirty colours, two discs of each. A move turns two up; equal ones are won, others are covered again."""

from __future__ import annotations

from math import log

from polychrome.engine.core import NATURE, Bot
from polychrome.engine.dice import Dice
from polychrome.games.colomo.table import FLIP, OVER, SHOWS, Spread

PAIRS = 30
MOST_MOVES = 5_000  # moves; somebody who turns discs up blindly needs 900 in the mean


class Endless(Exception):
    """A bot that does not get the table cleared."""


class Pairs(Spread):
    FIELDS = (*Spread.FIELDS, "moves")

    def __init__(self) -> None:
        super().__init__()
        self.moves = 0

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if seat != NATURE:
            self.turn_up(action)
            return
        self.turned_up(action - SHOWS)
        if len(self.up) == 2:
            self.moves += 1
            if self.disc[self.up[0]] == self.disc[self.up[1]]:
                self.take_all()
            else:
                self.cover_all()
            if not self.left:
                self.phase = OVER

    def scores(self) -> list[int]:
        return [-self.moves]


def start(pairs: int = PAIRS) -> Pairs:
    state = Pairs()
    state.spread(1, (), each=2, colours=pairs)
    state.phase = FLIP
    return state


def moves(bot: Bot, seed: int, pairs: int = PAIRS, most: int = MOST_MOVES) -> int:
    """How many moves a bot needs to clear the table."""
    state = start(pairs)
    dice = Dice(seed)
    while acting := state.acting():
        seat = acting[0]
        if seat == NATURE:
            state.apply(seat, state.sample(seat, dice))
        elif state.moves < most:
            state.apply(seat, bot.choose(state.view(seat, recall=True), seat))
        else:
            raise Endless(f"{len(state.left)} of {2 * pairs} discs are still there after {most} moves (seed {seed})")
    return state.moves


def expected(pairs: int = PAIRS) -> float:
    """Moves of the best player in the mean, for many pairs (Velleman & Warrington 2013)."""
    return (3 - 2 * log(2)) * pairs + 7 / 8 - 2 * log(2)


def fewest(pairs: int) -> float:
    """Moves of the best player in the mean, exactly: by working backwards, with nothing borrowed from the bot.

    What matters is how many pairs are left and how many discs are known, no two of a colour: a known pair costs one
    move whenever it is taken, so it is counted when it gets known.
    """
    best: dict[tuple[int, int], float] = {(0, 0): 0.0}
    for left in range(1, pairs + 1):
        for known in range(left, -1, -1):
            unknown = 2 * left - known
            if not unknown:
                continue
            first_matches = known / unknown  # then its mate is turned up, too
            value = first_matches * (1 + best[left - 1, known - 1]) if known else 0.0
            if known < left:
                rest = unknown - 1  # discs for the second flip, after a first of a new colour
                second = 1 / rest * (1 + best[left - 1, known])  # by luck
                if known:
                    second += known / rest * (2 + best[left - 1, known])  # a pair is known, and taken later
                if known + 1 < left:
                    second += 2 * (left - known - 1) / rest * (1 + best[left, known + 2])
                passing = 1 + best[left, known + 1] if known else second  # a known disc as the second flip
                value += (1 - first_matches) * min(second, passing)
            best[left, known] = value
    return best[pairs, 0]
