"""What good players of each game know: a file for each game, found by its name, and what several of them share."""

from __future__ import annotations

from functools import cache

from polychrome.bots.heuristics.base import Heuristics
from polychrome.by_name import module_of
from polychrome.engine.core import State


def heuristics_of(view: State) -> Heuristics:
    """The heuristics of the game that this is a view of; of an unknown game, none."""
    return found(view.NAME)()


@cache
def found(name: str) -> type[Heuristics]:
    module = module_of("polychrome.bots.heuristics", name)
    return Heuristics if module is None else module.HEURISTICS
