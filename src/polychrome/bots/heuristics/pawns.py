"""Pawns that walk face down (Les Aveugles, A l'aveuglette): whose they may be, and when to call who leads one."""

from __future__ import annotations

from polychrome.engine.core import HIDDEN
from polychrome.engine.dice import Dice
from polychrome.games.colomo.table import ACCEPT, ANSWERS, CHALLENGE, Pawns


def foreign(state: Pawns, seat: int, place: int) -> float:
    """How likely the pawn here is not this seat's."""
    colour = state.disc[place]
    if colour != HIDDEN:
        return 0.0 if colour == seat else 1.0
    return 1.0 - state.pool[seat] / state.unseen if state.unseen else 1.0


def answers(state: Pawns) -> list[int]:
    """The answers to a move that are worth a thought: one, where it is sure whose pawn it is."""
    doubt = foreign(state, state.seat, state.place)
    if doubt == 0.0:
        return [ACCEPT]
    return [CHALLENGE] if doubt == 1.0 else ANSWERS


def answer(state: Pawns, dice: Dice) -> int:
    """Call what is more likely a foreign pawn than not."""
    return CHALLENGE if dice.below(100) < 100 * foreign(state, state.seat, state.place) else ACCEPT
