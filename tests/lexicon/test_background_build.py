"""Lists that are fetched while the tables go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from patience import PATIENCE
from polychrome.lexicon import background_build
from polychrome.lexicon.sources import SOURCES


def test_nobody_is_sent_where_it_is_forbidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLYCHROME_WORDS", str(tmp_path))
    monkeypatch.setenv("POLYCHROME_FETCH", "no")
    assert not background_build.send("fr")


def test_one_is_sent_for_a_list_that_is_missing_and_only_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLYCHROME_WORDS", str(tmp_path / "words"))
    monkeypatch.setenv("POLYCHROME_FETCH", "yes")
    monkeypatch.setenv("PATH", str(tmp_path))  # no npm: whoever goes comes back with empty hands
    try:
        assert background_build.send("fr")
        assert not background_build.send("fr")
        assert background_build.BUILDING["fr"].wait(PATIENCE) == 1
        assert not (tmp_path / "words").exists()
    finally:
        background_build.recall()
    assert not background_build.BUILDING


def test_a_list_that_is_there_needs_no_background_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLYCHROME_WORDS", str(tmp_path))
    monkeypatch.setenv("POLYCHROME_FETCH", "yes")
    (tmp_path / "fr.words").write_bytes(b"")
    assert not background_build.send("fr")


def test_nobody_fetches_what_came_with_polychrome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLYCHROME_FETCH", "yes")
    monkeypatch.delenv("POLYCHROME_LISTS")
    assert not any(background_build.send(language) for language in SOURCES)
