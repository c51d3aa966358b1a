"""Chromino: what a tile brings, and what it leaves for the others in the hand."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.chromino.ground import NO_SYSTEM
from polychrome.games.chromino.notation import TO_PLACE
from polychrome.games.chromino.rules import SCORING, Chromino
from polychrome.games.chromino.tiles import tile_of


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, Chromino)
    if action < TO_PLACE:
        return None
    laid = action - TO_PLACE
    system = view.options[SCORING]
    if system != NO_SYSTEM:
        return Message("chromino.reason.points", {"n": view.table().points(laid, system)})
    others = [tile for tile in view.hand(seat) if tile != tile_of(laid)]
    if not others:
        return Message("chromino.reason.last", {})
    then = view.clone()
    then.put(laid)
    fitting = sum(then.table().takes(tile) for tile in others)
    return Message("chromino.reason.left", {"n": fitting, "all": len(others)})
