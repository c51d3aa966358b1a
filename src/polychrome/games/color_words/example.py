"""A word at random, legal but not clever: for random play, imagined rivals and the laws."""

from __future__ import annotations

from typing import Final

from polychrome.engine.dice import Dice
from polychrome.games.color_words.lexicon import CHILD, ENDS, LETTER, Lexicon
from polychrome.games.color_words.notation import CLAIMS_THEME, IS_NAME, PASS, Written, submit
from polychrome.games.color_words.sheet import DOWN, OFF, RIGHT, SHORTEST_WORD, starts

TRIES: Final = 4
ONE_IN: Final = 8  # rounds in which nothing is written


def submission(filled: list[bool], lexicon: Lexicon | None, theme: bool, dice: Dice) -> int:
    """PASS, or a word of the list on empty cells; without a list any letters; in a theme round perhaps with claims."""
    begins = starts(filled)
    if not begins or dice.below(ONE_IN) == 0:
        return PASS
    flags = dice.below(4) if theme else 0
    for _ in range(TRIES):
        start = dice.pick(begins)
        found = wander(filled, start, None if flags & IS_NAME else lexicon, dice)
        if found is not None:
            return submit(Written(found.word, start, found.steps, flags & (CLAIMS_THEME | IS_NAME)))
    return PASS


def wander(filled: list[bool], start: int, lexicon: Lexicon | None, dice: Dice) -> Written | None:
    """Walk over empty cells, letter by letter, and remember the last word that was complete on the way."""
    word = ""
    steps = 0
    cell = start
    node = lexicon.root if lexicon is not None else 0
    found: Written | None = None
    while True:
        if lexicon is None:
            word += chr(65 + dice.below(26))
            complete = True
        else:
            edge = dice.pick(lexicon.node(node))
            word += chr(64 + (edge & LETTER))
            complete = edge & ENDS != 0
            node = edge >> CHILD
        if complete and len(word) >= SHORTEST_WORD:
            found = Written(word, start, steps, 0)
        ways = [way for way in (0, 1) if free(filled, DOWN[cell] if way else RIGHT[cell])]
        if not ways or (lexicon is not None and node == 0) or (found is not None and dice.below(5) == 0):
            return found
        way = dice.pick(ways)
        steps |= way << len(word) - 1
        cell = DOWN[cell] if way else RIGHT[cell]


def free(filled: list[bool], cell: int) -> bool:
    return cell != OFF and not filled[cell]
