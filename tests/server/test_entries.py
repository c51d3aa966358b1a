"""What is kept may be read by whoever reads it later, and by nobody who would misread it."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given
from msgspec import DecodeError
from msgspec.inspect import StructType, type_info
from msgspec.structs import fields

from polychrome.room.entries import Chance, Entry, Moved, decode, encode, encoder
from polychrome.server import database, sqlite

# All that an entry can be, and the step of each store that came with its newest part. Servers of two versions may share
# a store only if both understand all of it: so whatever changes here needs a new step, if only an empty one, in both
# folders of `server/schema`; then change this as well.
STEP = 8
SHAPES = {
    "seated": "seat chair",
    "hosted": "guest",
    "invited": "secret code",
    "arranged": "settings",
    "chosen": "game version seats options",
    "began": "guided puzzle",
    "moved": "seat action id since",
    "chance": "action",
    "undone": "seat id",
    "covered": "line",
    "agreed": "",
    "unguided": "",
    "adjudicated": "",
    "rematched": "table",
}


def test_no_new_entry_without_a_step_that_keeps_older_servers_away() -> None:
    found = {}
    for kind in Entry.__subclasses__():
        shape = type_info(kind)
        assert isinstance(shape, StructType)
        found[str(shape.tag)] = " ".join(field.name for field in fields(kind))
    assert found == SHAPES
    assert len(sqlite.migrations()) == STEP
    assert len(database.migrations()) == STEP


NAMES = st.none() | st.from_regex(r"\A[A-Za-z0-9]{1,40}\Z") | st.text()  # a page's (wire.MoveId), and any other
LINES = st.none() | st.integers(0, 10**9)
MOVES = st.builds(Moved, st.integers(0, 99), st.text(), NAMES, LINES) | st.builds(Chance, st.text())


@given(MOVES)
def test_a_move_is_read_as_it_was_kept(entry: Entry) -> None:
    assert decode(encode(entry)) == entry


@given(MOVES)
def test_a_move_that_was_kept_as_json_is_read_as_well(entry: Entry) -> None:
    assert decode(encoder.encode(entry).decode()) == entry


@given(st.text())
def test_nonsense_is_refused_and_never_breaks(text: str) -> None:
    try:
        entry = decode(text)
    except DecodeError:
        return
    assert decode(encode(entry)) == entry
