"""Colorio: how likely the fifth field of a colour is, and what is covered again."""

from __future__ import annotations

from polychrome.engine.core import HIDDEN, Message, State
from polychrome.games.colorio.rules import LIFTS, MOVES, REMOVE, Colorio
from polychrome.games.colorio.strips import COLOURS, LETTERS


def reason(view: State, seat: int, action: int) -> Message | None:
    assert isinstance(view, Colorio)
    if action == REMOVE:
        return Message("colorio.reason.remove", {})
    if action >= MOVES:
        colour = view.disc[action - MOVES]
        return Message("colorio.reason.cover", {"colour": LETTERS[colour], "n": view.visible[colour]})
    return of_lift(view, action - LIFTS)


def of_lift(view: Colorio, field: int) -> Message:
    known = view.disc[field]
    if known != HIDDEN:
        return Message("colorio.reason.seen", {"colour": LETTERS[known], "n": view.visible[known]})
    danger = [colour for colour in range(COLOURS) if view.visible[colour] == COLOURS - 1]
    ways = view.chances(field)
    percent = round(100 * sum(ways[colour] for colour in danger) / sum(ways))
    return Message("colorio.reason.risk", {"percent": percent}) if percent else Message("colorio.reason.safe", {})
