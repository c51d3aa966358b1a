"""Les Aveugles' vectors: pawns on numbered cells, and dice in order."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import State
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo import les_aveugles as rules
from polychrome.games.colomo.les_aveugles import GAP, SIX, LesAveugles
from polychrome.games.colomo.table import CHALLENGED, DIE, LETTERS, LUCK, OVER, SHOWS
from spec.adapter import Adapter, Chance, Json, Mistaken
from spec.discs import a_list, by_seat, occupied, pawns, whole


def black(state: LesAveugles) -> dict[str, int]:
    """Cells by name; a pawn on a gate is still on its way."""
    return {str(cell): cell for cell in range(len(state.disc)) if cell % GAP[state.seats]}


def set_up(state: LesAveugles, setup: Mapping[str, Json]) -> Chance:
    pawns(state, setup, "cells", black(state))
    state.outside = by_seat(setup, "outside", state.seats, state.outside, rules.PAWNS)
    state.home = by_seat(setup, "middle", state.seats, state.home, rules.PAWNS)
    state.phase = rules.ROLLING
    dice = setup.get("dice", [])
    length = len(dice) if isinstance(dice, list) else 1
    faces = iter([whole(face, "dice", SIX) for face in a_list(dice, "dice", length)])

    def chance(state: State) -> int:
        assert isinstance(state, LesAveugles)
        if state.phase != LUCK:
            return SHOWS + state.disc[state.place]
        face = next(faces, 0)
        if not face:
            raise Mistaken("The dice of the set-up are used up.")
        return DIE + face - 1

    return chance


def peeked(state: LesAveugles) -> Json:
    """The colour seen with the current roll, wherever that pawn has gone since."""
    at = state.peeked
    if at == NONE:
        return None
    return LETTERS[at - rules.CELLS if at >= rules.CELLS else state.disc[at]]


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("start", "dice", "cells", "outside", "middle", "skip"),
    set_up=set_up,
    phases={
        rules.ROLLING: "roll",
        rules.PEEKING: "peek",
        rules.MOVING: "move",
        rules.REROLLING: "reroll",
        rules.CONTINUING: "continue",
        CHALLENGED: "challenge",
        OVER: "over",
    },
    together=(CHALLENGED,),
    probes={
        "cells": lambda state: occupied(state, black(state)),
        "outside": lambda state: list(state.outside),
        "middle": lambda state: list(state.home),
        "skip": lambda state: list(state.owed),
        "die": lambda state: state.die or None,
        "peeked": peeked,
    },
    calls={},
)
