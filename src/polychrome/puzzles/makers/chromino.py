"""Chromino: lay the tile that brings the most points; every tile of the hand is tried in every place."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.chromino.rules import PLACE, Chromino
from polychrome.puzzles import SOLVER, Puzzle
from polychrome.puzzles.makers.weighed import best_of, grade_of

SEATS: Final = 2
FEWEST: Final = 8  # places that the hand has
CLEAR: Final = 2  # points that the best lay brings more than any other


def make(game: Game, options: dict[str, Value], number: int, dice: Dice) -> Puzzle | None:
    chosen: dict[str, Value] = {"scoring": "B"}
    table = Table(game, SEATS, chosen, dice)
    state = table.state
    assert isinstance(state, Chromino)
    rounds = 2 + dice.below(4)
    for _ in range(rounds * SEATS):
        if state.phase != PLACE:  # somebody must draw: hard to take in at a glance
            return None
        table.play(state.seat, state.sample(state.seat, dice))
    if state.phase != PLACE or state.seat != SOLVER:
        return None
    points = {action: points_of(state, action) for action in state.legal(SOLVER)}
    if len(points) < FEWEST:
        return None
    best = best_of(points)
    if best.ahead < CLEAR:
        return None
    return Puzzle(
        game.name,
        SEATS,
        chosen,
        tuple((line.seat, line.action) for line in table.log),
        moves=1,
        par=round(best.worth),
        grade=grade_of(-len(points), -8, -10),
        answer=(best.action,),
    )


def points_of(state: Chromino, action: int) -> float:
    after = state.clone()
    after.apply(SOLVER, action)
    return after.points[SOLVER] - state.points[SOLVER]
