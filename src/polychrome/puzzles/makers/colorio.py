"""Colorio: which cap is the safest to lift? What the strips allow is counted, not guessed.

Nobody has seen what was played before. So what counts is the view: what lies open, and the cap that may not be lifted.
And nobody knows the strips by heart: the answer can also be found by looking at rows, each of which has every colour
once.
"""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.colorio.rules import DECIDE, LIFT, LIFTS, REMOVE, Colorio
from polychrome.games.colorio.strips import COLOURS, SIDE
from polychrome.puzzles import SOLVER, Puzzle
from polychrome.puzzles.makers.weighed import best_of, grade_of

SEATS: Final = 2
CLEAR: Final = 12  # percent that the safest cap is safer than any other
EARLY: Final = 19  # caps put away before anybody moves one: it leads there sooner


def make(game: Game, options: dict[str, Value], number: int, dice: Dice) -> Puzzle | None:
    chosen: dict[str, Value] = {"side": "white", "start_player": dice.below(SEATS)}
    table = Table(game, SEATS, chosen, Dice(dice.below(1 << 30)))
    state = table.state
    assert isinstance(state, Colorio)
    while not table.over():
        if state.phase == DECIDE:
            table.play(state.seat, REMOVE if state.removed < EARLY else state.sample(state.seat, dice))
            continue
        safe = safeties(state)
        if state.seat == SOLVER and len(safe) > 1:
            best = best_of(safe)
            if best.ahead >= CLEAR and [best.action] == safe_by_rows(state):
                return Puzzle(
                    game.name,
                    SEATS,
                    chosen,
                    tuple((line.seat, line.action) for line in table.log),
                    moves=1,
                    par=round(best.worth),
                    grade=grade_of(-alone_in_row(state), -1, -2),
                    answer=(best.action,),
                    worth={action: round(worth) for action, worth in safe.items()},
                )
        safest = max(safe.values())
        table.play(state.seat, dice.pick([action for action in safe if safe[action] == safest]))
    return None


def alone_in_row(state: Colorio) -> int:
    """How many caps are the last of their row: each must be looked at."""
    rows = [0] * SIDE
    for field in range(SIDE * SIDE):
        rows[field // SIDE] += not state.lies_open(field)
    return rows.count(1)


def safe_by_rows(state: Colorio) -> list[int]:
    """The caps below which, since each row has every colour once, there cannot be the fifth of any colour."""
    found = []
    for action in state.legal(SOLVER):
        row = (action - LIFTS) // SIDE * SIDE
        seen = {state.disc[field] for field in range(row, row + SIDE) if state.lies_open(field)}
        if all(state.visible[colour] < COLOURS - 1 for colour in range(COLOURS) if colour not in seen):
            found.append(action)
    return found


def safeties(state: Colorio) -> dict[int, float]:
    """For each cap that may be lifted: in how many of a hundred boards that fit what lies open, the field below it is
    not the fifth of its colour."""
    assert state.phase == LIFT
    view = state.view(state.seat)
    found = {}
    for action in view.legal(view.seat):
        ways = view.chances(action - LIFTS)
        good = [ways[colour] for colour in range(COLOURS) if view.visible[colour] < COLOURS - 1]
        found[action] = 100 * sum(good) / sum(ways)
    return found
