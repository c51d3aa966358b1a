"""What the games of COLOMO have to say about turning up a disc: it has been seen, or so many could do."""

from __future__ import annotations

from collections.abc import Sequence

from polychrome.engine.core import HIDDEN, Message
from polychrome.games.colomo.table import LETTERS, Discs, Spread


def seen(view: Discs, place: int) -> Message | None:
    """The disc is known: it lies open, or the hint may remember."""
    colour = view.disc[place]
    return Message("colomo.reason.seen", {"colour": LETTERS[colour]}) if colour >= 0 else None


def like(view: Discs, place: int, colour: int) -> Message | None:
    """One colour is wanted: how many of those that nobody knows have it."""
    known = view.disc[place]
    if known == colour:
        return seen(view, place)
    if known != HIDDEN or not view.pool[colour]:
        return None
    return Message("colomo.reason.like", {"n": view.pool[colour], "all": view.unseen, "colour": LETTERS[colour]})


def among(key: str, view: Discs, place: int, wanted: Sequence[int]) -> Message | None:
    """Any of several colours would do; the sentence says which those are."""
    known = view.disc[place]
    if known in wanted:
        return seen(view, place)
    good = sum(view.pool[colour] for colour in wanted)
    return Message(key, {"n": good, "all": view.unseen}) if known == HIDDEN and good else None


def twin(view: Spread, place: int) -> Message | None:
    """What lies open already is to be found again; before that, a known disc is a good beginning."""
    return like(view, place, view.disc[view.up[-1]]) if view.up else seen(view, place)
