"""Color Words: the best word of the whole list for this sheet and these cards, if people know it."""

from __future__ import annotations

from typing import Final

from polychrome.bots.best_word import BestWords, WordTask
from polychrome.bots.words import LEVELS, WordsBot
from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.color_words.cards import POINTS
from polychrome.games.color_words.lexicon import SHELF
from polychrome.games.color_words.notation import submit
from polychrome.games.color_words.rules import GRID, LANGUAGE, WRITE, ColorWords, list_name
from polychrome.games.color_words.sheet import COLOUR
from polychrome.puzzles import SOLVER, Puzzle

CLEAR: Final = 1  # point that the best word brings more than any other: it is proved, not guessed
USUAL: Final = 32_000  # the best word is one of so many most usual ones
BEFORE: Final = (1, 3, 5)  # words that stand on the sheet already
EASY: Final = 7  # letters
FAIR: Final = 9


def make(game: Game, options: dict[str, Value], number: int, dice: Dice) -> Puzzle | None:
    table = Table(game, 1, options, dice)
    state = table.state
    assert isinstance(state, ColorWords)
    before = WordsBot(dice.below(1 << 30), LEVELS["casual"])
    for _ in range(BEFORE[number % 3]):
        table.play(SOLVER, before.choose(state, SOLVER))
    assert state.phase == WRITE
    name = list_name(state.options)
    lexicon, usual = SHELF.find(name), SHELF.known(name, USUAL)
    if state.theme_round() or lexicon is None or usual is None:  # a theme is a matter of taste
        return None
    bonus = POINTS[state.options[LANGUAGE]][state.bonus]
    task = WordTask(state.filled(SOLVER), COLOUR[state.options[GRID]], state.tray, state.bonus, bonus)
    found = BestWords(lexicon, task).search(2)
    if len(found) < 2:
        return None
    best, second = found
    word = best.written.word
    if best.points - second.points < CLEAR or not usual.knows(word):
        return None
    return Puzzle(
        game.name,
        1,
        options,
        tuple((line.seat, line.action) for line in table.log),
        moves=1,
        par=best.points,
        grade=1 if len(word) <= EASY else 2 if len(word) <= FAIR else 3,
        answer=(submit(best.written),),
    )
