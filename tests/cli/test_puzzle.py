"""`polychrome puzzle play`: goal and par are said, the answer is judged, and the sentence to share is the last."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.console import run
from cli.terminal import Terminal, needs_terminals
from polychrome.puzzles import NEUTRAL, puzzle_of
from polychrome.registry import find
from polychrome.words import LANGUAGES

DAY = "2026-11-18"


def answer(name: str) -> list[str]:
    game = find(name)
    puzzle = puzzle_of(game, NEUTRAL, DAY)
    assert puzzle is not None
    return [game.text(action) for action in puzzle.answer]


def play(name: str, *typed: str, **settings: str) -> str:
    found = run(
        "puzzle", "play", name, "--date", DAY, "--plain", typed="".join(f"{line}\n" for line in typed), **settings
    )
    assert found.exit_code == 0
    return found.output


@pytest.mark.parametrize("name", ["coloretto", "colorio", "chromino"])
def test_the_best_move_reaches_par(name: str) -> None:
    said = play(name, *answer(name))
    assert "Par: " in said
    assert said.splitlines()[-1].startswith(f"Polychrome, {name.capitalize()}, puzzle of {DAY}: ")
    assert "The best answer" not in said


@pytest.mark.parametrize("name", ["ronde", "trio"])
def test_discs_are_looked_at_and_found_again(name: str) -> None:
    moves = answer(name)
    said = play(name, "", *moves)
    puzzle = puzzle_of(find(name), NEUTRAL, DAY)
    assert puzzle is not None
    assert f"{puzzle.par} {name if name == 'trio' else 'pair'}s of {puzzle.par} found from memory." in said


def test_a_wrong_answer_is_explained() -> None:
    puzzle = puzzle_of(find("colorio"), NEUTRAL, DAY)
    assert puzzle is not None
    wrong = min(puzzle.worth, key=lambda action: puzzle.worth[action])
    said = play("colorio", find("colorio").text(wrong))
    assert f"A cap that is safe {puzzle.worth[wrong]} times of a hundred; the best one is safe 100 times." in said
    assert "The best answer: " in said


def test_without_a_game_the_puzzles_of_the_day_are_listed() -> None:
    for language in LANGUAGES:
        said = run("puzzle", "play", "--date", DAY, lang=language).output
        for name in ("ronde", "trio", "coloretto", "colorio", "chromino", "color_words"):
            assert f"polychrome puzzle play {name}" in said


@needs_terminals
def test_the_list_fits_a_terminal_and_each_command_is_whole(tmp_path: Path) -> None:
    for language in LANGUAGES:
        terminal = Terminal("puzzle", "play", "--date", DAY, "--lang", language, home=tmp_path)
        assert terminal.end() == 0
        lines = terminal.said.splitlines()
        assert [line for line in lines if len(line) > 80] == []
        for name in ("ronde", "trio", "coloretto", "colorio", "chromino", "color_words"):
            assert f"polychrome puzzle play {name}" in map(str.strip, lines)


def test_goals_can_be_read_by_programs() -> None:
    found = json.loads(run("puzzle", "play", "--date", DAY, "--json").output)
    assert len(found) == 6
    one = json.loads(run("puzzle", "play", "ronde", "--date", DAY, "--json").output)
    assert one in found
    assert set(one) == {"game", "date", "goal", "par", "grade"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ronde", "--date", "tomorrow"), "is no day"),
        (("ronde", "--date", "9999-01-01"), "has not come yet"),
        (
            ("rondo",),
            "There is no puzzle of Rondo; there are some of ronde, trio, coloretto, colorio, chromino",
        ),
        (("rond",), "Did you mean"),
    ],
)
def test_what_cannot_be_played_is_explained(words: tuple[str, ...], said: str) -> None:
    found = run("puzzle", "play", *words)
    assert found.exit_code == 2
    assert said in found.output


def test_help_is_there_in_every_language() -> None:
    for language in LANGUAGES:
        for command in ((), ("play",), ("make",)):
            assert "polychrome puzzle " in run("puzzle", *command, "--help", lang=language).output
