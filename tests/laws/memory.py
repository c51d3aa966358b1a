"""Games of memory: how to exchange what lies face down, so that a law can see whether a view gives it away."""

from __future__ import annotations

from collections.abc import Callable

from families import COLOMO
from laws import hands
from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE, FaceDown
from polychrome.games import colorio
from toys import peek


def covered_otherwise(state: State, viewer: int, dice: Dice) -> State:
    """The same table with other colours under whatever lies face down, and other memories of it."""
    assert isinstance(state, FaceDown)
    new = state.clone()
    places = [place for place, colour in enumerate(state.disc) if colour != NONE and not state.lies_open(place)]
    for place in places:
        if new.disc[place] >= 0:
            new.forget(place)
    for place in places:
        if dice.below(2):
            new.show(place, new.drawn(place, dice))
    new.seen = [dice.below(state.played + 1) for _ in state.seen]
    return new


# By game: the same table for this viewer, with other things under whatever it does not see now.
COVERED: dict[str, Callable[[State, int, Dice], State]] = {
    "peek": peek.covered_otherwise,
    **{game.name: covered_otherwise for game in (*COLOMO, colorio.GAME)},
    "chromino": hands.covered_otherwise,
}
