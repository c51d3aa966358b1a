"""Les Aveugles: whose pawn it is, as far as one remembers, and how far it still has to go."""

from __future__ import annotations

from polychrome.engine.core import Message, State
from polychrome.games.colomo.les_aveugles import CONTINUE_EXIT, LEAVE, MOVING, PEEKING, LesAveugles
from polychrome.games.colomo.table import ACCEPT, CHALLENGE, SHOWS
from polychrome.scenes.reasons import pawns


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, LesAveugles)
    if action in (ACCEPT, CHALLENGE):
        return pawns.call(view, view.seat, view.place)
    if action == CONTINUE_EXIT or LEAVE <= action < SHOWS:
        return pawns.home(view, seat, view.pawn if action == CONTINUE_EXIT else action - LEAVE)
    if view.phase == PEEKING:
        return Message("les_aveugles.reason.peek", {})
    if view.phase != MOVING or action >= LEAVE:
        return None
    to_go = (view.gate() - view.landing(action)) % len(view.disc)
    return pawns.mine(view, seat, action) or Message("les_aveugles.reason.walk", {"n": to_go})
