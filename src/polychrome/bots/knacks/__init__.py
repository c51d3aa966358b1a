"""What good players of each game know: one small file for each kind of game."""

from __future__ import annotations

from polychrome.bots.knack import Knack
from polychrome.bots.knacks.blackout import BlackoutKnack
from polychrome.bots.knacks.chromino import ChrominoKnack
from polychrome.bots.knacks.coloretto import ColorettoKnack
from polychrome.bots.knacks.colorio import ColorioKnack
from polychrome.bots.knacks.pawns import ALAveugletteKnack, LesAveuglesKnack
from polychrome.bots.knacks.spread import ArcEnCielKnack, RondeKnack, RondoKnack, TrioKnack
from polychrome.engine.core import State
from polychrome.games.chromino.game import Chromino
from polychrome.games.colomo.a_l_aveuglette import ALAveuglette
from polychrome.games.colomo.arc_en_ciel import ArcEnCiel
from polychrome.games.colomo.blackout import Blackout
from polychrome.games.colomo.les_aveugles import LesAveugles
from polychrome.games.colomo.ronde import Ronde
from polychrome.games.colomo.rondo import Rondo
from polychrome.games.colomo.trio import Trio
from polychrome.games.coloretto import Coloretto
from polychrome.games.colorio.rules import Colorio


def knack_of(view: State) -> Knack:
    """The knack of the game that this is a view of; of an unknown game, none."""
    if isinstance(view, Coloretto):
        return ColorettoKnack()
    if isinstance(view, Chromino):
        return ChrominoKnack()
    if isinstance(view, Colorio):
        return ColorioKnack()
    if isinstance(view, Ronde):
        return RondeKnack()
    if isinstance(view, Trio):
        return TrioKnack()
    if isinstance(view, ArcEnCiel):
        return ArcEnCielKnack()
    if isinstance(view, Rondo):
        return RondoKnack()
    if isinstance(view, Blackout):
        return BlackoutKnack()
    if isinstance(view, LesAveugles):
        return LesAveuglesKnack()
    if isinstance(view, ALAveuglette):
        return ALAveugletteKnack()
    return Knack()
