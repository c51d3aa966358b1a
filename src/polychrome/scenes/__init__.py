"""How a view of each game looks and sounds: one file per game makes Scenes, one per renderer shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from polychrome.engine.core import Game, State
from polychrome.engine.table import Line
from polychrome.scenes import coloretto
from polychrome.scenes.scene import Scene

SCENES: Final[dict[str, Callable[[State, int, Sequence[Line]], Scene]]] = {
    "coloretto": coloretto.scene,
}


def draw(game: Game, view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    """The scene of a view for its viewer (a seat or SPECTATOR), who has just been told these lines."""
    return SCENES[game.name](view, viewer, told)
