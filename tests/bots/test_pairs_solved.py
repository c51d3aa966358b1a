"""Pairs for two with perfect memory: the rule that Zwick & Paterson found, and other ways to the same numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from bots.pairs_solved import NONE, ONE, TWO, solved


def published(pairs: int, known: int) -> int:
    """The optimal choice in closed form (Zwick & Paterson 1993): parity decides, with one exception."""
    if known == 0:
        return TWO
    if (pairs, known) == (6, 1) or (pairs + known) % 2 == 0:
        return ONE
    return NONE if 3 * known >= 2 * (pairs + 1) else TWO


@pytest.mark.parametrize("pairs", range(1, 25))
def test_the_choice_is_the_published_one(pairs: int) -> None:
    assert [solved(pairs, known).shows for known in range(pairs)] == [published(pairs, k) for k in range(pairs)]


def test_small_games_by_hand() -> None:
    assert solved(1, 0).value == 1  # one pair: turn both up
    assert solved(2, 2).value == 2  # everything is known or follows
    # Two pairs: one time in three the first turn finds both; else the other player takes both.
    assert solved(2, 0).value == Fraction(1, 3) * 2 - Fraction(2, 3) * 2
    # Two pairs, one disc known: one time in three the mate; else the next disc decides who takes both.
    assert solved(2, 1).value == Fraction(1, 3) * 2 + Fraction(2, 3) * (Fraction(1, 2) * 2 - Fraction(1, 2) * 2)


def test_who_never_holds_back_is_worse_off_than_who_does() -> None:
    """Always two new discs, counted another way: by what is left to win rather than by differences."""

    @cache
    def always_two(known: int, unknown: int) -> Fraction:
        if known == unknown:
            return Fraction(known)
        pairs = Fraction(known + unknown, 2)
        share = Fraction(known, unknown) * (always_two(known - 1, unknown - 1) + 1) if known else Fraction(0)
        new = Fraction(unknown - known, unknown * (unknown - 1))
        share += new * (always_two(known, unknown - 2) + 1)
        share += new * known * (pairs - 1 - always_two(known, unknown - 2))
        if unknown - known - 2:
            share += new * (unknown - known - 2) * (pairs - always_two(known + 2, unknown - 2))
        return share

    for pairs in range(1, 12):
        first = 2 * always_two(0, 2 * pairs) - pairs  # pairs more than the second player
        if pairs < 3:  # nothing to hold back yet
            assert first == solved(pairs, 0).value
    assert any(2 * always_two(0, 2 * n) - n != solved(n, 0).value for n in range(3, 12))
