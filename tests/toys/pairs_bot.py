"""Plays pairs alone, in as few moves as can be: perfect memory, and never a look at what is known already.

The strategy is proved best for one player (Velleman & Warrington, What to expect in a game of memory, 2013): take a
known pair; else turn up a disc never seen, take its mate if that is known, and otherwise turn up another unseen one.
"""

from __future__ import annotations

from polychrome.engine.core import HIDDEN, Bot, State
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import FaceDown


class PairsBot(Bot):
    """For tables on which the actions are the places of the discs to turn up. Needs a view with recall.

    Unseen discs are as good as each other, so which one it takes is left to luck: with a memory that fades, who always
    took the first would look at the same few for ever. The luck belongs to the moment: same view, same move.
    """

    def __init__(self) -> None:
        self.dice = Dice(0)

    def choose(self, view: State, seat: int) -> int:
        assert isinstance(view, FaceDown)
        places = view.legal(seat)
        wanted = [colour for place, colour in enumerate(view.disc) if colour >= 0 and view.lies_open(place)]
        unknown: list[int] = []
        first: dict[int, int] = {}  # by colour: where a disc of it is known
        for place in places:
            colour = view.disc[place]
            if colour == HIDDEN:
                unknown.append(place)
            elif colour in wanted if wanted else colour in first:
                return place
            else:
                first[colour] = place
        self.dice.seek(view.played * 16 + seat)
        return self.dice.pick(unknown or places)
