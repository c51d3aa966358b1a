"""The game of pairs for two players with perfect memory, solved (Zwick & Paterson, The memory game, 1993).

A position is how many pairs lie there, and of how many of them one disc is known: nothing else matters once known
pairs have been taken. A turn shows two new discs, one, or none at all: after a first new disc without a known mate, the
second may be one that everybody knows, which tells the other player nothing. What a position is worth, in pairs more
than the other player's, follows from the smaller ones.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

NONE: Final = 0  # new discs that a turn shows
ONE: Final = 1
TWO: Final = 2


class Solved(NamedTuple):
    value: Fraction  # pairs more than the other player, for whoever is to move
    shows: int


SOLVED: dict[tuple[int, int], Solved] = {}


def solved(pairs: int, known: int) -> Solved:
    """How to play when so many pairs lie there and one disc is known of so many of them."""
    found = SOLVED.get((pairs, known))
    if found is None:
        found = SOLVED[pairs, known] = best(pairs, known)
    return found


def best(pairs: int, known: int) -> Solved:
    if pairs == known:
        return Solved(Fraction(pairs), ONE)  # every new disc has a known mate
    two = Solved(worth(pairs, known, TWO), TWO)
    if known == 0:
        return two
    one = Solved(worth(pairs, known, ONE), ONE)
    found = two if two.value > one.value else one
    # Who shows nothing new hands the same position over. If that is best, it is best for both, and nobody gets more.
    return Solved(Fraction(0), NONE) if known >= 2 and found.value < 0 else found


def worth(pairs: int, known: int, shows: int) -> Fraction:
    """Of showing one new disc, or two, in this turn; and then of playing as well as can be."""
    new = 2 * pairs - known
    mate = Fraction(known, new)  # the first has a known mate: a pair, and one's turn again
    value = mate * (1 + solved(pairs - 1, known - 1).value) if known else Fraction(0)
    if shows == ONE:
        return value - (1 - mate) * solved(pairs, known + 1).value
    rest = new - 1
    fewer = 1 + solved(pairs - 1, known).value  # for whoever takes the pair that came to light
    after = Fraction(1 - known, rest) * fewer  # one's own by luck, or one that the other takes
    if rest > known + 1:
        after -= Fraction(rest - known - 1, rest) * solved(pairs, known + 2).value
    return value + (1 - mate) * after
