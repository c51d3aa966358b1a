"""Word lists: the graph knows exactly its words, dictionaries are expanded, files are read or called damaged."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polychrome.engine.core import Message
from polychrome.games.color_words.lexicon import SHELF, build
from polychrome.lexicon import fetch, shelf
from polychrome.lexicon.file import DamagedList, from_bytes, make, to_bytes
from polychrome.lexicon.hunspell import Affixes, stems
from polychrome.lexicon.recipe import names_in, words
from polychrome.lexicon.sources import SOURCES, Source

WORDS = st.sets(st.text("ABC", min_size=1, max_size=6), max_size=60)

AFFIXES = """\
FLAG long
NEEDAFFIX ()
PFX re Y 1
PFX re 0 re .
SFX S. Y 2
SFX S. 0 s [^sxz]
SFX S. al aux al
SFX v1 Y 2
SFX v1 er e/L' er
SFX v1 er ons er
PFX L' Y 1
PFX L' 0 l' [aeiou]
"""
ENTRIES = """\
9
chat/S.
cheval/S.
aimer/v1re
œuvre/S.L'
Paris
SNCF
porte-clé
pas/S.
inusité/()S.
mètre/U.S.
"""


@given(WORDS)
def test_the_graph_knows_its_words_and_no_others(chosen: set[str]) -> None:
    lexicon = build(sorted(chosen), "some", "00")
    assert list(lexicon.words()) == sorted(chosen)
    tried = {word + letter for word in chosen for letter in "ABC"} | {word[:-1] for word in chosen}
    assert {word for word in tried | chosen if lexicon.knows(word)} == chosen
    assert not lexicon.knows("")
    assert not lexicon.knows("é")


def test_common_endings_are_shared() -> None:
    lexicon = build(["ABC", "BBC", "CBC"], "some", "00")
    assert len(lexicon.edges) == 1 + 3 + 2  # nowhere, three first letters, one B, one C


@pytest.mark.parametrize("wrong", [["B", "A"], ["A", "A"], ["", "A"], ["a"], ["É"]])
def test_words_come_sorted_in_capitals(wrong: list[str]) -> None:
    with pytest.raises(ValueError, match=r"words must be sorted|letters"):
        build(wrong, "wrong", "00")


def test_a_dictionary_is_expanded_into_its_forms() -> None:
    affixes = Affixes(AFFIXES)
    forms = {stem: set(affixes.forms(stem, flags)) for stem, flags in stems(ENTRIES, affixes)}
    assert forms["chat"] == {"chat", "chats"}
    assert forms["cheval"] == {"cheval", "chevals", "chevaux"}
    assert forms["aimer"] == {"aimer", "aime", "aimons", "reaimer", "reaime", "reaimons"}
    assert forms["œuvre"] == {"œuvre", "œuvres"}  # nothing with an apostrophe
    assert forms["pas"] == {"pas"}
    assert forms["inusité"] == {"inusités"}  # the stem itself is no word


def test_it_does_not_matter_how_a_dictionary_composes_its_letters() -> None:  # CWO-11
    source = Source(("x@1",), "MIT", capitals=True)
    rules = "SFX P Y 2\nSFX P ü üs [ü]\nSFX P 0 ë n\n"
    entries = "6\nélève\nMenü/P\nMäzen/P\nMüller\nx\u0302a\n-\u0302a\n"
    names = {"Müller"}
    for language, expected in (
        ("fr", ["ELEVE", "MAZEN", "MAZENE", "MENU", "MENUS", "XA"]),
        ("de", ["ELEVE", "MAEZEN", "MAEZENE", "MENUE", "MENUES", "XA"]),
    ):
        for form in ("NFC", "NFD"):
            dictionary = (unicodedata.normalize(form, rules), unicodedata.normalize(form, entries))
            other = {unicodedata.normalize("NFD" if form == "NFC" else "NFC", name) for name in names}
            assert words(source, language, [dictionary], other) == expected


def test_names_abbreviations_compounds_and_units_are_left_out() -> None:  # CWO-12
    found = words(Source(("x@1",), "MIT"), "fr", [(AFFIXES, ENTRIES)], set())
    assert {"PARIS", "SNCF", "PORTECLE", "METRE", "METRES"}.isdisjoint(found)
    assert {"CHEVAUX", "OEUVRE", "INUSITES"} <= set(found)
    assert found == sorted(set(found))


def test_german_nouns_have_capitals_and_names_are_taken_out() -> None:  # CWO-12
    source = Source(("x@1",), "MIT", capitals=True)
    found = words(source, "de", [("", "3\nHaus\nBerlin\nüber\nGmbH\n")], {"Berlin"})
    assert found == ["HAUS", "UEBER"]


def test_a_noun_that_is_also_a_name_stays() -> None:
    table = ["lemma,pos", 'Müller,"Nachname,Substantiv"', "Müller,Substantiv", 'Berlin,"Substantiv,Toponym"']
    assert names_in(table) == {"Berlin"}


def test_words_too_long_or_without_a_vowel_are_left_out() -> None:  # CWO-11
    found = words(Source(("x@1",), "MIT"), "fr", [("", "4\nà\npst\nanticonstitutionnel\noui\n")], set())
    assert found == ["OUI"]


def test_a_file_reads_as_it_was_written() -> None:
    lexicon = make(["CHAT", "CHATS"], "two")
    again, licence = from_bytes(to_bytes(lexicon, "MIT"))
    assert licence == "MIT"
    assert (again.name, again.mark, again.count) == ("two", lexicon.mark, 2)
    assert list(again.words()) == ["CHAT", "CHATS"]
    assert make(["CHAT"], "two").mark != lexicon.mark


@given(st.integers(0, 200), st.integers(0, 255))
def test_a_damaged_file_is_noticed(at: int, byte: int) -> None:
    data = bytearray(to_bytes(make(["CHAT", "CHATS"], "two"), "MIT"))
    body = data.index(b"\n", data.index(b"2 ")) + 1
    if body < at < len(data) and data[at] != byte:
        data[at] = byte
        with pytest.raises(DamagedList):
            from_bytes(bytes(data))
    for cut in (b"", b"hello", bytes(data[: min(at, len(data) - 1)])):
        with pytest.raises(DamagedList):
            from_bytes(cut)


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Path, Path]]:
    """Where lists of this machine lie, and where those that came with Polychrome."""
    own, came = tmp_path / "own", tmp_path / "came"
    own.mkdir()
    came.mkdir()
    monkeypatch.setenv("POLYCHROME_WORDS", str(own))
    monkeypatch.delenv("POLYCHROME_LISTS")
    monkeypatch.setattr(shelf, "SHIPPED", came)
    shelf.hand_over()
    yield own, came
    SHELF.fill_from(None)


def test_the_game_finds_the_lists_of_this_machine_first(folders: tuple[Path, Path]) -> None:
    own, came = folders
    (own / "fr.words").write_bytes(to_bytes(make(["CHAT"], "one"), "MIT"))
    (own / "de.words").write_bytes(b"damaged")
    for language in ("fr", "de"):
        (came / f"{language}.words").write_bytes(to_bytes(make(["HUND"], "two"), "MIT"))
    french, german = SHELF.find("fr"), SHELF.find("de")
    assert french is not None
    assert french.knows("CHAT")
    assert SHELF.find("fr") is french  # read once
    assert german is not None  # a damaged file is as good as none
    assert german.knows("HUND")
    assert SHELF.find("es") is None


def test_a_house_may_judge_by_its_own_lists_alone(folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    (folders[1] / "fr.words").write_bytes(to_bytes(make(["CHAT"], "one"), "MIT"))
    assert SHELF.find("fr") is not None
    monkeypatch.setenv("POLYCHROME_LISTS", "own")
    assert SHELF.find("fr") is None


def test_a_list_that_arrives_or_changes_meanwhile_is_taken_into_use(folders: tuple[Path, Path]) -> None:
    file = folders[0] / "fr.words"
    assert SHELF.find("fr") is None
    for written, word in enumerate(("CHAT", "CHIEN"), 1):
        file.write_bytes(to_bytes(make([word], "one"), "MIT"))
        os.utime(file, ns=(written, written))  # two files of the same moment would look like one
        found = SHELF.find("fr")
        assert found is not None
        assert list(found.words()) == [word]


def test_without_npm_the_reason_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("POLYCHROME_WORDS", str(tmp_path / "words"))
    with pytest.raises(fetch.Unfetched) as trouble:
        fetch.build("fr")
    assert trouble.value.reason.key == "words.no_npm"
    assert not (tmp_path / "words").exists()


def pretended_npm(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "npm"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setenv("POLYCHROME_WORDS", str(folder / "words"))


def test_a_fetch_that_fails_is_not_tried_for_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretended_npm(tmp_path, f'echo "$@" > {tmp_path}/said; exit 1', monkeypatch)
    with pytest.raises(fetch.Unfetched) as trouble:
        fetch.build("fr")
    assert trouble.value.reason == Message("words.unfetched", {"package": "dictionary-fr@3.0.0"})
    said = (tmp_path / "said").read_text(encoding="utf-8")
    assert "--fetch-retries=0" in said
    assert f"--fetch-timeout={1000 * (fetch.FETCH_SECONDS - 1)}" in said
    assert fetch.FETCH_SECONDS < 10


def test_an_npm_that_says_nothing_at_all_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretended_npm(tmp_path, "exec tail -f /dev/null", monkeypatch)
    monkeypatch.setattr(fetch, "FETCH_SECONDS", 1)
    with pytest.raises(fetch.Unfetched):
        fetch.build("fr")


def test_every_source_has_a_version_and_a_licence() -> None:
    for source in SOURCES.values():
        assert source.licence
        assert all("@" in package for package in source.packages)
        assert " " not in source.name
