"""The five colour strips of Colorio, and in how many ways they can lie under what has been seen (CIO-3, CIO-5).

A row of the board is filled by one of five strips, either way round: ten fillings. What is known of a row is which of
them may still lie there. Looking at fields can leave only a few such sets, so each is a number, a guess; what a look
makes of it, and in how many ways two rows can share two strips, are tables.
"""

from __future__ import annotations

from typing import Final

LETTERS: Final = "BGYRO"  # CIO-2
COLOURS: Final = 5
SIDE: Final = 5  # fields along each side of the board
WHITE: Final = 0
GREY: Final = 1

STRIPS: Final = (
    ("BGYRO", "YOBGR", "RBOYG", "GYROB", "ORGBY"),
    ("BYBRG", "OGROY", "BRYOR", "OBGGR", "YGOBY"),
)
FILLINGS: Final = [
    [[LETTERS.index(letter) for letter in strip[::way]] for strip in strips for way in (1, -1)] for strips in STRIPS
]  # by side: the colours from left to right; filling f is of strip f // 2
ANY: Final = (1 << 2 * len(STRIPS[WHITE])) - 1  # all ten fillings, as a mask


def look_at(column: int, colour: int) -> int:
    """The number of a look at a field: it lies in this column and has this colour."""
    return column * COLOURS + colour


def showing(side: int, column: int, colour: int) -> int:
    """The fillings that have this colour in this column, as a mask."""
    return sum(1 << f for f, filling in enumerate(FILLINGS[side]) if filling[column] == colour)


def guesses_from(side: int) -> list[int]:
    """Every set of fillings that looking at fields can leave, from all ten to none; as masks."""
    looks = [showing(side, column, colour) for column in range(SIDE) for colour in range(COLOURS)]
    found: list[int] = []
    new = [ANY]
    while new:
        found += new
        new = sorted({mask & look for mask in new for look in looks} - set(found))
    return found


def narrowed(side: int, guesses: list[int], offset: int) -> list[list[int]]:
    """By guess: the guess after a look."""
    looks = [showing(side, column, colour) for column in range(SIDE) for colour in range(COLOURS)]
    return [[offset + guesses.index(mask & look) for look in looks] for mask in guesses]


def fitting(mask: int) -> list[int]:
    return [f for f in range(2 * COLOURS) if mask >> f & 1]


GUESSES: Final = [guesses_from(WHITE), guesses_from(GREY)]
FIRST: Final = [0, len(GUESSES[WHITE])]  # by side: the guess about a row of which nothing is known
NARROWED: Final = [guess for side in (WHITE, GREY) for guess in narrowed(side, GUESSES[side], FIRST[side])]
FITTING: Final = [fitting(mask) for masks in GUESSES for mask in masks]
KINDS: Final = len(NARROWED)

# Two strips are a number from 0 to 9. DEALS: for each strip, the six ways to deal the other four to two pairs of rows.
TWO: Final = [(a, b) for a in range(COLOURS) for b in range(a)]
DEALS: Final = [
    [
        number
        for two in TWO
        for other in TWO
        if len({strip, *two, *other}) == COLOURS
        for number in (TWO.index(two), TWO.index(other))
    ]
    for strip in range(COLOURS)
]
OTHERS: Final = [[other for other in range(SIDE) if other != row] for row in range(SIDE)]
SHARED: list[list[int]] = [[] for _ in range(KINDS * KINDS)]  # of two guesses; empty until it is needed


def shared(a: int, b: int) -> list[int]:
    """By pair of strips: in how many ways they can lie in two rows about which this is known."""
    found = SHARED[a * KINDS + b]
    if not found:
        left, right = [0] * COLOURS, [0] * COLOURS
        for f in FITTING[a]:
            left[f // 2] += 1
        for f in FITTING[b]:
            right[f // 2] += 1
        found = [left[one] * right[two] + left[two] * right[one] for one, two in TWO]
        SHARED[a * KINDS + b] = found
    return found


def chances(side: int, rows: list[int], row: int, column: int) -> list[int]:
    """By colour: in how many ways the strips can lie so that it is here, if this is known of the rows."""
    others = OTHERS[row]
    one = shared(rows[others[0]], rows[others[1]])
    two = shared(rows[others[2]], rows[others[3]])
    fillings = FILLINGS[side]
    found = [0] * COLOURS
    strip = -1
    ways = 0
    for f in FITTING[rows[row]]:
        if f // 2 != strip:
            strip = f // 2
            deals = DEALS[strip]
            ways = 0
            for at in range(0, len(deals), 2):
                ways += one[deals[at]] * two[deals[at + 1]]
        found[fillings[f][column]] += ways
    return found
