"""The cards of Color Words: eighteen letters and thirty-six bonuses, by language (CWO-4, CWO-4a, CWO-5)."""

from __future__ import annotations

from typing import Final, NamedTuple

from polychrome.games.color_words.sheet import COLOURS

LANGUAGES: Final = ("fr", "de", "en", "es")
ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS: Final = ("ABCDEFGHILMNOPRSTU", "ABCDEFGHIKLMNORSTU", "ABCDEFGHILMNOPRSTU", "ABCDEFGHILMNOPRSTU")
FIRST_LETTERS: Final = (("ACP", "EM", "V"), ("ABS", "EM", "Z"), ("ACS", "EM", "W"), ("ACP", "EM", "V"))  # for 2, 3, 4
THEMES: Final = 12

# Kinds of bonus.
THEME: Final = 0
FIRST: Final = 1  # value: the letter, A is 1
STRAIGHT: Final = 2  # value: TO_THE_RIGHT or DOWNWARDS
SIZE: Final = 3  # value: how many letters
TURN: Final = 4  # value: a colour
HUES: Final = 5  # value: how many cells of each colour, see `wanted`

TO_THE_RIGHT: Final = 0
DOWNWARDS: Final = 1

HUE_BITS: Final = 2
HUE_MASK: Final = 3


class Bonus(NamedTuple):
    id: str
    kind: int
    value: int
    points: int  # a first letter's depend on the language, see POINTS


def wanted(colours: str) -> int:
    """At least these cells, as the value of a card."""
    blue, yellow, red = (colours.count(colour) for colour in COLOURS)
    return blue << 2 * HUE_BITS | yellow << HUE_BITS | red


def cells_wanted(value: int) -> tuple[int, int, int]:
    """How many blue, yellow and red cells a card wants: the opposite of `wanted`."""
    return value >> 2 * HUE_BITS, value >> HUE_BITS & HUE_MASK, value & HUE_MASK


BONUSES: Final = (  # of all languages
    *[Bonus(f"TH-{number:02}", THEME, number, 3) for number in range(1, THEMES + 1)],
    *[Bonus(f"FL-{letter}", FIRST, number, 0) for number, letter in enumerate(ALPHABET, 1)],
    *[Bonus(f"SR-{number}", STRAIGHT, TO_THE_RIGHT, 2) for number in (1, 2)],
    *[Bonus(f"SD-{number}", STRAIGHT, DOWNWARDS, 2) for number in (1, 2)],
    *[Bonus(f"SZ-{size}", SIZE, size, size // 2) for size in range(4, 10)],
    *[Bonus(f"TU-{letter}", TURN, colour, 2) for colour, letter in enumerate(COLOURS)],
    Bonus("CE-BYR", HUES, wanted("BYR"), 2),
    *[Bonus(f"CE-{colours}", HUES, wanted(colours), 3) for colours in ("BBB", "YYY", "RRR")],
    Bonus("CE-BBYYRR", HUES, wanted("BBYYRR"), 4),
)
BY_ID: Final = {bonus.id: number for number, bonus in enumerate(BONUSES)}


def first_letter_points(language: int, letter: str) -> int:
    """What a first-letter card is worth; 0 if the language has none with this letter."""
    for points, letters in enumerate(FIRST_LETTERS[language], 2):
        if letter in letters:
            return points
    return 0


POINTS: Final = [  # by language and card; 0 for a card that is not in this language's deck
    [first_letter_points(language, bonus.id[3:]) if bonus.kind == FIRST else bonus.points for bonus in BONUSES]
    for language in range(len(LANGUAGES))
]
LETTER_DECK: Final = [sum(1 << ALPHABET.index(letter) for letter in letters) for letters in LETTERS]  # masks
BONUS_DECK: Final = [sum(1 << card for card, points in enumerate(row) if points) for row in POINTS]
