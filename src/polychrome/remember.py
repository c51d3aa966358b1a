"""What was drawn before is found again by the values it was drawn from: most of a table is as it was a move ago, there
or at another table. Everything that is remembered of drawings is remembered through this file; with SIZE 0, set before
any scene is imported, nothing is, and nothing looks different."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

SIZE = 8192  # drawings of each kind, about
TEXT: Final = "text"  # under which a zone or a seat remembers how it is written
DRAWINGS: Final[list[Any]] = []  # of each kind


def remembered(draw: Callable[P, T]) -> Callable[P, T]:
    """For functions of small values: each drawing is made once. Which was used last is not noted down: that would cost
    more than to draw all of a kind anew now and then."""
    if not SIZE:
        return draw
    known = lru_cache(maxsize=None)(draw)
    DRAWINGS.append(known)
    return cast(Callable[P, T], known)


def forget_some() -> None:
    """Kinds of which there are too many drawings begin anew."""
    for known in DRAWINGS:
        if known.cache_info().currsize > SIZE:
            known.cache_clear()


def text_of(thing: object, write: Callable[[object], bytes]) -> bytes:
    """A part of a scene as it is written, remembered by itself: it never changes."""
    if not SIZE:
        return write(thing)
    known: bytes | None = getattr(thing, TEXT, None)
    if known is None:
        known = thing.__dict__[TEXT] = write(thing)
    return known
