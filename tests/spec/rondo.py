"""Rondo's vectors: a circle of discs and a pile from the left."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import State
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo import rondo as rules
from polychrome.games.colomo.rondo import Rondo
from polychrome.games.colomo.table import DRAWS, FLIP, LETTERS, LUCK, OVER
from spec.adapter import Adapter, Chance, Json, Mistaken
from spec.discs import lay_out, letters, totals


def set_up(state: Rondo, setup: Mapping[str, Json]) -> Chance:
    shown = lay_out(state, setup, "circle")
    circle = letters(setup["circle"], "circle")
    if sorted(circle) != sorted(2 * LETTERS):
        raise Mistaken(f"circle is {circle!r}; it has two discs of each colour.")
    pile = letters(setup.get("pile", LETTERS * state.pile[0]), "pile")
    if not pile:
        raise Mistaken("The pile is empty, so the game is already over.")
    state.phase = rules.DRAWING
    state.pile = [pile.count(letter) for letter in LETTERS]
    up = letters(setup.get("up", ""), "up")
    for place, letter in enumerate(circle):
        if letter in up:
            state.show(place, LETTERS.index(letter))
            state.up.append(place)
    order = iter(pile)

    def chance(state: State) -> int:
        if state.phase != LUCK:
            return shown(state)
        letter = next(order, None)
        if letter is None:
            raise Mistaken("The pile of the set-up is used up.")
        return DRAWS + LETTERS.index(letter)

    return chance


def pairs(state: Rondo) -> str:
    """Colours whose pair lies face up."""
    colours = [state.disc[place] for place in state.up]
    return "".join(letter for colour, letter in enumerate(LETTERS) if colours.count(colour) == 2)


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("circle", "pile", "start", "up"),
    set_up=set_up,
    phases={rules.DRAWING: "draw", FLIP: "search", OVER: "over"},
    together=(),
    probes={
        "up": pairs,
        "middle": lambda state: "".join(LETTERS[colour] for colour in state.middle),
        "won": lambda state: totals(state.own),
        "pile": lambda state: sum(state.pile),
        "target": lambda state: None if state.target == NONE else LETTERS[state.target],
    },
    calls={},
)
