"""Trio: the colour that lies open, a second and a third time."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.colomo.trio import Trio
from polychrome.scenes.reasons import discs


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, Trio)
    return discs.twin(view, action)
