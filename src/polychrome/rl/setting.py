"""What an environment is made of: a game, seats, options and a memory, checked before anything begins."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from typing import Any

from polychrome.bots import make
from polychrome.bots.memory import MEMORIES, Memory
from polychrome.engine.core import Bot, Explained, Reason, Value
from polychrome.games.color_words.lexicon import SHELF
from polychrome.lexicon.shelf import hand_over
from polychrome.registry import find
from polychrome.rl.encoding import Encoding
from polychrome.rl.encodings import encoding_class
from polychrome.rl.slices import Layout
from polychrome.words import Words

Remembering = str | tuple[float, ...]  # "none", "perfect", the name of a memory, or its span, decay and confusion
NAMED = ", ".join(f"“{name}”" for name in ("none", "perfect", *MEMORIES))


def encoding_of(
    name: str, seats: int | None = None, options: Mapping[str, Value] | None = None, memory: Remembering = "none"
) -> Encoding:
    """How a game looks to a program; fewest seats unless said otherwise. ValueError says what cannot be."""
    try:
        game = find(str(name))  # whatever came: the sentence names it
        seats = game.fewest if seats is None else whole("seats", seats)
        if not isinstance(options, Mapping | None):
            raise ValueError(f"Options are a dictionary of names and values, not {options!r}.")
        said = {str(key): each if isinstance(each, str | int) else str(each) for key, each in (options or {}).items()}
        state = game.begin(seats, said)
    except Explained as problem:
        raise ValueError(spoken(problem.reason)) from None
    memory_of(memory, 0)
    found = encoding_class(game.name)
    if found is None:
        raise ValueError(f"There is no encoding of {game.name}: rl/encodings/{game.name}.py would be it.")
    if game.data is not None and SHELF.source is None:
        hand_over()
    return found(game, seats, state.options, memory != "none")


def layout(
    name: str, seats: int | None = None, options: Mapping[str, Value] | None = None, memory: Remembering = "none"
) -> Layout:
    """The named slices of a game's observations; print it."""
    return encoding_of(name, seats, options, memory).layout


def memory_of(memory: Remembering, seed: int) -> Memory | None:
    """What fades; nothing does in a perfect memory, and without one nothing is kept that could."""
    if memory in ("none", "perfect"):
        return None
    try:
        span, decay, *rest = MEMORIES[memory] if isinstance(memory, str) else memory
        (confusion,) = rest or (0.0,)
        return Memory(span, decay, confusion, seed)
    except (KeyError, TypeError, ValueError):
        raise ValueError(
            f"There is no memory {memory!r}; it is {NAMED}, (span, decay) or (span, decay, confusion), with a span "
            "from 0, decay and confusion from 0 to 1."
        ) from None


def bots_of(opponents: str, seats: int, learner: int, seed: int) -> list[Bot | None]:
    """A bot of this name for every seat but the learner's."""
    if not isinstance(opponents, str):
        raise ValueError(f"Opponents are the name of one bot for all seats but the learner's, not {opponents!r}.")
    try:
        return [None if seat == learner else make(opponents, seed * seats + seat) for seat in range(seats)]
    except Explained as problem:
        raise ValueError(spoken(problem.reason)) from None


def whole(what: str, number: Any) -> int:
    """A whole number of any library; ValueError says what is none."""
    try:
        return index(number)
    except TypeError:
        raise ValueError(f"{number!r} is no whole number, and {what} must be one.") from None


def symbol_of(action: Any, symbols: int) -> int:
    """An action as its number; whether it is open is another question."""
    try:
        return index(action)
    except TypeError:
        raise ValueError(f"{action!r} is no action; actions are whole numbers from 0 to {symbols - 1}.") from None


def spoken(reason: Reason) -> str:
    return Words().translate(reason)
