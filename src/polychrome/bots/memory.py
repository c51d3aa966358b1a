"""A memory that fades with time and with all that was seen since, and mixes up neighbours."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import HIDDEN, State
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE, FaceDown

FINE: Final = 1 << 30  # how finely a chance is drawn; the most that dice can do
IN_A_TIE: Final = 512  # + colour: luck for the order of what was seen at the same moment
SURE: Final = 2  # things seen last that are never mixed up: a turn of two flips
PERFECT: Final = float("inf")  # a span without end

# By name: span, decay and confusion. A turn of two flips is four actions, nature's included.
MEMORIES: Final = {
    "child": (4.0, 0.03, 0.1),  # half of it is gone after six turns
    "adult": (10.0, 0.005, 0.03),  # after thirty-five
}


class Memory:
    """What somebody keeps of all that a recalled view knows. The same view gives the same memory, every time.

    `span`: about how many discs are held at once. The last thing seen is sure; what lies further back is pushed out by
    what was seen later, surely once one and a half times the span came after it.
    `decay`: the part of the rest that each action played since takes away (0: time does nothing; 1: nothing outlasts an
    action).
    `confusion`: how often a colour is remembered at the place next to its own, until one of the two is seen again. The
    last two things seen are never mixed up.

    Nothing is noted down: chance is drawn from the seed, the viewer, and what was seen when. So a pawn that moves takes
    its luck along, and what is forgotten stays forgotten until it is seen again.
    """

    def __init__(self, span: float, decay: float, confusion: float, seed: int) -> None:
        if not (span >= 0 and 0 <= decay <= 1 and 0 <= confusion <= 1):
            raise ValueError(f"no memory has span {span}, decay {decay} and confusion {confusion}")
        self.span = span
        self.decay = decay
        self.confusion = confusion
        self.seed = seed

    def fade(self, view: State, viewer: int) -> State:
        """What is left of a recalled view, which itself stays as it was. Other games have nothing to forget."""
        if not isinstance(view, FaceDown):
            return view
        faded = view.clone()
        latest = self.latest_first(faded, viewer)
        for load in range(len(latest)):
            place = latest[load]
            if covered(faded, place) and faded.disc[place] != HIDDEN and not self.holds(faded, viewer, place, load):
                faded.forget(place)
        if self.confusion:
            self.confuse(faded, viewer, latest)
        return faded

    def latest_first(self, view: FaceDown, viewer: int) -> list[int]:
        """Places by their last sighting, also those whose disc is gone: it has pushed others out all the same."""
        keys: list[tuple[int, int, int]] = []
        for place in range(len(view.disc)):
            sighted = view.sighted(viewer, place)
            # What was seen at the same moment is in no particular order, but always in the same, wherever it goes.
            # What has left is counted first, so that it pushes no less than before.
            order = -1
            if sighted and view.disc[place] != NONE:
                order = self.luck(viewer, sighted, IN_A_TIE + view.disc[place]).below(FINE)
            keys.append((-sighted, order, place))
        keys.sort()
        return [key[2] for key in keys]

    def holds(self, view: FaceDown, viewer: int, place: int, load: int) -> bool:
        """Is the disc here still known, when so many were seen after it?"""
        sighted = view.sighted(viewer, place)
        room = 1.5 - (load + 0.5) / self.span if self.span else 0.0  # summed over all loads, this is the span
        chance = min(1.0, max(0.0, room)) * (1 - self.decay) ** (view.played - sighted)
        return self.luck(viewer, sighted, view.disc[place]).below(FINE) < chance * FINE

    def confuse(self, view: FaceDown, viewer: int, latest: list[int]) -> None:
        """Exchange what is believed of two neighbours, each at most once; old mistakes come before new ones."""
        mixed = set([place for place in latest if covered(view, place)][:SURE])
        for place in reversed(latest):
            colour = view.disc[place]
            if colour == HIDDEN or place in mixed or not covered(view, place):
                continue
            sighted = view.sighted(viewer, place)
            luck = self.luck(viewer, sighted, colour)
            luck.below(FINE)  # that one said whether it is held
            slips = luck.below(FINE) < self.confusion * FINE
            beside = place - 1 + 2 * luck.below(2)
            if not slips or not 0 <= beside < len(view.disc) or beside in mixed or not covered(view, beside):
                continue
            # Whoever has looked at the neighbour since knows better. Otherwise the same mistake would be made for ever:
            # looking at the wrong place changes the luck of what lies there, not of what is thought to lie there.
            if view.sighted(viewer, beside) > sighted:
                continue
            view.disc[place] = view.disc[beside]
            view.disc[beside] = colour
            mixed.add(place)
            mixed.add(beside)

    def luck(self, viewer: int, sighted: int, what: int) -> Dice:
        """The chances of one thing seen at one time: whether a colour is held and where, or its rank in a tie."""
        dice = Dice(self.seed)
        dice.seek((sighted * 1024 + what) * 16 + viewer)
        return dice


def covered(view: FaceDown, place: int) -> bool:
    """Does a disc lie face down here?"""
    return view.disc[place] != NONE and not view.lies_open(place)
