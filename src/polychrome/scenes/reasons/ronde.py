"""Ronde: the colours that are still missing, and gifts to whoever has most room."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.colomo.ronde import GIVE, Ronde
from polychrome.games.colomo.table import COLOURS, OWN
from polychrome.scenes.reasons import discs


def lacking(view: Ronde, seat: int) -> list[int]:
    return [colour for colour in range(COLOURS) if not view.has(seat, colour)]


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, Ronde)
    if action >= OWN:
        other = action - GIVE
        return Message("ronde.reason.give", {"seat": other, "n": len(lacking(view, other))})
    if view.up:
        return discs.twin(view, action)
    return discs.among("ronde.reason.lacking", view, action, lacking(view, seat))
