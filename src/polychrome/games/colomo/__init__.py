"""COLOMO: seven games of memory with sixty discs in six colours."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game
from polychrome.games.colomo import a_l_aveuglette, arc_en_ciel, blackout, les_aveugles, ronde, rondo, trio

GAMES: Final[tuple[Game, ...]] = (
    ronde.GAME,
    trio.GAME,
    arc_en_ciel.GAME,
    rondo.GAME,
    blackout.GAME,
    les_aveugles.GAME,
    a_l_aveuglette.GAME,
)
