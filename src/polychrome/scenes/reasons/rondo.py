"""Rondo: the pair of the colour that is searched for."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.colomo.rondo import CIRCLE, Rondo
from polychrome.scenes.reasons import discs


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, Rondo)
    return discs.like(view, action, view.target) if action < CIRCLE else None
