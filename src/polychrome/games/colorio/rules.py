"""Colorio: lift three caps a turn, and do not be the one who uncovers the fifth field of a colour."""

from __future__ import annotations

from typing import ClassVar, Final

from polychrome.engine.core import (
    ALONE,
    HIDDEN,
    NATURE,
    NATURE_ALONE,
    NOBODY,
    Game,
    Option,
    Reason,
    Unreadable,
    Value,
)
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE, FaceDown
from polychrome.games.colorio.strips import COLOURS, FIRST, GREY, LETTERS, NARROWED, SIDE, WHITE, chances, look_at

PLACES: Final = 25
ALL: Final = (1 << PLACES) - 1  # every field has its cap
NAMES: Final = ["abcde"[field % SIDE] + str(field // SIDE + 1) for field in range(PLACES)]  # CIO-5
SEATS: Final = 5
CAPS_A_TURN: Final = 3  # CIO-7
COMPLETE: Final = 5  # fields of a colour: who uncovers the last of them is out (CIO-11)

# Phases.
LOT: Final = 0  # nature draws the start seat
TURNING: Final = 1  # nature turns the strips to one of their sides
SHOW: Final = 2  # nature shows what was under the cap
LIFT: Final = 3
DECIDE: Final = 4  # remove the lifted cap, or move it
OVER: Final = 5

# Actions. Each number means one thing in the whole game.
LIFTS: Final = 0  # + field
MOVES: Final = 25  # + field
REMOVE: Final = 50
SHOWS: Final = 51  # + colour; nature's from here
START: Final = 56  # + seat
TURNS: Final = 61  # + side of the strips

# Options, and their values, as indices.
VARIANT: Final = 0
STRIP_SIDE: Final = 1
STARTER: Final = 2
POINTS: Final = 1
SIDES: Final = ("white", "grey")
RANDOM: Final = "random"
STARTERS: Final[tuple[Value, ...]] = (0, 1, 2, 3, 4, RANDOM)

TEXTS: Final = {
    **{LIFTS + field: f"lift {name}" for field, name in enumerate(NAMES)},
    **{MOVES + field: f"move {name}" for field, name in enumerate(NAMES)},
    REMOVE: "remove",
    **{SHOWS + colour: f"* shows {letter}" for colour, letter in enumerate(LETTERS)},
    **{START + seat: f"* start {seat}" for seat in range(SEATS)},
    **{TURNS + side: f"* side {name}" for side, name in enumerate(SIDES)},
}
ACTIONS: Final = {text: action for action, text in TEXTS.items()}
STARTS: Final = [[START + seat for seat in range(seats)] for seats in range(SEATS + 1)]
BOTH_SIDES: Final = [TURNS + WHITE, TURNS + GREY]
JUST_REMOVE: Final = [REMOVE]


class Colorio(FaceDown):
    """Places are fields; what lies face down is the colour of a field below a cap. All sightings are shared.

    A colour is drawn when it is first seen, by the number of ways to fill the board with the strips that fit everything
    seen before (CIO-5). A view without recall has forgotten what is covered, and counts without it.
    """

    NAME = "colorio"
    FIELDS: ClassVar[tuple[str, ...]] = (
        *FaceDown.FIELDS,
        "caps",
        "removed",
        "visible",
        "place",
        "step",
        "paid",
        "first",
        "barred",
        "alive",
        "points",
        "earned",
        "round",
        "starter",
        "side",
    )
    CACHES: ClassVar[tuple[str, ...]] = ("rows",)

    def __init__(self) -> None:
        super().__init__()
        self.caps = ALL  # mask of the fields that have one
        self.removed = 0  # caps out of the game
        self.visible: list[int] = []  # by colour: fields without a cap
        self.place = NONE  # the field whose cap is in the mover's hand
        self.step = 0  # caps lifted and put somewhere in this turn
        self.paid = 0  # has the mover removed a cap in this turn? (CIO-9)
        self.first = 1  # is it the first turn of a round? (CIO-10)
        self.barred = 0  # mask of the caps that may not be lifted now (CIO-12)
        self.alive = 0  # mask of the seats that are still in
        self.points: list[int] = []  # by seat (option points)
        self.earned: list[int] = []  # by seat and round: where they come from
        self.round = 0
        self.starter = 0  # of the first round
        self.side = WHITE
        self.rows: list[int] = []  # by row: a guess

    def acting(self) -> list[int]:
        phase = self.phase
        if phase == LIFT or phase == DECIDE:
            return ALONE[self.seat]
        return NATURE_ALONE if phase < OVER else NOBODY

    def legal(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == LIFT:
            free = self.caps & ~self.barred
            return [LIFTS + field for field in range(PLACES) if free >> field & 1]
        if phase == DECIDE:
            return JUST_REMOVE if self.must_remove() else [*[MOVES + field for field in self.targets()], REMOVE]
        if phase == SHOW:
            return [SHOWS + colour for colour in self.colours(self.place)]
        return STARTS[self.seats] if phase == LOT else BOTH_SIDES

    def must_remove(self) -> bool:
        """In the first turn always (CIO-10); with the third cap, if none was removed before (CIO-9)."""
        return self.first == 1 or (self.step == CAPS_A_TURN - 1 and not self.paid)

    def targets(self) -> list[int]:
        """Open fields of another colour than the one just uncovered, which is none of them for that reason (CIO-9)."""
        colour = self.disc[self.place]
        caps = self.caps
        return [field for field in range(PLACES) if not caps >> field & 1 and self.disc[field] != colour]

    def sample(self, seat: int, dice: Dice) -> int:
        phase = self.phase
        if phase == SHOW:
            return SHOWS + self.drawn(self.place, dice)
        if phase == LIFT:
            free = self.caps & ~self.barred
            field = dice.below(PLACES)
            while not free >> field & 1:
                field = dice.below(PLACES)
            return LIFTS + field
        if phase == DECIDE:
            return self.sample_decision(dice)
        return dice.pick(self.legal(seat))

    def sample_decision(self, dice: Dice) -> int:
        colour = self.disc[self.place]
        targets = self.removed + 1 - self.visible[colour]  # one cap is in hand, so that many fields are open
        if self.must_remove() or dice.below(targets + 1) == 0:
            return REMOVE
        field = dice.below(PLACES)
        while self.caps >> field & 1 or self.disc[field] == colour:
            field = dice.below(PLACES)
        return MOVES + field

    def apply(self, seat: int, action: int) -> None:
        self.played += 1
        if action < MOVES:
            self.place = action - LIFTS
            if self.step == 0:
                self.barred = 0  # the ban is for the first lift only (CIO-12)
            self.phase = SHOW
        elif action < REMOVE:
            self.move(action - MOVES)
        elif action == REMOVE:
            self.removed += 1
            self.paid = 1
            self.end_action(0)
        elif action < START:
            self.uncover(action - SHOWS)
        elif action < TURNS:
            self.starter = action - START
            self.prepare()
        else:
            self.side = action - TURNS
            self.begin_round()

    def uncover(self, colour: int) -> None:
        self.show(self.place, colour)
        self.caps &= ~(1 << self.place)
        self.visible[colour] += 1
        if self.visible[colour] >= COMPLETE:
            self.eliminate()
        else:
            self.phase = DECIDE

    def move(self, field: int) -> None:
        self.caps |= 1 << field
        self.visible[self.disc[field]] -= 1
        self.cover(field)
        self.barred |= 1 << field  # the three caps of a turn are three different caps (CIO-12)
        self.end_action(1 << field)

    def end_action(self, moved: int) -> None:
        """The cap is where it belongs; `moved` is a mask of the field that got it."""
        self.place = NONE
        self.step += 1
        self.phase = LIFT
        if self.step == CAPS_A_TURN:
            self.begin_turn(moved)

    def begin_turn(self, ban: int) -> None:
        """The next living player begins; `ban` is a mask of the cap that was moved last (CIO-12)."""
        self.seat = (self.seat + 1) % self.seats
        while not self.alive >> self.seat & 1:
            self.seat = (self.seat + 1) % self.seats
        self.step = self.paid = self.first = 0
        self.barred = ban
        self.phase = LIFT

    def eliminate(self) -> None:
        """The mover is out, and so is the cap (CIO-11)."""
        self.removed += 1
        self.place = NONE
        self.alive &= ~(1 << self.seat)
        left = self.alive.bit_count()
        if self.options[VARIANT] == POINTS:
            self.earn(self.seats - 1 - left)  # as many as went before (CIO-15)
        self.begin_turn(0)
        if left == 1:
            self.end_round()

    def earn(self, points: int) -> None:
        self.points[self.seat] += points
        self.earned[self.seat * self.seats + self.round] += points

    def end_round(self) -> None:
        """One is left, and to move (CIO-14, CIO-15)."""
        self.phase = OVER
        if self.options[VARIANT] == POINTS:
            self.earn(self.seats - 1)
            if self.round + 1 < self.seats:
                self.round += 1
                self.begin_round()

    def prepare(self) -> None:
        """The start seat is known; what is left to chance is the side of the strips (CIO-5)."""
        chosen = self.options[STRIP_SIDE]
        if chosen < len(SIDES):
            self.side = chosen
            self.begin_round()
        else:
            self.phase = TURNING

    def begin_round(self) -> None:
        """All caps on, the strips shuffled and not turned over (CIO-5)."""
        self.caps = ALL
        self.removed = 0
        self.visible = [0] * COLOURS
        self.pool = [SIDE] * COLOURS
        self.unseen = PLACES
        self.disc = [HIDDEN] * PLACES
        self.seen = [0] * PLACES
        self.rows = []
        self.alive = (1 << self.seats) - 1
        self.seat = (self.starter + self.round) % self.seats
        self.step = self.paid = self.barred = 0
        self.first = 1
        self.phase = LIFT

    # What may lie below a cap.

    def lies_open(self, place: int) -> bool:
        return not self.caps >> place & 1

    def show(self, place: int, colour: int) -> None:
        if self.disc[place] == HIDDEN and self.rows:
            row = place // SIDE
            self.rows[row] = NARROWED[self.rows[row]][look_at(place % SIDE, colour)]
        super().show(place, colour)

    def forget(self, place: int) -> None:
        super().forget(place)
        self.rows = []

    def known_rows(self) -> list[int]:
        """What is known of each row."""
        if not self.rows:
            rows = [FIRST[self.side]] * SIDE
            for place in range(PLACES):
                colour = self.disc[place]
                if colour >= 0:
                    rows[place // SIDE] = NARROWED[rows[place // SIDE]][look_at(place % SIDE, colour)]
            self.rows = rows
        return self.rows

    def chances(self, place: int) -> list[int]:
        """By colour: in how many ways a blank field can turn out to have it.

        Where no strips fit (a board made up for a puzzle, or a memory that has mixed up two fields), any colour that is
        not yet seen five times will do.
        """
        found = chances(self.side, self.known_rows(), place // SIDE, place % SIDE)
        return found if sum(found) else self.pool[:]

    def colours(self, place: int) -> list[int]:
        known = self.disc[place]
        if known != HIDDEN:
            return [known]
        ways = self.chances(place)
        return [colour for colour in range(COLOURS) if ways[colour]]

    def ways(self, place: int, colour: int) -> int:
        return self.chances(place)[colour] if self.disc[place] == HIDDEN else 1

    def drawn(self, place: int, dice: Dice) -> int:
        colour = self.disc[place]
        return dice.weighted(self.chances(place)) if colour == HIDDEN else colour

    def weight(self, outcome: int) -> int:
        return self.ways(self.place, outcome - SHOWS) if SHOWS <= outcome < START else 1

    # What it is worth, and why not.

    def scores(self) -> list[int]:
        """Points; without them the last survivor has one."""
        if self.options[VARIANT] == POINTS:
            return self.points[:]
        over = self.phase == OVER
        return [self.alive >> seat & 1 if over else 0 for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """Before the end, whoever is still in leads (CIO-14)."""
        if self.options[VARIANT] == POINTS:
            return super().winners()
        return [seat for seat in range(self.seats) if self.alive >> seat & 1]

    def pieces(self) -> list[int]:
        """Fields of each colour, and caps."""
        in_hand = self.phase == DECIDE
        return [*self.faces(), self.caps.bit_count() + self.removed + in_hand]

    def refuse(self, seat: int, action: int) -> Reason | None:
        if action in self.legal(seat):
            return None
        if seat == NATURE or action not in TEXTS:
            return Reason("refused.illegal", {})
        if action >= SHOWS:
            return Reason("refused.nature_only", {})
        if self.phase == LIFT:
            return self.why_no_lift(action)
        return self.why_no_decision(action)

    def why_no_lift(self, action: int) -> Reason:
        if action >= MOVES:
            return Reason("colorio.refused.lift_first", {})
        if not self.caps >> action & 1:
            return about("open", action)
        return about("same_cap" if self.step else "ban", action)

    def why_no_decision(self, action: int) -> Reason:
        if action < MOVES:
            return about("decide_first", self.place)
        field = action - MOVES
        if self.first:
            return Reason("colorio.refused.first_turn", {})
        if self.must_remove():
            return Reason("colorio.refused.nothing_removed", {})
        if field == self.place:
            return about("same_field", field)
        if self.caps >> field & 1:
            return about("capped", field)
        return about("same_colour", field, self.disc[field])


def about(why: str, field: int, colour: int = NONE) -> Reason:
    """Why a field will not do: people count rows and places from 1."""
    letter = LETTERS[colour] if colour >= 0 else ""
    row, column = divmod(field, SIDE)
    return Reason(f"colorio.refused.{why}", {"row": row + 1, "column": column + 1, "colour": letter})


def start(seats: int, options: tuple[int, ...]) -> Colorio:
    state = Colorio()
    state.seats = seats
    state.options = options
    state.points = [0] * seats
    state.earned = [0] * seats * seats
    state.begin_round()
    chosen = STARTERS[options[STARTER]]
    if isinstance(chosen, int):
        state.starter = chosen
        state.prepare()
    else:
        state.phase = LOT
    return state


def parse(text: str) -> int:
    action = ACTIONS.get(" ".join(text.split()))
    if action is None:
        raise Unreadable(Reason("colorio.unreadable", {"text": text}))
    return action


def sits(seats: int, starter: Value) -> bool:
    return not isinstance(starter, int) or starter < seats


GAME: Final[Game] = Game(
    name=Colorio.NAME,
    version=1,
    fewest=2,
    most=SEATS,
    age=8,
    minutes=20,
    limit=8_500,  # ten times what five rounds of random play need (GEN-14: 110 players' actions, nature's on top)
    options=(
        Option("variant", ("last_survivor", "points")),
        Option("side", (*SIDES, RANDOM)),
        Option("start_player", STARTERS, sits),
    ),
    start=start,
    text=TEXTS.__getitem__,
    parse=parse,
)
