"""Scenes for the terminal, 80 columns wide; every colour comes with its glyph and code, never alone."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.constrain import Constrain

from polychrome.scenes.scene import Scene
from polychrome.scenes.terminal.brush import WIDTH, Brush
from polychrome.scenes.terminal.painter import Painter
from polychrome.scenes.walk import Walk
from polychrome.words import Words

__all__ = ["WIDTH", "render"]


def render(
    scene: Scene, words: Words, names: Sequence[str], ascii: bool = False, walk: Walk | None = None
) -> RenderableType:
    """The whole scene; with a walk, the choices from where it stands."""
    brush = Brush(scene, words, names, ascii, walk or Walk(scene))
    return Constrain(Group(*Painter(brush).parts()), WIDTH)
