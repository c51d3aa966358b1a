"""The best words, proved: always what looking at every placement finds, on small lists and random sheets."""

from __future__ import annotations

import pytest

from bots.plain_walk import PlainWalk
from polychrome.bots.best_word import BestWords, WordTask
from polychrome.engine.dice import Dice
from polychrome.games.color_words import scoring
from polychrome.games.color_words.cards import BONUSES, HUES, POINTS, TURN
from polychrome.games.color_words.lexicon import Lexicon, build
from polychrome.games.color_words.sheet import BY_NAME, CELLS, COLOUR, PLAIN, path, starts

FRENCH = 0


def some_words(dice: Dice, letters: str, count: int) -> Lexicon:
    words = {"".join(letters[dice.below(len(letters))] for _ in range(2 + dice.below(6))) for _ in range(count)}
    return build(sorted(words), "some", "00")


def some_sheet(dice: Dice) -> list[bool]:
    """Empty, or with a few words along staircases."""
    filled = [False] * CELLS
    for _ in range(dice.below(6)):
        free = starts(filled)
        if free:
            way = path(dice.pick(free), dice.below(64), 2 + dice.below(5))
            for cell in way:
                filled[cell] = True
    return filled


def some_task(dice: Dice, card: int, letters: str) -> WordTask:
    trays = [1 + ord(letters[at]) - 65 for at in range(3)]
    return WordTask(some_sheet(dice), COLOUR[dice.below(2)], trays, card, POINTS[FRENCH][card] if card >= 0 else 0)


@pytest.mark.parametrize("card", range(-1, len(BONUSES)), ids=lambda card: BONUSES[card].id if card >= 0 else "none")
def test_branch_and_bound_finds_what_the_plain_walk_finds(card: int) -> None:
    for seed in range(4):
        dice = Dice(seed * 100 + card)
        lexicon = some_words(dice, "ABCDEFPV", 40)
        task = some_task(dice, card, "AEB")
        plain = [(found.points, found.written.word) for found in PlainWalk(lexicon, task).search(500)]
        for count in (1, 12, 500):
            quick = BestWords(lexicon, task).search(count)
            assert [(found.points, found.written.word) for found in quick] == plain[:count]
            for found in quick:
                assert earns(task, found.written.word, found.written.start, found.written.steps) == found.points


def earns(task: WordTask, word: str, start: int, steps: int) -> int:
    """What a placement earns by the rules; it must be allowed."""
    cells = path(start, steps, len(word))
    assert len(cells) == len(word)
    assert start in starts(task.filled)
    assert not any(task.filled[cell] for cell in cells)
    letters = [ord(letter) - 64 for letter in word]
    points = scoring.letter_points(letters, cells, task.colours, task.trays)
    met = task.card >= 0 and scoring.earned(task.card, letters, cells, task.colours, steps)
    return points + task.bonus if met else points


def test_on_a_full_sheet_there_is_no_word() -> None:
    task = WordTask([True] * CELLS, COLOUR[0], [1, 2, 3], -1, 0)
    assert BestWords(build(["AB"], "one", "00"), task).search(5) == []


def test_words_that_earn_nothing_are_found_too() -> None:
    task = WordTask([False] * CELLS, COLOUR[0], [1, 2, 3], -1, 0)
    found = BestWords(build(["ZEN", "ZOO"], "two", "00"), task).search(5)
    assert [(each.points, each.written.word) for each in found] == [(0, "ZEN"), (0, "ZOO")]


def test_words_stay_within_the_length_asked_for() -> None:
    task = WordTask([False] * CELLS, COLOUR[0], [1, 2, 3], -1, 0)
    lexicon = build(["AAA", "AAAA", "AAAAA"], "three", "00")
    assert [each.written.word for each in BestWords(lexicon, task, 4).search(5)] == ["AAAA", "AAA"]


def test_a_word_may_go_without_the_bonus_if_its_letters_earn_more() -> None:
    """To the right the letters miss their colours; down and right they meet them."""
    task = WordTask([False] * CELLS, COLOUR[0], [1, 2, 3], [bonus.id for bonus in BONUSES].index("SR-1"), 0)
    found = BestWords(build(["ABCABCA"], "one", "00"), task).search(1)[0]
    assert found.points == earns(task._replace(card=-1), "ABCABCA", BY_NAME["A1"], found.written.steps)


@pytest.mark.parametrize("card", [card for card in range(len(BONUSES)) if BONUSES[card].kind in (TURN, HUES)])
def test_who_does_not_look_at_colours_loses_no_time_with_a_bonus_for_them(card: int) -> None:
    dice = Dice(card)
    lexicon = some_words(dice, "ABCDEFPV", 400)
    sheet, trays = some_sheet(dice), [1, 2, 5]
    searches = [
        BestWords(lexicon, WordTask(sheet, [PLAIN] * CELLS, trays, asked, points))
        for asked, points in ((card, POINTS[FRENCH][card]), (-1, 0))
    ]
    assert searches[0].search(5) == searches[1].search(5)
    assert searches[0].visited == searches[1].visited
