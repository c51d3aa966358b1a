"""Arc-en-ciel: a colour that does not lie open yet is welcome, one that does ends the turn."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.colomo.arc_en_ciel import PREDICT, STOP, ArcEnCiel
from polychrome.games.colomo.table import COLOURS, SHOWS
from polychrome.scenes.reasons import discs


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, ArcEnCiel)
    missing = view.missing()
    if action < SHOWS:
        return discs.among("arc_en_ciel.reason.missing", view, action, missing) if view.up else None
    if action == STOP:
        twins = view.unseen - sum(view.pool[colour] for colour in missing)
        return Message("arc_en_ciel.reason.stop", {"n": twins, "all": view.unseen}) if twins else None
    place, colour = divmod(action - PREDICT, COLOURS)
    return discs.like(view, place, colour)
