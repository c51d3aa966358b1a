"""Coloretto once the last-round card lies there: few turns are left, and nothing is unknown but the order of the deck.

Everybody plays for the own share of the win, whatever becomes of the others (max^n), and expects every card that is
left to come equally soon. Who has several actions of the same worth takes any of them.
"""

from __future__ import annotations

from typing import Final

from polychrome.bots.endgames.answer import EQUAL, Solved, TooLarge, ranked, worths
from polychrome.games.coloretto import (
    BITS,
    CHOOSE,
    DRAW,
    FINAL,
    HELD,
    KINDS,
    MASK,
    NEXT,
    NONE,
    ONE,
    PILE,
    PLACE,
    ROOM,
    SCORE_SIDE,
    SHOWN,
    TAKE,
    TO_ROW,
    Coloretto,
    best,
    fixed,
)

BUDGET: Final = 20_000  # positions
NEAR: Final = 9  # twice the seats still to take, and the cards that still fit; with more there are hardly ever so few
TAKEN: Final = -1  # instead of a row's pile
WAITING: Final = -1000  # instead of a score: this seat has not taken a row


def solved(view: Coloretto, seat: int, budget: int = BUDGET) -> Solved | None:
    """Every action of the seat that moves, if the last round is on and small enough."""
    if view.phase == FINAL:
        return final(view, seat)
    if view.below != SHOWN or (view.phase != CHOOSE and view.phase != PLACE) or seat != view.seat:
        return None
    rest = LastRound(view, budget)
    fit = sum(rest.room)
    if 2 * view.still.bit_count() + fit > NEAR or fit > view.left:  # set up by hand, the deck could run out (CTO-13)
        return None
    actions = view.legal(seat)
    try:
        return ranked(actions, [rest.worth(seat, view.card, action)[seat] for action in actions])
    except TooLarge:
        return None


def final(view: Coloretto, seat: int) -> Solved:
    """The final choice (CTO-16): everybody else will choose, or has chosen, as well as can be."""
    side = view.options[SCORE_SIDE]
    scores = [best(pile, side) for pile in view.own]
    for other in range(view.seats):
        if view.choice[other] != NONE:
            scores[other] = fixed(view.own[other], side, view.choice[other])
    actions = view.legal(seat)
    found = []
    for action in actions:
        scores[seat] = fixed(view.own[seat], side, action)
        found.append(worths(scores)[seat])
    return ranked(actions, found)


class LastRound:
    """The rest of the round from one view on, kept in place while its possible courses are walked."""

    def __init__(self, view: Coloretto, budget: int) -> None:
        self.seats = view.seats
        self.side = view.options[SCORE_SIDE]
        self.own = view.own  # of seats still in the round; what the others have is in their score
        self.deck = 0  # a pile
        for kind in range(len(KINDS)):
            self.deck += ONE[kind] * view.deck[kind]
        self.left = view.left
        self.still = view.still
        self.rows: list[int] = []  # a pile each: the order within a row does not matter any more
        self.room: list[int] = []
        most = ROOM[view.seats]
        for row in range(len(view.rows)):
            untaken = view.untaken() >> row & 1
            self.rows.append(PILE[view.rows[row]] if untaken else TAKEN)
            self.room.append(most[row] - HELD[view.rows[row]] if untaken else 0)
        self.scores = [
            WAITING if view.still >> other & 1 else best(view.own[other], self.side) for other in range(self.seats)
        ]
        self.known: dict[tuple[int, ...], list[float]] = {}
        self.budget = budget

    def worth(self, seat: int, card: int, action: int) -> list[float]:
        """What the game is worth, by seat, if this is played now and everybody plays their best from then on."""
        if action == DRAW:
            return self.draw(seat)
        return self.put(seat, card, action - TO_ROW) if action < TAKE else self.take(seat, action - TAKE)

    def choose(self, seat: int) -> list[float]:
        """This seat draws or takes."""
        # Rows with room for three are all alike, whichever comes first. Who has taken is out of the round, so that a
        # score says all about that seat; what lies in the rows and the deck says who has what else.
        rows = self.rows if self.seats == 2 else sorted(self.rows)
        key = (self.deck, seat, *rows, *self.scores)
        found = self.known.get(key)
        if found is not None:
            return found
        if len(self.known) >= self.budget:
            raise TooLarge
        self.known[key] = []  # counts; a course never comes back to the same position
        options = [self.draw(seat)] if any(self.room) else []
        options += [self.take(seat, row) for row in range(len(self.rows)) if self.rows[row] > 0]
        found = self.known[key] = favoured(options, seat)
        return found

    def draw(self, seat: int) -> list[float]:
        """Each kind of card as often as it is left."""
        expected = [0.0] * self.seats
        left = self.left
        self.left = left - 1
        for kind in range(len(KINDS)):
            count = self.deck >> BITS * kind & MASK
            if count:
                self.deck -= ONE[kind]
                options = [self.put(seat, kind, row) for row in range(len(self.rows)) if self.room[row]]
                found = favoured(options, seat)
                for other in range(self.seats):
                    expected[other] += found[other] * count / left
                self.deck += ONE[kind]
        self.left = left
        return expected

    def put(self, seat: int, kind: int, row: int) -> list[float]:
        self.rows[row] += ONE[kind]
        self.room[row] -= 1
        found = self.choose(NEXT[self.still][seat])
        self.rows[row] -= ONE[kind]
        self.room[row] += 1
        return found

    def take(self, seat: int, row: int) -> list[float]:
        pile, room = self.rows[row], self.room[row]
        self.scores[seat] = best(self.own[seat] + pile, self.side)
        self.rows[row] = TAKEN
        self.room[row] = 0
        self.still -= 1 << seat
        found = self.choose(NEXT[self.still][seat]) if self.still else worths(self.scores)
        self.still += 1 << seat
        self.rows[row] = pile
        self.room[row] = room
        self.scores[seat] = WAITING
        return found


def favoured(options: list[list[float]], seat: int) -> list[float]:
    """What this seat makes of its options: the best for itself; of several that are equally good, any."""
    if len(options) == 1:
        return options[0]
    top = max([option[seat] for option in options])
    good = [option for option in options if option[seat] > top - EQUAL]
    if len(good) == 1:
        return good[0]
    return [sum([option[other] for option in good]) / len(good) for other in range(len(good[0]))]
