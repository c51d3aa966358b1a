"""What an environment is made of: a game, seats, options and a memory, checked before anything begins."""

from __future__ import annotations

from collections.abc import Mapping

from polychrome.bots import make
from polychrome.bots.memory import MEMORIES, Memory
from polychrome.engine.core import Bot, Explained, Reason, Value
from polychrome.games import find
from polychrome.games.color_words.lexicon import SHELF
from polychrome.lexicon.shelf import hand_over
from polychrome.rl.encoding import Encoding
from polychrome.rl.encodings import ENCODINGS
from polychrome.rl.play import OVER, Play
from polychrome.rl.slices import Layout
from polychrome.words import Words

Remembering = str | tuple[float, ...]  # "none", "perfect", the name of a memory, or its span, decay and confusion
NAMED = ", ".join(f"“{name}”" for name in ("none", "perfect", *MEMORIES))


def encoding_of(
    name: str, seats: int | None = None, options: Mapping[str, Value] | None = None, memory: Remembering = "none"
) -> Encoding:
    """How a game looks to a program; fewest seats unless said otherwise. ValueError says what cannot be."""
    try:
        game = find(name)
        seats = game.fewest if seats is None else seats
        state = game.begin(seats, options)
    except Explained as problem:
        raise ValueError(spoken(problem.reason)) from None
    if name == "color_words" and SHELF.source is None:
        hand_over()
    return ENCODINGS[name](game, seats, state.options, memory != "none")


def layout(
    name: str, seats: int | None = None, options: Mapping[str, Value] | None = None, memory: Remembering = "none"
) -> Layout:
    """The named slices of a game's observations; print it."""
    return encoding_of(name, seats, options, memory).layout


def memory_of(memory: Remembering, seed: int) -> Memory | None:
    """What fades; nothing does in a perfect memory, and without one nothing is kept that could."""
    if memory in ("none", "perfect"):
        return None
    if isinstance(memory, str) and memory in MEMORIES:
        span, decay, confusion = MEMORIES[memory]
        return Memory(span, decay, confusion, seed)
    if not isinstance(memory, str) and 2 <= len(memory) <= 3:
        return Memory(memory[0], memory[1], memory[2] if len(memory) > 2 else 0.0, seed)
    raise ValueError(f"There is no memory {memory!r}; it is {NAMED}, (span, decay) or (span, decay, confusion).")


def bots_of(opponents: str, seats: int, learner: int, seed: int) -> list[Bot | None]:
    """A bot of this name for every seat but the learner's."""
    try:
        return [None if seat == learner else make(opponents, seed * seats + seat) for seat in range(seats)]
    except Explained as problem:
        raise ValueError(spoken(problem.reason)) from None


def spoken(reason: Reason) -> str:
    return Words().say(reason)


def why_not(play: Play, seat: int, symbol: int) -> str:
    """Why a symbol is not open to a seat, in one sentence."""
    encoding = play.encoding
    if play.seat == OVER:
        return "The game is over; reset begins another."
    if not 0 <= symbol < len(encoding.symbols):
        return f"{symbol} is no action; there are {len(encoding.symbols)}, from 0."
    open_now = [encoding.symbols[each] for each in play.open_to(seat)]
    if not open_now:
        return f"Seat {seat} is not asked now, but seat {play.seat}."
    shown = ", ".join(open_now[:10]) + (" …" if len(open_now) > 10 else "")
    return f"Seat {seat} may not choose “{encoding.symbols[symbol]}” now, but: {shown}."
