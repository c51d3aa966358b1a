"""How a view of each game looks and sounds.

games/                    a file per game makes Scenes; it is found by the game's name
scene, drawn              the model, and how it is read from JSON
turn, glimpse, walk       what all games and all renderers share
reasons/                  a file per game says what speaks for a move, for hints
text, terminal, picture   the renderers
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Final

from polychrome.by_name import module_of
from polychrome.engine.core import Game, State
from polychrome.engine.table import Line
from polychrome.remember import forget_some
from polychrome.scenes.scene import Example, Scene, Weighing

GAMES: Final = "polychrome.scenes.games"  # the package
DRAWN: Final = count(1)
OFTEN: Final = 1024  # scenes, after which we look whether too much is remembered


def draw(game: Game, view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    """The scene of a view for its viewer (a seat or SPECTATOR), who has just been told these lines."""
    if not next(DRAWN) % OFTEN:
        forget_some()
    scene: Scene = module_of(GAMES, game.name).scene(view, viewer, told)
    return scene


def weigher(name: str) -> Callable[[State, int, str, bool], Weighing] | None:
    """Where people write words: what one would bring, for a view, its seat, the action as far as it is written, and
    whether the word list shall be asked."""
    return getattr(module_of(GAMES, name), "weigh", None)


def meaning(name: str) -> Callable[[Sequence[str]], tuple[str, ...]] | None:
    """A path of targets as actions, legal or not, for whoever asks why not."""
    return getattr(module_of(GAMES, name), "meant", None)


def chapters(name: str) -> Mapping[str, Sequence[str]]:
    """By chapter of the game's rules, the refusals that it explains."""
    return getattr(module_of(GAMES, name), "CHAPTERS", {})


def example(name: str) -> Example | None:
    """What is shown of a game before one is opened, where nothing that chance does is worth a picture."""
    return getattr(module_of(GAMES, name), "PICTURE", None)
