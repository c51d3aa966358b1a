"""A word at random, legal but not clever: for random play, imagined rivals and the laws."""

from __future__ import annotations

from typing import Final

from polychrome.engine.dice import Dice
from polychrome.games.color_words.cards import ALPHABET
from polychrome.games.color_words.lexicon import CHILD, ENDS, LETTER, Lexicon
from polychrome.games.color_words.notation import FLAGS_MASK, IS_NAME, PASS, Written, submit
from polychrome.games.color_words.sheet import DOWN, OFF, RIGHT, SHORTEST_WORD, starts
from polychrome.games.color_words.spelling import BEFORE_A

TRIES: Final = 4
PASS_ONE_IN: Final = 8  # rounds in which nothing is written
STOP_ONE_IN: Final = 5  # letters after which a word that is complete is not made longer


def submission(filled: list[bool], lexicon: Lexicon | None, theme: bool, dice: Dice) -> int:
    """PASS, or a word of the list on empty cells; without a list any letters; in a theme round perhaps with claims."""
    begins = starts(filled)
    if not begins or dice.below(PASS_ONE_IN) == 0:
        return PASS
    flags = dice.below(FLAGS_MASK + 1) if theme else 0  # neither, one or both
    for _ in range(TRIES):
        start = dice.pick(begins)
        found = wander(filled, start, None if flags & IS_NAME else lexicon, dice)
        if found is not None:
            return submit(Written(found.word, start, found.steps, flags))
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
            word += ALPHABET[dice.below(len(ALPHABET))]
            complete = True
        else:
            edge = dice.pick(lexicon.node(node))
            word += chr(BEFORE_A + (edge & LETTER))
            complete = edge & ENDS != 0
            node = edge >> CHILD
        if complete and len(word) >= SHORTEST_WORD:
            found = Written(word, start, steps, 0)
        ways = [down for down in (0, 1) if free(filled, DOWN[cell] if down else RIGHT[cell])]
        if not ways or (lexicon is not None and node == 0) or (found is not None and dice.below(STOP_ONE_IN) == 0):
            return found
        down = dice.pick(ways)
        steps |= down << len(word) - 1
        cell = DOWN[cell] if down else RIGHT[cell]


def free(filled: list[bool], cell: int) -> bool:
    return cell != OFF and not filled[cell]
