"""The games of the box, in the order in which people see them: the one list that names games.

A game is one line here and a file in each layer, found by the game's name:

    games/NAME.py, or games/NAME/rules.py   the rules; those of a family lie in its package, and its name comes first
    scenes/games/NAME.py                    how a view looks and sounds
    scenes/reasons/NAME.py                  what speaks for a move, in a sentence; without it hints have figures alone
    bots/heuristics/NAME.py                 what good players know; without it bots know the rules alone
    bots/endgames/NAME.py                   where the end is small enough to be solved
    rl/encodings/NAME.py                    for learning programs
    guides/NAME.json                        the guided first game
    room/emblems/NAME.json                  its picture on the shelf; without it, what lies open on its table
    puzzles/makers/NAME.py                  how its puzzles are made; without it there are none

Which clocks a game has, its rules say (`timed`); the chapters of its rules are keys of the catalogues (`rules.NAME.…`).
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

from polychrome.engine.core import Game, Reason, Unplayable

HOMES: Final = (  # of their rules, below `games`
    "colomo/ronde",
    "colomo/trio",
    "colomo/arc_en_ciel",
    "colomo/rondo",
    "colomo/blackout",
    "colomo/les_aveugles",
    "colomo/a_l_aveuglette",
    "coloretto",
    "colorio",
    "chromino",
    "color_words",
)


def rules(home: str) -> Game:
    game: Game = import_module(f"polychrome.games.{home.replace('/', '.')}").GAME
    return game


GAMES: Final[tuple[Game, ...]] = tuple(rules(home) for home in HOMES)


def find(name: str) -> Game:
    for game in GAMES:
        if game.name == name:
            return game
    raise Unplayable(Reason("setup.game", {"name": name, "games": [game.name for game in GAMES]}))
