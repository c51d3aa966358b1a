"""Games of memory: how to exchange what lies face down, so that a law can see whether a view gives it away."""

from __future__ import annotations

from collections.abc import Callable

from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from toys import peek

# By game: the same table for this viewer, with other things under whatever it does not see now.
COVERED: dict[str, Callable[[State, int, Dice], State]] = {
    "peek": peek.covered_otherwise,
}
