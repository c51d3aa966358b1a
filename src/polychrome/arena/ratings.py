"""How strong is each bot? One number a bot, from who beat whom, and how sure one can be of it.

The model is Bradley and Terry's, in Luce's form for larger tables: a seat wins in proportion to the strength of its
bot. One seat of strength a among n - 1 of strength b wins a / (a + (n - 1) b) of its games. The strengths that make the
results most likely are found by Newton's method; the intervals come from the curvature there (Fisher's information).
Unlike ratings that are updated game by game the result does not depend on the order of the games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from polychrome.arena.stats import NORMAL, Interval

MEAN: Final = 1500.0  # where the middle of all bots lies
SCALE: Final = 400 / log(10)  # Elo's: 400 points are ten to one
DOUBT: Final = 0.001  # a very weak belief that all are alike: keeps bots that never met on the scale
ROUNDS: Final = 100


class Contest(NamedTuple):
    one: str
    rest: str
    seats: int
    games: int
    wins: float  # of the one


def ratings(bots: Sequence[str], contests: Iterable[Contest]) -> dict[str, Interval]:
    """The rating of every bot that has played, by name, in the order given.

    To every pair one game by luck alone is added, so that whoever has won everything stays on the scale.
    """
    fought = [contest for contest in contests if contest.games and contest.one != contest.rest]
    names = [bot for bot in bots if any(bot in (contest.one, contest.rest) for contest in fought)]
    place = {bot: at for at, bot in enumerate(names)}
    n = len(names)
    if not n:
        return {}
    strength = [0.0] * n
    information: list[list[float]] = []
    for _ in range(ROUNDS):
        slope = [-DOUBT * value for value in strength]
        information = [[DOUBT if row == column else 0.0 for column in range(n)] for row in range(n)]
        for contest in fought:
            a, b = place[contest.one], place[contest.rest]
            games, wins = contest.games + 1, contest.wins + 1 / contest.seats
            chance = 1 / (1 + (contest.seats - 1) * exp(strength[b] - strength[a]))
            slope[a] += wins - games * chance
            slope[b] -= wins - games * chance
            weight = games * chance * (1 - chance)
            for row, column, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                information[row][column] += sign * weight
        step = solved(information, slope)
        longest = max(abs(value) for value in step)
        # Far from the answer a full step can overshoot.
        strength = [
            old + value * min(1.0, 1 / longest if longest else 1.0) for old, value in zip(strength, step, strict=True)
        ]
        if longest < 1e-10:
            break
    middle = sum(strength) / n
    return {
        bot: around(MEAN + SCALE * (strength[at] - middle), SCALE * error(information, at)) for bot, at in place.items()
    }


def error(information: list[list[float]], at: int) -> float:
    """The standard error of one strength, measured from the middle of all."""
    n = len(information)
    from_middle = [(1.0 if other == at else 0.0) - 1 / n for other in range(n)]
    return sqrt(max(0.0, sum(x * y for x, y in zip(from_middle, solved(information, from_middle), strict=True))))


def around(value: float, sigma: float) -> Interval:
    return Interval(value, value - NORMAL * sigma, value + NORMAL * sigma)


def solved(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """The x for which matrix · x is the vector (Gauss, with the largest pivot)."""
    n = len(vector)
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    for at in range(n):
        best = max(range(at, n), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        for row in range(at + 1, n):
            factor = rows[row][at] / rows[at][at]
            for column in range(at, n + 1):
                rows[row][column] -= factor * rows[at][column]
    x = [0.0] * n
    for at in range(n - 1, -1, -1):
        x[at] = (rows[at][n] - sum(rows[at][column] * x[column] for column in range(at + 1, n))) / rows[at][at]
    return x
