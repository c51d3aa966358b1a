"""A game from elsewhere, as a table of this device that is over: to be looked at again."""

from __future__ import annotations

from hashlib import blake2b

from msgspec import Struct

from polychrome.engine.core import NATURE
from polychrome.engine.record import read
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import Adjudicated, Began, Chance, Entry, Moved, Unguided
from polychrome.room.fold import OVER
from polychrome.room.room import Room, id_for, new_header
from polychrome.room.steps import Lookup, Step


class Brought(Struct):
    text: str  # of a record


def open_record(catalogue: Catalogue, base: str, guest: str, text: str, now: float, created: int) -> tuple[Room, Step]:
    """The same record is the same table, however often it comes. `Broken` says what is wrong with it."""
    found = read(text, catalogue.find)
    kind, _, value = found.luck.partition(" ")
    key = bytes.fromhex(value) if kind == "key" else bytes(32)
    name = id_for(blake2b(text.encode(), digest_size=16).hexdigest(), guest)
    room = Room(
        catalogue,
        base,
        new_header(catalogue, guest, found.game.name, found.seats, found.options, created, key, name),
        now,
    )
    # Without its key it is like a game whose luck was prepared: nothing can be verified.
    entries: list[Entry] = [Began()] if kind == "key" else [Began(guided=True), Unguided()]
    for seat, action in found.lines:
        said = found.game.text(action)
        entries.append(Chance(said) if seat == NATURE else Moved(seat, said))
    room.replay((0, entry) for entry in entries)
    if room.asked:  # it was left in the middle: the standing counts
        entries.append(Adjudicated())
    return Room(catalogue, base, room.header, now), Step(0, entries, Lookup(OVER, None, []))
