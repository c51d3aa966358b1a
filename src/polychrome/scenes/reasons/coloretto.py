"""Coloretto: what a row brings to me, and what a card does to it for others."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.coloretto import (
    CHOOSE,
    DRAW,
    PILE,
    PLACE,
    SCORE_SIDE,
    TAKE,
    TO_ROW,
    Coloretto,
    best,
    ones,
    with_card,
)


def gain(view: Coloretto, seat: int, row: int) -> int:
    """How many points more a seat has with the cards of a row, packed as rows are."""
    side = view.options[SCORE_SIDE]
    return best(view.own[seat] + PILE[row], side) - best(view.own[seat], side)


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, Coloretto)
    if view.phase == PLACE:
        return of_place(view, seat, action - TO_ROW)
    if view.phase != CHOOSE:
        return None
    gains = [gain(view, seat, view.rows[row]) for row in ones(view.filled)]
    most = max(gains, default=0)
    if action == DRAW:
        return Message("coloretto.reason.draw", {"n": most}) if most > 0 else Message("coloretto.reason.none", {})
    here = gain(view, seat, view.rows[action - TAKE])
    if here > 0:
        return Message("coloretto.reason.take", {"n": here})
    return Message("coloretto.reason.least", {}) if here == most else None


def of_place(view: Coloretto, seat: int, row: int) -> Message | None:
    """The card makes the row better for me, or worse for somebody who may still take it."""
    before, after = view.rows[row], with_card(view.rows[row], view.card)
    mine = gain(view, seat, after)
    if mine > gain(view, seat, before):
        return Message("coloretto.reason.mine", {"n": mine})
    changes = [(gain(view, other, after) - gain(view, other, before), other) for other in ones(view.still)]
    worst, other = min((change, other) for change, other in changes if other != seat) if len(changes) > 1 else (0, seat)
    return Message("coloretto.reason.spoil", {"seat": other, "n": -worst}) if worst < 0 else None
