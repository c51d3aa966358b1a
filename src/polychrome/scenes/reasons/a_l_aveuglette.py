"""A l'aveuglette: whose pawn it is, as far as one remembers, and how many rows it gets ahead."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.colomo.a_l_aveuglette import OUTSIDE, PATH, ALAveuglette, ends_of
from polychrome.games.colomo.board import FORWARD, OUT, SIDES
from polychrome.scenes.reasons import pawns


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, ALAveuglette)
    if action < PATH:
        return pawns.call(view, view.seat, view.place)
    start, end = ends_of(action)
    if end == OUT:
        return pawns.home(view, seat, start)
    if start != OUTSIDE and view.disc[start] == seat:
        return pawns.mine(view, seat, start)
    forward = FORWARD[SIDES[view.seats][seat]]
    ahead = forward[end] + 1 if start == OUTSIDE else forward[end] - forward[start]
    return Message("a_l_aveuglette.reason.ahead", {"n": ahead}) if ahead > 0 else None
