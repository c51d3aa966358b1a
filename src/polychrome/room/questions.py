"""Which question a seat has to answer, and its number, which no other question at the table ever has: an answer that
comes late, after somebody has taken a move back and played another one, must not count for what is asked then."""

from __future__ import annotations

from typing import NamedTuple

from polychrome.engine.core import State


class OpenQuestion(NamedTuple):
    number: int
    length: int  # of the log, when it was asked
    phase: int
    legal: list[int] | None  # only where several seats are asked: what would change the question of a waiting one
    at: int = 0  # milliseconds of the table, when its clock began


Asked = dict[int, OpenQuestion]  # by seat


def ask(state: State, length: int, number: int, before: Asked, mover: int, at: int) -> Asked:
    """Who is asked now, by this number; a seat that did not move and may do what it could before, still by the old."""
    acting = state.acting()
    asked: Asked = {}
    for seat in acting:
        old = before.get(seat)
        legal = None
        if len(acting) > 1 or (old is not None and old.legal is not None):
            legal = list(state.legal(seat))
            if old is not None and seat != mover and old.phase == state.phase and old.legal == legal:
                asked[seat] = old
                continue
        asked[seat] = OpenQuestion(number, length, state.phase, legal, at)
    return asked
