"""What a good player of one game knows beyond its rules: which actions to think about, and what to do in a hurry."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from polychrome.engine.core import State
from polychrome.engine.dice import Dice

GLANCES: Final = (0, 0, 0)  # where thinking ahead brings less than a glance and a good memory do


@mypyc_attr(allow_interpreted_subclasses=True)
class Heuristics:
    """This one knows nothing, and so it fits every game. Those of each game say what they know better.

    It sees views, and worlds imagined from views. What it answers may depend on nothing else, and on the dice given.
    """

    # Iterations of the search, for levels that think little, more and much. Counted, not timed: the same seed gives
    # the same game on every machine.
    EFFORTS: ClassVar[tuple[int, int, int]] = (20, 100, 500)
    SPAN: ClassVar[float] = 1.0  # the part of a memory's span that what is seen in this game finds
    LISTED: ClassVar[bool] = True  # are all actions in lists to choose from? Otherwise one is composed

    def __init__(self) -> None:
        self.cunning = True  # thinks also of what a move tells the others; children do not
        self.care = True  # keeps for later what is easy to get rid of; children do not

    def begin(self, view: State, seat: int) -> None:
        """Somebody starts to think about this view."""

    def world(self, view: State, dice: Dice) -> State:
        """A position that fits the view."""
        world = view.clone()
        world.imagine(dice)
        return world

    def moves(self, state: State, seat: int) -> list[int]:
        """The actions worth a thought, ascending: of several that come to the same, one."""
        return state.legal(seat)

    def any_like(self, view: State, seat: int, action: int, dice: Dice) -> int:
        """One of the actions that come to the same as this one, at random."""
        return action

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        """What a player does who has no time to think. In playouts everybody plays like this."""
        return state.sample(seat, dice)

    def compose(self, view: State, seat: int, dice: Dice, skill: str) -> int:
        """An action of a game whose actions no list holds; the skill is one of those that levels.py names."""
        raise NotImplementedError

    def likings(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """How good actions look at first sight, from 0 to 1; nothing if they all look alike."""
        return []

    def settled(self, state: State) -> bool:
        """Has a playout gone far enough to be judged, though the game is not over?"""
        return False

    def judge(self, state: State) -> list[float]:
        """By seat: the share of wins that a settled position promises."""
        return [1.0 / state.seats] * state.seats
