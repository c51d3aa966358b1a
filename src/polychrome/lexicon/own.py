"""A list of one's own: the words of any text, for a class, a theme or a family (`polychrome words mine build FILE`)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from unicodedata import normalize

from polychrome.engine.core import Explained, Message
from polychrome.games.color_words.lexicon import MINE, MINE_IN_GERMAN, Lexicon
from polychrome.games.color_words.sheet import LONGEST_WORD, SHORTEST_WORD
from polychrome.games.color_words.spelling import normalise
from polychrome.lexicon.file import make, to_bytes
from polychrome.lexicon.shelf import file_of

LARGEST: Final = 20_000_000  # bytes of a text
WORD: Final = re.compile(r"[^\W\d_]+")
NOT_TEXT: Final = (b"%PDF", b"{\\rtf")  # how documents begin that might pass for text
SPELLINGS: Final = {MINE: "fr", MINE_IN_GERMAN: "de"}  # umlauts are two letters at German tables only


class NoWords(Explained):
    """A text that has no word for the game, or that cannot be read."""


def build(path: Path) -> Lexicon:
    """Keep the words of a text as the list `mine`, spelled for every language."""
    text = read(path)
    lexicons = {name: make(words(text, language), MINE) for name, language in SPELLINGS.items()}
    if not lexicons[MINE].count:
        raise NoWords(Message("words.no_words", {"file": str(path)}))
    for name, lexicon in lexicons.items():
        target = file_of(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_suffix(".new")
        beside.write_bytes(to_bytes(lexicon, MINE))
        beside.replace(target)
    return lexicons[MINE]


def read(path: Path) -> str:
    """A text as editors of today and of yesterday write it."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST)
    except OSError:
        raise NoWords(Message("words.no_file", {"file": str(path)})) from None
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if b"\0" in data or data.startswith(NOT_TEXT):  # a document, a picture: what looks like words there is none
        raise NoWords(Message("words.no_text", {"file": str(path)}))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def words(text: str, language: str) -> list[str]:
    """Every run of letters that fits on a sheet, sorted, each once: one to a line, or a whole story."""
    letters = {normalise(word, language) for word in WORD.findall(normalize("NFC", text))}
    return sorted(word for word in letters if word is not None and SHORTEST_WORD <= len(word) <= LONGEST_WORD)
