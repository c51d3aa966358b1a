"""How a view of each game looks and sounds: one file per game makes Scenes, one per renderer shows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

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


class Reasons(NamedTuple):
    """For whoever asks why not."""

    meant: Callable[[Sequence[str]], tuple[str, ...]]  # a path of targets as actions, legal or not
    chapters: Mapping[str, Sequence[str]]  # by chapter of the rules, the refusals that it explains


REASONS: Final[dict[str, Reasons]] = {
    "ronde": Reasons(ronde.meant, ronde.CHAPTERS),
    "trio": Reasons(table.meant, table.CHAPTERS),
    "arc_en_ciel": Reasons(table.meant, arc_en_ciel.CHAPTERS),
    "rondo": Reasons(rondo.meant, rondo.CHAPTERS),
    "blackout": Reasons(blackout.meant, blackout.CHAPTERS),
    "les_aveugles": Reasons(les_aveugles.meant, les_aveugles.CHAPTERS),
    "a_l_aveuglette": Reasons(a_l_aveuglette.meant, a_l_aveuglette.CHAPTERS),
    "coloretto": Reasons(coloretto.meant, coloretto.CHAPTERS),
    "colorio": Reasons(colorio.meant, colorio.CHAPTERS),
    "chromino": Reasons(chromino.meant, chromino.CHAPTERS),
    "color_words": Reasons(color_words.meant, color_words.CHAPTERS),
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
