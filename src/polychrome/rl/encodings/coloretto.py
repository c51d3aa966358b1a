"""Coloretto: everything lies open, so an observation is the whole table."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Game, State
from polychrome.games.coloretto import (
    ASSIGN,
    BITS,
    CARD,
    COLOURS,
    FINAL,
    FINAL_CHOICE,
    KINDS,
    MANUAL,
    MASK,
    NONE,
    OVER,
    SHOWN,
    Coloretto,
    assigned,
    plus_colours,
    taken,
)
from polychrome.rl.encoding import Encoding, Seats, bits
from polychrome.rl.slices import Layout

KIND: Final = len(KINDS)
ROWS: Final = 5  # at most
CARDS_OF_A_KIND: Final = 10  # cards of a kind

# Symbols: the actions of a turn as they are, then jokers and plus colours, one after the other.
JOKER: Final = CARD  # + colour
PLUS: Final = CARD + COLOURS  # + colour
DONE: Final = CARD + 2 * COLOURS  # nothing to choose


class Choices:
    """Jokers and plus colours chosen at the end (option manual)."""

    def __init__(self, layout: Layout, name: str, seats: int) -> None:
        self.made = layout.add(f"{name}_made", ("seat", seats))
        self.jokers = layout.add(f"{name}_jokers", ("seat", seats), ("colour", COLOURS), most=3)
        self.plus = layout.add(f"{name}_plus", ("seat", seats), ("colour", COLOURS))

    def write(self, seat: int, choice: int, row: bytearray) -> None:
        row[self.made + seat] = 1
        for colour in assigned(choice):
            row[self.jokers + seat * COLOURS + colour] += 1
        for colour in plus_colours(choice):
            row[self.plus + seat * COLOURS + colour] = 1


class ColorettoEncoding(Encoding):
    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.colours = COLOURS
        self.all_open = True
        self.manual = options[FINAL_CHOICE] == MANUAL
        self.together = self.manual
        self.rows = max(seats, 3)
        layout = self.layout
        self.turn = Seats(layout, seats, OVER + 1)
        self.deck = layout.add("deck", ("kind", KIND), most=CARDS_OF_A_KIND)
        self.last_round = layout.add("last_round", ("flag", 1))
        self.row = layout.add("row", ("row", self.rows), ("slot", 3), ("kind", KIND))
        self.untaken = layout.add("untaken", ("row", self.rows))
        self.room = layout.add("room", ("row", self.rows))
        self.card = layout.add("card", ("kind", KIND))
        self.took = layout.add("took", ("seat", seats), ("row", ROWS))
        self.ended = layout.add("ended", ("row", ROWS))  # the row that ended the round before
        self.own = layout.add("own", ("seat", seats), ("kind", KIND), most=CARDS_OF_A_KIND)
        self.symbols = [game.text(action) for action in range(CARD)]
        if self.manual:
            self.choice = Choices(layout, "choice", seats)
            self.begun_jokers = layout.add("begun_jokers", ("colour", COLOURS), most=3)
            self.begun_plus = layout.add("begun_plus", ("colour", COLOURS))
            self.symbols += [f"joker {KINDS[colour]}" for colour in range(COLOURS)]
            self.symbols += [f"plus {KINDS[colour]}" for colour in range(COLOURS)]
            self.symbols.append("nothing to choose")

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        assert isinstance(view, Coloretto)
        self.turn.write(view, viewer, row)
        at = self.deck
        for count in view.deck:
            row[at] = count
            at += 1
        if view.below == SHOWN:
            row[self.last_round] = 1
        at = self.row
        for cards in view.rows:
            if cards:
                self.write_cards(cards, at, row)
            at += 3 * KIND
        bits(row, self.untaken, view.untaken())
        bits(row, self.room, view.roomy)
        if view.card != NONE:
            row[self.card + view.card] = 1
        seat = self.seats - viewer  # relative to the viewer, from seat 0 on
        for other, pile in enumerate(view.own):
            if seat >= self.seats:
                seat -= self.seats
            taken_row = taken(view.took, other)
            if taken_row != NONE:
                row[self.took + seat * ROWS + taken_row] = 1
            at = self.own + seat * KIND
            rest = pile
            while rest:
                count = rest & MASK
                if count:
                    row[at] = count
                rest >>= BITS
                at += 1
            seat += 1
        if view.ended != NONE:
            row[self.ended + view.ended] = 1
        if self.manual:
            self.write_choices(view, viewer, begun, row)

    def write_cards(self, cards: int, at: int, row: bytearray) -> None:
        """First placed first."""
        if cards >= 100:
            row[at + cards // 100 - 1] = 1
            at += KIND
            cards %= 100
        if cards >= 10:
            row[at + cards // 10 - 1] = 1
            at += KIND
            cards %= 10
        row[at + cards - 1] = 1

    def write_choices(self, view: Coloretto, viewer: int, begun: list[int], row: bytearray) -> None:
        for seat in range(len(view.choice)):
            if view.choice[seat] != NONE:
                self.choice.write((seat - viewer) % self.seats, view.choice[seat], row)
        for symbol in begun:
            if symbol < PLUS:
                row[self.begun_jokers + symbol - JOKER] += 1
            else:
                row[self.begun_plus + symbol - PLUS] = 1

    def spell(self, state: State, seat: int, action: int) -> list[int]:
        if action < ASSIGN:
            return [action]
        spelling = [JOKER + colour for colour in assigned(action)]
        spelling += [PLUS + colour for colour in plus_colours(action)]
        return spelling or [DONE]

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        return super().open(state, seat, begun) if state.phase == FINAL else state.legal(seat)

    def read(self, state: State, seat: int, begun: list[int]) -> int:
        symbol = begun[0]
        return super().read(state, seat, begun) if symbol >= CARD else symbol

    def recolour_axis(self, name: str, length: int, colours: list[int]) -> list[int]:
        return super().recolour_axis("colour" if name == "kind" else name, length, colours)

    def recolour(self, symbol: int, colours: list[int]) -> int:
        if JOKER <= symbol < PLUS:
            return JOKER + colours[symbol - JOKER]
        return PLUS + colours[symbol - PLUS] if PLUS <= symbol < DONE else symbol


ENCODING: Final = ColorettoEncoding
