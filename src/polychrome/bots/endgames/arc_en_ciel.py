"""Arc-en-ciel when few discs are left: every way the last rainbows can go, for players who remember the same discs.

Of a colour it matters only whether it lies face up, how many of its discs are known face down and how many have never
been seen; which colour that is, and where, does not. So the last twelve discs are a few thousand positions. Play can
go round in circles, and so they are not walked but settled: at first each is worth its standing, as if everybody went
on passing for ever (GEN-15), then as much as the best action makes of it, over and over until nothing changes.

Everybody plays for the own share of the win (max^n); of equal actions the one named first here is played. Two players
always come to rest. Among three or more it can depend for ever on who would be the last to pass; that has no answer,
and nothing is solved then. So with them it is settled turn by turn, which shows it, and only six discs are looked at.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from polychrome.bots.endgames.answer import EQUAL, Solved, TooLarge, ranked, worths
from polychrome.engine.core import HIDDEN
from polychrome.games.colomo.arc_en_ciel import PREDICT, PREDICTING, STOP, ArcEnCiel
from polychrome.games.colomo.table import COLOURS, FLIP

BUDGET: Final = 3000  # positions
DISCS: Final = 12  # with more there are always more positions
SWEEPS: Final = 100  # then play goes round in circles that nobody can settle
PATIENT: Final = 4  # rounds of the table without a disc won; then somebody must give way, be it right or not

# A colour, as decimal digits: face up, known face down, never seen.
UP: Final = 100
KNOWN: Final = 10
UNSEEN: Final = 1

# Actions; below them, the colour (as above) of a known disc to turn up, or to predict rightly.
BLANK: Final = 1000  # turn up a disc never seen, or predict a colour for it that it may have
LEAVE: Final = 1001  # stop, or predict for a known disc what it is not
BLUNDER: Final = 1002  # predict for a disc never seen what it cannot be

Position = tuple[int, ...]  # seat, turn, the six colours ascending, discs won by seat

# A turn, as decimal digits: which of the rainbow (3: or later), 1 if the table was bare, flips as far as they matter.
FIRST: Final = 110


class Branch(NamedTuple):
    """One action: where it may lead, and how likely."""

    action: int
    positions: list[int]  # by number
    chances: list[float]


def solved(view: ArcEnCiel, seat: int, budget: int = BUDGET) -> Solved | None:
    """Every action of the seat that moves (of those that come to the same, one), if few enough discs are left."""
    if (
        len(view.left) > (DISCS if view.seats == 2 else COLOURS)
        or (view.phase != FLIP and view.phase != PREDICTING)
        or seat != view.seat
    ):
        return None
    if view.dry >= PATIENT * view.seats:
        return None
    rest = Rainbows(view.seats, budget)
    colours = [0] * COLOURS
    for place in view.left:
        if view.disc[place] != HIDDEN:
            colours[view.disc[place]] += UP if place in view.up else KNOWN
    for colour in range(COLOURS):
        colours[colour] += UNSEEN * view.pool[colour]
    turn = 0
    if view.phase == FLIP:
        turn = 100 * min(view.turns, 3) + 10 * view.bare + min(view.flips, view.bare + 1)
    try:
        rest.number(seat, turn, colours, view.own)
        rest.settle()
    except TooLarge:
        return None
    actions: list[int] = []
    found: list[float] = []
    for course in rest.courses[0]:
        for action in meant(view, colours, course.action):
            actions.append(action)
            found.append(rest.expected(course, seat)[seat])
    return ranked(actions, found)


def meant(view: ArcEnCiel, colours: list[int], action: int) -> list[int]:
    """The actions of the game that this stands for, one for each colour."""
    last = view.phase == PREDICTING
    if action == LEAVE and not last:
        return [STOP]
    missing = view.missing()
    blank = -1
    known = [-1] * COLOURS  # by colour, the first place
    for place in reversed(view.left):
        if view.disc[place] == HIDDEN:
            blank = place
        elif place not in view.up:
            known[view.disc[place]] = place
    if action == BLANK or action == BLUNDER:
        if not last:
            return [blank]
        possible = [colour for colour in missing if (view.pool[colour] > 0) == (action == BLANK)]
        return [PREDICT + COLOURS * blank + possible[0]]
    if action == LEAVE:
        right = [colour for colour in missing if known[colour] >= 0]
        wrong = [colour for colour in missing if colour != right[0]]
        return [PREDICT + COLOURS * known[right[0]] + wrong[0]]
    alike = [colour for colour in range(COLOURS) if colours[colour] == action]
    return [PREDICT + COLOURS * known[colour] + colour if last else known[colour] for colour in alike]


class Rainbows:
    """All positions that can follow from one, numbered as they are met."""

    def __init__(self, seats: int, budget: int) -> None:
        self.seats = seats
        self.budget = budget
        self.numbers: dict[Position, int] = {}
        self.positions: list[Position] = []
        self.courses: list[list[Branch]] = []
        self.worth: list[list[float]] = []  # of each position, by seat
        self.passed_on = self.worth  # the same, for whoever has passed; among more than two as it was one turn before

    def number(self, seat: int, turn: int, colours: list[int], own: list[int]) -> int:
        position = (seat, turn, *sorted(colours), *own)
        found = self.numbers.get(position)
        if found is not None:
            return found
        if len(self.positions) >= self.budget:
            raise TooLarge
        self.numbers[position] = len(self.positions)
        self.positions.append(position)
        self.worth.append(worths(own))
        return len(self.positions) - 1

    def settle(self) -> None:
        while len(self.courses) < len(self.positions):  # ends: there are no more than the budget
            self.courses.append(self.open_to(self.positions[len(self.courses)]))
        order = list(range(len(self.positions) - 1, -1, -1))
        if self.seats > 2:  # what may follow in the same turn comes first: there is more face up
            order.sort(key=lambda at: -(sum(self.positions[at][2 : 2 + COLOURS]) // UP))
        for _ in range(SWEEPS):
            settled = True
            if self.seats > 2:
                self.passed_on = self.worth[:]
            for at in order:
                courses = self.courses[at]
                if courses:
                    found = self.best(courses, self.positions[at][0])
                    before = self.worth[at]
                    for seat in range(self.seats):
                        if abs(found[seat] - before[seat]) > EQUAL:
                            settled = False
                    self.worth[at] = found
            if settled:
                return
        raise TooLarge

    def best(self, courses: list[Branch], seat: int) -> list[float]:
        found = self.expected(courses[0], seat)
        for at in range(1, len(courses)):
            other = self.expected(courses[at], seat)
            if other[seat] > found[seat] + EQUAL:
                found = other
        return found

    def after(self, at: int, seat: int) -> list[float]:
        return (self.worth if self.positions[at][0] == seat else self.passed_on)[at]

    def expected(self, course: Branch, seat: int) -> list[float]:
        if len(course.positions) == 1:
            return self.after(course.positions[0], seat)
        total = [0.0] * self.seats
        for at in range(len(course.positions)):
            worth = self.after(course.positions[at], seat)
            chance = course.chances[at]
            for other in range(self.seats):
                total[other] += chance * worth[other]
        return total

    def open_to(self, position: Position) -> list[Branch]:
        """All that the mover can do here."""
        seat, turn = position[0], position[1]
        colours = list(position[2 : 2 + COLOURS])
        own = list(position[2 + COLOURS :])
        left = discs(colours[0])
        if left == 0:
            return []
        return self.predictions(seat, colours, own) if left == 1 else self.flips(seat, turn, colours, own)

    def flips(self, seat: int, turn: int, colours: list[int], own: list[int]) -> list[Branch]:
        found: list[Branch] = []
        for at in range(COLOURS):
            colour = colours[at]
            if colour // KNOWN % 10 and (at == 0 or colours[at - 1] != colour):
                shown = colours[:]
                shown[at] = colour + UP - KNOWN if colour < UP else colour - UP + KNOWN
                found.append(Branch(colour, [self.flipped(seat, turn, shown, own, colour < UP)], [1.0]))
        blanks = 0
        for colour in colours:
            blanks += colour % 10
        if blanks:
            course = Branch(BLANK, [], [])
            for at in range(COLOURS):
                colour = colours[at]
                if colour % 10 and (at == 0 or colours[at - 1] != colour):
                    shown = colours[:]
                    shown[at] = colour - UNSEEN + (UP if colour < UP else KNOWN + KNOWN - UP)
                    course.positions.append(self.flipped(seat, turn, shown, own, colour < UP))
                    course.chances.append(colour % 10 * colours.count(colour) / blanks)
            found.append(course)
        if turn % 10 > turn // 10 % 10:
            found.append(Branch(LEAVE, [self.passed(seat, turn, colours, own)], [1.0]))
        return found

    def flipped(self, seat: int, turn: int, colours: list[int], own: list[int], new: bool) -> int:
        """A twin has ended the turn, a sixth colour the rainbow; otherwise the turn goes on (ARC-4)."""
        if not new:
            return self.passed(seat, turn, colours, own)
        if min(colours) >= UP:
            return self.shared(seat, turn, colours, own)
        return self.number(seat, turn + (turn % 10 <= turn // 10 % 10), colours, own)

    def passed(self, seat: int, turn: int, colours: list[int], own: list[int]) -> int:
        bare = 10 if max(colours) < UP else 0
        return self.number((seat + 1) % self.seats, min(turn // 100 + 1, 3) * 100 + bare, colours, own)

    def shared(self, seat: int, turn: int, colours: list[int], own: list[int]) -> int:
        """A rainbow is complete (ARC-7); the finisher goes on (ARC-8)."""
        own = own[:]
        seats = self.seats
        if turn // 10 % 10:
            own[seat] += 6
        elif seats == 2 or turn // 100 == 2:
            own[seat] += 4
            own[(seat - 1) % seats] += 2
        else:
            own[seat] += 3
            own[(seat - 1) % seats] += 2
            own[(seat - 2) % seats] += 1
        rest = [colour - UP for colour in colours]
        return self.number(seat, 0 if discs(rest[0]) == 1 else FIRST, rest, own)

    def predictions(self, seat: int, colours: list[int], own: list[int]) -> list[Branch]:
        """The last rainbow: six discs, one of each colour (ARC-9)."""
        blanks = colours.count(UNSEEN)
        known = colours.count(KNOWN)
        found: list[Branch] = []
        if known:
            found.append(Branch(KNOWN, [self.right(seat, blanks, known - 1, own)], [1.0]))
        if blanks:
            course = Branch(BLANK, [self.right(seat, blanks - 1, known, own)], [1 / blanks])
            if blanks > 1:
                course.positions.append(self.wrong(seat, blanks - 1, own))
                course.chances.append(1 - 1 / blanks)
            found.append(course)
        if known and known + blanks > 1:
            found.append(Branch(LEAVE, [self.wrong(seat, blanks, own)], [1.0]))
        if known and blanks:
            found.append(Branch(BLUNDER, [self.wrong(seat, blanks - 1, own)], [1.0]))
        return found

    def right(self, seat: int, blanks: int, known: int, own: list[int]) -> int:
        if blanks + known:
            return self.number(seat, 0, one_each(blanks, known), own)
        won = own[:]
        won[seat] += COLOURS
        return self.number(seat, 0, [0] * COLOURS, won)

    def wrong(self, seat: int, blanks: int, own: list[int]) -> int:
        """Everybody has seen the disc, and all are covered again."""
        return self.number((seat + 1) % self.seats, 0, one_each(blanks, COLOURS - blanks), own)


def discs(colour: int) -> int:
    return colour // UP + colour // KNOWN % 10 + colour % 10


def one_each(blanks: int, known: int) -> list[int]:
    return [UNSEEN] * blanks + [KNOWN] * known + [UP] * (COLOURS - blanks - known)
