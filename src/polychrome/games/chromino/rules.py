"""Chromino: lay a tile if you can, draw if you cannot, and be the first without any."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import (
    ALONE,
    EVERYONE,
    HIDDEN,
    NATURE_ALONE,
    NOBODY,
    Game,
    Option,
    Reason,
    State,
    Value,
)
from polychrome.engine.dice import Dice
from polychrome.games.chromino.ground import NO_SYSTEM, SYSTEM_A, Ground, ground_of, within_reach
from polychrome.games.chromino.notation import (
    FIRST,
    FITS,
    MOST_PLAYERS,
    START,
    STUCK,
    TILE,
    TO_DRAW,
    TO_PLACE,
    TURN_UP,
    named,
    of_nature,
    parse,
    text,
)
from polychrome.games.chromino.tiles import (
    LETTERS,
    READING_BIT,
    TILES,
    TRICOLOURS,
    VALUE_A,
    VALUE_B,
    colours_of,
    laid_at,
    tile_of,
    unturned,
)

HAND: Final = 8  # tiles to begin with (CHR-5)

# Where a tile is: in the hand of a seat (0 to 7), the same and once shown to all (8 to 15), or else
SHOWN: Final = 8
ON_TABLE: Final = 16
IN_BAG: Final = 17
AWAY: Final = 18  # not in the game (explicit set-ups only)

# Phases, in the order of a game.
BASE: Final = 0  # nature lays the first tile
LOT: Final = 1  # nature draws the start seat (option start_player)
DEAL: Final = 2  # nature deals
LOOK: Final = 3  # has the mover a tile that fits? Nature tells everybody what the hidden hand allows
PLACE: Final = 4
DRAW: Final = 5
DRAWN: Final = 6  # nature draws a tile for the mover
SHOW: Final = 7  # nature turns up the mover's last tile
COUNT: Final = 8  # nature turns up what is left, tile by tile, to be subtracted
OVER: Final = 9

# Options, by their place in GAME.options, and values that matter.
VARIANT: Final = 0
LIMIT: Final = 1
RESERVE: Final = 2
SCORING: Final = 3
STARTER: Final = 4
VARIANT_A: Final = 0  # draw once
VARIANT_B: Final = 1  # draw until a tile fits
OPEN: Final = 1
AT_RANDOM: Final = MOST_PLAYERS  # the last choice of start_player
LIMITS: Final[tuple[int, ...]] = (3, 4, 5)


class Chromino(State):
    NAME = "chromino"
    FIELDS = ("where", "held", "left", "laid", "points", "draws", "quiet", "first")
    CACHES = ("ground",)

    def __init__(self) -> None:
        super().__init__()
        self.where: list[int] = []  # by tile
        self.held: list[int] = []  # by seat, how many tiles
        self.left = 0  # tiles in the bag; their order is drawn when it is seen
        self.laid: list[int] = []  # tiles on the table, first laid first
        self.points: list[int] = []  # by seat, for tiles laid
        self.draws = 0  # in this turn
        self.quiet = 0  # turns in a row that ended with an empty bag and no tile laid (CHR-12)
        self.first = 0  # the start seat
        self.ground: list[Ground] = []  # one, once it is needed

    def table(self) -> Ground:
        if not self.ground:
            self.ground.append(ground_of(self.laid))
        return self.ground[0]

    def hand(self, seat: int) -> list[int]:
        """The tiles of a seat, ascending; only those that are known, in a view."""
        where = self.where
        return [tile for tile in range(TILES) if where[tile] == seat or where[tile] == seat + SHOWN]

    def bag(self) -> list[int]:
        return [tile for tile in range(TILES) if self.where[tile] == IN_BAG]

    def unseen(self) -> list[int]:
        """Tiles of the mover that have not been turned up at the end."""
        return [tile for tile in range(TILES) if self.where[tile] == self.seat]

    def acting(self) -> list[int]:
        phase = self.phase
        if phase == PLACE or phase == DRAW:
            return ALONE[self.seat]
        return NOBODY if phase == OVER else NATURE_ALONE

    def legal(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == PLACE:
            return [TO_PLACE + place for tile in self.hand(self.seat) for place in self.table().every_place(tile)]
        if phase == DRAW:
            return [TO_DRAW]
        if phase == LOOK:
            return [FITS] if self.can_place() else [STUCK]
        if phase == DRAWN or phase == DEAL:
            return [TILE + tile for tile in self.bag()]
        if phase == SHOW:
            return [TURN_UP + tile for tile in self.hand(self.seat)]
        if phase == COUNT:
            return [TURN_UP + tile for tile in self.unseen()[:1]]
        if phase == LOT:
            return [START + other for other in range(self.seats)]
        return [FIRST + tile for tile in TRICOLOURS]

    def can_place(self) -> bool:
        return any(self.table().takes(tile) for tile in self.hand(self.seat))

    def sample(self, seat: int, dice: Dice) -> int:
        phase = self.phase
        if phase == DRAWN or phase == DEAL:
            return TILE + self.drawn(dice.below(self.left))
        if phase != PLACE:
            return dice.pick(self.legal(seat))
        table = self.table()
        hand = self.hand(seat)
        total = 0
        for tile in hand:
            total += table.places(tile)
        rest = dice.below(total)
        for tile in hand:
            places = table.places(tile)
            if rest < places:
                return TO_PLACE + table.place(tile, rest)
            rest -= places
        raise AssertionError("there is no such place")

    def drawn(self, number: int) -> int:
        """A tile of the bag, counted from the first."""
        for tile in range(TILES):
            if self.where[tile] == IN_BAG:
                if number == 0:
                    return tile
                number -= 1
        raise AssertionError("the bag has fewer tiles")

    def audience(self, seat: int, action: int) -> int:
        """Who draws sees the tile; everybody does where all play with open hands (CHR-10)."""
        if TILE <= action < TURN_UP and self.options[RESERVE] != OPEN:
            return 1 << self.seat
        return EVERYONE

    def irrevocable(self) -> bool:
        """A tile from a hidden hand has been shown."""
        return self.options[RESERVE] != OPEN

    def idle(self, seat: int) -> int | None:
        return TO_DRAW if self.phase == DRAW else None

    def apply(self, seat: int, action: int) -> None:
        if action >= TO_PLACE:
            self.place(action - TO_PLACE)
        elif action == TO_DRAW:
            self.phase = DRAWN
        elif action == FITS:
            self.phase = PLACE
        elif action == STUCK:
            self.stuck()
        elif action < TILE:
            self.first = action - START
            self.deal()
        elif action < TURN_UP:
            self.take(action - TILE)
        elif action < FIRST:
            self.turn_up(action - TURN_UP)
        else:
            self.begin(action - FIRST)

    def begin(self, tile: int) -> None:
        """The base lies across in the middle, in the direction of its name (CHR-5)."""
        self.put(laid_at(unturned(tile), -1, 0, False))
        self.where[tile] = ON_TABLE
        self.left -= 1
        if self.options[STARTER] == AT_RANDOM:
            self.phase = LOT
        else:
            self.first = self.options[STARTER]
            self.deal()

    def deal(self) -> None:
        self.seat = 0
        self.phase = DEAL

    def put(self, laid: int) -> None:
        if self.ground:
            self.ground[0].lay(laid)
        self.laid.append(laid)

    def take(self, tile: int) -> None:
        seat = self.seat
        self.where[tile] = seat
        self.held[seat] += 1
        self.left -= 1
        if self.phase == DRAWN:
            self.draws += 1
            self.phase = LOOK
        elif self.held[seat] == HAND:
            if seat == self.seats - 1:
                self.seat = self.first
                self.phase = LOOK
            else:
                self.seat += 1

    def place(self, laid: int) -> None:
        seat = self.seat
        tile = tile_of(laid)
        system = self.options[SCORING]
        if system != NO_SYSTEM:
            self.points[seat] += self.table().points(laid, system)
        self.put(laid)
        self.where[tile] = ON_TABLE
        self.held[seat] -= 1
        self.quiet = 0
        if self.held[seat] == 1 and self.options[RESERVE] != OPEN:
            self.phase = SHOW
        elif self.held[seat] == 0 and system != NO_SYSTEM:
            self.end()  # at once (CHR-13)
        else:
            self.pass_on()

    def stuck(self) -> None:
        """Draw as often as the variant allows, then the turn is over (CHR-9)."""
        variant = self.options[VARIANT]
        most = 1 if variant == VARIANT_A else TILES if variant == VARIANT_B else LIMITS[self.options[LIMIT]]
        if self.left and self.draws < most:
            self.phase = DRAW
        else:
            if self.left == 0:
                self.quiet += 1
            self.pass_on()

    def turn_up(self, tile: int) -> None:
        self.where[tile] = self.where[tile] % SHOWN + SHOWN
        if self.phase == SHOW:
            self.pass_on()
        else:
            self.count()

    def pass_on(self) -> None:
        seat = self.seat
        self.draws = 0
        self.seat = (seat + 1) % self.seats
        if self.quiet >= self.seats:
            self.end()  # blocked (CHR-12)
        elif self.seat == self.first and self.options[SCORING] == NO_SYSTEM and 0 in self.held:
            self.end()  # all have had equally many turns (CHR-11)
        else:
            self.phase = LOOK

    def end(self) -> None:
        """Tiles left are turned up only where they count (CHR-17), those of a grown hand once more."""
        self.phase = OVER
        if self.options[SCORING] != NO_SYSTEM and self.options[RESERVE] != OPEN:
            for tile in range(TILES):
                where = self.where[tile]
                if SHOWN <= where < ON_TABLE and self.held[where - SHOWN] > 1:
                    self.where[tile] = where - SHOWN
            self.phase = COUNT
            self.seat = 0
            self.count()

    def count(self) -> None:
        """Who has more to turn up? Seat by seat, so that everybody knows whose tile it is."""
        while not self.unseen():
            if self.seat == self.seats - 1:
                self.phase = OVER
                return
            self.seat += 1

    def scores(self) -> list[int]:
        """Points, at the end less what is left in the hand (CHR-17); where none are counted, each tile left is −1."""
        system = self.options[SCORING]
        if system == NO_SYSTEM:
            return [-held for held in self.held]
        scores = self.points[:]
        if self.phase == OVER:
            values = VALUE_A if system == SYSTEM_A else VALUE_B
            for seat in range(self.seats):
                for tile in self.hand(seat):
                    scores[seat] -= values[tile]
        return scores

    def winners(self) -> list[int]:
        """A player alone who is left with tiles has lost (CHR-18)."""
        if self.phase == OVER and self.seats == 1 and self.options[SCORING] == NO_SYSTEM and self.held[0]:
            return []
        return super().winners()

    def redact(self, viewer: int, recall: bool) -> None:
        """Bag and hidden hands look alike; a tile once turned up is remembered while it is held (CHR-10)."""
        if self.options[RESERVE] == OPEN or self.phase == OVER:
            return
        for tile in range(TILES):
            where = self.where[tile]
            if where < SHOWN:
                if where != viewer:
                    self.where[tile] = HIDDEN
            elif where < ON_TABLE:
                seat = where - SHOWN
                if seat != viewer and not recall and not self.in_sight(seat):
                    self.where[tile] = HIDDEN
            elif where == IN_BAG:
                self.where[tile] = HIDDEN

    def in_sight(self, seat: int) -> bool:
        """Are the tiles that this seat has turned up seen by all now?"""
        if self.phase == SHOW and seat == self.seat:
            return False  # about to be turned up
        return self.held[seat] == 1 or self.phase == COUNT

    def imagine(self, dice: Dice) -> None:
        """Deal the blanks out again; the mover gets a hand of which nature's word is true."""
        pool = [tile for tile in range(TILES) if self.where[tile] == HIDDEN]
        for at in range(len(pool) - 1, 0, -1):
            other = dice.below(at + 1)
            pool[at], pool[other] = pool[other], pool[at]
        mover = self.seat
        lacking = self.held[mover] - len(self.hand(mover))
        if lacking and (self.phase == PLACE or self.phase == DRAW or self.phase == DRAWN):
            self.choose_hand(pool, lacking, dice)
        for seat in range(self.seats):
            for _ in range(self.held[seat] - len(self.hand(seat))):
                self.where[pool.pop()] = seat
        for tile in pool:
            self.where[tile] = IN_BAG

    def choose_hand(self, pool: list[int], lacking: int, dice: Dice) -> None:
        """Give the mover tiles of a shuffled pool: none that fits, one (just drawn), or at least one."""
        table = self.table()
        known = self.hand(self.seat)
        chosen = pool[-lacking:]
        if self.phase != PLACE or self.draws or not any(table.takes(tile) for tile in chosen + known):
            fitting = [tile for tile in pool if table.takes(tile)]
            rest = pool
            chosen = []
            if self.phase == PLACE and fitting and not any(table.takes(tile) for tile in known):
                chosen = [fitting[dice.below(len(fitting))]]
            if self.phase != PLACE or self.draws:
                rest = [tile for tile in pool if tile not in fitting] + fitting
            chosen += [tile for tile in rest if tile not in chosen][: lacking - len(chosen)]
        for tile in chosen:
            pool.remove(tile)
            self.where[tile] = self.seat

    def pieces(self) -> list[int]:
        """By tile: somewhere in a hand or the bag, or on the table."""
        there = [0 if where == ON_TABLE or where == AWAY else 1 for where in self.where]
        for laid in self.laid:
            there[tile_of(laid)] += 1
        return there

    def refuse(self, seat: int, action: int) -> Reason | None:
        if self.phase == PLACE and action >= TO_PLACE:
            return self.refuse_place(action - TO_PLACE)
        if action in self.legal(seat):
            return None
        if self.phase == PLACE and action == TO_DRAW:
            fitting = [tile for tile in self.hand(seat) if self.table().takes(tile)]
            return Reason("chromino.refused.can_place", {"n": len(fitting), **named(unturned(fitting[0]))})
        if action >= TO_PLACE and within_reach(action - TO_PLACE):
            return Reason("chromino.refused.draw_first", {})
        return Reason("refused.nature_only" if of_nature(action) else "refused.illegal", {})

    def refuse_place(self, laid: int) -> Reason | None:
        """The first clause that a tile laid like this would break (CHR-8)."""
        if not within_reach(laid):
            return Reason("refused.illegal", {})
        tile = tile_of(laid)
        where = self.where[tile]
        if where == ON_TABLE:
            return Reason("chromino.refused.on_table", named(laid >> READING_BIT))
        if where != self.seat and where != self.seat + SHOWN:
            return Reason("chromino.refused.not_yours", named(laid >> READING_BIT))
        table = self.table()
        if table.covered(laid):
            return Reason("chromino.refused.covered", {})
        contacts = table.contacts(laid)
        colours = colours_of(laid)
        for contact in contacts:
            mine = colours[contact.square]
            if mine != contact.colour:
                return Reason("chromino.refused.mismatch", {"mine": LETTERS[mine], "other": LETTERS[contact.colour]})
        if len(contacts) < 2:
            return Reason("chromino.refused.one_contact" if contacts else "chromino.refused.no_contact", {})
        return None


def start(seats: int, options: tuple[int, ...]) -> Chromino:
    state = Chromino()
    state.seats = seats
    state.options = options
    state.where = [IN_BAG] * TILES
    state.held = [0] * seats
    state.left = TILES
    state.points = [0] * seats
    return state


def seat_at_table(seats: int, value: Value) -> bool:
    return value == "random" or (isinstance(value, int) and value < seats)


GAME: Final[Game] = Game(
    name=Chromino.NAME,
    version=1,
    fewest=1,
    most=MOST_PLAYERS,
    age=7,
    minutes=30,
    limit=2_000,  # ten times what random play needs (GEN-14: 140), and nature's lines
    options=(
        Option("draw_variant", ("a", "b", "c")),
        Option("draw_limit", LIMITS),
        Option("reserve", ("hidden", "open")),
        Option("scoring", ("none", "A", "B", "C")),
        Option("start_player", (0, 1, 2, 3, 4, 5, 6, 7, "random"), seat_at_table),
    ),
    start=start,
    text=text,
    parse=parse,
    clocked=True,
)
