"""From a word as people write it to the letters of the cells (CWO-11)."""

from __future__ import annotations

from typing import Final
from unicodedata import combining, normalize

TWO_LETTERS: Final = {"Œ": "OE", "Æ": "AE", "ẞ": "SS"}
UMLAUTS: Final = {"Ä": "AE", "Ö": "OE", "Ü": "UE"}  # two letters in German only (CWO-6)


def normalise(word: str, language: str) -> str | None:
    """Upper case A to Z, accents dropped; None if anything else than letters of this kind is in it."""
    letters = ""
    for letter in normalize("NFC", word).upper():  # ß becomes SS, and ligatures such as ﬁ their letters
        if language == "de" and letter in UMLAUTS:
            letters += UMLAUTS[letter]
        elif letter in TWO_LETTERS:
            letters += TWO_LETTERS[letter]
        else:
            bare = [sign for sign in normalize("NFD", letter) if not combining(sign)]
            if len(bare) != 1 or not "A" <= bare[0] <= "Z":
                return None
            letters += bare[0]
    return letters


def readings(word: str) -> list[str]:
    """What a word may mean in one language or another; only umlauts make a difference."""
    letters, german = normalise(word, "fr"), normalise(word, "de")
    if letters is None or german is None:
        return []
    return [letters] if letters == german else [letters, german]
