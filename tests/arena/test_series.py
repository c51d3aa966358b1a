"""Many games: the same on one core and on many, everybody on every seat."""

from __future__ import annotations

from contextlib import closing

import pytest

from polychrome.arena.match import Failure, Result
from polychrome.arena.series import Series, run
from polychrome.arena.tally import tally

SERIES = Series("coloretto", ("flat:4", "random", "random"), {"score_side": "grey"}, games=9, seed=5)


def test_the_results_do_not_depend_on_the_number_of_processes() -> None:
    alone, together = dict(run(SERIES, 1)), dict(run(SERIES, 2))
    assert alone == together
    assert sorted(alone) == list(range(9))
    assert tally(SERIES, alone) == tally(SERIES, together)


def test_a_longer_series_begins_with_the_shorter_one() -> None:
    longer = dict(run(SERIES._replace(games=12), 1))
    assert {number: longer[number] for number in range(9)} == dict(run(SERIES, 1))


def test_every_bot_sits_everywhere_equally_often() -> None:
    seatings = [SERIES.seating(number) for number in range(6)]
    for seat in range(3):
        assert sorted(seating[seat] for seating in seatings) == [0, 0, 1, 1, 2, 2]


def test_a_series_can_be_left_in_the_middle() -> None:
    with closing(run(SERIES._replace(games=500), 2)) as games:
        number, result = next(games)
    assert 0 <= number < 500
    assert result.steps


def test_logs_come_home_only_when_asked_for() -> None:
    assert not dict(run(SERIES._replace(games=1), 1))[0].log
    assert dict(run(SERIES._replace(games=1, logs=True), 1))[0].log


def result(scores: list[int], winners: list[int], *failures: Failure, adjudicated: bool = False) -> Result:
    return Result(scores, winners, 10, adjudicated, list(failures), [], 0)


def test_wins_are_shared_and_seats_are_followed_round_the_table() -> None:
    series = Series("coloretto", ("a", "b", "b"), {}, games=3, seed=0)
    # Bot 0 sits on seat 0, then 1, then 2.
    results = {
        0: result([9, 3, 5], [0]),
        1: result([4, 4, 1], [0, 1]),
        2: result([8, 2, 2], [0], Failure(2, 4, True, "take 3"), adjudicated=True),
    }
    counted = tally(series, results)
    a, b = counted.standings
    assert (a.bot, a.seats, a.wins, a.fair) == ("a", 1, 1.5, pytest.approx(1 / 3))
    assert (b.bot, b.seats, b.wins, b.fair) == ("b", 2, 1.5, pytest.approx(2 / 3))
    assert a.score.middle == 5
    assert b.score.middle == pytest.approx((4 + 2.5 + 5) / 3)
    assert [number for number, _ in a.failures] == [2]
    assert not b.failures
    assert (counted.games, counted.adjudicated, counted.steps) == (3, 1, 30)


def test_nothing_played_is_nothing_known() -> None:
    counted = tally(SERIES, {})
    assert counted.games == 0
    assert [standing.share for standing in counted.standings] == [(0, 0, 1), (0, 0, 1)]
