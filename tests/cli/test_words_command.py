"""`polychrome words`: lists that are there, missing or damaged; nothing is fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.console import run
from polychrome.lexicon.file import make, to_bytes
from polychrome.lexicon.shelf import file_of


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POLYCHROME_WORDS", str(tmp_path))
    file_of("fr").write_bytes(to_bytes(make(["CHAT", "CHATS", "COEUR"], "three"), "MIT"))
    return tmp_path


@pytest.mark.usefixtures("lists")
def test_words_are_looked_up_as_people_write_them() -> None:
    result = run("words", "fr", "check", "chat", "cœur", "Chats")
    assert result.exit_code == 0
    assert result.output.splitlines() == ["CHAT is in the list.", "COEUR is in the list.", "CHATS is in the list."]


@pytest.mark.usefixtures("lists")
def test_a_word_that_is_missing_is_told_by_the_exit_code_too() -> None:
    result = run("words", "fr", "check", "chat", "chien", "porte-clé")
    assert result.exit_code == 1
    assert "CHIEN is not in the list." in result.output
    assert "“porte-clé” has signs that no cell takes." in result.output


@pytest.mark.usefixtures("lists")
def test_stats_say_what_a_list_is_made_of() -> None:
    result = run("words", "fr", "stats")
    assert result.exit_code == 0
    assert "licence MIT" in result.output
    assert "3 words" in result.output
    assert [line.split() for line in result.output.splitlines()[-2:]] == [["4", "1"], ["5", "2"]]


@pytest.mark.usefixtures("lists")
def test_a_missing_list_is_named_with_its_cure() -> None:
    result = run("words", "de", "check", "Haus")
    assert result.exit_code == 1
    assert "polychrome words de build" in result.stderr


def test_a_damaged_list_is_named_with_its_cure(lists: Path) -> None:
    file = lists / "fr.words"
    file.write_bytes(file.read_bytes()[:-3])
    result = run("words", "fr", "stats")
    assert result.exit_code == 1
    assert "damaged" in result.stderr


@pytest.mark.parametrize(("language", "word"), [("fr", "cœur"), ("de", "Häuser"), ("en", "colour"), ("es", "mañana")])
def test_a_new_machine_has_a_list_for_every_language(language: str, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POLYCHROME_LISTS")
    assert run("words", language, "check", word).exit_code == 0


@pytest.mark.usefixtures("lists")
def test_a_text_becomes_a_list_of_one_s_own(tmp_path: Path) -> None:
    text = tmp_path / "animals.txt"
    text.write_text("Bär, Löwe und Känguru", encoding="utf-8")
    result = run("words", "mine", "build", str(text))
    assert result.exit_code == 0
    assert "4 words" in result.output
    assert run("words", "mine", "check", "Lowe", "känguru").exit_code == 0
    assert run("words", "mine", "check", "Tiger").exit_code == 1
    assert "4 words" in run("words", "mine", "stats").output


@pytest.mark.usefixtures("lists")
def test_without_a_list_of_one_s_own_the_way_to_one_is_named(tmp_path: Path) -> None:
    assert "polychrome words mine build FILE" in run("words", "mine", "stats").stderr
    missing = run("words", "mine", "build", str(tmp_path / "nothing.txt"))
    assert missing.exit_code == 1
    assert "nothing.txt" in missing.stderr
    folder = run("words", "mine", "build", str(tmp_path))
    assert folder.exit_code == 1
    assert folder.stderr == f"{tmp_path} is a folder; a file is needed.\n"
    (tmp_path / "numbers.txt").write_text("1 2 3", encoding="utf-8")
    empty = run("words", "mine", "build", str(tmp_path / "numbers.txt"))
    assert empty.exit_code == 1
    assert "no word" in empty.stderr


def test_only_what_is_too_much_is_called_so() -> None:
    assert "what to do with b.txt;" in run("words", "mine", "build", "a.txt", "b.txt").stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("mine", "build"),
        ("mine", "build", "a", "b"),
        ("xx", "stats"),
        ("fr", "sing"),
        ("fr", "check"),
        ("fr", "stats", "chat"),
    ],
)
def test_what_cannot_be_meant_is_explained(arguments: tuple[str, ...]) -> None:
    result = run("words", *arguments)
    assert result.exit_code == 2
    assert result.stderr
