"""Opponents, by name: a level (`kid`, `casual`, `sharp`, `master`), or a way to play and its budget.

Ways: `random`, `flat:500`, `search:500` (iterations) or `search:200ms` (thinking time) know nothing but the rules;
`quick` and `keen:500` also have the heuristics of the game. With a memory that fades, and its name before a slash:
`child/search:300`.
"""

from __future__ import annotations

from typing import Final

from polychrome.bots.flat import FlatBot
from polychrome.bots.forgetful import ForgetfulBot
from polychrome.bots.hurry import hurry
from polychrome.bots.keen import KeenBot
from polychrome.bots.levels import LEVELS, MEMORY_SEED, PLAYOUT_LIMIT, LevelBot
from polychrome.bots.memory import MEMORIES, Memory
from polychrome.bots.own import ENLISTED, enlist, enlist_as, installed, somebody
from polychrome.bots.quick import QuickBot
from polychrome.bots.random import RandomBot
from polychrome.bots.search import SearchBot
from polychrome.bots.why import Explanation, WeighedAction, explain
from polychrome.engine.core import Bot, Message, Unplayable

__all__ = [
    "ITERATIONS",
    "KINDS",
    "LEVELS",
    "SIMPLE",
    "Explanation",
    "WeighedAction",
    "enlist",
    "enlist_as",
    "explain",
    "hire",
    "hurry",
    "make",
    "weighty",
]

KINDS: Final = ("random", "flat", "search", "quick", "keen")
SIMPLE: Final = ("random", "quick")  # take no budget
ITERATIONS: Final = 500
GLANCE: Final = 100  # iterations, or milliseconds, that nobody waits for long


def make(spec: str, seed: int) -> Bot:
    """A bot from its name and budget, perhaps forgetful."""
    if spec in LEVELS:
        return LevelBot(LEVELS[spec], seed)
    if spec in ENLISTED:
        return somebody(spec, seed)
    name, slash, head = spec.partition("/")
    if not slash:
        return clever(spec, seed, spec)
    if name not in MEMORIES:
        kinds = [f"{memory}/{kind}" for memory in MEMORIES for kind in KINDS]
        raise Unplayable(Message("setup.bot", {"spec": spec, "kinds": [*LEVELS, *KINDS, *kinds]}))
    span, decay, confusion = MEMORIES[name]
    return ForgetfulBot(clever(head, seed, spec), Memory(span, decay, confusion, MEMORY_SEED))


def weighty(spec: str) -> bool:
    """May a move of this bot take longer than a glance? Of somebody's own bot nobody knows."""
    head = spec.rpartition("/")[2]
    if head in LEVELS or head in SIMPLE:
        return head == "master"
    kind, colon, budget = head.partition(":")
    digits = budget.removesuffix("ms") if colon else str(ITERATIONS)
    return kind not in KINDS or not digits.isdigit() or int(digits) > GLANCE


def hire(spec: str, seed: int) -> Bot:
    """As `make`, but a name we do not know may be somebody else's bot, which is then loaded (see own.py)."""
    kind, colon, _ = spec.partition(":")
    ours = spec in LEVELS or kind in KINDS or "/" in spec
    if not ours and (colon or spec in installed()):
        enlist(spec)
    return make(spec, seed)


def clever(head: str, seed: int, spec: str) -> Bot:
    """A bot that forgets nothing; `spec` is what was asked for."""
    kind, colon, budget = head.partition(":")
    if kind not in KINDS or (kind in SIMPLE and colon):
        raise Unplayable(Message("setup.bot", {"spec": spec, "kinds": [*LEVELS, *KINDS]}))
    if kind in SIMPLE:
        return RandomBot(seed) if kind == "random" else QuickBot(seed)
    timed = budget.endswith("ms") and kind != "flat"
    digits = budget[:-2] if timed else budget
    amount = ITERATIONS
    if colon:
        if not (digits.isascii() and digits.isdigit() and int(digits[:9]) > 0 and len(digits) < 9):
            raise Unplayable(Message("setup.budget", {"spec": spec, "kind": kind}))
        amount = int(digits)
    if kind == "flat":
        return FlatBot(seed, amount, PLAYOUT_LIMIT)
    searcher = KeenBot if kind == "keen" else SearchBot
    return searcher(seed, 0 if timed else amount, amount if timed else 0, PLAYOUT_LIMIT)
