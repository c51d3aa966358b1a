"""Pips: how much of the bag is safe to draw."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from toys.pips import DRAW, Pips


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, Pips)
    inside = sum(view.bag)
    danger = sum(view.bag[colour] for colour in view.line)
    if action == DRAW:
        return Message("pips.reason.draw", {"n": inside - danger, "all": inside})
    return Message("pips.reason.stop", {"n": danger, "all": inside})
