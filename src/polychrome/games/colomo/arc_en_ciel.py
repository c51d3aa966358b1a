"""Arc-en-ciel: turn up the six colours of a rainbow together; at the end, name every colour before turning it up."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, Reason
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo.table import (
    BOX,
    COLOURS,
    COMMON,
    DISCS,
    FLIP,
    FLIPS,
    LETTERS,
    OVER,
    OWN,
    SHOWS,
    START,
    Spread,
    of_each_colour,
    reader,
)

PREDICTING: Final = FLIP + 1  # phase: the last rainbow

STOP: Final = OWN
PREDICT: Final = OWN + 1  # + COLOURS * place + colour

TEXTS: Final = {
    **FLIPS,
    **COMMON,
    STOP: "stop",
    **{PREDICT + at: f"predict {at // COLOURS} {LETTERS[at % COLOURS]}" for at in range(DISCS * COLOURS)},
}


# Ways to win discs, and how many each brings (ARC-7, ARC-9).
WHOLE: Final = 0
FINISHED_OF_TWO: Final = 1
BEGAN_OF_TWO: Final = 2
FINISHED_OF_THREE: Final = 3
SECOND_OF_THREE: Final = 4
BEGAN_OF_THREE: Final = 5
WORTH: Final = [6, 4, 2, 3, 2, 1]
SHARES: Final = len(WORTH)


class ArcEnCiel(Spread):
    """What lies face up stays from turn to turn; there is never a colour twice (ARC-3)."""

    NAME = "arc_en_ciel"
    FIELDS = (*Spread.FIELDS, "own", "shares", "turns", "flips", "bare", "guess")

    def __init__(self) -> None:
        super().__init__()
        self.own: list[int] = []  # by seat: discs won
        self.shares: list[int] = []  # by seat and way to win them: how often
        self.turns = 1  # taken for the rainbow at hand, this one included (ARC-6)
        self.flips = 0  # in this turn
        self.bare = 1  # 1 if nothing lay face up when this turn began
        self.guess = NONE  # the colour that was predicted, while the disc is turned up

    def may_stop(self) -> bool:
        """After two flips if the table was bare, else after one (ARC-5)."""
        return self.flips > self.bare

    def legal(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == PREDICTING:
            places = [place for place in self.left if place not in self.up]
            return [PREDICT + COLOURS * place + colour for place in places for colour in self.missing()]
        actions = super().legal(seat)
        return [*actions, STOP] if phase == FLIP and self.may_stop() else actions

    def sample(self, seat: int, dice: Dice) -> int:
        phase = self.phase
        if phase == PREDICTING:
            return PREDICT + COLOURS * self.any_place(dice) + dice.pick(self.missing())
        if phase == FLIP and self.may_stop() and dice.below(len(self.left) - len(self.up) + 1) == 0:
            return STOP
        return super().sample(seat, dice)

    def missing(self) -> list[int]:
        """Colours that do not lie face up."""
        shown = [self.disc[place] for place in self.up]
        return [colour for colour in range(COLOURS) if colour not in shown]

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if action < SHOWS:
            self.turn_up(action)
        elif action < START:
            if self.guess == NONE:
                self.found(action - SHOWS)
            else:
                self.predicted(action - SHOWS)
        elif action < OWN:
            self.seat = action - START
            self.phase = FLIP
        elif action == STOP:
            self.end_turn()
        else:
            self.guess = (action - PREDICT) % COLOURS
            self.turn_up((action - PREDICT) // COLOURS)

    def found(self, colour: int) -> None:
        """A colour that already lies face up is covered with its twin, and the turn is over (ARC-4)."""
        self.flips += 1
        for place in self.up:
            if self.disc[place] == colour:
                self.show(self.place, colour)
                self.cover(self.place)
                self.cover(place)
                self.up.remove(place)
                self.end_turn()
                return
        self.turned_up(colour)
        if len(self.up) == COLOURS:
            self.share()

    def end_turn(self) -> None:
        self.pass_on()
        self.phase = FLIP
        self.turns += 1
        self.flips = 0
        self.bare = 0 if self.up else 1

    def share(self) -> None:
        """Everybody flips in every turn, so that the last three turns say who took part (ARC-7)."""
        seat, seats = self.seat, self.seats
        before = (seat - 1) % seats
        if self.bare:
            self.win(seat, WHOLE)
        elif seats == 2 or self.turns == 2:
            self.win(seat, FINISHED_OF_TWO)
            self.win(before, BEGAN_OF_TWO)
        else:
            self.win(seat, FINISHED_OF_THREE)
            self.win(before, SECOND_OF_THREE)
            self.win((seat - 2) % seats, BEGAN_OF_THREE)
        self.take_all()  # and the finisher goes on (ARC-8)
        self.turns = 1
        self.flips = 0
        self.bare = 1
        if len(self.left) == COLOURS:
            self.phase = PREDICTING

    def win(self, seat: int, share: int) -> None:
        self.own[seat] += WORTH[share]
        self.shares[seat * SHARES + share] += 1

    def predicted(self, colour: int) -> None:
        """All six right in one turn win all six; a mistake covers everything (ARC-9)."""
        right = colour == self.guess
        self.guess = NONE
        self.turned_up(colour)
        if not right:
            self.cover_all()
            self.pass_on()
        self.phase = PREDICTING
        if len(self.up) == COLOURS:
            self.win(self.seat, WHOLE)
            self.take_all()
            self.phase = OVER

    def scores(self) -> list[int]:
        return self.own[:]

    def pieces(self) -> list[int]:
        """Of each rainbow shared out, one disc was of each colour."""
        won = sum(self.own)
        return [won + len(self.left), *[count + won // COLOURS for count in self.faces()]]

    def why_not(self, seat: int, action: int) -> Reason:
        last = self.phase == PREDICTING
        missing = [LETTERS[colour] for colour in self.missing()]
        if action == STOP:
            if last:
                return Reason("arc_en_ciel.refused.no_stop", {"colours": missing})
            return Reason("arc_en_ciel.refused.stop_early", {"n": self.bare + 1 - self.flips})
        if action < SHOWS:
            return Reason("arc_en_ciel.refused.predict", {"colours": missing}) if last else self.why_no_flip(action)
        if action not in TEXTS:
            return Reason("refused.illegal", {})
        if not last:
            return Reason("arc_en_ciel.refused.not_last", {"n": len(self.left)})
        place, colour = divmod(action - PREDICT, COLOURS)
        if place in self.left and place not in self.up:
            return Reason("arc_en_ciel.refused.colour_up", {"colour": LETTERS[colour], "colours": missing})
        return self.why_no_flip(place)


def start(seats: int, options: tuple[int, ...]) -> ArcEnCiel:
    state = ArcEnCiel()
    state.spread(seats, options, of_each_colour(options))
    state.own = [0] * seats
    state.shares = [0] * seats * SHARES
    return state


GAME: Final[Game] = Game(
    name=ArcEnCiel.NAME,
    version=1,
    fewest=2,
    most=6,
    age=4,
    minutes=30,
    limit=140_000,  # ten times what random play needs (GEN-14: 7 000), and nature's lines
    options=(BOX,),
    start=start,
    text=TEXTS.__getitem__,
    parse=reader("arc_en_ciel.unreadable", TEXTS),
)
