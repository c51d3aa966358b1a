"""What was drawn before is found again by the values it was drawn from: most of a table is as it was a move ago, there
or at another table. Everything that is remembered of drawings is remembered through this file; with SIZE 0, set before
any scene is imported, nothing is, and nothing looks different."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

SIZE = 4096  # drawings of each kind
TEXT = "text"  # under which a zone or a seat remembers how it is written


def remembered(draw: Callable[P, T]) -> Callable[P, T]:
    """For functions of small values: each drawing is made once."""
    return cast(Callable[P, T], lru_cache(maxsize=SIZE)(draw))


def text_of(thing: object, write: Callable[[object], bytes]) -> bytes:
    """A part of a scene as it is written, remembered by itself: it never changes."""
    if not SIZE:
        return write(thing)
    known: bytes | None = thing.__dict__.get(TEXT)
    if known is None:
        known = thing.__dict__[TEXT] = write(thing)
    return known
