"""A bot of one's own for Coloretto, and one that plays any game: see docs/bots.md.

polychrome simulate coloretto --bots examples.cautious:Cautious,random --games 100
"""

from __future__ import annotations

from polychrome.engine.core import Bot, State
from polychrome.games.coloretto import CHOOSE, DRAW, TAKE, Coloretto, cards


class Cautious(Bot):
    """Takes the longest row as soon as it holds two cards. In any other game it plays the first legal action."""

    def __init__(self, seed: int) -> None:
        self.seed = seed  # for those who want luck: the same seed should give the same game

    def choose(self, view: State, seat: int) -> int:
        actions = view.legal(seat)
        if not isinstance(view, Coloretto) or view.phase != CHOOSE:
            return actions[0]
        rows = [action for action in actions if action != DRAW and len(cards(view.rows[action - TAKE])) >= 2]
        return max(rows, key=lambda action: len(cards(view.rows[action - TAKE])), default=actions[0])


def last(view: State, seat: int) -> int:
    """A function will do, too: the last of the legal actions."""
    return view.legal(seat)[-1]
