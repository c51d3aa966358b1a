"""The board of A l'aveuglette: 5 × 5 cells, and on each side five outside squares (ALA-2)."""

from __future__ import annotations

from typing import Final

from polychrome.engine.pieces.facedown import NONE

SIDE: Final = 5
CELLS: Final = 25
OUT: Final = 25  # any outside square of the mover's exit edge

NAMES: Final = [*["abcde"[cell % SIDE] + str(cell // SIDE + 1) for cell in range(CELLS)], "out"]
WAYS: Final = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))  # to the east and to the north
DIRECTIONS: Final = 8

# South, West, North, East; which of them the seats have, by the number of seats.
SIDES: Final[list[list[int]]] = [[], [], [0, 2], [0, 1, 2], [0, 1, 2, 3]]


def turned(east: int, north: int, side: int) -> tuple[int, int]:
    """A point as somebody on this side sees it (rightwards, forwards), as a point of the board."""
    for _ in range(side):
        east, north = north, SIDE - 1 - east
    return east, north


def place(east: int, north: int, side: int) -> int:
    """What lies at a point of the board: a cell, OUT for somebody who sits on this side, or NONE."""
    if 0 <= east < SIDE and 0 <= north < SIDE:
        return SIDE * north + east
    right, forward = turned(east, north, (4 - side) % 4)
    return OUT if forward == SIDE and 0 <= right < SIDE else NONE


def reach(side: int, steps: int) -> list[int]:
    """For each cell and each of the eight ways: what lies so many steps away."""
    points = [(cell % SIDE + steps * way[0], cell // SIDE + steps * way[1]) for cell in range(CELLS) for way in WAYS]
    return [place(east, north, side) for east, north in points]


def entries(side: int) -> list[int]:
    """From each outside square, straight and diagonally: the entry cell, then the cell behind it or NONE (ALA-6)."""
    found: list[int] = []
    for square in range(SIDE):
        for right in (-1, 0, 1):
            entry = place(*turned(square + right, 0, side), side)
            behind = place(*turned(square + 2 * right, 1, side), side)
            if entry != NONE:
                found += [entry, behind]
    return found


FORWARD: Final = [  # by side and cell: how many rows lie behind a pawn
    [turned(cell % SIDE, cell // SIDE, (4 - side) % 4)[1] for cell in range(CELLS)] for side in range(4)
]
NEAR: Final = [reach(side, 1) for side in range(4)]
FAR: Final = [reach(side, 2) for side in range(4)]
ENTRIES: Final = [entries(side) for side in range(4)]
