"""Opponents, by name: `random`, `flat:500`, `search:500` (iterations) or `search:200ms` (thinking time).

With a memory that fades, and its name before a slash: `child/search:300`.
"""

from __future__ import annotations

from typing import Final

from polychrome.bots.flat import FlatBot
from polychrome.bots.forgetful import ForgetfulBot
from polychrome.bots.memory import MEMORIES, Memory
from polychrome.bots.random import RandomBot
from polychrome.bots.search import SearchBot
from polychrome.engine.core import Bot, Message, Unplayable

KINDS: Final = ("random", "flat", "search")
ITERATIONS: Final = 500
PLAYOUT_LIMIT: Final = 300  # actions; a playout that goes on longer is judged by its standing

# Not the bot's own seed: a bot may be made anew for every move, and what it has forgotten must stay forgotten.
MEMORY_SEED: Final = 1


def make(spec: str, seed: int) -> Bot:
    """A bot from its name and budget, perhaps forgetful."""
    name, slash, head = spec.partition("/")
    if not slash:
        return clever(spec, seed, spec)
    if name not in MEMORIES:
        kinds = [f"{memory}/{kind}" for memory in MEMORIES for kind in KINDS]
        raise Unplayable(Message("setup.bot", {"spec": spec, "kinds": [*KINDS, *kinds]}))
    span, decay, confusion = MEMORIES[name]
    return ForgetfulBot(clever(head, seed, spec), Memory(span, decay, confusion, MEMORY_SEED))


def clever(head: str, seed: int, spec: str) -> Bot:
    """A bot that forgets nothing; `spec` is what was asked for."""
    kind, colon, budget = head.partition(":")
    if kind not in KINDS or (kind == "random" and colon):
        raise Unplayable(Message("setup.bot", {"spec": spec, "kinds": list(KINDS)}))
    if kind == "random":
        return RandomBot(seed)
    timed = budget.endswith("ms") and kind == "search"
    digits = budget[:-2] if timed else budget
    amount = ITERATIONS
    if colon:
        if not (digits.isascii() and digits.isdigit() and int(digits[:9]) > 0 and len(digits) < 9):
            raise Unplayable(Message("setup.budget", {"spec": spec, "kind": kind}))
        amount = int(digits)
    if kind == "flat":
        return FlatBot(seed, amount, PLAYOUT_LIMIT)
    return SearchBot(seed, 0 if timed else amount, amount if timed else 0, PLAYOUT_LIMIT)
