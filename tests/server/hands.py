"""Hands, a toy: everybody is dealt three cards in secret, plays one each turn for all to see, and draws a new one.

It stands for the games of private hands: what nature deals is told to one seat alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from polychrome.engine.core import (
    ALONE,
    EVERYONE,
    HIDDEN,
    NATURE,
    NATURE_ALONE,
    NOBODY,
    Game,
    Message,
    Option,
    Reason,
    State,
    Unreadable,
)
from polychrome.engine.dice import Dice
from polychrome.engine.table import Line
from polychrome.room.catalogue import Catalogue
from polychrome.scenes.scene import CARD as CARD_SHAPE
from polychrome.scenes.scene import HAND, Choice, Piece, Scene, Seat, Zone

KINDS = 6
EACH = 4
SIZE = 3

DEAL, PLAY, REFILL, OVER = range(4)  # nature acts in DEAL and REFILL

PASS = 0  # keep one's cards; the turn goes on: the one thing that can be taken back
GIVE = 1  # + kind: lay a card down
CARD = 11  # + kind; nature's, for the eyes of the mover


class Hands(State):
    FIELDS = ("deck", "hand", "laid", "points", "turns", "passed")

    def __init__(self) -> None:
        super().__init__()
        self.deck: list[int] = []
        self.hand: list[int] = []  # SIZE places a seat; -1: empty
        self.laid: list[int] = []
        self.points: list[int] = []
        self.turns = 0
        self.passed = 0

    def acting(self) -> list[int]:
        if self.phase == OVER:
            return NOBODY
        return ALONE[self.seat] if self.phase == PLAY else NATURE_ALONE

    def own(self, seat: int) -> list[int]:
        return self.hand[seat * SIZE : (seat + 1) * SIZE]

    def legal(self, seat: int) -> list[int]:
        if self.phase == PLAY:
            cards = sorted({GIVE + kind for kind in self.own(self.seat) if kind >= 0})
            return cards if self.passed else [PASS, *cards]
        return [CARD + kind for kind in range(KINDS) if self.deck[kind]]

    def weight(self, outcome: int) -> int:
        return self.deck[outcome - CARD]

    def audience(self, seat: int, action: int) -> int:
        return 1 << self.seat if action >= CARD else EVERYONE

    def apply(self, seat: int, action: int) -> None:
        if action >= CARD:
            self.deck[action - CARD] -= 1
            self.hand[self.hand.index(-1, self.seat * SIZE)] = action - CARD
            if self.phase == DEAL:
                self.seat = (self.seat + 1) % self.seats
                if -1 not in self.hand:
                    self.phase = PLAY
            else:
                self.next_turn()
        elif action == PASS:
            self.passed = 1
        else:
            kind = action - GIVE
            self.hand[self.hand.index(kind, self.seat * SIZE)] = -1
            self.points[self.seat] += kind
            self.laid.append(kind)
            self.phase = REFILL
            if not any(self.deck):
                self.next_turn()

    def next_turn(self) -> None:
        self.seat = (self.seat + 1) % self.seats
        self.passed = 0
        self.turns += 1
        self.phase = OVER if self.turns == 4 * self.seats else PLAY

    def scores(self) -> list[int]:
        return self.points[:]

    def redact(self, viewer: int, recall: bool) -> None:
        for seat in range(self.seats):
            if seat != viewer:  # nobody is shown where in a hand a card is missing
                held = [kind for kind in self.own(seat) if kind != -1]
                for kind in held:
                    if kind >= 0:
                        self.deck[kind] += 1
                self.hand[seat * SIZE : (seat + 1) * SIZE] = [HIDDEN] * len(held) + [-1] * (SIZE - len(held))

    def imagine(self, dice: Dice) -> None:
        for place, kind in enumerate(self.hand):
            if kind == HIDDEN:
                self.hand[place] = dice.weighted(self.deck)
                self.deck[self.hand[place]] -= 1


def start(seats: int, options: tuple[int, ...]) -> Hands:
    state = Hands()
    state.seats, state.options = seats, options
    state.deck = [EACH + 2 * seats] * KINDS
    state.hand = [-1] * SIZE * seats
    state.points = [0] * seats
    return state


def text(action: int) -> str:
    if action == PASS:
        return "pass"
    return f"* card {action - CARD}" if action >= CARD else f"lay {action - GIVE}"


def parse(text: str) -> int:
    words = text.split()
    if words == ["pass"]:
        return PASS
    if len(words) >= 2 and words[-1] in "012345" and len(words[-1]) == 1:
        if words[:-1] == ["lay"]:
            return GIVE + int(words[-1])
        if words[:-1] == ["*", "card"]:
            return CARD + int(words[-1])
    raise Unreadable(Reason("refused.illegal", {}))


GAME = Game(
    name="hands",
    version=1,
    fewest=2,
    most=6,
    age=6,
    minutes=5,
    limit=200,
    options=(Option("dull", ("no", "yes")),),
    start=start,
    text=text,
    parse=parse,
)


def bare(game: Game, view: State, viewer: int, told: Sequence[Line] = ()) -> Scene:
    """Any game, without a scene of its own: all that the view holds, so that nothing in it could hide from a test."""
    acting = view.acting()
    label = Message("scene.empty", {})
    fields = [Piece(f"{name}={value}", CARD_SHAPE, label) for name, value in view.dump().items()]
    mine = viewer in acting and NATURE not in acting
    return Scene(
        game=game.name,
        viewer=viewer,
        seats=tuple(Seat(seat, score, seat in acting) for seat, score in enumerate(view.scores())),
        zones=(Zone("view", HAND, label, tuple(fields)),),
        status=Message("scene.chance", {}),
        prompt=None,
        news=tuple(Message("scene.empty", {"line": game.text(line.action)}) for line in told),
        choices=tuple(Choice(game.text(a), ("view",), label) for a in view.legal(viewer)) if mine else (),
        over=not acting,
    )


def box() -> Catalogue:
    """This toy, the others, and the real games, drawn barely."""
    from polychrome.registry import GAMES
    from toys import peek, pips, sealed

    return Catalogue((GAME, peek.GAME, pips.GAME, sealed.GAME, *GAMES), bare)
