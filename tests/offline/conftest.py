"""For the tables of a device."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from polychrome.games.color_words.lexicon import SHELF


@pytest.fixture
def nothing_handed_over() -> Iterator[None]:
    """No word list before the test, and none after it."""
    SHELF.fill_from(None)
    yield
    SHELF.fill_from(None)
