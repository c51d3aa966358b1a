"""Arc-en-ciel's vectors: a layout of discs; six of them are the last rainbow."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.games.colomo import arc_en_ciel as rules
from polychrome.games.colomo.arc_en_ciel import ArcEnCiel
from polychrome.games.colomo.table import COLOURS, FLIP, LETTERS, OVER
from spec.adapter import Adapter, Chance, Json
from spec.discs import by_seat, lay_out


def set_up(state: ArcEnCiel, setup: Mapping[str, Json]) -> Chance:
    chance = lay_out(state, setup)
    state.phase = rules.PREDICTING if len(state.left) == COLOURS else FLIP
    state.own = by_seat(setup, "pieces", state.seats, state.own)
    return chance


def up(state: ArcEnCiel) -> str:
    return "".join(LETTERS[colour] for colour in sorted(state.disc[place] for place in state.up))


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("layout", "start", "pieces"),
    set_up=set_up,
    phases={FLIP: "flip", rules.PREDICTING: "last", OVER: "over"},
    together=(),
    probes={"pieces": lambda state: list(state.own), "up": up, "left": lambda state: len(state.left)},
    calls={},
)
