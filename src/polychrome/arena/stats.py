"""How sure can we be? Intervals that hold the true value in 95 of 100 such experiments."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, isinf, lgamma, log, sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

NORMAL: Final = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


class Interval(NamedTuple):
    """An estimate and what it may really be. Without enough to go by, the ends are infinite."""

    middle: float
    low: float
    high: float


def wilson(wins: float, games: int) -> Interval:
    """A share of games won (Wilson's score interval).

    Shared wins may be counted in parts: they spread less than whole wins, so the interval is then a little too wide,
    never too narrow.
    """
    if not games:
        return Interval(0.0, 0.0, 1.0)
    share = wins / games
    square = NORMAL * NORMAL / games
    centre = (share + square / 2) / (1 + square)
    reach = NORMAL * sqrt(share * (1 - share) / games + square / games / 4) / (1 + square)
    # At 0 and 1 the ends are exact; rounding must not push them out.
    return Interval(share, max(0.0, centre - reach) if wins else 0.0, min(1.0, centre + reach) if wins < games else 1.0)


def mean(values: Sequence[float]) -> Interval:
    """The mean of independent values (Student's t)."""
    if not values:
        return Interval(0.0, -inf, inf)
    middle = fmean(values)
    if len(values) == 1:
        return Interval(middle, -inf, inf)
    reach = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(middle, middle - reach, middle + reach)


def student(freedom: int) -> float:
    """Within how many standard errors 95 % of Student's t distribution lie."""
    low, high = NORMAL, 13.0  # one degree of freedom needs 12.7
    while high - low > 1e-12 * high:
        t = (low + high) / 2
        if within(t, freedom) < 0.95:
            low = t
        else:
            high = t
    return high


def within(t: float, freedom: int) -> float:
    """The probability that Student's t lies between -t and t."""
    return 1 - incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def incomplete_beta(x: float, a: float, b: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Lentz)."""
    if x > (a + 1) / (a + b + 2):  # the fraction is quick on the other side only
        return 1 - incomplete_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a if x else 0.0
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    total = d
    for m in range(1, 300):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + factor * d)
            c = 1 + factor / c
            total *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * total


def finite(interval: Interval) -> bool:
    return not (isinf(interval.low) or isinf(interval.high))
