"""Opponents of four levels, for every game: they differ in memory, in thought and in care, never in what they see."""

from __future__ import annotations

from typing import Final, NamedTuple

from polychrome.bots.knack import Knack
from polychrome.bots.knacks import knack_of
from polychrome.bots.knacks.blackout import BlackoutKnack
from polychrome.bots.knacks.chromino import ChrominoKnack
from polychrome.bots.knacks.coloretto import ColorettoKnack
from polychrome.bots.knacks.colorio import ColorioKnack
from polychrome.bots.knacks.pawns import ALAveugletteKnack, LesAveuglesKnack
from polychrome.bots.knacks.spread import ArcEnCielKnack, RondeKnack, RondoKnack, TrioKnack
from polychrome.bots.memory import PERFECT, Memory
from polychrome.bots.search import SearchBot
from polychrome.bots.words import writer
from polychrome.engine.core import Bot, State
from polychrome.engine.dice import Dice
from polychrome.games.colomo.blackout import Blackout
from polychrome.games.color_words.rules import ColorWords

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
    effort: int  # which number of EFFORTS; HURRIED: does not think ahead at all
    words: str  # level in Color Words


HURRIED: Final = -1
LEVELS: Final = {
    "kid": Level(3.25, 0.011, 0.075, 8, False, HURRIED, "beginner"),
    "casual": Level(5.0, 0.005, 0.04, 2, False, 0, "casual"),
    "sharp": Level(7.0, 0.002, 0.02, 0, True, 1, "reader"),
    "master": Level(PERFECT, 0.0, 0.0, 0, True, 2, "champion"),
}

# Iterations of the search. In games of pure memory thinking ahead brings less than a glance and a good memory do, and
# in Blackout nothing. Counted, not timed: the same seed gives the same game on every machine.
EFFORTS: Final[dict[type[Knack], tuple[int, int, int]]] = {
    ColorettoKnack: (8, 50, 400),
    ColorioKnack: (8, 100, 350),
    ChrominoKnack: (0, 40, 300),
    LesAveuglesKnack: (0, 60, 400),
    ALAveugletteKnack: (15, 30, 130),
    RondeKnack: (0, 0, 0),
    TrioKnack: (0, 0, 0),
    ArcEnCielKnack: (0, 0, 0),
    RondoKnack: (0, 0, 0),
    BlackoutKnack: (0, 0, 0),
}
UNKNOWN: Final = (20, 100, 500)  # for a game that is none of ours
SIX_DISCS: Final = 0.5  # Blackout shows six discs, and only once: that is the part of a span that they find


class LevelBot(Bot):
    def __init__(self, level: Level, seed: int) -> None:
        self.dice = Dice(seed)
        self.level = level
        self.hurry = 0  # milliseconds; see SearchBot

    def __repr__(self) -> str:
        return f"<LevelBot {next((name for name, level in LEVELS.items() if level == self.level), self.level)}>"

    def choose(self, view: State, seat: int) -> int:
        level = self.level
        if isinstance(view, ColorWords):
            return writer(self.dice, level.words).choose(view, seat)
        actions = view.legal(seat)
        if len(actions) == 1:
            return actions[0]
        if self.dice.below(100) < level.slips:
            return view.sample(seat, self.dice)
        return self.head(view).choose(self.recalled(view, seat), seat)

    def recalled(self, view: State, seat: int) -> State:
        """What this player still knows of what it has seen."""
        level = self.level
        span = level.span * SIX_DISCS if isinstance(view, Blackout) else level.span
        return Memory(span, level.decay, level.confusion, MEMORY_SEED).fade(view, seat)

    def head(self, view: State) -> SearchBot:
        """Who thinks about a view of this game, with our luck."""
        knack = knack_of(view)
        knack.cunning = self.level.cunning
        effort = self.level.effort
        knack.care = effort != HURRIED
        iterations = 0 if effort == HURRIED else EFFORTS.get(type(knack), UNKNOWN)[effort]
        head = SearchBot(0, iterations, 0, PLAYOUT_LIMIT, knack)
        head.dice = self.dice
        head.solves = self.level.cunning
        head.hurry = self.hurry
        return head
