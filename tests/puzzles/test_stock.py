"""The stock of puzzles, judged a second time by plain means: each can be laid out by the rules, has one best answer by
a clear margin, and is worth what it says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from polychrome.registry import find
from puzzles.judges import JUDGES, SOLVER, STOCK, Puzzle, game_of, laid_out, puzzles

FILES = sorted(STOCK.glob("*.jsonl"))
ENOUGH = 60
LARGEST = 300_000  # bytes of all files
MARGIN = {"coloretto": 10, "colorio": 12, "chromino": 2, "color_words": 1}  # percent or points
SIZE = {"ronde": 2, "trio": 3}  # of a set: the puzzles of memory
WRITTEN = [file for file in FILES if game_of(file) == "color_words"]
QUICK = [file for file in FILES if file not in WRITTEN]  # to judge

every = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
each_quick = pytest.mark.parametrize("file", QUICK, ids=lambda file: file.stem)
each_written = pytest.mark.parametrize("file", WRITTEN, ids=lambda file: file.stem)


def test_there_are_six_games_and_two_of_memory() -> None:
    games = {game_of(file) for file in FILES}
    assert games == {*JUDGES, *SIZE}
    assert len(games) >= 6
    assert len(SIZE) >= 2
    assert sum(file.stat().st_size for file in FILES) <= LARGEST


@every
def test_there_are_enough_for_two_months_and_no_two_alike(file: Path) -> None:
    found = puzzles(file)
    assert len({puzzle["lines"] for puzzle in found}) == len(found) >= ENOUGH
    assert {puzzle["grade"] for puzzle in found} == {1, 2, 3}
    head = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    assert head["version"] == find(game_of(file)).version


# Judged.


def judged(puzzle: Puzzle) -> list[str]:
    """What is wrong with it."""
    return remembered(puzzle) if puzzle["game"] in SIZE else weighed(puzzle)


def weighed(puzzle: Puzzle) -> list[str]:
    laid_out(puzzle)
    worths = JUDGES[puzzle["game"]](puzzle)
    best, second = sorted(worths, key=lambda move: -worths[move])[:2]
    found = []
    if [best] != [answer.removeprefix("submit ") for answer in puzzle["answer"]]:
        found.append(f"{best} is better")
    if round(worths[best]) != puzzle["par"]:
        found.append(f"it reaches {worths[best]}")
    if worths[best] - worths[second] < MARGIN[puzzle["game"]]:
        found.append(f"{second} is as good")
    if "worth" in puzzle and {move: round(worth) for move, worth in worths.items()} != puzzle["worth"]:
        found.append("others are worth something else")
    return found


def remembered(puzzle: Puzzle) -> list[str]:
    """Every colour that was shown lies in as many places as make a set, so that all of them can be found and no disc is
    left over; what nobody has seen shows other colours, and never a set of them."""
    size = SIZE[puzzle["game"]]
    state = laid_out(puzzle).state
    words = [line.split() for line in puzzle["lines"].split(";")]
    places = [int(rest[0]) for verb, *rest in words if verb == "flip"]
    shown = [rest[0] for verb, *rest in words if verb == "shows"]
    found = []
    if len(set(places)) != len(places) or set(Counter(shown).values()) != {size}:
        found.append("not each colour makes a set")
    if puzzle["par"] != len(set(shown)) or puzzle["grade"] != puzzle["par"] - 1:
        found.append(f"there are {len(set(shown))} sets")
    colour = dict(zip(places, shown, strict=True))
    answer = [colour.get(int(move.removeprefix("flip ")), "") for move in puzzle["answer"]]
    sets = [answer[at : at + size] for at in range(0, len(answer), size)]
    if any(len(set(each)) != 1 for each in sets) or sorted(answer) != sorted(shown):
        found.append("the answer does not find them")
    luck = [line.removeprefix("* shows ") for line in puzzle["luck"]]
    if set(luck) & set(shown) or len(set(luck)) < 2 or not puzzle["look"] or puzzle["moves"] != len(shown):
        found.append("guessing can be lucky")
    if state.scores()[SOLVER]:
        found.append("something is found before it begins")
    return found


@each_quick
def test_each_has_one_best_answer_by_a_clear_margin(file: Path) -> None:
    assert [(at, wrong) for at, puzzle in enumerate(puzzles(file)) if (wrong := judged(puzzle))] == []


@each_written
def test_no_other_word_of_the_list_brings_as_much(file: Path) -> None:
    assert judged(puzzles(file)[0]) == []


@pytest.mark.long
@each_written
def test_no_other_word_brings_as_much_in_any_puzzle(file: Path) -> None:
    assert [(at, wrong) for at, puzzle in enumerate(puzzles(file)) if (wrong := judged(puzzle))] == []


@pytest.mark.parametrize(
    ("name", "change", "found"),
    [
        ("coloretto", {"par": 1}, "it reaches"),
        ("coloretto", {"answer": ["take 9"]}, "is better"),
        ("colorio", {"worth": {}}, "others are worth something else"),
        ("colorio", {"answer": ["lift a9"]}, "is better"),
        ("chromino", {"par": 99}, "it reaches"),
        ("ronde", {"par": 1}, "there are 2 sets"),
        ("ronde", {"answer": ["flip 0", "flip 1", "flip 2", "flip 3"]}, "the answer does not find them"),
        ("trio", {"luck": ["* shows R", "* shows R"]}, "guessing can be lucky"),
    ],
)
def test_a_wrong_one_is_found(name: str, change: Puzzle, found: str) -> None:
    puzzle = puzzles(STOCK / f"{name}.jsonl")[0]
    assert judged(puzzle) == []
    assert any(found in wrong for wrong in judged({**puzzle, **change}))
