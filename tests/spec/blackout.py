"""Blackout's vectors: nothing is hidden from the script, and the legal manipulations are a call."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import State
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo import blackout as rules
from polychrome.games.colomo.blackout import Blackout
from polychrome.games.colomo.table import FLIP, LETTERS, OVER, SHOWS
from spec.adapter import Adapter, Chance, Json, Mistaken
from spec.discs import start, totals


def set_up(state: Blackout, setup: Mapping[str, Json]) -> Chance:
    state.manipulator = start(setup, state.seats)
    state.begin_round()
    return chance


def chance(state: State) -> int:
    assert isinstance(state, Blackout)
    return SHOWS + state.disc[state.place]


def order(arguments: Mapping[str, Json]) -> bool:
    value = arguments.get("order")
    if len(arguments) != 1 or not isinstance(value, str):
        raise Mistaken("The call takes an order such as 102345.")
    return list(value) in [list(map(str, order)) for order in rules.SHIFTS]


def count(arguments: Mapping[str, Json]) -> int:
    if arguments:
        raise Mistaken("The call takes nothing.")
    return len(rules.SHIFTS)


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("start",),
    set_up=set_up,
    phases={
        rules.ARRANGING: "arrange",
        rules.MEMORISING: "memorise",
        rules.SHIFTING: "manipulate",
        rules.ASKING: "ask",
        FLIP: "find",
        OVER: "over",
    },
    together=(),
    probes={
        "manipulator": lambda state: state.manipulator,
        "won": lambda state: totals(state.own),
        "asked": lambda state: None if state.asked == NONE else LETTERS[state.asked],
        "flips": lambda state: state.flips,
        "down": lambda state: state.down(),
    },
    calls={"order": order, "count": count},
)
