"""Coloretto: the last round, worked out to its end. Which move wins most often, if everybody plays their best?"""

from __future__ import annotations

from typing import Final

from polychrome.bots.endgames.coloretto import solved
from polychrome.bots.heuristics.coloretto import ColorettoHeuristics
from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.coloretto import SHOWN, Coloretto
from polychrome.puzzles import SOLVER, Puzzle
from polychrome.puzzles.makers.weighed import best_of, grade_of

CLEAR: Final = 10  # percent that the best move wins more than any other
CHOICES: Final = 3  # at least
BUDGET: Final = 300  # positions: whoever checks it must be able to look at all of them
ENOUGH: Final = 20  # percent: a puzzle is no fun where all is lost


def make(game: Game, options: dict[str, Value], number: int, dice: Dice) -> Puzzle | None:
    seats = 2 + number % 2
    table = Table(game, seats, {}, dice)
    heuristics = ColorettoHeuristics()
    state = table.state
    assert isinstance(state, Coloretto)
    while not table.over():
        if state.below == SHOWN and state.seat == SOLVER and len(state.legal(SOLVER)) >= CHOICES:
            found = solved(state, SOLVER, BUDGET)
            if found is not None:
                wins = {action: 100 * share for action, share in zip(found.actions, found.shares, strict=True)}
                best = best_of(wins)
                if best.ahead >= CLEAR and best.worth >= ENOUGH:
                    return Puzzle(
                        game.name,
                        seats,
                        {},
                        tuple((line.seat, line.action) for line in table.log),
                        moves=1,
                        par=round(best.worth),
                        grade=grade_of(best.ahead, 60, 30),
                        answer=(best.action,),
                        worth={action: round(win) for action, win in sorted(wins.items())},
                    )
        table.play(state.seat, heuristics.quick(state, state.seat, dice))
    return None
