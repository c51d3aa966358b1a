"""Opponents, by name: `random`, `flat:500`, `search:500` (iterations) or `search:200ms` (thinking time)."""

from __future__ import annotations

from typing import Final

from polychrome.bots.flat import FlatBot
from polychrome.bots.random import RandomBot
from polychrome.bots.search import SearchBot
from polychrome.engine.core import Bot, Message, Unplayable

KINDS: Final = ("random", "flat", "search")
ITERATIONS: Final = 500
PLAYOUT_LIMIT: Final = 2000  # actions; a playout that goes on longer is judged by its standing


def make(spec: str, seed: int) -> Bot:
    """A bot from its name and budget."""
    kind, _, budget = spec.partition(":")
    if kind not in KINDS or (kind == "random" and ":" in spec):
        raise Unplayable(Message("setup.bot", {"spec": spec, "kinds": list(KINDS)}))
    if kind == "random":
        return RandomBot(seed)
    timed = budget.endswith("ms") and kind == "search"
    digits = budget[:-2] if timed else budget
    amount = ITERATIONS
    if ":" in spec:
        if not (digits.isascii() and digits.isdigit() and int(digits[:9]) > 0 and len(digits) < 9):
            raise Unplayable(Message("setup.budget", {"spec": spec, "kind": kind}))
        amount = int(digits)
    if kind == "flat":
        return FlatBot(seed, amount, PLAYOUT_LIMIT)
    return SearchBot(seed, 0 if timed else amount, amount if timed else 0, PLAYOUT_LIMIT)
