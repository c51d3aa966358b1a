"""Which question a seat has to answer, and its number: the length of the log when it was asked."""

from __future__ import annotations

from typing import NamedTuple

from polychrome.engine.core import NATURE, State
from polychrome.engine.table import Line, Table


class Question(NamedTuple):
    number: int
    phase: int
    legal: list[int] | None  # only where several seats are asked: what would change the question of a waiting one


Asked = dict[int, Question]  # by seat


def ask(state: State, length: int, before: Asked, mover: int) -> Asked:
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
        asked[seat] = Question(length, state.phase, legal)
    return asked


def replay(table: Table, lines: list[Line] | list[tuple[int, int]]) -> Asked:
    """Put lines on a table that has none, and answer who is asked at the end."""
    asked: Asked = {} if NATURE in table.acting() else ask(table.state, 0, {}, NATURE)
    mover = NATURE
    for line in lines:
        seat, action = line[0], line[1]
        if seat != NATURE:
            mover = seat
        table.put(seat, action)
        if NATURE not in table.acting():
            asked = ask(table.state, len(table.log), asked, mover)
    return asked
