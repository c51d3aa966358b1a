"""Coloretto: draw a card onto a row, or take a row and sit out the rest of the round."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Final

from polychrome.engine.core import ALONE, NATURE_ALONE, NOBODY, Game, Option, Reason, State, Unreadable
from polychrome.engine.dice import Dice

KINDS: Final = "ROYGBPN+J"  # seven colours, "+2" and joker: the order in which hands are sorted (CTO-2)
COLOURS: Final = 7
PLUS: Final = 7
JOKER: Final = 8
# Tables are lists: where the rules are compiled, a tuple is made anew each time one of its numbers is looked up.
FULL_DECK: Final = [9, 9, 9, 9, 9, 9, 9, 10, 3]
DECK: Final = [0, 0, 54, 64, 72, 71]  # cards in the deck when play begins, by seats (CTO-6)
AFTER_LAST: Final = 15  # cards below the last-round card (CTO-5)
MOST_SEATS: Final = 5

# Phases, in the order of a game.
REMOVE: Final = 0  # nature takes colours out (two and three players)
DEAL: Final = 1  # nature deals the first cards
LOT: Final = 2  # nature draws the start seat
CHOOSE: Final = 3  # draw or take
REVEAL: Final = 4  # nature turns a card up
PLACE: Final = 5
FINAL: Final = 6  # everybody assigns jokers and names the plus colours (option manual)
OVER: Final = 7

# Actions. Each number means one thing in the whole game.
DRAW: Final = 0
TO_ROW: Final = 1  # + row
TAKE: Final = 6  # + row
CARD: Final = 11  # + kind; nature's from here
LAST: Final = 20
WITHOUT: Final = 21  # + colour
GIVE: Final = 28  # + colour
START: Final = 35  # + seat
ASSIGN: Final = 64  # + what `assign` says of jokers and plus colours; a player's again

NONE: Final = -1  # no card held; no row taken
SHOWN: Final = -1  # the last-round card lies face up
ABSENT: Final = -2  # there is no last-round card (explicit set-ups only)

# Options, and their values, as indices.
SCORE_SIDE: Final = 0
FINAL_CHOICE: Final = 1
GREY: Final = 1
MANUAL: Final = 1

POINTS: Final = [[0, 1, 3, 6, 10, 15, 21], [0, 1, 4, 8, 7, 6, 5]]  # beige, grey; by cards of a colour (CTO-4)
TOP: Final = 6  # the score table ends here: more cards of a colour count like six

# A pile counts cards of each kind, six bits a kind. A row keeps its cards in placing order as
# decimal digits, kind + 1 each, so that three cards are a number below 1000. A set of rows, seats or
# colours is a mask. All make a small part of the position one int, and what the rules say about it a table.
BITS: Final = 6
MASK: Final = (1 << BITS) - 1
ONE: Final = [1 << BITS * kind for kind in range(len(KINDS))]  # a pile of a single card


def cards(row: int) -> list[int]:
    """The kinds in a row, first placed first."""
    return [int(digit) - 1 for digit in str(row)] if row else []


def with_card(row: int, kind: int) -> int:
    return row * 10 + kind + 1


def counts(pile: int) -> list[int]:
    return [pile >> BITS * kind & MASK for kind in range(len(KINDS))]


def ones(mask: int) -> list[int]:
    """What a set holds."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def everything(size: int) -> int:
    """The set of all rows, or of all seats."""
    return (1 << size) - 1


def after(still: int, seat: int) -> int:
    """The next seat clockwise that is still in the round (CTO-10)."""
    clockwise = [(seat + step) % MOST_SEATS for step in range(1, MOST_SEATS + 1)]
    return next((other for other in clockwise if still >> other & 1), seat)


# By row:
HELD: Final = [len(cards(row)) for row in range(1000)]  # how many cards are in it
PILE: Final = [sum(ONE[int(digit) - 1] for digit in str(row) if digit != "0") for row in range(1000)]  # the same cards
# By a set of seats or rows:
SETS: Final = range(1 << MOST_SEATS)  # all there are: there are no more rows than seats
NEXT: Final = [[after(still, seat) for seat in range(MOST_SEATS)] for still in SETS]
PLACES: Final = [[TO_ROW + row for row in ones(roomy)] for roomy in SETS]
TAKES: Final = [[TAKE + row for row in ones(filled)] for filled in SETS]
# By the rows that have room, then by those that hold a card: a card is drawn if it can be placed, a row taken if it
# holds one (CTO-9).
CHOICES: Final = [[[DRAW, *takes] for takes in TAKES] if roomy else TAKES for roomy in SETS]
# By seats: how many cards each row may hold (CTO-6).
ROOM: Final = [[1, 2, 3] if seats == 2 else [3] * MOST_SEATS for seats in range(MOST_SEATS + 1)]


class Coloretto(State):
    NAME = "coloretto"
    FIELDS = (
        *("deck", "left", "below", "rows", "filled", "roomy", "card"),
        *("still", "took", "ended", "own", "gone", "choice"),
    )

    def __init__(self) -> None:  # the lists come from `start`, or from the position that is copied
        super().__init__()
        self.deck: list[int]  # cards left of each kind; their order is drawn when it is seen
        self.left = 0  # how many they are
        self.below = 0  # how many of them lie below the last-round card; SHOWN once it has appeared
        self.rows: list[int]
        self.filled = 0  # set of the untaken rows that hold a card
        self.roomy = 0  # set of the untaken rows that have room for one
        self.card = NONE  # drawn and not yet placed
        self.still = 0  # set of the seats that have not taken a row in this round
        self.took = 0  # the others' rows, as `taken` reads them
        self.ended = NONE  # the row that was taken last in the round before
        self.own: list[int]  # by seat, a pile
        self.gone = 0  # pile of the cards that left the game: colours before it, third rows during it (CTO-6, CTO-11)
        self.choice: list[int]  # by seat, the final choice (option manual)

    def acting(self) -> list[int]:
        phase = self.phase
        if phase == CHOOSE or phase == PLACE:
            return ALONE[self.seat]
        if phase < FINAL:
            return NATURE_ALONE
        if phase == FINAL:
            return [seat for seat in range(self.seats) if self.choice[seat] == NONE]
        return NOBODY

    def legal(self, seat: int) -> list[int]:
        phase = self.phase
        if phase == CHOOSE:
            return CHOICES[self.roomy][self.filled]
        if phase == PLACE:
            return PLACES[self.roomy]
        if phase == REVEAL:
            if self.left == self.below:
                return [LAST]
            return [CARD + kind for kind in range(len(KINDS)) if self.deck[kind]]
        if phase == FINAL:
            return final_choices(self.own[seat])
        if phase == LOT:
            return [START + other for other in range(self.seats)]
        untouched = [colour for colour in range(COLOURS) if self.deck[colour] == FULL_DECK[colour]]
        return [(WITHOUT if phase == REMOVE else GIVE) + colour for colour in untouched]

    def sample(self, seat: int, dice: Dice) -> int:
        phase = self.phase
        if phase == CHOOSE:
            return dice.pick(CHOICES[self.roomy][self.filled])
        if phase == PLACE:
            return dice.pick(PLACES[self.roomy])
        if phase != REVEAL:
            return dice.pick(self.legal(seat))
        if self.left == self.below:
            return LAST
        rest = dice.below(self.left)
        action = CARD
        for count in self.deck:
            rest -= count
            if rest < 0:
                break
            action += 1
        return action

    def weight(self, outcome: int) -> int:
        return self.deck[outcome - CARD] if CARD <= outcome < LAST else 1

    def apply(self, seat: int, action: int) -> None:
        if action == DRAW:
            self.phase = REVEAL
        elif action < TAKE:
            self.place(action - TO_ROW)
        elif action < CARD:
            self.take(action - TAKE)
        elif action < LAST:
            self.deck[action - CARD] -= 1
            self.left -= 1
            self.card = action - CARD
            self.phase = PLACE
        elif action == LAST:
            self.below = SHOWN
        elif action < ASSIGN:
            self.set_up(action)
        else:
            self.choice[seat] = action
            if NONE not in self.choice:
                self.phase = OVER

    def set_up(self, action: int) -> None:
        """Nature's first steps (CTO-5, CTO-6)."""
        if action < GIVE:
            colour = action - WITHOUT
            self.gone += ONE[colour] * self.deck[colour]
            self.left -= self.deck[colour]
            self.deck[colour] = 0
            self.phase = DEAL if self.deck.count(0) == removed_colours(self.seats) else REMOVE
        elif action < START:
            colour = action - GIVE
            self.own[self.seat] += ONE[colour]
            self.deck[colour] -= 1
            self.left -= 1
            self.seat = (self.seat + 1) % self.seats
            if self.left == DECK[self.seats]:
                self.phase = LOT
        else:
            self.seat = action - START
            self.begin_round()

    def begin_round(self) -> None:
        self.phase = CHOOSE
        self.filled = 0
        self.roomy = everything(len(self.rows))
        self.still = everything(self.seats)
        self.took = 0

    def place(self, row: int) -> None:
        placed = with_card(self.rows[row], self.card)
        self.rows[row] = placed
        self.filled |= 1 << row
        if HELD[placed] == ROOM[self.seats][row]:
            self.roomy &= ~(1 << row)
        self.card = NONE
        self.phase = CHOOSE
        self.seat = NEXT[self.still][self.seat]

    def take(self, row: int) -> None:
        seat = self.seat
        self.own[seat] += PILE[self.rows[row]]
        self.rows[row] = 0
        rest = ~(1 << row)
        self.filled &= rest
        self.roomy &= rest
        self.took += TAKING[seat][row]
        self.still &= ~(1 << seat)
        if self.still:
            self.seat = NEXT[self.still][seat]
        else:
            self.end_round(row)

    def end_round(self, taken: int) -> None:
        """All have taken a row; whoever took last, and so is still to move, starts the next round (CTO-11)."""
        for row in range(len(self.rows)):
            self.gone += PILE[self.rows[row]]
            self.rows[row] = 0
        if self.below != SHOWN:
            self.ended = taken
            self.begin_round()
        elif self.options[FINAL_CHOICE] == MANUAL:
            self.phase = FINAL
            self.choice = [NONE] * self.seats
        else:
            self.phase = OVER

    def untaken(self) -> int:
        """The set of rows that nobody has taken in this round: what holds no card has room for one."""
        return self.filled | self.roomy

    def scores(self) -> list[int]:
        """Each collection at its best (CTO-16), or as its owner chose."""
        side = self.options[SCORE_SIDE]
        totals = [best(pile, side) for pile in self.own]
        for seat in range(len(self.choice)):
            if self.choice[seat] != NONE:
                totals[seat] = fixed(self.own[seat], side, self.choice[seat])
        return totals

    def pieces(self) -> list[int]:
        total = self.deck[:]
        for pile in [*self.own, *[PILE[row] for row in self.rows], self.gone]:
            for kind, count in enumerate(counts(pile)):
                total[kind] += count
        if self.card != NONE:
            total[self.card] += 1
        return total

    def refuse(self, seat: int, action: int) -> Reason | None:
        if action in self.legal(seat):
            return None
        if self.phase == FINAL:
            return self.refuse_final(seat, action)
        if CARD <= action < ASSIGN or action < DRAW:
            return Reason("refused.nature_only", {})
        if action >= ASSIGN:
            return Reason("coloretto.refused.not_final", {})
        filled, roomy = ones(self.filled), ones(self.roomy)
        if self.phase == PLACE:
            if action == DRAW or action >= TAKE:
                return Reason("coloretto.refused.place_first", {"card": KINDS[self.card], "rows": roomy})
            return self.refuse_row(action - TO_ROW, roomy)
        if action == DRAW:
            return Reason("coloretto.refused.all_full", {"rows": filled})
        if action < TAKE:
            return Reason("coloretto.refused.draw_first", {})
        return self.refuse_row(action - TAKE, filled)

    def refuse_row(self, row: int, rows: list[int]) -> Reason:
        """Why this row will not do; `rows` would."""
        if row >= len(self.rows):
            key = "coloretto.refused.no_row"
        elif not self.untaken() >> row & 1:
            key = "coloretto.refused.row_taken"
        elif self.phase == PLACE:
            key = "coloretto.refused.row_full"
        else:
            key = "coloretto.refused.row_empty"
        return Reason(key if rows else key + "_draw", {"row": row, "rows": rows})

    def refuse_final(self, seat: int, action: int) -> Reason:
        pile = self.own[seat]
        if action < ASSIGN:
            return Reason("coloretto.refused.choose_now", {})
        jokers = assigned(action)
        if len(jokers) != counts(pile)[JOKER]:
            return Reason("coloretto.refused.jokers", {"n": counts(pile)[JOKER]})
        colours = own_colours(pile, jokers)
        names = [KINDS[colour] for colour in colours]
        return Reason("coloretto.refused.plus", {"n": min(3, len(colours)), "colours": names})


# Some small numbers stand in one int like digits, each below eight: the rows taken (`took`), a tally, the jokers of a
# final choice.
DIGIT: Final = 3  # bits of such a digit
DIGIT_MASK: Final = (1 << DIGIT) - 1


# By seat and row: what is added to `took` when the seat takes the row. Its digit says which, counted from one.
TAKING: Final = [[row + 1 << DIGIT * seat for row in range(MOST_SEATS)] for seat in range(MOST_SEATS)]


def taken(took: int, seat: int) -> int:
    """The row that a seat has taken in this round, or NONE."""
    return (took >> DIGIT * seat & DIGIT_MASK) - 1


def removed_colours(seats: int) -> int:
    return {2: 2, 3: 1}.get(seats, 0)


# A collection is worth the same whichever colours its cards have. Its tally says how many colours there are of
# 0, 1, 2 … 6 or more cards, a digit each.
TALLY: Final = [1 << DIGIT * min(height, TOP) for height in range(MASK + 1)]  # of one colour
TALLY_BITS: Final = DIGIT * (TOP + 1)
MEMO: dict[int, int] = {}  # what a collection is worth, by its tally, its jokers and the side of the score table


def best(pile: int, side: int) -> int:
    """The most a collection can score: jokers and plus colours chosen for the best (CTO-14 to CTO-16)."""
    tally = 0
    for _ in range(COLOURS):
        tally += TALLY[pile & MASK]
        pile >>= BITS
    plus = pile & MASK
    jokers = pile >> BITS
    key = (jokers << TALLY_BITS | tally) << 1 | side
    if key not in MEMO:
        MEMO[key] = best_of_all(tally, jokers, side)
    return MEMO[key] + 2 * plus


def points_of(side: int, count: int) -> int:
    """What so many cards of a colour are worth, for better or for worse."""
    return POINTS[side][min(count, TOP)]


def best_of_all(tally: int, jokers: int, side: int) -> int:
    """Every way to assign the jokers; all colours score something, so the three dearest are the plus colours."""
    heights = [height for height in range(TOP + 1) for _ in range(tally >> DIGIT * height & DIGIT_MASK)]
    totals = []
    for given in combinations_with_replacement(range(COLOURS), jokers):
        points = sorted(points_of(side, heights[c] + given.count(c)) for c in range(COLOURS))
        totals.append(sum(points[-3:]) - sum(points[:-3]))
    return max(totals)


def fixed(pile: int, side: int, choice: int) -> int:
    """What a collection scores with jokers and plus colours as chosen."""
    held = counts(pile)
    for colour in assigned(choice):
        held[colour] += 1
    total = 2 * held[PLUS]
    for colour in range(COLOURS):
        points = points_of(side, held[colour])
        total += points if (choice - ASSIGN) >> colour & 1 else -points
    return total


def best_choice(pile: int, side: int) -> int:
    """What the automatic final choice amounts to (CTO-16): the first of the best."""
    choices = final_choices(pile)
    worths = [fixed(pile, side, choice) for choice in choices]
    return choices[worths.index(max(worths))]


def assign(jokers: list[int], plus: list[int]) -> int:
    """The action of a final choice: jokers in colour order, a digit each, and below them the set of plus colours."""
    code = 0
    for colour in sorted(jokers):
        code = code << DIGIT | colour + 1
    code <<= COLOURS
    for colour in plus:
        code |= 1 << colour
    return ASSIGN + code


def assigned(choice: int) -> list[int]:
    """The colours of the jokers in a final choice."""
    code = choice - ASSIGN >> COLOURS
    colours = []
    while code > 0:
        colours.append((code & DIGIT_MASK) - 1)
        code >>= DIGIT
    return colours[::-1]


def plus_colours(choice: int) -> list[int]:
    return ones((choice - ASSIGN) % (1 << COLOURS))


def own_colours(pile: int, jokers: list[int]) -> list[int]:
    held = counts(pile)
    return [colour for colour in range(COLOURS) if held[colour] or colour in jokers]


def final_choices(pile: int) -> list[int]:
    """Every way to assign one's jokers and to name as many plus colours as one can, up to three."""
    choices = []
    for given in combinations_with_replacement(range(COLOURS), counts(pile)[JOKER]):
        jokers = list(given)
        colours = own_colours(pile, jokers)
        choices += [assign(jokers, list(plus)) for plus in combinations(colours, min(3, len(colours)))]
    return sorted(choices)


def start(seats: int, options: tuple[int, ...]) -> Coloretto:
    state = Coloretto()
    state.seats = seats
    state.options = options
    state.phase = REMOVE if removed_colours(seats) else DEAL
    state.deck = list(FULL_DECK)
    state.left = sum(FULL_DECK)
    state.below = AFTER_LAST
    state.rows = [0] * max(seats, 3)
    state.own = [0] * seats
    state.choice = []
    return state


def letters(colours: list[int]) -> str:
    return "".join(KINDS[colour] for colour in colours) or "-"


def text(action: int) -> str:
    if action < ASSIGN:
        return TEXTS[action]
    return f"choose {letters(assigned(action))} {letters(plus_colours(action))}"


def spelled(action: int) -> str:
    """What is no final choice."""
    if action == DRAW:
        return "draw"
    if action == LAST:
        return "* last"
    for first, word in ((START, "* start"), (GIVE, "* give"), (WITHOUT, "* remove"), (CARD, "* card")):
        if action >= first:
            return f"{word} {action - START if first == START else KINDS[action - first]}"
    return f"take {action - TAKE}" if action >= TAKE else f"place {action - TO_ROW}"


TEXTS: Final = [spelled(action) for action in range(ASSIGN)]


def parse(text: str) -> int:
    words = text.split()
    if words in (["draw"], ["*", "last"]):
        return DRAW if words == ["draw"] else LAST
    if len(words) == 2 and words[0] in ("place", "take") and words[1] in ("0", "1", "2", "3", "4"):
        return (TO_ROW if words[0] == "place" else TAKE) + int(words[1])
    if len(words) == 3 and words[0] == "choose" and len(words[1]) <= FULL_DECK[JOKER]:
        jokers, plus = colours_of(words[1]), colours_of(words[2])
        if len(set(plus)) == len(plus):
            return assign(jokers, plus)
    if len(words) == 3 and words[0] == "*" and len(words[2]) == 1:
        if words[1] == "start" and words[2] in "01234":
            return START + int(words[2])
        if words[1] == "card" and words[2] in KINDS:
            return CARD + KINDS.index(words[2])
        if words[1] in ("remove", "give") and words[2] in KINDS[:COLOURS]:
            return (WITHOUT if words[1] == "remove" else GIVE) + KINDS.index(words[2])
    raise Unreadable(Reason("coloretto.unreadable", {"text": text}))


def colours_of(word: str) -> list[int]:
    """Colour letters, or "-" for none."""
    if word != "-" and not all(letter in KINDS[:COLOURS] for letter in word):
        raise Unreadable(Reason("coloretto.unreadable", {"text": word}))
    return [KINDS.index(letter) for letter in word.replace("-", "")]


GAME: Final[Game] = Game(
    name=Coloretto.NAME,
    version=1,
    fewest=2,
    most=5,
    age=8,
    minutes=30,
    limit=2000,  # ten times what random play needs (GEN-14 says 180 players' actions, nature's come on top)
    options=(
        Option("score_side", ("beige", "grey")),
        Option("final_choice", ("auto", "manual")),
    ),
    start=start,
    text=text,
    parse=parse,
)
