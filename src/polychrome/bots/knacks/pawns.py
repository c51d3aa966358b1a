"""Pawns that walk face down (Les Aveugles, A l'aveuglette): lead one's own home, and call those who lead another's."""

from __future__ import annotations

from typing import Final

from polychrome.bots.knack import Knack
from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo.a_l_aveuglette import CHALLENGING, OFF, OUTSIDE, ALAveuglette, ends_of
from polychrome.games.colomo.a_l_aveuglette import MOVING as WALKING
from polychrome.games.colomo.board import CELLS, OUT, SIDE, SIDES, turned
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
from polychrome.games.colomo.table import ACCEPT, ANSWERS, CHALLENGE, CHALLENGED, Pawns

TRIES: Final = 8  # moves that somebody in a hurry looks at
MOST: Final = 14  # moves that somebody who thinks looks at
ANOTHER_ROLL: Final = 4  # steps, on average
HOME: Final = 3  # what leaving is worth beside the steps, in steps

# By side and cell: how many steps lie behind a pawn.
FORWARD: Final = [[turned(cell % SIDE, cell // SIDE, (4 - side) % 4)[1] for cell in range(CELLS)] for side in range(4)]


def foreign(state: Pawns, seat: int, place: int) -> float:
    """How likely the pawn here is not this seat's."""
    colour = state.disc[place]
    if colour != HIDDEN:
        return 0.0 if colour == seat else 1.0
    return 1.0 - state.pool[seat] / state.unseen if state.unseen else 1.0


def answers(state: Pawns) -> list[int]:
    """To a move: where one is sure there is nothing to think about."""
    doubt = foreign(state, state.seat, state.place)
    if doubt == 0.0:
        return [ACCEPT]
    return [CHALLENGE] if doubt == 1.0 else ANSWERS


def answer(state: Pawns, dice: Dice) -> int:
    """Call what is more likely a foreign pawn than not."""
    return CHALLENGE if dice.below(100) < 100 * foreign(state, state.seat, state.place) else ACCEPT


class LesAveuglesKnack(Knack):
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


class ALAveugletteKnack(Knack):
    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, ALAveuglette)
        if state.phase == CHALLENGED:
            return answers(state)
        actions = state.legal(seat)
        if state.phase != WALKING or len(actions) <= 2:
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
        return sorted([action for _, action in ranked[:MOST]])

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, ALAveuglette)
        if state.phase == CHALLENGED:
            return answer(state, dice)
        if state.phase != WALKING:
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
        if state.phase != WALKING:
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
