"""Many games stepped in one call, into memory that is allocated once. No framework, no NumPy."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Bot
from polychrome.rl.play import OVER, Episodes

ILLEGAL: Final = -1.0  # the reward of whoever plays what is not open; the game is over then
ALL: Final = -1  # no seat in particular: programs play all of them

# How a game ended in this step.
GOES_ON: Final = 0
ENDED: Final = 1
STUCK: Final = 2
BROKEN_OFF: Final = 3  # by what is not open


class Batch:
    """Games side by side; where one ends, the next begins in the same step.

    `rows` and `masks` hold the observation and the mask of whoever is asked in each game, one after the other.
    """

    def __init__(self, plays: list[Episodes], bots: list[list[Bot | None]], learner: int) -> None:
        self.plays = plays
        self.bots = bots  # by game and seat; empty where programs play all seats
        self.learner = learner  # the seat that learns against bots; ALL: another one in each game
        self.size = plays[0].size
        self.symbols = plays[0].symbols
        count = len(plays)
        self.rows = bytearray(count * self.size)
        self.masks = bytearray(count * self.symbols)
        self.seats = [0] * count  # who is asked
        self.rewards = [0.0] * count  # for whoever acted
        self.ended = [GOES_ON] * count
        self.results: list[list[float]] = [[] for _ in plays]  # by seat, of a game that has just ended
        self.scores: list[list[int]] = [[] for _ in plays]
        self.why = [""] * count  # what was played is not open, of a game that was just broken off
        self.last = [bytearray() for _ in plays]  # the last observation of a game that has just ended
        self.begun = [0] * count  # games

    def begin(self, seeds: list[int]) -> None:
        """New games everywhere, each with its own luck."""
        for number in range(len(self.plays)):
            self.begun[number] = 0
            self.seat_bots(number)
            self.plays[number].begin(seeds[number])
            self.show(number)

    def seat_bots(self, number: int) -> None:
        """Bots for all but one seat, which goes round from game to game."""
        if self.bots:
            play = self.plays[number]
            learner = self.learner if self.learner != ALL else (number + self.begun[number]) % len(play.bots)
            play.bots = [None if seat == learner else bot for seat, bot in enumerate(self.bots[number])]
        self.begun[number] += 1

    def step(self, symbols: list[int]) -> None:
        """Whoever is asked answers, in every game."""
        for number in range(len(self.plays)):
            play = self.plays[number]
            symbol = symbols[number]
            seat = play.seat
            if symbol in play.open:
                play.answer(symbol)
                if play.seat == OVER:
                    self.end(number, seat, STUCK if play.stuck else ENDED)
                else:
                    self.rewards[number] = 0.0
                    self.ended[number] = GOES_ON
            else:
                self.why[number] = play.why_not(seat, symbol)
                self.end(number, seat, BROKEN_OFF)
            self.show(number)

    def end(self, number: int, seat: int, how: int) -> None:
        play = self.plays[number]
        self.ended[number] = how
        self.results[number] = play.results()
        self.scores[number] = play.state.scores()
        self.last[number] = play.row(seat)
        self.rewards[number] = ILLEGAL if how == BROKEN_OFF else self.results[number][seat]
        self.seat_bots(number)
        play.begin_next()
        while play.seat == OVER:  # the bots have played it to its end alone
            play.begin_next()

    def show(self, number: int) -> None:
        play = self.plays[number]
        seat = play.seat
        self.seats[number] = seat
        at = number * self.size
        self.rows[at : at + self.size] = play.row(seat)
        at = number * self.symbols
        self.masks[at : at + self.symbols] = play.mask(seat)
