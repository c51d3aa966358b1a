"""A list of one's own: any text, however it was saved, becomes words for every language's spelling."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from polychrome.bots.words import LEVELS, WordsBot
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.color_words import GAME
from polychrome.games.color_words.lexicon import SHELF
from polychrome.games.color_words.notation import written
from polychrome.lexicon import own
from polychrome.lexicon.shelf import hand_over


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("POLYCHROME_WORDS", str(tmp_path / "words"))
    hand_over()
    yield
    SHELF.fill_from(None)


def known(name: str) -> list[str]:
    found = SHELF.find(name)
    assert found is not None
    return list(found.words())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_text_is_read_as_whatever_editor_has_saved_it(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "text").write_bytes("Bär, Bären;\r\nl’été 2024: le bär!".encode(encoding))
    own.build(tmp_path / "text")
    assert known("mine") == ["BAR", "BAREN", "ETE", "LE"]
    assert known("mine-de") == ["BAER", "BAEREN", "ETE", "LE"]


def test_a_list_that_is_built_again_replaces_the_one_before_while_games_go_on(tmp_path: Path) -> None:
    table = Table(GAME, 2, {"word_check": "mine"}, Dice(1))
    assert table.state.lexicon() is None
    for text in ("lion", "lion tigre"):
        (tmp_path / "text").write_text(text, encoding="utf-8")
        own.build(tmp_path / "text")
        assert known("mine") == sorted(text.upper().split())
    assert table.state.refuse(0, GAME.parse("submit TIGRE A1 RRRR")) is None
    assert table.state.refuse(0, GAME.parse("submit CHAT A1 RRR")) is not None


def test_bots_write_words_of_the_list_however_rare(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("okapi axolotl unau tapir", encoding="utf-8")
    own.build(tmp_path / "text")
    table = Table(GAME, 2, {"word_check": "mine", "language": "en"}, Dice(1))
    for name in ("beginner", "champion"):
        action = WordsBot(1, LEVELS[name]).choose(table.state.view(0), 0)
        assert written(action).word in ("OKAPI", "AXOLOTL", "UNAU", "TAPIR")
        assert table.state.refuse(0, action) is None


@pytest.mark.parametrize(("text", "key"), [("12 3 ! a", "words.no_words"), (None, "words.no_file")])
def test_a_text_without_words_keeps_the_list_that_is_there(tmp_path: Path, text: str | None, key: str) -> None:
    (tmp_path / "good").write_text("lion", encoding="utf-8")
    own.build(tmp_path / "good")
    if text is not None:
        (tmp_path / "bad").write_text(text, encoding="utf-8")
    with pytest.raises(own.NoWords) as trouble:
        own.build(tmp_path / "bad")
    assert trouble.value.reason.key == key
    assert known("mine") == ["LION"]


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00lion",
        b"PK\x03\x04\x14\x00lion",  # what word processors write
        b"%PDF-1.7 lion",
        b"{\\rtf1\\ansi lion}",
    ],
)
def test_what_is_no_text_is_not_read_as_one(tmp_path: Path, data: bytes) -> None:
    """There are letters in any file, but they are no words that a class has learned."""
    (tmp_path / "good").write_text("lion", encoding="utf-8")
    own.build(tmp_path / "good")
    (tmp_path / "bad").write_bytes(data)
    with pytest.raises(own.NoWords) as trouble:
        own.build(tmp_path / "bad")
    assert trouble.value.reason.key == "words.no_text"
    assert known("mine") == ["LION"]
