"""What the vectors of the seven COLOMO games share: layouts, seats, and reading a set-up."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.engine.core import HIDDEN, State
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo.table import COLOURS, DISCS, LETTERS, SHOWS, Pawns, Spread
from spec.adapter import Chance, Json, Mistaken

GONE = "."


def start(setup: Mapping[str, Json], seats: int) -> int:
    return whole(setup.get("start", 0), "start", seats - 1)


def whole(value: Json, what: str, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise Mistaken(f"{what} is {value!r}; it is a number from 0 to {most}.")
    return value


def letters(value: Json, what: str, known: str = LETTERS) -> str:
    if not isinstance(value, str) or any(letter not in known for letter in value):
        raise Mistaken(f"{what} is {value!r}; it is made of the letters {known}.")
    return value


def by_seat(setup: Mapping[str, Json], what: str, seats: int, default: list[int], most: int = 60) -> list[int]:
    """A number for each seat."""
    if what not in setup:
        return default
    return [whole(value, what, most) for value in a_list(setup[what], what, seats)]


def a_list(value: Json, what: str, length: int) -> list[Json]:
    if not isinstance(value, list) or len(value) != length:
        raise Mistaken(f"{what} is {value!r}; it is a list of {length}.")
    return value


def lay_out(state: Spread, setup: Mapping[str, Json], key: str = "layout") -> Chance:
    """Discs as the set-up lays them, all still blank; nature shows what lies there."""
    if key not in setup:
        raise Mistaken(f"The set-up has no {key}, so nobody knows what the discs will show.")
    layout = letters(setup[key], key, LETTERS + GONE)
    if len(layout) > DISCS or not layout.strip(GONE):
        raise Mistaken(f"{key} is {layout!r}; it has at most {DISCS} places, and a disc in one of them.")
    state.pool = [layout.count(letter) for letter in LETTERS]
    state.unseen = sum(state.pool)
    state.disc = [NONE if letter == GONE else HIDDEN for letter in layout]
    state.seen = [0] * len(layout)
    state.left = [place for place, letter in enumerate(layout) if letter != GONE]
    state.seat = start(setup, state.seats)

    def chance(state: State) -> int:
        assert isinstance(state, Spread)
        return SHOWS + LETTERS.index(layout[state.place])

    return chance


def totals(own: list[int]) -> list[Json]:
    """Sums by seat of a list by seat and colour."""
    return [sum(own[at : at + COLOURS]) for at in range(0, len(own), COLOURS)]


def pawns(state: Pawns, setup: Mapping[str, Json], key: str, names: Mapping[str, int]) -> None:
    """Pawns on the board, face down, and those outside and at home."""
    board = setup.get(key, {})
    if not isinstance(board, dict):
        raise Mistaken(f"{key} is {board!r}; it is an object of places and colours.")
    for name, letter in board.items():
        if name not in names:
            raise Mistaken(f"{key} has no place {name!r}.")
        colour = letters(letter, key, LETTERS[: state.seats])
        if len(colour) != 1:
            raise Mistaken(f"{key} has {letter!r} at {name}; it is one letter.")
        state.disc[names[name]] = LETTERS.index(colour)
    state.seat = start(setup, state.seats)
    state.owed = by_seat(setup, "skip", state.seats, state.owed, 1)


def occupied(state: Pawns, names: Mapping[str, int]) -> dict[str, Json]:
    return {name: LETTERS[state.disc[place]] for name, place in names.items() if state.disc[place] != NONE}
