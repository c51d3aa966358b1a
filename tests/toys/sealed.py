"""Sealed, a toy: all write a number in secret; then anyone may challenge the highest.

It stands for simultaneous play: several seats act at once, answers stay sealed until all are in, and a challenge
window is a question that everybody answers.
"""

from __future__ import annotations

from polychrome.engine.core import EVERYONE, HIDDEN, NATURE, NATURE_ALONE, Game, Option, Reason, State, Unreadable
from polychrome.engine.dice import Dice

OPEN = -1  # not answered yet

WRITE, SHOW, WINDOW, TELL, OVER = range(5)  # phases; nature turns the answers over in SHOW and TELL

# Actions.
NOTE = 0  # + number
ACCEPT = 10
CHALLENGE = 11
SHOWN = 20  # + action; nature's from here

TOP = 5


class Sealed(State):
    FIELDS = ("answer", "note", "shown", "points", "rounds")

    def __init__(self) -> None:
        super().__init__()
        self.answer: list[int] = []  # by seat, sealed until all are in and turned over
        self.note: list[int] = []  # by seat, the number, once turned over
        self.shown = 0  # how many answers are turned over
        self.points: list[int] = []
        self.rounds = 0

    def acting(self) -> list[int]:
        if self.phase in (SHOW, TELL):
            return NATURE_ALONE
        return [seat for seat in range(self.seats) if self.phase != OVER and self.answer[seat] == OPEN]

    def legal(self, seat: int) -> list[int]:
        if seat == NATURE:
            return [SHOWN + self.answer[self.shown]]
        return list(range(NOTE, TOP)) if self.phase == WRITE else [ACCEPT, CHALLENGE]

    def audience(self, seat: int, action: int) -> int:
        return EVERYONE if seat == NATURE else 1 << seat

    def idle(self, seat: int) -> int | None:
        return NOTE if self.phase == WRITE else ACCEPT

    def apply(self, seat: int, action: int) -> None:
        if seat != NATURE:
            self.answer[seat] = action
            if OPEN not in self.answer:
                self.phase += 1
                self.shown = 0
            return
        self.shown += 1
        if self.shown == self.seats:
            if self.phase == SHOW:
                self.note = self.answer
                self.phase = WINDOW
            else:
                self.settle()
            self.answer = [OPEN] * self.seats

    def settle(self) -> None:
        """The highest note scores; challenged, it scores only if nobody wrote the same, else it costs."""
        top = self.note.index(max(self.note))
        good = CHALLENGE not in self.answer or self.note.count(self.note[top]) == 1
        self.points[top] += self.note[top] if good else -self.note[top]
        self.rounds -= 1
        self.phase = WRITE if self.rounds else OVER

    def scores(self) -> list[int]:
        return self.points[:]

    def redact(self, viewer: int, recall: bool) -> None:
        first = self.shown if self.phase in (SHOW, TELL) else 0
        for seat in range(first, self.seats):
            if seat != viewer and self.answer[seat] != OPEN:
                self.answer[seat] = HIDDEN

    def imagine(self, dice: Dice) -> None:
        writing = self.phase in (WRITE, SHOW)
        for seat in range(self.seats):
            if self.answer[seat] == HIDDEN:
                self.answer[seat] = NOTE + dice.below(TOP) if writing else ACCEPT + dice.below(2)


def start(seats: int, options: tuple[int, ...]) -> Sealed:
    state = Sealed()
    state.seats = seats
    state.options = options
    state.answer = [OPEN] * seats
    state.points = [0] * seats
    state.rounds = 2 - options[0]
    return state


def text(action: int) -> str:
    if action >= SHOWN:
        return "* " + text(action - SHOWN)
    return {ACCEPT: "accept", CHALLENGE: "challenge"}.get(action, f"write {action}")


TEXTS = {
    text(action): action for first in (0, SHOWN) for action in [*range(first, first + TOP), first + 10, first + 11]
}


def parse(text: str) -> int:
    if text not in TEXTS:
        raise Unreadable(Reason("refused.illegal", {}))
    return TEXTS[text]


GAME = Game(
    name="sealed",
    version=1,
    fewest=2,
    most=4,
    age=6,
    minutes=5,
    limit=60,
    options=(Option("rounds", (2, 1)),),
    start=start,
    text=text,
    parse=parse,
)
