"""Pips: draw coloured pips into your line for as long as you dare; a colour that is there already costs the line."""

from __future__ import annotations

from polychrome.engine.core import ALONE, NATURE_ALONE, NOBODY, Game, Option, Reason, State, Unreadable

LETTERS = "RYGB"
EACH = 4  # pips of each colour
COLOURS = 0  # the option

LOT, TURN, DRAWN, OVER = range(4)  # phases: nature draws the start seat; draw or stop; nature draws a pip

# Actions. Each number means one thing in the whole game.
DRAW = 0
STOP = 1
PIP = 2  # + colour; nature's from here
START = 10  # + seat


class Pips(State):
    NAME = "pips"
    FIELDS = ("bag", "line", "own", "lost")

    def __init__(self) -> None:
        super().__init__()
        self.bag: list[int] = []  # pips left, by colour
        self.line: list[int] = []  # what the mover has drawn in this turn, first drawn first
        self.own: list[int] = []  # pips kept, by seat and colour
        self.lost: list[int] = []  # pips out of the game, by colour

    def acting(self) -> list[int]:
        if self.phase == OVER:
            return NOBODY
        return ALONE[self.seat] if self.phase == TURN else NATURE_ALONE

    def legal(self, seat: int) -> list[int]:
        if self.phase == LOT:
            return [START + other for other in range(self.seats)]
        if self.phase == DRAWN:
            return [PIP + colour for colour, count in enumerate(self.bag) if count]
        return [DRAW, STOP] if self.line else [DRAW]

    def weight(self, outcome: int) -> int:
        return self.bag[outcome - PIP] if outcome < START else 1

    def refuse(self, seat: int, action: int) -> Reason | None:
        if action in self.legal(seat):
            return None
        return Reason("pips.refused.stop" if action == STOP else "refused.nature_only", {})

    def apply(self, seat: int, action: int) -> None:
        if action == DRAW:
            self.phase = DRAWN
        elif action == STOP:
            self.keep()
        elif action < START:
            self.draw(action - PIP)
        else:
            self.seat = action - START
            self.phase = TURN

    def draw(self, colour: int) -> None:
        self.bag[colour] -= 1
        self.phase = TURN
        if colour in self.line:
            for pip in [*self.line, colour]:
                self.lost[pip] += 1
            self.end_turn()
        else:
            self.line.append(colour)
            if not any(self.bag):
                self.keep()

    def keep(self) -> None:
        for pip in self.line:
            self.own[self.seat * len(self.bag) + pip] += 1
        self.end_turn()

    def end_turn(self) -> None:
        self.line = []
        self.seat = (self.seat + 1) % self.seats
        self.phase = TURN if any(self.bag) else OVER

    def kept(self, seat: int) -> list[int]:
        """The pips of a seat, by colour."""
        return self.own[seat * len(self.bag) : (seat + 1) * len(self.bag)]

    def scores(self) -> list[int]:
        return [worth(self.kept(seat)) for seat in range(self.seats)]

    def pieces(self) -> list[int]:
        total = [inside + lost for inside, lost in zip(self.bag, self.lost, strict=True)]
        for i, count in enumerate(self.own):
            total[i % len(total)] += count
        for pip in self.line:
            total[pip] += 1
        return total


def worth(kept: list[int]) -> int:
    """A point for each pip, and three for each set of all colours."""
    return sum(kept) + 3 * min(kept)


def start(seats: int, options: tuple[int, ...]) -> Pips:
    state = Pips()
    state.seats = seats
    state.options = options
    colours = len(LETTERS) - options[COLOURS]
    state.bag = [EACH] * colours
    state.own = [0] * seats * colours
    state.lost = [0] * colours
    return state


def text(action: int) -> str:
    if action >= START:
        return f"* start {action - START}"
    return ["draw", "stop", *[f"* pip {letter}" for letter in LETTERS]][action]


ACTIONS = {text(action): action for action in [DRAW, STOP, PIP, PIP + 1, PIP + 2, PIP + 3, *range(START, START + 4)]}


def parse(text: str) -> int:
    action = ACTIONS.get(" ".join(text.split()))
    if action is None:
        raise Unreadable(Reason("pips.unreadable", {"text": text}))
    return action


GAME = Game(
    name=Pips.NAME,
    version=1,
    fewest=2,
    most=4,
    age=5,
    minutes=5,
    limit=100,
    options=(Option("colours", (4, 3)),),
    start=start,
    text=text,
    parse=parse,
)
