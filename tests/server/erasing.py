"""The entries of a table without anything that leads to a person: what is kept can be made so."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from polychrome.room.entries import Entry, Hosted, Seated
from polychrome.room.people import OPEN


def erased(entries: Iterable[Entry]) -> list[Entry]:
    """The game stays, and can be replayed (A24)."""
    return [anonymous(entry) for entry in entries]


def anonymous(entry: Entry) -> Entry:
    if isinstance(entry, Seated) and entry.chair.kind != OPEN:
        return Seated(entry.seat, structs.replace(entry.chair, guest=None, name=None))
    return Hosted() if isinstance(entry, Hosted) else entry
