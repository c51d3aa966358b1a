"""The toy games of the tests, and their words."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from polychrome.words import Words
from toys import peek, pips, sealed

TOYS = (peek.GAME, pips.GAME, sealed.GAME)


@cache
def english() -> Words:
    """English, with the words of the toys."""
    words = Words("en")
    more = Path(__file__).with_name("pips.en.json").read_text(encoding="utf-8")
    words.entries = {**words.entries, **json.loads(more)}
    return words
