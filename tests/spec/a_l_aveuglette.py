"""A l'aveuglette's vectors: pawns on cells a1 to e5."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import State
from polychrome.games.colomo import a_l_aveuglette as rules
from polychrome.games.colomo.a_l_aveuglette import ALAveuglette
from polychrome.games.colomo.board import CELLS, NAMES
from polychrome.games.colomo.table import CHALLENGED, OVER, SHOWS
from spec.adapter import Adapter, Chance, Json
from spec.discs import by_seat, occupied, pawns

PLACES = {name: cell for cell, name in enumerate(NAMES[:CELLS])}


def set_up(state: ALAveuglette, setup: Mapping[str, Json]) -> Chance:
    pawns(state, setup, "board", PLACES)
    state.outside = by_seat(setup, "waiting", state.seats, state.outside, rules.PAWNS)
    state.home = by_seat(setup, "done", state.seats, state.home, rules.PAWNS)
    state.phase = rules.MOVING
    return chance


def chance(state: State) -> int:
    assert isinstance(state, ALAveuglette)
    return SHOWS + state.disc[state.place]


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("start", "board", "waiting", "done", "skip"),
    set_up=set_up,
    phases={rules.MOVING: "move", CHALLENGED: "challenge", OVER: "over"},
    together=(CHALLENGED,),
    probes={
        "board": lambda state: occupied(state, PLACES),
        "waiting": lambda state: list(state.outside),
        "done": lambda state: list(state.home),
        "skip": lambda state: list(state.owed),
    },
    calls={},
)
