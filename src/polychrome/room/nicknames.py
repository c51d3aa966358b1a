"""Names for people who have not said theirs, in every language at once; and what is left of the names people give."""

from __future__ import annotations

import unicodedata
from typing import Final

from polychrome.engine.core import Explained, Message
from polychrome.room.wire import NAME
from polychrome.words import ANIMALS

WAYS: Final = 10  # brave, calm, clever …: there is a whole name for each animal and way, so that every ending fits


class Nameless(Explained):
    """A name of which nothing can be shown."""


def nickname(first: int, taken: set[int]) -> int:
    """A number for a new nickname: this one or the next that no other seat has, while there are any."""
    ways = [(first + i) % WAYS for i in range(WAYS)]
    return next((way for way in ways if way not in taken), ways[0])


def nickname_message(seat: int, way: int) -> Message:
    """The seat's animal, and what it is like."""
    return Message(f"nickname.{ANIMALS[seat % len(ANIMALS)]}.{way % WAYS}", {})


def own_name(text: str) -> str:
    """What can be shown of a name: no control characters, nothing that turns or hides the text around it, and short."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind[0] == "M" else 0
        if kind[0] == "Z" or letter in "\t\n\r":
            kept.append(" ")
        elif kind[0] != "C" and marks <= 2:
            kept.append(letter)
    name = " ".join("".join(kept).split())[:NAME].strip()
    if not any(unicodedata.category(letter)[0] in "LNSP" for letter in name):
        raise Nameless(Message("room.name", {"most": NAME}))
    return name
