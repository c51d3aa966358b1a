"""What a word earns: letter points and the bonus (CWO-13, CWO-14), and what a solo total is called (CWO-19)."""

from __future__ import annotations

from typing import Final

from polychrome.games.color_words.cards import (
    BONUSES,
    DOWNWARDS,
    FIRST,
    SIZE,
    STRAIGHT,
    THEME,
    TURN,
    cells_wanted,
)
from polychrome.games.color_words.sheet import BLUE, PLAIN, RED, YELLOW

STAR_A: Final = 5  # points of the star of grid A (CWO-16)
STAR_B: Final = 2  # points of each circled star of grid B (CWO-17)
SOLO_EMPTY: Final = 7  # most empty cells that earn the star alone (CWO-19)
LOWEST: Final = [40, 50]  # by grid: the total of one rating star; every five more are one star more
BEST_RATING: Final = 5


def letter_value(letter: int, colour: int, trays: list[int]) -> int:
    """What a letter (A is 1) earns on a cell of a colour; the start cell has none and never earns two (CWO-13)."""
    for tray in range(len(trays)):
        if trays[tray] == letter:
            return 2 if tray == colour else 1
    return 0


def letter_points(letters: list[int], cells: list[int], colours: list[int], trays: list[int]) -> int:
    total = 0
    for i in range(len(cells)):
        total += letter_value(letters[i], colours[cells[i]], trays)
    return total


def earned(card: int, letters: list[int], cells: list[int], colours: list[int], steps: int) -> bool:
    """Does the word meet the condition of a bonus card? A theme is for people to judge (CWO-15)."""
    bonus = BONUSES[card]
    kind = bonus.kind
    if kind == THEME:
        return False
    if kind == FIRST:
        return letters[0] == bonus.value
    if kind == SIZE:
        return len(letters) == bonus.value
    if kind == STRAIGHT:
        always_down = (1 << len(letters) - 1) - 1  # a bit for each step
        return steps == (always_down if bonus.value == DOWNWARDS else 0)
    if kind == TURN:
        return turns(len(letters), cells, colours, steps, bonus.value)
    return covers([colours[cell] for cell in cells], bonus.value)


def turns(length: int, cells: list[int], colours: list[int], steps: int, colour: int) -> bool:
    """Is there an inner cell of this colour at which the direction changes?"""
    corners = [cells[i] for i in range(1, length - 1) if (steps >> i ^ steps >> i - 1) & 1]
    return any(colours[cell] == colour for cell in corners)


def covers(colours: list[int], wanted: int) -> bool:
    """At least as many cells of each colour as a HUES card wants; the start cell counts for none."""
    counts = [0] * (PLAIN + 1)
    for colour in colours:
        counts[colour] += 1
    blue, yellow, red = cells_wanted(wanted)
    return counts[BLUE] >= blue and counts[YELLOW] >= yellow and counts[RED] >= red


def rating(grid: int, total: int) -> int:
    """Stars for a solo total."""
    return max(0, min(BEST_RATING, (total - LOWEST[grid]) // 5 + 1))
