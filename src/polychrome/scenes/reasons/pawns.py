"""What both games of blind pawns have to say: whose pawn it is, if the hint remembers, and that it comes home."""

from __future__ import annotations

from polychrome.engine.core import Message
from polychrome.games.colomo.table import Pawns


def call(view: Pawns, mover: int, pawn: int) -> Message | None:
    """Whose pawn has moved; without remembering it, to call is a wager."""
    owner = view.disc[pawn]
    if owner < 0:
        return None
    return Message("pawns.reason.own" if owner == mover else "pawns.reason.foreign", {"seat": mover})


def mine(view: Pawns, seat: int, cell: int) -> Message | None:
    return Message("pawns.reason.mine", {}) if view.disc[cell] == seat else None


def home(view: Pawns, seat: int, cell: int) -> Message:
    return Message("pawns.reason.mine_home" if view.disc[cell] == seat else "pawns.reason.home", {})
