"""The sheet of Color Words: forty-nine cells, their colours, their names, and the ways through them."""

from __future__ import annotations

from typing import Final

SIDE: Final = 7
CELLS: Final = SIDE * SIDE
LONGEST_WORD: Final = 2 * SIDE - 1  # letters: from A1 to G7 (CWO-11)
SHORTEST_WORD: Final = 2

# Colours, in the order of the trays.
BLUE: Final = 0
YELLOW: Final = 1
RED: Final = 2
PLAIN: Final = 3  # the start cell has no colour (CWO-2)
COLOURS: Final = "BYR"

START: Final = 0  # the cell A1

LAYOUTS: Final = {  # CWO-3
    "A": ("*RYBRYB", "YBRYBRY", "RYBRYBR", "BRYBRYB", "YBRYBRY", "RYBRYBR", "BRYBRYB"),
    "B": ("*RBYBRY", "BYRRYBB", "RBYBRYR", "YBRYRBB", "RYBBYRY", "BRYRBYR", "YRBRYBY"),
}
GRIDS: Final = ("A", "B")
GRID_A: Final = 0
GRID_B: Final = 1
COLOUR: Final = [["BYR*".index(letter) for row in LAYOUTS[name] for letter in row] for name in GRIDS]

NAMES: Final = ["ABCDEFG"[cell % SIDE] + str(cell // SIDE + 1) for cell in range(CELLS)]
BY_NAME: Final = {name: cell for cell, name in enumerate(NAMES)}

STARS: Final = "ABCDEFG1234567"  # of grid B: columns, then rows (CWO-17)
LINES: Final = [
    *[[row * SIDE + column for row in range(SIDE)] for column in range(SIDE)],
    *[[row * SIDE + column for column in range(SIDE)] for row in range(SIDE)],
]

OFF: Final = -1  # where a step leaves the sheet
RIGHT: Final = [cell + 1 if cell % SIDE < SIDE - 1 else OFF for cell in range(CELLS)]
DOWN: Final = [cell + SIDE if cell < CELLS - SIDE else OFF for cell in range(CELLS)]
NEXT_TO: Final = [
    [other for other in range(CELLS) if other in (RIGHT[cell], DOWN[cell]) or cell in (RIGHT[other], DOWN[other])]
    for cell in range(CELLS)
]


def path(start: int, steps: int, length: int) -> list[int]:
    """The cells of a word; bit i of `steps` says that step i goes down. It ends early where it leaves the sheet."""
    cells = [start]
    cell = start
    for i in range(length - 1):
        cell = DOWN[cell] if steps >> i & 1 else RIGHT[cell]
        if cell == OFF:
            break
        cells.append(cell)
    return cells


def starts(filled: list[bool]) -> list[int]:
    """Cells where a word may begin (CWO-10): A1 on an empty sheet, else every empty neighbour of a filled cell."""
    if True not in filled:
        return [START]
    found = []
    for cell in range(CELLS):
        if not filled[cell]:
            for other in NEXT_TO[cell]:
                if filled[other]:
                    found.append(cell)
                    break
    return found
