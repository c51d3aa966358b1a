"""How a view of each game looks and sounds.

games/                    a file per game makes Scenes; it is found by the game's name
scene, drawn              the model, and how it is read from JSON
turn, glimpse, walk       what all games and all renderers share
reasons/                  a file per game says what speaks for a move, for hints
text, terminal, picture   the renderers
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from itertools import count
from typing import Final

from polychrome.by_name import module_of
from polychrome.engine.core import Game, State
from polychrome.engine.table import Line
from polychrome.remember import forget_some
from polychrome.scenes.scene import Scene, Weighing

GAMES: Final = "polychrome.scenes.games"  # the package
DRAWN: Final = count(1)
OFTEN: Final = 1024  # scenes, after which we look whether too much is remembered


def draw(game: Game, view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    """The scene of a view for its viewer (a seat or SPECTATOR), who has just been told these lines."""
    if not next(DRAWN) % OFTEN:
        forget_some()
    return scene_of(game.name)(view, viewer, told)


@cache
def scene_of(name: str) -> Callable[[State, int, Sequence[Line]], Scene]:
    found: Callable[[State, int, Sequence[Line]], Scene] = import_module(f"{GAMES}.{name}").scene
    return found


@cache
def weigher(name: str) -> Callable[[State, int, str, bool], Weighing] | None:
    """Where people write words: what one would bring, for a view, its seat, the action as far as it is written, and
    whether the word list shall be asked."""
    return getattr(module_of(GAMES, name), "weigh", None)
