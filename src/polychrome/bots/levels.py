"""Opponents of four levels, for every game: they differ in memory, in thought and in care, never in what they see."""

from __future__ import annotations

from typing import Final, NamedTuple

from polychrome.bots.heuristics import heuristics_of
from polychrome.bots.memory import PERFECT, Memory
from polychrome.bots.search import SearchBot
from polychrome.engine.core import Bot, State
from polychrome.engine.dice import Dice

PLAYOUT_LIMIT: Final = 300  # actions; a playout that goes on longer is judged by its standing

# Not the bot's own seed: a bot may be made anew for every move, and what it has forgotten must stay forgotten.
MEMORY_SEED: Final = 1


class Level(NamedTuple):
    """How somebody plays. What the three numbers of a memory mean, memory.py says."""

    span: float
    decay: float
    confusion: float
    slips: int  # moves in a hundred that are made without a look
    cunning: bool  # thinks of what a move tells the others, and works out the end of a game
    effort: int  # which of the EFFORTS of the heuristics; HURRIED: does not think ahead at all
    skill: str  # where actions are not listed but composed, such as words


HURRIED: Final = -1
LEVELS: Final = {
    "kid": Level(3.25, 0.011, 0.075, 8, False, HURRIED, "beginner"),
    "casual": Level(5.0, 0.005, 0.04, 2, False, 0, "casual"),
    "sharp": Level(7.0, 0.002, 0.02, 0, True, 1, "reader"),
    "master": Level(PERFECT, 0.0, 0.0, 0, True, 2, "champion"),
}


class LevelBot(Bot):
    def __init__(self, level: Level, seed: int) -> None:
        self.dice = Dice(seed)
        self.level = level
        self.hurry = 0  # milliseconds; see SearchBot

    def __repr__(self) -> str:
        return f"<LevelBot {next((name for name, level in LEVELS.items() if level == self.level), self.level)}>"

    def choose(self, view: State, seat: int) -> int:
        level = self.level
        heuristics = heuristics_of(view)
        if not heuristics.LISTED:
            return heuristics.compose(view, seat, self.dice, level.skill)
        actions = view.legal(seat)
        if len(actions) == 1:
            return actions[0]
        if self.dice.below(100) < level.slips:
            return view.sample(seat, self.dice)
        return self.head(view).choose(self.recalled(view, seat), seat)

    def recalled(self, view: State, seat: int) -> State:
        """What this player still knows of what it has seen."""
        level = self.level
        span = level.span * heuristics_of(view).SPAN
        return Memory(span, level.decay, level.confusion, MEMORY_SEED).fade(view, seat)

    def head(self, view: State) -> SearchBot:
        """Who thinks about a view of this game, with our luck."""
        heuristics = heuristics_of(view)
        heuristics.cunning = self.level.cunning
        effort = self.level.effort
        heuristics.care = effort != HURRIED
        iterations = 0 if effort == HURRIED else heuristics.EFFORTS[effort]
        head = SearchBot(0, iterations, 0, PLAYOUT_LIMIT, heuristics)
        head.dice = self.dice
        head.solves = self.level.cunning
        head.hurry = self.hurry
        return head
