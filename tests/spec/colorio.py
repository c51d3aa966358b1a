"""Colorio's vectors: a board for each round, and fields that lie open already."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import State
from polychrome.engine.pieces.facedown import NONE
from polychrome.engine.pieces.order import members
from polychrome.games.colorio import rules
from polychrome.games.colorio.rules import DECIDE, LIFT, NAMES, OVER, SHOWS, Colorio
from polychrome.games.colorio.strips import LETTERS, SIDE
from spec.adapter import Adapter, Chance, Json, Mistaken
from spec.discs import a_list, letters, start


def board(value: Json) -> str:
    """The letters of all fields, row by row."""
    rows = [letters(row, "board", LETTERS) for row in a_list(value, "board", SIDE)]
    if any(len(row) != SIDE for row in rows):
        raise Mistaken(f"board is {value!r}; each of its rows has {SIDE} letters.")
    return "".join(rows)


def boards(state: Colorio, setup: Mapping[str, Json]) -> list[str]:
    """One for each round that is played."""
    if ("board" in setup) == ("boards" in setup):
        raise Mistaken("The set-up needs a board, or boards for all rounds, so that it is known what lies there.")
    if "board" in setup:
        return [board(setup["board"])]
    rounds = state.seats if state.options[rules.VARIANT] == rules.POINTS else 1
    return [board(value) for value in a_list(setup["boards"], "boards", rounds)]


def uncover(state: Colorio, fields: Json, colours: str) -> None:
    """Fields that lie open, their caps out of the game."""
    if not isinstance(fields, list):
        raise Mistaken(f"open is {fields!r}; it is a list of fields.")
    for name in fields:
        if not isinstance(name, str) or name not in NAMES:
            raise Mistaken(f"open has {name!r}; the fields are a1 to e5.")
        place = NAMES.index(name)
        if state.lies_open(place):
            raise Mistaken(f"open has {name!r} twice.")
        colour = LETTERS.index(colours[place])
        state.show(place, colour)
        state.caps &= ~(1 << place)
        state.visible[colour] += 1
        state.removed += 1


def set_up(state: Colorio, setup: Mapping[str, Json]) -> Chance:
    layouts = boards(state, setup)
    state.starter = start(setup, state.seats)
    state.begin_round()
    state.pool = [layouts[0].count(letter) for letter in LETTERS]
    uncover(state, setup.get("open", []), layouts[0])
    first = setup.get("first", "open" not in setup)
    if not isinstance(first, bool):
        raise Mistaken(f"first is {first!r}; it is true or false.")
    state.first = int(first)

    def chance(state: State) -> int:
        assert isinstance(state, Colorio)
        if state.round >= len(layouts):
            raise Mistaken("The set-up has no board for this round.")
        return SHOWS + LETTERS.index(layouts[state.round][state.place])

    return chance


def ban(state: Colorio) -> Json:
    """The cap that the next player may not lift first."""
    return NAMES[members(state.barred)[0]] if state.phase == LIFT and not state.step and state.barred else None


ADAPTER = Adapter(
    game=rules.GAME,
    keys=("board", "boards", "start", "open", "first"),
    set_up=set_up,
    phases={LIFT: "lift", DECIDE: "decide", OVER: "over"},
    together=(),
    probes={
        "caps": lambda state: state.caps.bit_count(),
        "removed": lambda state: state.removed,
        "visible": lambda state: dict(zip(LETTERS, state.visible, strict=True)),
        "alive": lambda state: [*members(state.alive)],
        "points": lambda state: list(state.points),
        "round": lambda state: state.round,
        "ban": ban,
        "lifted": lambda state: None if state.place == NONE else NAMES[state.place],
    },
    calls={},
)
