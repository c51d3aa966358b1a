"""Puzzles of memory: discs are turned up and covered again, turn by turn; then they are to be found.

Each colour that is shown at all is shown as often as makes a set. Discs that nobody has seen show, one after the other,
two colours that have not been shown: whoever guesses is never lucky, so that remembering is the only way (GEN-4).
"""

from __future__ import annotations

from polychrome.engine.core import Game
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.colomo.table import COLOURS, DISCS, SHOWS, START
from polychrome.puzzles import SOLVER, Puzzle

SEATS = 2


def recalled(game: Game, size: int, sets: int, grade: int, dice: Dice) -> Puzzle | None:
    """So many sets, of discs of one colour each, to be remembered. None if a turn of the preparation would win one."""
    colours = shuffled(list(range(COLOURS)), dice)
    shown = shuffled([colour for colour in colours[:sets] for _ in range(size)], dice)
    turns = [shown[at : at + size] for at in range(0, len(shown), size)]
    if any(len(set(turn)) == 1 for turn in turns):
        return None
    places = shuffled(list(range(DISCS)), dice)[: len(shown)]
    table = Table(game, SEATS, {}, None)
    table.put(-1, START + (SOLVER + len(turns)) % SEATS)  # so that the solver is to move after them
    for place, colour in zip(places, shown, strict=True):
        table.put(table.acting()[0], place)
        table.put(-1, SHOWS + colour)
    answer = [place for colour in sorted(set(shown)) for place, own in zip(places, shown, strict=True) if own == colour]
    return Puzzle(
        game.name,
        SEATS,
        {},
        tuple((line.seat, line.action) for line in table.log),
        moves=len(answer),
        par=sets,
        grade=grade,
        answer=tuple(answer),
        luck=(SHOWS + colours[-1], SHOWS + colours[-2]),
        look=True,
    )


def shuffled(things: list[int], dice: Dice) -> list[int]:
    for at in range(len(things) - 1, 0, -1):
        other = dice.below(at + 1)
        things[at], things[other] = things[other], things[at]
    return things
