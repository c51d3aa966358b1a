"""The table of the seven games of COLOMO: sixty discs or the small box of 24, six colours, and the words all use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from polychrome.engine.core import ALONE, HIDDEN, NATURE, NATURE_ALONE, NOBODY, Option, Reason, Unreadable, Value
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE, FaceDown
from polychrome.engine.pieces.order import SEATS, others

LETTERS: Final = "ROYGBV"  # in rainbow order (GEN-11)
COLOURS: Final = 6
DISCS: Final = 60
SMALL: Final = 24  # discs of the small box, for two or three players (GEN-16)
IN_BOX: Final = 0  # the option discs
DRY_TURNS: Final = 100  # turns a seat without a disc won, after which a game between bots is adjudicated (GEN-15)

# Phases: nature's below OVER, the players' above.
LOT: Final = 0  # nature draws the start seat
SHOW: Final = 1  # nature shows a disc
LEAVING: Final = 2  # nature shows the pawn that leaves
PEEKED: Final = 3  # nature shows a pawn, to the mover alone
LUCK: Final = 4  # nature rolls a die, or draws from a pile
OVER: Final = 5
FLIP: Final = 6  # a player turns a disc up; each game goes on from here
CHALLENGED: Final = 12  # everybody but the mover may call

# Actions. Below SHOWS: what is done to the disc at a place. From OWN: the rest of a player's words.
SHOWS: Final = 60  # + colour; nature's from here
START: Final = 90  # + seat
DRAWS: Final = 96  # + colour
DIE: Final = 102  # + face, from 0
OWN: Final = 108
ACCEPT: Final = 114  # answers to a move with a pawn that lies face down
CHALLENGE: Final = 115

ANSWERS: Final = [ACCEPT, CHALLENGE]
SHOWN: Final = [[SHOWS + colour] for colour in range(START - SHOWS)]  # COLOMO has six; a table may have more
STARTS: Final = [[START + seat for seat in range(seats)] for seats in range(COLOURS + 1)]

COMMON: Final = {
    **{SHOWS + colour: f"* shows {letter}" for colour, letter in enumerate(LETTERS)},
    **{START + seat: f"* start {seat}" for seat in range(COLOURS)},
}
FLIPS: Final = {place: f"flip {place}" for place in range(DISCS)}


def enough(seats: int, discs: Value) -> bool:
    return discs == DISCS or seats <= 3


BOX: Final[Option] = Option("discs", (DISCS, SMALL), enough, added=True)


def of_each_colour(options: tuple[int, ...]) -> int:
    """How many discs of each colour are in the box."""
    return SMALL // COLOURS if options[IN_BOX] else DISCS // COLOURS


@mypyc_attr(allow_interpreted_subclasses=True)
class Discs(FaceDown):
    """What all seven games share: the lot, showing a disc, and counting the turns in which nobody wins anything."""

    FIELDS: ClassVar[tuple[str, ...]] = (*FaceDown.FIELDS, "place", "dry")

    def __init__(self) -> None:
        super().__init__()
        self.place = NONE  # the disc that nature shows next, or showed last
        self.dry = 0  # turns since a disc was won

    def acting(self) -> list[int]:
        phase = self.phase
        if phase > OVER:
            return ALONE[self.seat]
        return NATURE_ALONE if phase < OVER else NOBODY

    def legal(self, seat: int) -> list[int]:
        """Nature's part of it."""
        if self.phase == LOT:
            return STARTS[self.seats]
        known = self.disc[self.place]
        if known != HIDDEN:
            return SHOWN[known]
        return [SHOWS + colour for colour in self.colours(self.place)]

    def sample(self, seat: int, dice: Dice) -> int:
        if SHOW <= self.phase < LUCK:
            return SHOWS + self.drawn(self.place, dice)
        return dice.pick(self.legal(seat))

    def weight(self, outcome: int) -> int:
        return self.ways(self.place, outcome - SHOWS) if SHOWS <= outcome < START else 1

    def refuse(self, seat: int, action: int) -> Reason | None:
        if action in self.legal(seat):
            return None
        if seat == NATURE or action < 0:
            return Reason("refused.illegal", {})
        if SHOWS <= action < OWN:
            return Reason("refused.nature_only", {})
        return self.why_not(seat, action)

    def why_not(self, seat: int, action: int) -> Reason:
        """Why a player may not do this; it is known to be against the rules."""
        raise NotImplementedError

    def pass_on(self) -> None:
        self.dry += 1
        self.seat = (self.seat + 1) % self.seats

    def stale(self) -> bool:
        return self.dry >= DRY_TURNS * self.seats

    def pieces(self) -> list[int]:
        return self.faces()


@mypyc_attr(allow_interpreted_subclasses=True)
class Spread(Discs):
    """Discs spread face down, turned up by the players one at a time: Ronde, Trio, Arc-en-ciel and Rondo."""

    FIELDS: ClassVar[tuple[str, ...]] = (*Discs.FIELDS, "left", "up")

    def __init__(self) -> None:
        super().__init__()
        self.left: list[int] = []  # places that still have a disc, ascending
        self.up: list[int] = []  # places whose disc lies face up, in the order of turning

    def lies_open(self, place: int) -> bool:
        return place in self.up

    def legal(self, seat: int) -> list[int]:
        if self.phase != FLIP:
            return super().legal(seat)
        if not self.up:
            return self.left[:]
        return [place for place in self.left if place not in self.up]

    def sample(self, seat: int, dice: Dice) -> int:
        phase = self.phase
        if phase == FLIP:
            return self.any_place(dice)
        if phase == SHOW:
            return SHOWS + self.drawn(self.place, dice)
        return dice.pick(self.legal(seat))

    def any_place(self, dice: Dice) -> int:
        """A face-down disc."""
        up = self.up
        place = dice.pick(self.left)
        while place in up:
            place = dice.pick(self.left)
        return place

    def turn_up(self, place: int) -> None:
        self.place = place
        self.phase = SHOW

    def turned_up(self, colour: int) -> None:
        self.show(self.place, colour)
        self.up.append(self.place)
        self.phase = FLIP

    def cover_all(self) -> None:
        for place in self.up:
            self.cover(place)
        self.up.clear()

    def take_all(self) -> None:
        """What lies face up leaves the table."""
        for place in self.up:
            self.disc[place] = NONE
            self.left.remove(place)
        self.up.clear()
        self.dry = 0

    def why_no_flip(self, place: int) -> Reason:
        if place >= len(self.disc):
            return Reason("colomo.refused.no_place", {"place": place, "last": len(self.disc) - 1})
        if place in self.up:
            return Reason("colomo.refused.up", {"place": place})
        return Reason("colomo.refused.gone", {"place": place})

    def spread(self, seats: int, options: tuple[int, ...], each: int, colours: int = COLOURS) -> None:
        """A new game on a table with so many discs of each colour."""
        self.seats = seats
        self.options = options
        self.pool = [each] * colours
        self.unseen = each * colours
        self.disc = [HIDDEN] * self.unseen
        self.seen = [0] * self.unseen
        self.left = list(range(self.unseen))


class Pawns(Discs):
    """Discs that walk face down and have owners: Les Aveugles and A l'aveuglette. Seat i owns colour i (GEN-11).

    Everybody has seen every pawn enter and can follow it with the eyes, so that recall knows them all.
    """

    FIELDS: ClassVar[tuple[str, ...]] = (*Discs.FIELDS, "outside", "home", "owed", "asked")

    def __init__(self) -> None:
        super().__init__()
        self.outside: list[int] = []  # by seat: pawns that have not entered
        self.home: list[int] = []  # by seat: pawns that have arrived, whoever led them there
        self.owed: list[int] = []  # by seat: turns to sit out
        self.asked = 0  # mask of the seats that may still say: that is not yours!

    def acting(self) -> list[int]:
        return SEATS[self.asked] if self.phase == CHALLENGED else super().acting()

    def legal(self, seat: int) -> list[int]:
        return ANSWERS if self.phase == CHALLENGED else super().legal(seat)

    def idle(self, seat: int) -> int | None:
        return ACCEPT if self.phase == CHALLENGED else None

    def ask(self) -> None:
        """Everybody else may call, at once and in any order (AVE-12)."""
        self.asked = others(self.seat, self.seats)
        self.phase = CHALLENGED

    def answer(self, seat: int, action: int) -> None:
        """The first challenge ends the question; if all accept, even a foreign pawn stays (AVE-12)."""
        self.asked &= ~(1 << seat)
        if action == CHALLENGE:
            self.asked = 0
            self.phase = SHOW
        elif not self.asked:
            self.end_turn()

    def called(self, colour: int) -> None:
        """The challenged pawn was shown: a foreign one goes back, the own one brings one more turn (AVE-12)."""
        self.show(self.place, colour)
        self.cover(self.place)
        if colour == self.seat:
            self.play_again()
        else:
            self.put_back()
            self.owed[self.seat] += 1
            self.end_turn()

    def arrive(self, colour: int, needed: int) -> bool:
        """The pawn that leaves was shown; it counts for its owner. Is that the end?"""
        self.show(self.place, colour)
        self.disc[self.place] = NONE
        self.home[colour] += 1
        self.dry = 0
        return self.home[colour] == needed

    def move(self, start: int, end: int) -> None:
        """A pawn goes from place to place, and what people know of it goes with it."""
        colour, seen = self.disc[start], self.seen[start]
        self.disc[start] = NONE
        self.seen[start] = 0  # nothing is left behind to be remembered
        self.disc[end] = colour
        self.seen[end] = seen

    def put_back(self) -> None:
        raise NotImplementedError

    def play_again(self) -> None:
        raise NotImplementedError

    def end_turn(self) -> None:
        raise NotImplementedError

    def scores(self) -> list[int]:
        return self.home[:]

    def pieces(self) -> list[int]:
        return [sum(counts) for counts in zip(self.faces(), self.outside, self.home, strict=True)]

    def why_no_answer(self) -> Reason:
        """Nothing else may be done while the question is open, and nothing is answered when it is not."""
        asked = self.phase == CHALLENGED
        return Reason("colomo.refused.answer_first" if asked else "colomo.refused.no_question", {})

    def gather(self, seats: int, options: tuple[int, ...], places: int, pawns: int) -> None:
        """A new game with so many pawns for everybody and a board of so many places."""
        self.seats = seats
        self.options = options
        self.pool = [0] * seats
        self.disc = [NONE] * places
        self.seen = [0] * places
        self.outside = [pawns] * seats
        self.home = [0] * seats
        self.owed = [0] * seats


def reader(unreadable: str, texts: Mapping[int, str]) -> Callable[[str], int]:
    """The `parse` of a game whose actions can all be listed; `unreadable` is the key for every other text."""
    actions = {text: action for action, text in texts.items()}

    def parse(text: str) -> int:
        action = actions.get(" ".join(text.split()))
        if action is None:
            raise Unreadable(Reason(unreadable, {"text": text}))
        return action

    return parse
