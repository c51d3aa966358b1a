"""Ratings: where they can be worked out by hand, and where the truth is known because it was made up."""

from __future__ import annotations

from math import log, sqrt
from random import Random

import pytest

from polychrome.arena.ratings import MEAN, SCALE, Contest, ratings, solved
from polychrome.arena.stats import NORMAL


def test_two_rivals_differ_by_the_odds_of_their_games() -> None:
    # With the game by luck that is added: 75.5 of 101 to 25.5.
    found = ratings(["a", "b"], [Contest("b", "a", 2, 100, 75)])
    assert found["b"].middle - found["a"].middle == pytest.approx(SCALE * log(75.5 / 25.5), rel=1e-3)
    assert found["a"].middle + found["b"].middle == pytest.approx(2 * MEAN)


def test_the_interval_of_two_rivals_is_the_textbook_one() -> None:
    # The log odds of w wins in n games have variance 1/w + 1/(n - w); each rival carries half the difference.
    found = ratings(["a", "b"], [Contest("b", "a", 2, 100, 75)])["b"]
    sigma = SCALE * sqrt(1 / 75.5 + 1 / 25.5) / 2
    assert found.high - found.middle == pytest.approx(NORMAL * sigma, rel=1e-2)
    assert found.middle - found.low == pytest.approx(found.high - found.middle)


def test_at_a_larger_table_parity_is_one_in_n() -> None:
    even = ratings(["a", "b"], [Contest("b", "a", 4, 400, 100)])
    assert even["a"].middle == pytest.approx(even["b"].middle)
    # a / (a + 3 b) = 1/2 for a = 3 b
    half = ratings(["a", "b"], [Contest("b", "a", 4, 10**6, 5 * 10**5)])
    assert half["b"].middle - half["a"].middle == pytest.approx(SCALE * log(3), rel=1e-4)


def test_whoever_wins_everything_stays_on_the_scale() -> None:
    found = ratings(["a", "b", "c"], [Contest("b", "a", 2, 400, 400), Contest("c", "b", 2, 400, 400)])
    assert MEAN - 2500 < found["a"].middle < found["b"].middle < found["c"].middle < MEAN + 2500


def test_nobody_is_rated_without_a_game() -> None:
    assert ratings(["a", "b"], []) == {}
    assert list(ratings(["a", "b", "c"], [Contest("b", "a", 2, 10, 5)])) == ["a", "b"]


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    truth = {"a": -0.6, "b": 0.0, "c": 0.2, "d": 0.4}
    luck = Random(4)
    inside = 0
    for _ in range(150):
        contests = []
        for one, rest, seats in (("b", "a", 2), ("c", "b", 4), ("d", "c", 2), ("d", "a", 3), ("d", "b", 2)):
            chance = 1 / (1 + (seats - 1) * 2.718281828459045 ** (truth[rest] - truth[one]))
            contests.append(Contest(one, rest, seats, 200, sum(luck.random() < chance for _ in range(200))))
        found = ratings(list(truth), contests)
        inside += sum(found[bot].low <= MEAN + SCALE * value <= found[bot].high for bot, value in truth.items())
    assert 0.92 < inside / 600 < 0.98


def test_linear_equations_are_solved_whatever_their_order() -> None:
    assert solved([[0.0, 2.0], [4.0, 1.0]], [6.0, 7.0]) == pytest.approx([1.0, 3.0])
