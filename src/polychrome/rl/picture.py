"""Pictures of a game being played: our own scenes, as text or as pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from polychrome.engine.core import SPECTATOR
from polychrome.rl.play import Episodes
from polychrome.scenes import draw, picture, text
from polychrome.words import Words

MODES: Final = ["human", "ansi", "rgb_array"]
WIDTH: Final = 800  # pixels


def checked(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise ValueError(f"There is no render mode {mode!r}; there are {', '.join(MODES)}.")
    return mode


def rendered(play: Episodes, mode: str | None) -> Any:
    """What a spectator sees: printed, as a text, or as an array of pixels."""
    if mode is None:
        return None
    scene = draw(play.encoding.game, play.state.view(SPECTATOR), SPECTATOR)
    if mode == "rgb_array":
        return pixels(picture.svg(scene, Words(), ()))
    shown = text.render(scene, Words(), ())
    if mode == "ansi":
        return shown
    print(shown)
    return None


def pixels(drawing: str) -> Any:
    import numpy as np
    from PIL import Image
    from resvg_py import svg_to_bytes

    painted = Image.open(BytesIO(bytes(svg_to_bytes(svg_string=drawing, width=WIDTH))))
    return np.asarray(painted.convert("RGB"))
