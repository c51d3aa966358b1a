"""How one game looks to a program: an observation is a row of small numbers, an action one symbol or several in a row.

Everything is relative to the seat that looks: seat 0 of an observation is the viewer, seat 1 sits to its left.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from mypy_extensions import mypyc_attr

from polychrome.engine.core import HIDDEN, Game, State
from polychrome.engine.pieces.facedown import NONE, FaceDown
from polychrome.rl.slices import LONG, Layout

NOT_YET: Final = -3  # what has been composed is no whole action yet
BYTE: Final = 255


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoding:
    """How views and actions of a game are numbers, for so many seats with these options. With `recall`, observations
    also say when something was seen."""

    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.recall = recall
        self.layout = Layout()
        self.symbols: list[str] = []  # by symbol: its words
        self.colours = 0  # that may be called by each other's names
        self.together = False  # may several seats be asked at once?
        self.all_open = False  # does everything lie open, so that a view is the position itself?

    def begin(self) -> State:
        return self.game.start(self.seats, self.options)

    # What every game says.

    def write(self, view: State, viewer: int, begun: list[int], row: bytearray) -> None:
        """Fill a row of zeros from a view, and from what the viewer has composed of its next action."""
        raise NotImplementedError

    def spell(self, state: State, seat: int, action: int) -> list[int]:
        """A legal action as symbols. No spelling is the beginning of another, none is that of two actions."""
        raise NotImplementedError

    # What a game says where the default does not fit.

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        """The symbols that may come next, after those composed so far; ascending."""
        length = len(begun)
        found = set()
        for action in state.legal(seat):
            spelling = self.spell(state, seat, action)
            if spelling[:length] == begun:
                found.add(spelling[length])
        return sorted(found)

    def read(self, state: State, seat: int, begun: list[int]) -> int:
        """The action that these symbols spell, or NOT_YET. They are known to be open, one after the other."""
        for action in state.legal(seat):
            if self.spell(state, seat, action) == begun:
                return action
        return NOT_YET

    def recolourings(self) -> list[list[int]]:
        """Every way to call the colours by each other's names that leaves the game the same; the first changes none."""
        return [list(permutation) for permutation in permutations(range(self.colours))] if self.colours else [[]]

    def recolour_axis(self, name: str, length: int, colours: list[int]) -> list[int]:
        """Where each index along an axis goes when colour c is called colours[c]."""
        indices = list(range(length))
        if name == "colour":
            indices[: len(colours)] = colours
        return indices

    def recolour(self, symbol: int, colours: list[int]) -> int:
        """What a symbol becomes when colour c is called colours[c]."""
        return symbol


@mypyc_attr(allow_interpreted_subclasses=True)
class ListedEncoding(Encoding):
    """The encoding of a game whose actions can all be listed: each is one symbol."""

    def __init__(self, game: Game, seats: int, options: tuple[int, ...], recall: bool) -> None:
        super().__init__(game, seats, options, recall)
        self.actions: list[int] = []  # by symbol
        self.symbol_of: dict[int, int] = {}

    def list_actions(self, actions: list[int]) -> None:
        self.actions = actions
        self.symbol_of = {action: symbol for symbol, action in enumerate(actions)}
        self.symbols = [self.game.text(action) for action in actions]

    def relative(self, seat: int, action: int) -> int:
        """An action as this seat would call it if it were seat 0."""
        return action

    def absolute(self, seat: int, action: int) -> int:
        """The opposite of `relative`."""
        return action

    def spell(self, state: State, seat: int, action: int) -> list[int]:
        return [self.symbol_of[self.relative(seat, action)]]

    def open(self, state: State, seat: int, begun: list[int]) -> list[int]:
        symbol_of = self.symbol_of
        found = [symbol_of[self.relative(seat, action)] for action in state.legal(seat)]
        found.sort()
        return found

    def read(self, state: State, seat: int, begun: list[int]) -> int:
        return self.absolute(seat, self.actions[begun[0]])


# What encodings share.


def long(row: bytearray, at: int, value: int) -> None:
    """A number that may be large, as LONG numbers: itself as far as a byte holds it, then the excess, high and low."""
    if value <= BYTE:
        row[at] = value
    else:
        row[at] = BYTE
        row[at + 1] = (value - BYTE) >> 8
        row[at + 2] = value - BYTE & BYTE


def bits(row: bytearray, at: int, mask: int) -> None:
    while mask:
        if mask & 1:
            row[at] = 1
        mask >>= 1
        at += 1


class Seats:
    """Whose turn it is and in which phase, as every game has it."""

    def __init__(self, layout: Layout, seats: int, phases: int) -> None:
        self.seats = seats
        self.phase = layout.add("phase", ("phase", phases))
        self.turn = layout.add("turn", ("seat", seats))

    def write(self, view: State, viewer: int, row: bytearray) -> None:
        row[self.phase + view.phase] = 1
        row[self.turn + (view.seat - viewer) % self.seats] = 1


class FaceDownDiscs:
    """Discs that may lie face down: their faces, when they were seen, and how many blanks have which colour."""

    def __init__(self, layout: Layout, places: int, colours: int, lookers: int, recall: bool) -> None:
        self.places = places
        self.colours = colours
        self.lookers = lookers  # 1, or as many as have sightings of their own
        self.recall = recall
        self.disc = layout.add("disc", ("place", places), ("colour", colours + 2))  # a colour, blank, or nothing
        self.pool = layout.add("pool", ("colour", colours), most=BYTE)
        self.played = layout.add("played", ("digit", LONG), most=BYTE)
        self.seen = 0
        if recall:
            looks = (("looker", lookers),) if lookers > 1 else ()
            self.seen = layout.add("seen", ("place", places), *looks, ("digit", LONG), most=BYTE)

    def write(self, view: FaceDown, row: bytearray) -> None:
        colours = self.colours
        at = self.disc
        for colour in view.disc:
            if colour >= 0:
                row[at + colour] = 1
            else:
                row[at + (colours if colour == HIDDEN else colours + 1)] = 1
            at += colours + 2
        at = self.pool
        for count in view.pool:
            row[at] = count
            at += 1
        long(row, self.played, view.played)
        if self.recall:
            self.write_seen(view, row)

    def write_seen(self, view: FaceDown, row: bytearray) -> None:
        """How many actions ago, from 1; 0 for never. What is forgotten is not even known to have been seen."""
        at = self.seen
        for place in range(self.places):
            seen = view.seen[place]
            if seen and view.disc[place] != HIDDEN:
                long(row, at, view.played - seen + 1)
            at += LONG


def one_of(row: bytearray, at: int, value: int) -> None:
    """One of several, or NONE."""
    if value != NONE:
        row[at + value] = 1
