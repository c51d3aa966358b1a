"""The games of the box. A new game is one more entry here."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, Reason, Unplayable
from polychrome.games import chromino, colomo, color_words, coloretto, colorio

GAMES: Final[tuple[Game, ...]] = (*colomo.GAMES, coloretto.GAME, colorio.GAME, chromino.GAME, color_words.GAME)


def find(name: str) -> Game:
    for game in GAMES:
        if game.name == name:
            return game
    raise Unplayable(Reason("setup.game", {"name": name, "games": [game.name for game in GAMES]}))
