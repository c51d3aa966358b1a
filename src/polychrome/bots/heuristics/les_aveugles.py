"""Les Aveugles: lead home the pawn that gets furthest, one's own if it is known."""

from __future__ import annotations

from typing import Final

from polychrome.bots.heuristics.base import Heuristics
from polychrome.bots.heuristics.pawns import answer, answers, foreign
from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo.les_aveugles import (
    CONTINUE,
    CONTINUE_EXIT,
    CONTINUING,
    GAP,
    LEAVE,
    MOVE,
    MOVING,
    NOPEEK,
    PEEK,
    PEEKING,
    LesAveugles,
)
from polychrome.games.colomo.table import CHALLENGED

ANOTHER_ROLL: Final = 4  # steps, on average


class LesAveuglesHeuristics(Heuristics):
    EFFORTS = (0, 60, 400)

    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, LesAveugles)
        if state.phase == CHALLENGED:
            return answers(state)
        if state.phase == PEEKING:
            unknown = [PEEK + cell for cell in state.hidden_pawns() if state.disc[cell] == HIDDEN]
            return [NOPEEK, *unknown] if unknown else [NOPEEK]
        if state.phase == CONTINUING and state.may_leave():
            doubt = foreign(state, seat, state.pawn)
            return [CONTINUE_EXIT] if doubt == 0.0 else [CONTINUE] if doubt == 1.0 else [CONTINUE, CONTINUE_EXIT]
        actions = state.legal(seat)
        if state.phase != MOVING or len(actions) == 1:
            return actions
        home = [action for action in actions if action >= LEAVE and state.disc[action - LEAVE] == seat]
        if home:
            return home[:1]
        for wanted in (seat, HIDDEN):  # a pawn that may be anybody's is for those who know none of their own
            found = [action for action in actions if state.disc[action % LEAVE] == wanted]
            if found:
                return found
        return actions

    def likings(self, state: State, seat: int, actions: list[int]) -> list[float]:
        assert isinstance(state, LesAveugles)
        if state.phase != MOVING or state.outside[seat]:
            return []
        return [1.0 if action >= LEAVE else min(1.0, 0.05 * gain(state, action)) for action in actions]

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, LesAveugles)
        if state.phase == CHALLENGED:
            return answer(state, dice)
        if state.phase == PEEKING:
            unknown = [PEEK + cell for cell in state.hidden_pawns() if state.disc[cell] == HIDDEN]
            return dice.pick(unknown) if unknown else NOPEEK
        if state.phase == CONTINUING:
            return CONTINUE_EXIT if state.may_leave() and foreign(state, seat, state.pawn) < 0.5 else CONTINUE
        if state.phase != MOVING or state.outside[seat]:
            return state.sample(seat, dice)
        for cell in state.leavers():
            if state.disc[cell] == seat:
                return LEAVE + cell
        for wanted in (seat, HIDDEN):
            cell = furthest(state, wanted, dice)
            if cell != NONE:
                return MOVE + cell
        return state.sample(seat, dice)


def furthest(state: LesAveugles, colour: int, dice: Dice) -> int:
    """Of the pawns of a colour, one that gets furthest with this roll; NONE if there is none."""
    best = NONE
    most = 0
    ties = 0
    for cell in range(len(state.disc)):
        if state.disc[cell] == colour:
            far = gain(state, cell)
            if far > most:
                best, most, ties = cell, far, 1
            elif far == most:
                ties += 1
                if dice.below(ties) == 0:
                    best = cell
    return best


def gain(state: LesAveugles, cell: int) -> int:
    """How far this roll leads from here, jumped pawns included; a gate is worth another roll (AVE-9)."""
    end = state.landing(cell)
    steps = end - cell if end > cell else end - cell + len(state.disc)
    return steps + ANOTHER_ROLL if end % GAP[state.seats] == 0 else steps


HEURISTICS: Final = LesAveuglesHeuristics
