"""The table as far as tiles reach, and all the places where another tile can get its two contacts.

What a free cell asks of a square is known from its neighbours alone: nothing, one colour, or (where two colours meet)
more than any square can give. So a line of three free cells asks for a pattern of three, and which tiles suit a
pattern is a table. The lines are kept by pattern and change only around a tile that is laid; nobody ever looks over
the whole table, and a hand finds its places by asking for the patterns that its tiles suit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from polychrome.games.chromino.tiles import (
    CENTRE,
    MIRRORED,
    REACH,
    READING_BIT,
    ROW_BIT,
    SQUARES,
    TILE_BIT,
    TILES,
    TURNED,
    UPRIGHT,
    VALUE_A,
    VALUE_B,
    colours_of,
    column,
    row,
    tile_of,
    turned,
    unturned,
)

# What a free cell asks for: 0 is nothing; else the colour + 1, and above it the number of contacts a square would have.
DEAD: Final = -1  # no square can lie here: there is one, or its neighbours differ
CONTACT_BIT: Final = 3
ONE_CONTACT: Final = 1 << CONTACT_BIT
COLOUR_MASK: Final = ONE_CONTACT - 1
WISHES: Final = 6  # without the contacts: nothing, or one of five colours
PATTERNS: Final = WISHES**3  # of three cells

NO_SYSTEM: Final = 0  # of counting points
SYSTEM_A: Final = 1
SYSTEM_B: Final = 2
SYSTEM_C: Final = 3

RIGHT: Final = 0  # sides of a square
DOWN: Final = 1
LEFT: Final = 2
UP: Final = 3


def pattern_of(first: int, second: int, third: int) -> int:
    return (first * WISHES + second) * WISHES + third


def suiting(triple: list[int]) -> list[int]:
    """The patterns that a tile suits in this reading, fewest demands first; that without any has no contact."""
    first, second, third = ((0, colour + 1) for colour in triple)
    return [pattern_of(a, b, c) for c in third for b in second for a in first][1:]


# By reading: the patterns that a tile suits; of a mirrored tile there is one reading only.
SUITS: Final = [
    suits
    for tile in range(TILES)
    for suits in (suiting(SQUARES[tile]), [] if MIRRORED[tile] else suiting(SQUARES[tile][::-1]))
]

EITHER_WAY: Final = [SUITS[unturned(tile)] + SUITS[turned(tile)] for tile in range(TILES)]

# Which lines a new tile can change, as steps along it and across it from its first square.
ALONG: Final = [(along, 0) for along in range(-3, 4)] + [(along, side) for side in (-1, 1) for along in range(-2, 3)]
ACROSS: Final = [(along, side) for along in range(3) for side in range(-3, 2)] + [
    (end, side) for end in (-1, 3) for side in range(-2, 1)
]


class Contact(NamedTuple):
    """An edge that a new tile shares with one on the table (CHR-7)."""

    square: int  # of the new tile: 0, 1 or 2
    side: int  # of that square
    other: int  # the tile touched, by its place in the order of laying
    colour: int  # of the square touched
    short: bool  # is it an end of the new tile?


class Ground:
    """Squares and places for more, kept up to date tile by tile. Large enough for what lies there, and then some."""

    def __init__(self) -> None:
        self.side = 0
        self.laid: list[int] = []
        self.asks: list[int] = []  # by cell: what it asks for
        self.owner: list[int] = []  # by cell: the tile there, by its place in the order of laying; -1: none
        self.lines: list[int] = []  # by cell and direction: the pattern of the line that begins here, 0: no place
        self.spots: list[list[int]] = []  # by pattern: the lines that ask for it, ascending
        self.stretch(32)

    def stretch(self, side: int) -> None:
        """Lay everything again on a larger ground."""
        self.side = side
        self.asks = [0] * (side * side)
        self.owner = [-1] * (side * side)
        self.lines = [0] * (2 * side * side)
        self.spots = [[] for _ in range(PATTERNS)]
        laid = self.laid
        self.laid = []
        for each in laid:
            self.lay(each)

    def cell(self, x: int, y: int) -> int:
        return (y + self.side // 2) * self.side + x + self.side // 2

    def lay(self, laid: int) -> None:
        x, y = column(laid), row(laid)
        room = self.side // 2 - 6
        while not (-room <= x <= room and -room <= y <= room):
            self.stretch(2 * self.side)
            room = self.side // 2 - 6
        upright = laid & UPRIGHT != 0
        step, aside = (self.side, 1) if upright else (1, self.side)
        first = self.cell(x, y)
        number = len(self.laid)
        self.laid.append(laid)
        triple = SQUARES[laid >> TILE_BIT]
        for i in range(3):
            here = first + i * step
            self.asks[here] = DEAD
            self.owner[here] = number
            colour = triple[2 - i] if laid & TURNED else triple[i]
            self.ask(here - aside, colour)
            self.ask(here + aside, colour)
            if i == 0:
                self.ask(here - step, colour)
            elif i == 2:
                self.ask(here + step, colour)
        for along, side in ALONG:
            self.renew(first + along * step + side * aside, step, upright)
        for along, side in ACROSS:
            self.renew(first + along * step + side * aside, aside, not upright)

    def ask(self, cell: int, colour: int) -> None:
        """A free cell has a new neighbour."""
        asked = self.asks[cell]
        if asked == 0:
            self.asks[cell] = ONE_CONTACT + colour + 1
        elif asked > 0:
            self.asks[cell] = asked + ONE_CONTACT if asked & COLOUR_MASK == colour + 1 else DEAD

    def renew(self, cell: int, step: int, upright: bool) -> None:
        """See again what the line from this cell asks for (CHR-8)."""
        asks = self.asks
        a, b, c = asks[cell], asks[cell + step], asks[cell + 2 * step]
        pattern = 0
        if a >= 0 and b >= 0 and c >= 0 and (a >> CONTACT_BIT) + (b >> CONTACT_BIT) + (c >> CONTACT_BIT) >= 2:
            pattern = pattern_of(a & COLOUR_MASK, b & COLOUR_MASK, c & COLOUR_MASK)
        at = 2 * cell + (1 if upright else 0)
        before = self.lines[at]
        if before == pattern:
            return
        self.lines[at] = pattern
        half = self.side // 2
        x, y = cell % self.side - half, cell // self.side - half
        spot = y + CENTRE << ROW_BIT | x + CENTRE
        if upright:
            spot |= UPRIGHT
        if before:
            self.spots[before].remove(spot)
        if pattern:
            insert(self.spots[pattern], spot)

    def takes(self, tile: int) -> bool:
        """Is there a place for this tile?"""
        spots = self.spots
        return any(spots[pattern] for pattern in EITHER_WAY[tile])

    def places(self, tile: int) -> int:
        """How many places there are for this tile."""
        spots = self.spots
        count = 0
        for pattern in EITHER_WAY[tile]:
            count += len(spots[pattern])
        return count

    def place(self, tile: int, number: int) -> int:
        """One of these places."""
        spots = self.spots
        for reading in (unturned(tile), turned(tile)):
            for pattern in SUITS[reading]:
                found = spots[pattern]
                if number < len(found):
                    return reading << READING_BIT | found[number]
                number -= len(found)
        raise IndexError("there are fewer places")

    def every_place(self, tile: int) -> list[int]:
        """All of them, ascending."""
        found: list[int] = []
        for reading in (unturned(tile), turned(tile)):
            for pattern in SUITS[reading]:
                found += [reading << READING_BIT | spot for spot in self.spots[pattern]]
        found.sort()
        return found

    def fits(self, laid: int) -> bool:
        """May a tile lie exactly so?"""
        x, y = column(laid), row(laid)
        if self.outside(x, y):
            return False
        pattern = self.lines[2 * self.cell(x, y) + (1 if laid & UPRIGHT else 0)]
        return pattern > 0 and pattern in SUITS[laid >> READING_BIT]

    def outside(self, x: int, y: int) -> bool:
        """Is this so far from everything that nobody has looked there?"""
        edge = self.side // 2 - 4
        return not (-edge <= x <= edge and -edge <= y <= edge)

    def owner_at(self, x: int, y: int) -> int:
        """The tile at a cell, by its place in the order of laying; -1: none."""
        return -1 if self.outside(x, y) else self.owner[self.cell(x, y)]

    def covered(self, laid: int) -> bool:
        """Is one of its three cells taken?"""
        x, y = column(laid), row(laid)
        dx, dy = (0, 1) if laid & UPRIGHT else (1, 0)
        return any(self.owner_at(x + i * dx, y + i * dy) >= 0 for i in range(3))

    def contacts(self, laid: int) -> list[Contact]:
        """Every edge that a tile on free cells would share with others, matching or not (CHR-7)."""
        x, y = column(laid), row(laid)
        upright = laid & UPRIGHT != 0
        found: list[Contact] = []
        for i in range(3):
            cx, cy = (x, y + i) if upright else (x + i, y)
            for side, dx, dy in ((RIGHT, 1, 0), (DOWN, 0, 1), (LEFT, -1, 0), (UP, 0, -1)):
                short = (dy != 0) == upright
                if short and (i == 1 or (dx + dy < 0) != (i == 0)):
                    continue  # that is its own next square
                other = self.owner_at(cx + dx, cy + dy)
                if other >= 0:
                    colour = self.colour_at(other, cx + dx, cy + dy)
                    found.append(Contact(i, side, other, colour, short))
        return found

    def colour_at(self, other: int, x: int, y: int) -> int:
        laid = self.laid[other]
        return colours_of(laid)[x - column(laid) + y - row(laid)]

    def points(self, laid: int, system: int) -> int:
        """What laying this tile scores (CHR-14 to CHR-16)."""
        if system == NO_SYSTEM:
            return 0
        contacts = self.contacts(laid)
        if system == SYSTEM_A:
            touched = {contact.other for contact in contacts}
            return VALUE_A[tile_of(laid)] + sum([VALUE_A[tile_of(self.laid[other])] for other in touched])
        return sum([self.worth(laid, contact, system) for contact in contacts])

    def worth(self, laid: int, contact: Contact, system: int) -> int:
        """What a single contact scores in system B or C: short edges of the new tile multiply in C (CHR-16)."""
        mine, other = VALUE_B[tile_of(laid)], VALUE_B[tile_of(self.laid[contact.other])]
        return mine * other if system == SYSTEM_C and contact.short else mine + other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ground) and self.laid == other.laid and self.spots == other.spots

    def __hash__(self) -> int:
        raise TypeError("the ground changes")


def insert(spots: list[int], spot: int) -> None:
    """Keep it ascending; these lists are short."""
    at = len(spots)
    spots.append(spot)
    while at > 0 and spots[at - 1] > spot:
        spots[at] = spots[at - 1]
        at -= 1
    spots[at] = spot


def ground_of(laid: list[int]) -> Ground:
    """The ground with these tiles on it."""
    ground = Ground()
    for each in laid:
        ground.lay(each)
    return ground


def within_reach(laid: int) -> bool:
    """Is this a number that means some tile somewhere?"""
    if not 0 <= laid < TILES << TILE_BIT or (laid & TURNED and MIRRORED[laid >> TILE_BIT]):
        return False
    return -REACH <= column(laid) <= REACH and -REACH <= row(laid) <= REACH
