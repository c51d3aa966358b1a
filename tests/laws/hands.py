"""Chromino: how to exchange what lies in hidden hands and in the bag."""

from __future__ import annotations

from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from polychrome.games.chromino import rules
from polychrome.games.chromino.rules import Chromino


def covered(state: Chromino, viewer: int) -> list[int]:
    """Tiles that this viewer does not see now: in the bag, and in hidden hands of others (CHR-10)."""
    if state.options[rules.RESERVE] == rules.OPEN or (state.phase == rules.OVER and state.options[rules.SCORING]):
        return []
    return [
        tile
        for tile, where in enumerate(state.where)
        if where == rules.IN_BAG
        or (where < rules.ON_TABLE and where % rules.SHOWN != viewer and not lies_open(state, where))
    ]


def lies_open(state: Chromino, where: int) -> bool:
    """Has a hand turned up its only tile, or its tiles at the end?"""
    if state.phase == rules.SHOW and where % rules.SHOWN == state.seat:
        return False  # about to
    return where >= rules.SHOWN and (state.phase == rules.COUNT or state.held[where - rules.SHOWN] == 1)


def covered_otherwise(state: State, viewer: int, dice: Dice) -> Chromino:
    """The same table with other tiles in the bag and in the hands that this viewer does not see."""
    assert isinstance(state, Chromino)
    new = state.clone()
    hidden = covered(state, viewer)
    for at in range(len(hidden) - 1, 0, -1):
        exchange(new, hidden[at], hidden[dice.below(at + 1)])
    return new


def exchange(state: Chromino, a: int, b: int) -> None:
    state.where[a], state.where[b] = state.where[b], state.where[a]
