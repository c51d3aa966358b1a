"""Which question a seat has to answer, and its number: the length of the log when it was asked."""

from __future__ import annotations

from typing import NamedTuple

from polychrome.engine.core import State


class Question(NamedTuple):
    number: int
    phase: int
    legal: list[int] | None  # only where several seats are asked: what would change the question of a waiting one
    at: int = 0  # milliseconds of the table, when its clock began


Asked = dict[int, Question]  # by seat


def ask(state: State, length: int, before: Asked, mover: int, at: int) -> Asked:
    """Who is asked now. A seat that did not move and may do what it could before has still the same question."""
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
        asked[seat] = Question(length, state.phase, legal, at)
    return asked
