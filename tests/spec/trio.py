"""Trio's vectors: a layout of discs, and trios as numbers."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.games.colomo import trio as rules
from polychrome.games.colomo.table import COLOURS, FLIP, OVER
from polychrome.games.colomo.trio import Trio
from spec.adapter import Adapter, Chance, Json
from spec.discs import by_seat, lay_out, totals


def set_up(state: Trio, setup: Mapping[str, Json]) -> Chance:
    chance = lay_out(state, setup)
    state.phase = FLIP
    for seat, trios in enumerate(by_seat(setup, "trios", state.seats, [0] * state.seats)):
        state.own[seat * COLOURS] = trios  # of whichever colour
    return chance


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("layout", "start", "trios"),
    set_up=set_up,
    phases={FLIP: "flip", OVER: "over"},
    together=(),
    probes={
        "trios": lambda state: totals(state.own),
        "up": lambda state: list(state.up),
        "left": lambda state: len(state.left),
    },
    calls={},
)
