"""What a series of games shows: wins and points of each bot, with how sure one can be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from polychrome.arena.match import Failure, Result
from polychrome.arena.series import Series
from polychrome.arena.stats import Interval, mean, wilson


class Standing(NamedTuple):
    """How one kind of bot fared. Where it holds several seats, its wins are those of all of them together."""

    bot: str
    seats: int
    fair: float  # the share of wins that luck alone would give
    wins: float  # a win shared by k seats counts 1/k for each
    share: Interval
    score: Interval  # points of a seat
    failures: list[tuple[int, Failure]]  # with the number of the game


class SeriesTally(NamedTuple):
    games: int  # finished
    adjudicated: int
    steps: int
    standings: list[Standing]  # in the order in which the bots were named


def tally(series: Series, results: Mapping[int, Result]) -> SeriesTally:
    """Count in the order of the games, so that the sums are the same however the games were shared out."""
    numbers = sorted(results)
    kinds = list(dict.fromkeys(series.bots))
    return SeriesTally(
        games=len(numbers),
        adjudicated=sum(results[number].adjudicated for number in numbers),
        steps=sum(results[number].steps for number in numbers),
        standings=[standing(series, kind, results, numbers) for kind in kinds],
    )


def standing(series: Series, kind: str, results: Mapping[int, Result], numbers: Sequence[int]) -> Standing:
    wins, points = 0.0, []
    failures = []
    for number in numbers:
        result = results[number]
        seats = [seat for seat, bot in enumerate(series.seating(number)) if series.bots[bot] == kind]
        wins += sum(seat in result.winners for seat in seats) / len(result.winners) if result.winners else 0.0
        points.append(fmean(result.scores[seat] for seat in seats))
        failures += [(number, failure) for failure in result.failures if failure.seat in seats]
    held = series.bots.count(kind)
    return Standing(
        bot=kind,
        seats=held,
        fair=held / len(series.bots),
        wins=wins,
        share=wilson(min(wins, len(numbers)), len(numbers)),
        score=mean(points),
        failures=failures,
    )
