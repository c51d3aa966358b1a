"""`polychrome learn`: whoever types what the guide says gets to its end, in every game and language, told or drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import cycle, product

import pytest

from cli.console import run
from polychrome.cli.screen import Screen
from polychrome.engine.core import Game, Message
from polychrome.guides import guide_to
from polychrome.registry import GAMES, find
from polychrome.words import LANGUAGES, Words

ENOUGH = 60  # lines typed


class Learner:
    """Types what is said behind "Now:", and Enter where nothing is."""

    def __init__(self, language: str, patch: pytest.MonkeyPatch) -> None:
        self.words = Words(language)
        self.begins = self.words.translate(Message("cli.learn.do", {"move": ""})).strip()
        self.fresh: list[str] = []  # said since the last line was typed
        self.all: list[str] = []
        self.typed: list[str] = []
        self.ends: Sequence[Message] = ()
        wrapped = Screen.wrapped

        def noted(screen: Screen, lines: Sequence[str]) -> list[str]:
            self.fresh += lines
            return wrapped(screen, lines)

        patch.setattr(Screen, "wrapped", noted)  # whatever is said goes through this
        patch.setattr(Screen, "ask", lambda screen, prompt: self.answer(prompt))

    def answer(self, prompt: str) -> str:
        said, self.fresh = self.fresh, []
        self.all += said
        todo = [line.removeprefix(self.begins).strip() for line in said if line.startswith(self.begins)]
        ended = any(self.words.translate(end, NAMES[self.words.language]) in line for line in said for end in self.ends)
        self.typed.append("quit" if ended or len(self.typed) == ENOUGH else todo[0] if todo and prompt != "> " else "")
        return self.typed[-1]


ANIMALS = ("fox", "owl", "bear")
NAMES = {language: [Words(language).word(f"animal.{animal}") for animal in ANIMALS] for language in LANGUAGES}


def learned(game: Game, language: str, patch: pytest.MonkeyPatch, *options: str) -> Learner:
    guide = guide_to(game)
    assert guide is not None
    learner = Learner(language, patch)
    learner.ends = [guide.end]
    found = run("learn", game.name, "--lang", language, *options)
    assert found.exit_code == 0
    assert f"polychrome play {game.name}" in found.output
    for step in guide.steps:
        assert any(learner.words.translate(step.said, NAMES[language]) in line for line in learner.all), step
    assert learner.typed[-1] == "quit"
    assert len(learner.typed) < ENOUGH
    return learner


@pytest.mark.parametrize(
    ("game", "language"),
    [*zip(GAMES, cycle(("en", "de", "fr", "es")), strict=False)],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_guide_is_followed_in_words(game: Game, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learned(game, language, monkeypatch, "--plain")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "language"), [*product(GAMES, LANGUAGES)], ids=lambda value: getattr(value, "name", value)
)
def test_every_guide_is_followed_in_every_language(game: Game, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learned(game, language, monkeypatch, "--plain")
    learned(game, language, monkeypatch)


@pytest.mark.parametrize("name", ["blackout", "chromino", "color_words"])
def test_a_guide_is_followed_on_a_drawn_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    learned(find(name), "en", monkeypatch)


def test_another_move_is_explained_and_what_to_do_is_said_again() -> None:
    said = run("learn", "coloretto", "--plain", typed="take a\n").output
    assert said.count("Now: Draw a card") == 2
    assert "That is allowed too. But first do what the guide shows you." in said


def test_what_the_rules_forbid_is_refused_by_the_rules() -> None:
    said = run("learn", "coloretto", "--plain", typed="place 0\n").output
    assert "guide shows" not in said
    assert "Draw a card" in said


def test_no_hint_says_anything_else_than_the_guide() -> None:
    said = run("learn", "ronde", "--plain", typed="hint\n").output
    assert "The guide shows you what to do here." in said
    assert "that is what I would do" not in said
    assert "A puzzle is solved without hints." in run("puzzle", "play", "chromino", "--plain", typed="hint\n").output


def test_leaving_keeps_nothing() -> None:
    found = run("learn", "trio", "--plain", typed="quit\n")
    assert found.exit_code == 0
    assert "polychrome play trio\n" in found.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_leaving_keeps_is_said_as_it_is(language: str) -> None:
    kept, unkept = (Words(language).word(f"cli.command.quit.{told}") for told in ("about", "unkept"))
    for command in (("learn", "trio"), ("puzzle", "play", "chromino")):
        said = run(*command, "--plain", typed="help\nquit\n", lang=language).output
        assert unkept in said
        assert kept not in said
    whole = run("play", "coloretto", "--plain", "--seed", "1", typed="\n\nhelp\nquit\n", lang=language).output
    assert kept in whole


def test_the_games_that_can_be_learned_are_listed() -> None:
    said = run("learn").output
    for game in GAMES:
        assert f"polychrome learn {game.name}\n" in said


def test_a_wrong_name_gets_the_usual_sentence() -> None:
    found = run("learn", "colorett")
    assert found.exit_code == 2
    assert "Did you mean coloretto?" in found.output


def test_help_is_there_in_every_language() -> None:
    for language in LANGUAGES:
        said = run("learn", "--help", lang=language).output
        assert re.search(r"polychrome learn ronde", said)


def test_patterns_can_be_named_instead_of_colours() -> None:
    said = run("learn", "chromino", "--plain", "--textures", typed="quit\n").output
    assert not re.search(r"\b(red|blue|green|yellow)\b", said)
