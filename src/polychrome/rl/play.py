"""A game being played by a program: symbols in, rows of numbers and masks out. No framework, no NumPy."""

from __future__ import annotations

from typing import Final

from polychrome.bots.memory import Memory
from polychrome.engine.core import NATURE, Bot, Reason, Refused, State
from polychrome.engine.dice import Dice
from polychrome.rl.encoding import NOT_YET, Encoding

OVER: Final = -1  # nobody is asked any more


class Episodes:
    """One game after the other. Seats that have a bot are played by it; the others are asked."""

    def __init__(self, encoding: Encoding, memory: Memory | None, bots: list[Bot | None]) -> None:
        self.encoding = encoding
        self.memory = memory  # what fades of all that was seen; None: nothing does
        self.bots = bots  # by seat
        self.limit = encoding.game.limit
        self.size = encoding.layout.size
        self.symbols = len(encoding.symbols)
        self.dice = Dice(0)
        self.state: State = encoding.begin()
        self.begun: list[list[int]] = []  # by seat: the symbols of an action that is not whole yet
        self.lines = 0  # actions played, nature's included
        self.seat = OVER  # who is asked
        self.open: list[int] = []  # the symbols open to that seat
        self.stuck = False  # too long, or going nowhere (GEN-15)

    def begin(self, seed: int) -> None:
        """A new game. The same seed and the same symbols give the same game."""
        self.dice = Dice(seed)
        self.begin_next()

    def begin_next(self) -> None:
        """A new game with whatever luck comes next."""
        self.state = self.encoding.begin()
        self.begun = [[] for _ in range(self.encoding.seats)]
        self.lines = 0
        self.stuck = False
        self.settle()

    def settle(self) -> None:
        """Let nature and the bots act until a program is asked, or the game is over."""
        state = self.state
        while True:
            seats = state.acting()
            if not seats:
                self.seat = OVER
                return
            seat = seats[0]
            if seat == NATURE:
                state.apply(NATURE, state.sample(NATURE, self.dice))
                self.lines += 1
                continue
            if self.lines >= self.limit or state.stale():
                self.stuck = True
                self.seat = OVER
                return
            if len(seats) > 1:
                seat = first_after(state.seat, seats, state.seats)
            bot = self.bots[seat]
            if bot is None:
                self.seat = seat
                self.open = self.encoding.open(state, seat, self.begun[seat])
                return
            action = bot.choose(state.view(seat, True), seat)
            reason = state.refuse(seat, action)
            if reason is not None:
                raise Refused(reason)
            state.apply(seat, action)
            self.lines += 1

    def act(self, symbol: int) -> None:
        """The seat that is asked answers. Raises Refused, with nothing changed, if this is not open to it."""
        if symbol not in self.open or self.seat == OVER:
            raise Refused(Reason("refused.illegal", {}))
        self.answer(symbol)

    def answer(self, symbol: int) -> None:
        """As `act`, with a symbol that is known to be open."""
        self.compose(self.seat, symbol)
        if self.begun[self.seat]:
            self.open = self.encoding.open(self.state, self.seat, self.begun[self.seat])
        else:
            self.settle()

    def compose(self, seat: int, symbol: int) -> None:
        """One more symbol, known to be open; a whole action is played."""
        begun = self.begun[seat]
        begun.append(symbol)
        action = self.encoding.read(self.state, seat, begun)
        if action != NOT_YET:
            self.begun[seat] = []
            self.state.apply(seat, action)
            self.lines += 1

    def open_to(self, seat: int) -> list[int]:
        """The symbols open to any seat; none if it is not asked."""
        if self.seat == OVER:
            return []
        if seat == self.seat:
            return self.open
        return self.encoding.open(self.state, seat, self.begun[seat]) if seat in self.state.acting() else []

    def seen_by(self, seat: int) -> State:
        """What a seat may know: what lies open, or all it ever saw, as far as its memory goes."""
        if self.encoding.all_open:
            return self.state
        recall = self.encoding.recall
        view = self.state.view(seat, recall)
        return self.memory.fade(view, seat) if recall and self.memory is not None else view

    def row(self, seat: int) -> bytearray:
        """The observation of a seat."""
        row = bytearray(self.size)
        self.encoding.write(self.seen_by(seat), seat, self.begun[seat], row)
        return row

    def mask(self, seat: int) -> bytearray:
        """By symbol: 1 if it is open to the seat that is asked; all 0 for the others."""
        mask = bytearray(self.symbols)
        if seat == self.seat:
            for symbol in self.open:
                mask[symbol] = 1
        return mask

    def why_not(self, seat: int, symbol: int) -> str:
        """Why a symbol is not open to a seat, in one sentence."""
        symbols = self.encoding.symbols
        if self.seat == OVER:
            return "The game is over; reset begins another."
        if not 0 <= symbol < len(symbols):
            return f"{symbol} is no action; there are {len(symbols)}, from 0."
        open_now = [symbols[each] for each in self.open_to(seat)]
        if not open_now:
            return f"Seat {seat} is not asked now, but seat {self.seat}."
        shown = ", ".join(open_now[:10]) + (" …" if len(open_now) > 10 else "")
        return f"Seat {seat} may not choose “{symbols[symbol]}” now, but: {shown}."

    def results(self) -> list[float]:
        return results(self.state)


def results(state: State) -> list[float]:
    """By seat: 1 for a win alone, less for a shared one; what is won is lost by the others. Alone: the points."""
    seats = state.seats
    if seats == 1:
        return [float(state.scores()[0])]
    winners = state.winners()
    found = [-1.0 / (seats - 1)] * seats
    for seat in winners:
        found[seat] += seats / (seats - 1) / len(winners)
    return found


def first_after(seat: int, seats: list[int], count: int) -> int:
    """The first to the left of a seat among several who are asked at once."""
    for step in range(1, count + 1):
        if (seat + step) % count in seats:
            return (seat + step) % count
    return seats[0]
