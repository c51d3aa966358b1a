"""The edition of textures: nowhere is a colour named, everywhere its pattern."""

from __future__ import annotations

import re

import pytest

from cli.console import run
from polychrome.engine.core import Message
from polychrome.palette import COLOURS
from polychrome.words import LANGUAGES, LETTERS, TEXTURED, Words, catalogue


def names(language: str) -> set[str]:
    """The names of the colours; a joker is called the same in every edition of the cards."""
    words = Words(language)
    return {words.word(f"palette.{colour}").lower() for colour in COLOURS if colour != "joker"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_names_a_colour_names_its_pattern(language: str) -> None:
    words = Words(language, textures=True)
    named = 0
    for key in catalogue(language):
        parts = key.split(".")
        if len(parts) == 3 and parts[1] in TEXTURED and parts[2] in LETTERS:
            for n in (1, 3):
                said = words.translate(Message(key, {"n": n}))
                assert words.word(f"palette.pattern.{LETTERS[parts[2]]}") in said
            named += 1
    assert named > 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_and_the_page_know_the_same_kinds_of_names(language: str) -> None:
    """The page has no list of them: it asks whether the catalogue has a key for patterns of that kind."""
    kinds = [key.removeprefix("textures.") for key in catalogue(language) if key.startswith("textures.")]
    assert sorted(kinds) == sorted(TEXTURED)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_a_colour_is_left_in_an_entry_of_its_own(language: str) -> None:
    """An entry that begins or ends with a colour, and is no sentence, would be said to somebody who has no colours."""
    words = Words(language, textures=True)
    found = []
    for key, entry in catalogue(language).items():
        if key.startswith(("rules.", "page.", "cli.", "palette.pattern.", "lexicon.", "color_words.")):
            continue
        for text in [entry] if isinstance(entry, str) else entry.values():
            plain = re.sub(r"\{n\} ?", "", text).lower()
            if plain in names(language) and words.translate(Message(key, {"n": 3})) == text.replace("{n}", "3"):
                found.append(key)
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_codes_of_patterns_differ(language: str) -> None:
    words = Words(language, textures=True)
    codes = [words.word(f"palette.code.{colour}") for colour in COLOURS]
    assert len(set(codes)) == len(COLOURS)
    assert all(len(code) == 2 and code.isupper() for code in codes)


@pytest.mark.parametrize("look", [("--plain",), ()])
@pytest.mark.parametrize("game", ["chromino", "colorio", "coloretto", "ronde"])
def test_a_terminal_game_speaks_of_patterns(game: str, look: tuple[str, ...]) -> None:
    typed = "board\n1\n1\n1\n1\nboard\n"
    told = run("play", game, "--seed", "3", "--bot", "random", "--textures", "--seats", "2", *look, typed=typed).stdout
    assert re.search(r"\b(crosses|dots|waves|triangles|rings|checks)\b", told)
    assert set(re.findall(r"[a-z]+", told.lower())) & names("en") == set()
    assert "--textures" in told  # in the command that goes on with the game
