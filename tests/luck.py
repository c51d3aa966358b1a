"""The luck of a test run: it has a name, and the same name gives the same ids, keys, nicknames and bots each time.

`POLYCHROME_TEST_LUCK=7 python3 scripts/test …` tries another one; a failure prints the line that plays it again.
"""

from __future__ import annotations

import os
from collections import Counter
from hashlib import shake_256

from polychrome.room.luck import Luck

VARIABLE = "POLYCHROME_TEST_LUCK"
NAME = os.environ.get(VARIABLE, "1")


def drawn(count: int, *what: object) -> bytes:
    """So many bytes, always the same for the same."""
    return shake_256(repr((NAME, *what)).encode()).digest(count)


def number(*what: object) -> int:
    """A seed, always the same for the same."""
    return int.from_bytes(drawn(7, *what), "big")


def token(*what: object) -> str:
    """What a browser's cookie holds."""
    return drawn(32, "token", *what).hex()[:43]


class NamedLuck(Luck):
    """Each guest has a row of draws of their own, so that nobody's depend on what others do meanwhile."""

    def __init__(self, *what: object) -> None:
        self.what = what
        self.draws: Counter[str] = Counter()

    def draw(self, count: int, guest: str) -> bytes:
        self.draws[guest] += 1
        return drawn(count, *self.what, guest, self.draws[guest])
