"""Chromino: how to exchange what lies in hidden hands and in the bag."""

from __future__ import annotations

from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from polychrome.games.chromino import game
from polychrome.games.chromino.game import Chromino


def covered(state: Chromino, viewer: int) -> list[int]:
    """Tiles that this viewer does not see now: in the bag, and in hidden hands of others (CHR-10)."""
    if state.options[game.RESERVE] == game.OPEN or (state.phase == game.OVER and state.options[game.SCORING]):
        return []
    return [
        tile
        for tile, where in enumerate(state.where)
        if where == game.IN_BAG
        or (where < game.ON_TABLE and where % game.SHOWN != viewer and not lies_open(state, where))
    ]


def lies_open(state: Chromino, where: int) -> bool:
    """Has a hand turned up its only tile, or its tiles at the end?"""
    if state.phase == game.SHOW and where % game.SHOWN == state.seat:
        return False  # about to
    return where >= game.SHOWN and (state.phase == game.COUNT or state.held[where - game.SHOWN] == 1)


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
