"""A l'aveuglette: the way that leads one's own pawns furthest, or a rival's back where nobody may call."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.base import Heuristics
from polychrome.bots.heuristics.pawns import answer, answers, foreign
from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice
from polychrome.games.colomo.a_l_aveuglette import CHALLENGING, MOVING, OFF, OUTSIDE, ALAveuglette, ends_of
from polychrome.games.colomo.board import FORWARD, OUT, SIDE, SIDES
from polychrome.games.colomo.table import CHALLENGED

TRIES: Final = 8  # moves that somebody in a hurry looks at
MOVES_LOOKED_AT: Final = 14  # moves that somebody who thinks looks at
HOME: Final = 3  # what leaving is worth beside the steps, in steps


class ALAveugletteHeuristics(Heuristics):
    EFFORTS = (15, 30, 130)

    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, ALAveuglette)
        if state.phase == CHALLENGED:
            return answers(state)
        actions = state.legal(seat)
        if state.phase != MOVING or len(actions) <= 2:
            return actions
        side = SIDES[state.seats][seat]
        ends: dict[int, int] = {}  # by where it begins and ends: the shortest of the ways that come to the same
        for action in actions:
            start, end = ends_of(action)
            way = start * 32 + end
            if way not in ends or action < ends[way]:
                ends[way] = action
        ranked = sorted([(-progress(state, seat, side, action), action) for action in ends.values()])
        if ranked[0][0] <= -HOME:
            return [ranked[0][1]]  # one's own pawn gets home
        return sorted([action for _, action in ranked[:MOVES_LOOKED_AT]])

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, ALAveuglette)
        if state.phase == CHALLENGED:
            return answer(state, dice)
        if state.phase != MOVING:
            return state.sample(seat, dice)
        side = SIDES[state.seats][seat]
        best = -1
        top = -99.0
        for _ in range(TRIES):
            action = state.sample(seat, dice)
            good = progress(state, seat, side, action)
            if good > top:
                best, top = action, good
        return best

    def likings(self, state: State, seat: int, actions: list[int]) -> list[float]:
        assert isinstance(state, ALAveuglette)
        if state.phase != MOVING:
            return []
        side = SIDES[state.seats][seat]
        return [min(1.0, max(0.0, 0.2 + 0.2 * progress(state, seat, side, action))) for action in actions]


def progress(state: ALAveuglette, seat: int, side: int, action: int) -> float:
    """Steps towards home, for oneself or (with a foreign pawn, where nobody may call) against its owner."""
    start, end = ends_of(action)
    forward = FORWARD[side]
    if start == OUTSIDE:
        return float(forward[end])
    owner = state.disc[start]
    if owner == seat or owner == HIDDEN:
        steps = float(SIDE - forward[start] + HOME if end == OUT else forward[end] - forward[start])
        return steps if owner == seat else steps * (1.0 - 2.0 * foreign(state, seat, start))
    if state.options[CHALLENGING] != OFF or end == OUT:
        return -4.0
    theirs = FORWARD[SIDES[state.seats][owner]]
    return 0.7 * (theirs[start] - theirs[end])


HEURISTICS: Final = ALAveugletteHeuristics
