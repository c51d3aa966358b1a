"""What a page says that it has seen: read as it was written, and anything else counts as nothing said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polychrome.engine.core import SPECTATOR
from polychrome.room.seen import Seen, asked_with, to_ask_with

NUMBERS = st.integers(0, 9_999_999)


@given(st.none() | st.dictionaries(st.integers(0, SPECTATOR), st.builds(Seen, NUMBERS, NUMBERS)))
def test_what_is_written_is_read(seen: dict[int, Seen] | None) -> None:
    assert asked_with(to_ask_with(seen).removeprefix("?")) == seen


WRONG = [
    "seen",
    "seen=0",
    "seen=0.1",
    "seen=-1.1.1",
    "seen=0.1.1,",
    "seen=0.12345678.0",
    "seen=100.1.1",
    "seen=0.1.1&x",
]


@pytest.mark.parametrize("query", ["", *WRONG, "x=1", "seen=" + "0.1.1," * 17 + "0.1.1", "seen=٣.1.1", "seen=0.1.1\n"])
def test_nonsense_is_nothing_said(query: str) -> None:
    assert asked_with(query) is None
