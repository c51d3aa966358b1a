"""Coloretto: take a row once it brings enough, and put cards where they please oneself and nobody else."""

from __future__ import annotations

from math import exp
from typing import Final

from polychrome.bots.heuristics.base import Heuristics
from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from polychrome.games.coloretto import (
    CHOICES,
    CHOOSE,
    DRAW,
    HELD,
    ONE,
    PILE,
    PLACE,
    PLACES,
    ROOM,
    SCORE_SIDE,
    SHOWN,
    TAKE,
    TO_ROW,
    Coloretto,
    best,
    everything,
)

ENOUGH: Final = 3.0  # points that make a row worth taking, about what a round brings
ROUNDS: Final = 1  # that a playout goes on after the one at hand


class ColorettoHeuristics(Heuristics):
    EFFORTS = (8, 50, 400)

    def __init__(self) -> None:
        super().__init__()
        self.goal = 0  # cards in the deck at which a playout may be judged

    def begin(self, view: State, seat: int) -> None:
        assert isinstance(view, Coloretto)
        self.goal = view.left - 2 * view.seats * ROUNDS

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        assert isinstance(state, Coloretto)
        if state.phase == CHOOSE:
            return draw_or_take(state, seat, dice)
        if state.phase == PLACE:
            return put(state, seat, dice)
        return state.sample(seat, dice)

    def likings(self, state: State, seat: int, actions: list[int]) -> list[float]:
        assert isinstance(state, Coloretto)
        if state.phase == CHOOSE:
            own = state.own[seat]
            side = state.options[SCORE_SIDE]
            now = best(own, side)
            likings = []
            for action in actions:
                gain = ENOUGH if action == DRAW else float(best(own + PILE[state.rows[action - TAKE]], side) - now)
                likings.append(min(1.0, max(0.0, gain / (2 * ENOUGH))))
            return likings
        if state.phase == PLACE:
            return [min(1.0, max(0.0, 0.5 + pleasure(state, seat, action - TO_ROW) / 10)) for action in actions]
        return []

    def settled(self, state: State) -> bool:
        """Between two rounds, so far on, except in the last: its end is the game's."""
        assert isinstance(state, Coloretto)
        return (
            state.phase == CHOOSE
            and state.left <= self.goal
            and not state.filled
            and state.below != SHOWN
            and state.still == everything(state.seats)
        )

    def judge(self, state: State) -> list[float]:
        """The better the lead and the fewer cards to come, the surer."""
        assert isinstance(state, Coloretto)
        scale = 3.0 + 0.12 * state.left
        side = state.options[SCORE_SIDE]
        weights = [exp(best(pile, side) / scale) for pile in state.own]
        total = sum(weights)
        return [weight / total for weight in weights]


def draw_or_take(state: Coloretto, seat: int, dice: Dice) -> int:
    actions = CHOICES[state.roomy][state.filled]
    if len(actions) == 1:
        return actions[0]
    own = state.own[seat]
    side = state.options[SCORE_SIDE]
    now = best(own, side)
    choice = -1
    most = -99
    for action in actions:
        if action != DRAW:
            gain = best(own + PILE[state.rows[action - TAKE]], side) - now
            if gain > most:
                choice, most = action, gain
    if actions[0] != DRAW:
        return choice
    row = choice - TAKE
    wanted = ENOUGH + 0.01 * dice.below(100) - 0.5
    if HELD[state.rows[row]] == ROOM[state.seats][row]:
        wanted -= 1.0  # it will not get better
    return choice if most >= wanted else DRAW


def put(state: Coloretto, seat: int, dice: Dice) -> int:
    actions = PLACES[state.roomy]
    if len(actions) == 1:
        return actions[0]
    choice = actions[0]
    most = -99.0
    for action in actions:
        joy = pleasure(state, seat, action - TO_ROW) + 0.01 * dice.below(100)
        if joy > most:
            choice, most = action, joy
    return choice


def pleasure(state: Coloretto, seat: int, row: int) -> float:
    """What the card does to a row, for oneself and for the dearest of the others who are still to choose."""
    side = state.options[SCORE_SIDE]
    before = PILE[state.rows[row]]
    after = before + ONE[state.card]
    joy = 0.0
    worst = -99.0
    for other in range(state.seats):
        if not state.still >> other & 1:
            continue
        own = state.own[other]
        change = float(best(own + after, side) - best(own + before, side))
        if other == seat:
            joy = change
        elif change > worst:
            worst = change
    return joy - 0.6 * worst if worst > -99.0 else joy


HEURISTICS: Final = ColorettoHeuristics
