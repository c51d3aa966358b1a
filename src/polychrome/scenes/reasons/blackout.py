"""Blackout: whoever remembers the line follows the discs; all others can count the colours that are left."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.colomo.blackout import PLACES, Blackout
from polychrome.scenes.reasons import discs


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, Blackout)
    return discs.like(view, action, view.asked) if action < PLACES else None
