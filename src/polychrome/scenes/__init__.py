"""How a view of each game looks and sounds: one file per game makes Scenes, one per renderer shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Final

from polychrome.engine.core import Game, State
from polychrome.engine.table import Line
from polychrome.remember import forget_some
from polychrome.scenes import chromino, color_words, coloretto, colorio
from polychrome.scenes.colomo import a_l_aveuglette, arc_en_ciel, blackout, les_aveugles, ronde, rondo, table, trio
from polychrome.scenes.scene import Scene, Weighing
from polychrome.scenes.weighing import weigh

SCENES: Final[dict[str, Callable[[State, int, Sequence[Line]], Scene]]] = {
    "ronde": ronde.scene,
    "trio": trio.scene,
    "arc_en_ciel": arc_en_ciel.scene,
    "rondo": rondo.scene,
    "blackout": blackout.scene,
    "les_aveugles": les_aveugles.scene,
    "a_l_aveuglette": a_l_aveuglette.scene,
    "coloretto": coloretto.scene,
    "colorio": colorio.scene,
    "chromino": chromino.scene,
    "color_words": color_words.scene,
}

# Where people write words: what one would bring, for a view, its seat, the action as far as it is written, and
# whether the word list shall be asked.
WEIGHERS: Final[dict[str, Callable[[State, int, str, bool], Weighing]]] = {"color_words": weigh}

# What a path of targets means, as actions, whether they may be played now or not; for whoever asks why not.
MEANINGS: Final[dict[str, Callable[[Sequence[str]], tuple[str, ...]]]] = {
    "ronde": ronde.meant,
    "trio": table.meant,
    "arc_en_ciel": table.meant,
    "rondo": rondo.meant,
    "blackout": blackout.meant,
    "les_aveugles": les_aveugles.meant,
    "a_l_aveuglette": a_l_aveuglette.meant,
    "coloretto": coloretto.meant,
    "colorio": colorio.meant,
    "chromino": chromino.meant,
    "color_words": color_words.meant,
}

# What is shown of a game before one is opened, where nothing that chance does is worth a picture.
PICTURES: Final = {"color_words": color_words.PICTURE}

DRAWN: Final = count(1)
OFTEN: Final = 1024  # scenes, after which we look whether too much is remembered


def draw(game: Game, view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    """The scene of a view for its viewer (a seat or SPECTATOR), who has just been told these lines."""
    if not next(DRAWN) % OFTEN:
        forget_some()
    return SCENES[game.name](view, viewer, told)
