"""Word lists that lie beside the page: each comes when a table, or a bot, first asks for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from polychrome.games.color_words.lexicon import SHELF, Band, Lexicon
from polychrome.lexicon import usual
from polychrome.lexicon.file import Damaged, from_bytes
from polychrome.words import LANGUAGES

LISTS: Final = ".words"
USUAL: Final = ".usual"

Fetch = Callable[[str], bytes | memoryview | None]  # a file of these names; None if it cannot be had


def hand_over(fetch: Fetch) -> None:
    """From now on the game asks here. What could not be had is not asked for again: people vote, as without a list."""

    @cache
    def load(language: str) -> Lexicon | None:
        found = fetch(language + LISTS) if language in LANGUAGES else None
        try:
            return None if found is None else from_bytes(bytes(found)).lexicon
        except Damaged:
            return None

    def bands(language: str) -> list[Band]:
        found = fetch(language + USUAL)
        return [] if found is None else usual.from_text(bytes(found).decode("ascii", "replace"))

    SHELF.fill_from(load, bands)
