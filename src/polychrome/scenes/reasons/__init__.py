"""Why a move is good, in one sentence for whoever asks for a hint. A file per game, found by the game's name.

A reason is a fact that anybody at that seat could see for themselves: it is made of the same view that the adviser was
given and of nothing else. What lies covered is spoken of in numbers only, unless the hint may remember.
"""

from __future__ import annotations

from polychrome.by_name import module_of
from polychrome.engine.core import Game, Message, State


def reason(game: Game, view: State, seat: int, action: int) -> Message | None:
    """What speaks for this action of a seat; None if there is nothing worth saying."""
    found = module_of(__name__, game.name)
    if found is None:
        return None
    said: Message | None = found.reason(view, seat, action)
    return said
