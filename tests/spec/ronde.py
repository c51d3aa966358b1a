"""Ronde's vectors: a layout of discs, and pairs as strings of colours."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.games.colomo import ronde as rules
from polychrome.games.colomo.ronde import Ronde
from polychrome.games.colomo.table import FLIP, LETTERS, OVER
from spec.adapter import Adapter, Chance, Json
from spec.discs import a_list, lay_out, letters, whole


def set_up(state: Ronde, setup: Mapping[str, Json]) -> Chance:
    chance = lay_out(state, setup)
    state.phase = FLIP
    if "pairs" in setup:
        held = [letters(pairs, "pairs") for pairs in a_list(setup["pairs"], "pairs", state.seats)]
        state.own = [sum(1 << LETTERS.index(letter) for letter in set(pairs)) for pairs in held]
    state.aside[0] = whole(setup.get("aside", 0), "aside", 30)  # of whichever colour
    return chance


def pairs(state: Ronde) -> list[Json]:
    return ["".join(letter for colour, letter in enumerate(LETTERS) if mask >> colour & 1) for mask in state.own]


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("layout", "start", "pairs", "aside"),
    set_up=set_up,
    phases={FLIP: "flip", rules.GIVING: "give", OVER: "over"},
    together=(),
    probes={
        "pairs": pairs,
        "aside": lambda state: sum(state.aside),
        "up": lambda state: list(state.up),
        "left": lambda state: len(state.left),
    },
    calls={},
)
