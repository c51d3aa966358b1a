"""Ends of games, where they are small enough to be solved: every way they can go is looked at, nothing is estimated.

A file for each game whose end is, found by the game's name.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from polychrome.bots.endgames.answer import Solved
from polychrome.by_name import module_of
from polychrome.engine.core import State


def solved(view: State, seat: int) -> Solved | None:
    """What every action is worth here; None while too much is open. It sees the view and nothing else."""
    solve = solver(view.NAME)
    return None if solve is None else solve(view, seat)


@cache
def solver(name: str) -> Callable[[State, int], Solved | None] | None:
    module = module_of("polychrome.bots.endgames", name)
    return None if module is None else module.solved
