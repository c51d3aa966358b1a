"""Ends of games, where they are small enough to be solved: every way they can go is looked at, nothing is estimated."""

from __future__ import annotations

from polychrome.bots.endgames import chromino, coloretto, rainbows
from polychrome.bots.endgames.answer import Solved
from polychrome.engine.core import State
from polychrome.games.chromino.game import Chromino
from polychrome.games.colomo.arc_en_ciel import ArcEnCiel
from polychrome.games.coloretto import Coloretto


def solved(view: State, seat: int) -> Solved | None:
    """What every action is worth here; None while too much is open. It sees the view and nothing else."""
    if isinstance(view, Coloretto):
        return coloretto.solved(view, seat)
    if isinstance(view, Chromino):
        return chromino.solved(view, seat)
    if isinstance(view, ArcEnCiel):
        return rainbows.solved(view, seat)
    return None
