"""Whose turn it is and who won, said in the same words in every game."""

from __future__ import annotations

from polychrome.engine.core import NATURE, Message, State


def status(view: State, viewer: int) -> Message:
    """One sentence for the viewer: whose turn it is, or how the game ended."""
    acting = view.acting()
    if not acting:
        return ending(view, viewer)
    if viewer in acting:
        return Message("scene.your_turn", {})
    if acting[0] == NATURE:
        return Message("scene.chance", {})
    if len(acting) == 1:
        return Message("scene.turn", {"seat": acting[0]})
    return Message("scene.turns", {"seats": acting})


def ending(view: State, viewer: int) -> Message:
    winners = view.winners()
    n = view.scores()[winners[0]]
    if len(winners) > 1:
        return Message("scene.winners", {"seats": winners, "n": n})
    if winners[0] == viewer:
        return Message("scene.you_win", {"n": n})
    return Message("scene.winner", {"seat": winners[0], "n": n})


def spoken(key: str, seat: int, viewer: int, **args: int | str | list[int] | list[str]) -> Message:
    """What a seat did, as `family.deed`; said to that very seat it is `family.you_deed`."""
    family, _, deed = key.rpartition(".")
    return Message(f"{family}.you_{deed}" if seat == viewer else key, {"seat": seat, **args})
