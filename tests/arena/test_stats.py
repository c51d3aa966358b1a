"""Intervals against published values."""

from __future__ import annotations

from math import inf

import pytest

from polychrome.arena.stats import mean, student, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # Newcombe 1998, table I, method 3; the last two by hand
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
    ],
)
def test_wilson_agrees_with_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    interval = wilson(wins, games)
    assert interval.middle == wins / games
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


def test_wilson_takes_shared_wins_and_no_games() -> None:
    assert wilson(2.5, 10).middle == 0.25
    assert wilson(2, 10).low < wilson(2.5, 10).low < wilson(3, 10).low
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "value"),
    [
        (1, 12.7062047364),
        (2, 4.3026527299),
        (5, 2.5705818366),
        (9, 2.2621571628),
        (30, 2.0422724563),
        (100, 1.9839715185),
    ],
)
def test_student_agrees_with_the_tables(freedom: int, value: float) -> None:
    assert student(freedom) == pytest.approx(value, abs=1e-9)


def test_student_comes_near_the_normal_distribution() -> None:
    assert 1.95996 < student(1_000_000) < 1.95997


def test_a_mean_has_the_textbook_interval() -> None:
    # Ten values with mean 5.5 and standard deviation 3.02765: 5.5 ± 2.26216 · 0.957427
    interval = mean([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert interval.middle == 5.5
    assert interval.low == pytest.approx(3.334149, abs=1e-6)
    assert interval.high == pytest.approx(7.665851, abs=1e-6)


def test_a_mean_of_nothing_or_one_value_is_not_sure_of_anything() -> None:
    assert mean([7]) == (7, -inf, inf)
    assert mean([]) == (0, -inf, inf)


def test_equal_values_leave_no_doubt() -> None:
    assert mean([4, 4, 4]) == (4, 4, 4)
