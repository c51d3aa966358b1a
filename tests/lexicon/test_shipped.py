"""The lists that come with Polychrome: there, whole, small, free to be there, and made as it is said they are."""

from __future__ import annotations

import sys
import tomllib
import zlib
from pathlib import Path

import pytest

from polychrome.games.color_words.sheet import LONGEST_WORD, SHORTEST_WORD
from polychrome.lexicon import usual
from polychrome.lexicon.file import make, read, to_bytes
from polychrome.lexicon.shelf import SHIPPED, shipped
from polychrome.lexicon.sources import LICENCES, SOURCES

ROOT = Path(__file__).parents[2]
LARGEST = 300_000  # bytes, compressed
EVERYDAY = {
    "fr": "CHAT MAISON OEUF ETE MANGERONS JOLIES OUI",
    "de": "HAUS HAEUSER GRUEN GROESSER KOMM GING UND FUSSBALL SEINEN",
    "en": "CAT HOUSE COLOUR COLOR RUNNING QUICKLY YES",
    "es": "GATO CASA NINO COMIERON BONITAS CANCION SI",
}
NAMES = {
    "fr": "ESPAGNE PORTUGAL SNCF",
    "de": "BERLIN FRANKREICH MICROSOFT CHINA",
    "en": "LONDON FRANCE USA",
    "es": "MADRID FRANCIA EEUU",
}


@pytest.mark.parametrize("language", list(SOURCES))
def test_every_language_has_a_list_with_everyday_words_and_no_names(language: str) -> None:
    lexicon, licence = read(shipped(language))
    assert licence == LICENCES[language]
    assert [word for word in EVERYDAY[language].split() if not lexicon.knows(word)] == []
    assert [word for word in NAMES[language].split() if lexicon.knows(word)] == []
    assert lexicon.count > 75_000


@pytest.mark.parametrize("language", list(SOURCES))
def test_usual_words_are_words_of_the_list_each_in_one_band(language: str) -> None:
    lexicon = read(shipped(language)).lexicon
    bands = usual.read(SHIPPED / f"{language}.usual")
    assert tuple(band.most for band in bands) == usual.BANDS
    listed = [word for band in bands for word in band.words]
    assert len(listed) == len({*listed}) == usual.BANDS[-1]
    assert [word for word in listed if not lexicon.knows(word) or not SHORTEST_WORD <= len(word) <= LONGEST_WORD] == []
    assert {*EVERYDAY[language].split()[:2]} <= {word for band in bands[:4] for word in band.words}


@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(other, marks=pytest.mark.long) for other in ("fr", "de", "es"))]
)
def test_a_list_is_written_the_same_from_the_same_words(language: str) -> None:
    file = shipped(language)
    lexicon, licence = read(file)
    assert to_bytes(make(list(lexicon.words()), lexicon.name), licence) == file.read_bytes()


def test_no_file_is_large_once_it_is_compressed() -> None:
    files = sorted(SHIPPED / f"{language}.{kind}" for language in SOURCES for kind in ("words", "usual"))
    assert sorted([*SHIPPED.glob("*.words"), *SHIPPED.glob("*.usual")]) == files
    assert [file.name for file in files if len(zlib.compress(file.read_bytes(), 9)) > LARGEST] == []


def test_every_file_is_named_with_its_licence_and_none_is_under_the_gpl() -> None:
    notice = (SHIPPED / "NOTICE.md").read_text(encoding="utf-8")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    expression = set(project["license"].split(" AND "))
    assert expression == {
        "MIT",
        "OFL-1.1",  # the page's letters
        usual.LICENCE,
        *(part for licence in LICENCES.values() for part in licence.split(" AND ")),
    }
    assert not any("GPL" in licence for licence in expression)
    for language, licence in LICENCES.items():
        (row,) = (line for line in notice.splitlines() if line.startswith(f"| `{language}.words`"))
        assert row.endswith(f"| {licence.replace(' AND ', ' and ')} |")
        assert f"`{language}.usual`" in notice
        if language != "de":  # the text of its dictionary's own licence
            assert (SHIPPED / "licences" / f"dictionary-{language}.txt").read_text(encoding="utf-8").strip()
    for licence in ("MPL-1.1", "MPL-2.0", "CC-BY-SA-4.0"):
        assert (SHIPPED / "licences" / f"{licence}.txt").stat().st_size > 10_000


def test_usual_words_are_written_the_same_whatever_was_there_before() -> None:
    words = [
        f"{chr(65 + number // 26 % 26)}{chr(65 + number % 26)}A{chr(65 + number // 676)}" for number in range(2_500)
    ]
    text = usual.to_text(words, "some")
    assert usual.to_text(words, "some") == text
    bands = usual.from_text(text)
    assert [len(band.words) for band in bands] == [1_000, 1_000, 500, 0, 0, 0]
    assert all(band.words == sorted(band.words) for band in bands)
    assert {*bands[0].words} == {*words[:1_000]}


# How the German list is made of its tables.


def german_words() -> set[str]:
    sys.path.insert(0, str(ROOT / "scripts"))
    try:
        import german
    finally:
        sys.path.pop(0)
    nouns = (
        '{"Haus":{"NOM":{"SIN":"Haus","PLU":"Häuser"},"G":"N"},"Einkassierendste":{"NOM":{"SIN":"Einkassierendste"}}}'
    )
    verbs = '{"abholen":{"PRÄ":{"S":{"1":["hole","ab"]}},"PA2":["abgeholt"]},"kommen":{"INF":"kommen"}}'
    adjectives = '{"groß":{"NOM":{"M":"großer"}},"leer":{"NOM":{"M":"leerer"}}}'
    wiktionary = [
        "lemma,pos,genus,nominativ singular,nominativ plural",
        "Rathaus,Substantiv,n,Rathaus,Rathäuser",
        "Berlin,Substantiv,n,Berlin,Berlins",
        'Berlin,"Substantiv,Toponym",n,Berlin,',
        "Firma,Substantiv,n,Firma,",
        "Gasthaus,Substantiv,n,Gasthaus,",
        "Kotzhaus,Substantiv,n,Kotzhaus,Kotzhäuser",
    ]
    usage = dict.fromkeys(["komm", "grösser", "rathaus", "berlin", "firma", "gasthaus"], 1e-5)
    return german.words(nouns, verbs, adjectives, wiktionary, "und oder", usage)


def test_german_words_are_forms_that_tables_have_or_people_write() -> None:
    found = german_words()
    assert {"Haus", "Häuser", "hole", "ab", "abhole", "abgeholt", "komm", "größer", "leerer", "und", "oder"} <= found
    assert {"Rathaus", "Rathäuser", "Gasthaus"} <= found
    assert {"Einkassierendste", "N", "n", "Berlin", "Firma", "Kotzhaus", "grosser"}.isdisjoint(found)
