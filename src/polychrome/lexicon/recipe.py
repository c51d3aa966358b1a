"""From dictionaries to the words of the game: no names, abbreviations, units or compounds (CWO-11, CWO-12)."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import Final
from unicodedata import normalize

from polychrome.games.color_words.sheet import LONGEST_WORD, SHORTEST_WORD
from polychrome.games.color_words.spelling import normalise
from polychrome.lexicon.hunspell import Affixes, stems
from polychrome.lexicon.sources import Source

VOWELS: Final = set("AEIOUY")
UNIT: Final = "U."  # a flag of the French dictionary: units of measurement
NAME_TAGS: Final = ("Toponym", "Vorname", "Nachname", "Eigenname", "Abkürzung", "Buchstabe", "Symbol", "Affix")

# Two-letter entries of the dictionaries that are units, numerals, abbreviations or pieces of phrases.
DOUBTFUL: Final = {
    "fr": "AB AC AE AV CD DJ DZ ED KG KO OP OZ PH QU TV UA UD YD",
    "de": "AD AE AR CO DE EL EO ET OE PA TO UE WA",
    "en": "AC AV BU CA CU EA ED ER ES II IV IX OB OZ VI YD YR",
    "es": "AP AV AX ED EF IB OB OP UF",
}


def words(source: Source, language: str, dictionaries: Iterable[tuple[str, str]], names: set[str]) -> list[str]:
    """All words of a language, in capitals A to Z, sorted. A dictionary is its affixes and its entries, as texts."""
    found: set[str] = set()
    known = {normalize("NFC", name) for name in names}
    for rules, entries in dictionaries:
        affixes = Affixes(normalize("NFC", rules))  # rules fit letters, however a file composes them
        for stem, flags in stems(normalize("NFC", entries), affixes):
            if wanted(stem, source, known) and UNIT not in flags:
                found.update(affixes.forms(stem, flags))
    return playable((word for word in found if not word.isupper()), language)


def playable(found: Iterable[str], language: str) -> list[str]:
    """The letters of the cells for these words, sorted, without those that the game does not take."""
    letters = {normalise(word, language) for word in found}
    doubtful = DOUBTFUL[language].split()
    return sorted(
        word
        for word in letters
        if word is not None
        and SHORTEST_WORD <= len(word) <= LONGEST_WORD
        and not VOWELS.isdisjoint(word)
        and word not in doubtful
    )


def wanted(stem: str, source: Source, names: set[str]) -> bool:
    """A capital makes a name; in German a list of names does; capitals within a word make an abbreviation."""
    if normalise(stem, "fr") is None or stem[1:] != stem[1:].lower():
        return False
    return stem not in names if source.capitals else stem[0].islower()


def names_in(lines: Iterable[str]) -> set[str]:
    """Lemmas of a German table of nouns that are nothing but names or abbreviations."""
    names: set[str] = set()
    nouns: set[str] = set()
    for row in csv.DictReader(lines):
        tagged = any(tag in row["pos"] for tag in NAME_TAGS)
        (names if tagged else nouns).add(row["lemma"])
    return names - nouns
