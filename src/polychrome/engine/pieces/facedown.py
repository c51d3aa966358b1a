"""Things that lie face down: which colour they have, who has seen it and when, and what of that a view keeps."""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice

NONE: Final = -1  # nothing lies here


@mypyc_attr(allow_interpreted_subclasses=True)
class FaceDown(State):
    """A position with discs that are turned up for all to see and covered again.

    A disc that nobody has seen has no colour yet: nature draws one from the pool when it is first turned up. From then
    on it keeps its colour, also face down. That is what `view(recall=True)` remembers; without recall the colour of a
    covered disc goes back into the pool, so that a disc seen and a disc never seen look alike (GEN-8). A blank disc
    needs no filling: an imagined world too has its discs coloured when they are turned up.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("pool", "unseen", "disc", "seen", "played")

    def __init__(self) -> None:
        super().__init__()
        self.pool: list[int] = []  # by colour: how many of the blank discs have it
        self.unseen = 0  # how many discs are blank
        self.disc: list[int] = []  # by place: a colour, HIDDEN (blank) or NONE
        self.seen: list[int] = []  # by place: how many actions were played when it was covered last; 0 = never seen
        self.played = 0  # actions so far, nature's included

    def lies_open(self, place: int) -> bool:
        """Does a disc lie face up here, for everybody to see?"""
        return False

    def sighted(self, viewer: int, place: int) -> int:
        """How many actions were played when this viewer last saw the disc here, following it wherever it went."""
        return self.seen[place]

    def show(self, place: int, colour: int) -> None:
        """The disc turns out to have this colour."""
        if self.disc[place] == HIDDEN:
            self.disc[place] = colour
            self.pool[colour] -= 1
            self.unseen -= 1

    def cover(self, place: int) -> None:
        """The disc goes face down; everybody has seen it."""
        self.seen[place] = self.played

    def irrevocable(self) -> bool:
        return self.played in self.seen

    def forget(self, place: int) -> None:
        """The disc is blank again, as if nobody had ever seen it. For views and for memories that fade."""
        self.pool[self.disc[place]] += 1
        self.unseen += 1
        self.disc[place] = HIDDEN

    def colours(self, place: int) -> list[int]:
        """The colours that the disc may turn out to have: its own, if it has one."""
        known = self.disc[place]
        if known != HIDDEN:
            return [known]
        return [colour for colour in range(len(self.pool)) if self.pool[colour]]

    def ways(self, place: int, colour: int) -> int:
        """In how many ways the disc can turn out to have this colour."""
        return self.pool[colour] if self.disc[place] == HIDDEN else 1

    def drawn(self, place: int, dice: Dice) -> int:
        """The colour that the disc turns out to have."""
        colour = self.disc[place]
        if colour == HIDDEN:
            colour = 0
            rest = dice.below(self.unseen) - self.pool[0]
            while rest >= 0:
                colour += 1
                rest -= self.pool[colour]
        return colour

    def redact(self, viewer: int, recall: bool) -> None:
        """All sightings are shared unless a game says otherwise, so that with recall there is nothing to hide."""
        if recall:
            return
        for place in range(len(self.disc)):
            if self.disc[place] >= 0 and not self.lies_open(place):
                self.forget(place)
        self.seen = [0] * len(self.seen)

    def faces(self) -> list[int]:
        """By colour: how many discs lie here, blank ones included."""
        return [self.pool[colour] + self.disc.count(colour) for colour in range(len(self.pool))]
