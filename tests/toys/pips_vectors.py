"""Vectors of Pips: a bag emptied in a given order."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import State
from spec.adapter import Adapter, Chance, Json, Mistaken
from toys import pips


def letters(value: Json) -> list[int]:
    if not isinstance(value, str) or not set(value) <= set(pips.LETTERS):
        raise Mistaken(f"Pips are the letters {pips.LETTERS}, not {value!r}.")
    return [pips.LETTERS.index(letter) for letter in value]


def set_up(state: pips.Pips, setup: Mapping[str, Json]) -> Chance:
    bag = letters(setup.get("bag", pips.LETTERS))
    state.bag = [bag.count(colour) for colour in range(len(state.bag))]
    outcomes = iter([pips.START + int(str(setup.get("start", 0))), *[pips.PIP + pip for pip in bag]])

    def chance(state: State) -> int:
        outcome = next(outcomes, None)
        if outcome is None:
            raise Mistaken("The bag of the set-up is empty.")
        return outcome

    return chance


ADAPTER = Adapter(
    game=pips.GAME,
    keys=("bag", "start"),
    set_up=set_up,
    phases={pips.TURN: "turn", pips.OVER: "over"},
    together=(),
    probes={
        "line": lambda state: "".join(pips.LETTERS[pip] for pip in state.line),
        "bag": lambda state: sum(state.bag),
        "scores": lambda state: state.scores(),
    },
    calls={"worth": lambda arguments: pips.worth([letters(arguments["pips"]).count(pip) for pip in range(4)])},
)
