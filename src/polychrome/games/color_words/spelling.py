"""From a word as people write it to the letters of the cells (CWO-11)."""

from __future__ import annotations

from typing import Final
from unicodedata import category, normalize

TWO_LETTERS: Final = {"Œ": "OE", "Æ": "AE", "ẞ": "SS"}
BEFORE_A: Final = 64  # a letter as a number: ord("A") - 1 is taken away, so that A is 1
UMLAUTS: Final = {"Ä": "AE", "Ö": "OE", "Ü": "UE"}  # two letters in German only (CWO-6)


def normalise(word: str, language: str) -> str | None:
    """Upper case A to Z, accents dropped; None if anything else than letters of this kind is in it."""
    letters = ""
    last = ""  # the letter to which marks belong
    for sign in normalize("NFD", word):  # so that it does not matter how the letters were composed
        if category(sign)[0] == "M":
            if not last:
                return None
            umlaut = UMLAUTS.get(normalize("NFC", last + sign)) if language == "de" else None
            if umlaut is not None:
                letters = letters[:-1] + umlaut
                last = "E"  # a second pair of dots adds nothing
            continue
        for last in sign.upper():  # ß becomes SS, and ligatures such as ﬁ their letters
            if last in TWO_LETTERS:
                letters += TWO_LETTERS[last]
            elif "A" <= last <= "Z":
                letters += last
            else:
                return None
    return letters
