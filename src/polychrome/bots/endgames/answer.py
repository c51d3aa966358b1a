"""What a solved endgame says: every action with the share of the win that it is worth, when all play their best."""

from __future__ import annotations

from typing import Final, NamedTuple

# A win counts. A point is a millionth of one: it only tells apart what wins equally often, so that who cannot win any
# more, or cannot fail to, still plays for points.
POINT: Final = 1e-6
EQUAL: Final = 1e-12  # worths no further apart than this are the same


class Solved(NamedTuple):
    actions: list[int]  # the best first
    shares: list[float]  # of the win, from 0 to 1, in the same order


class TooLarge(Exception):
    """There are more positions than the budget allows."""


def worths(scores: list[int]) -> list[float]:
    """What a game that ends with these scores is worth, by seat."""
    top = max(scores)
    share = 1.0 / scores.count(top)
    return [POINT * score + (share if score == top else 0.0) for score in scores]


def ranked(actions: list[int], found: list[float]) -> Solved:
    """Actions and what they are worth to whoever chooses; of equal ones the first is the better."""
    order = sorted(range(len(actions)), key=lambda at: (-round(found[at] / EQUAL), at))
    return Solved([actions[at] for at in order], [min(1.0, max(0.0, found[at])) for at in order])
