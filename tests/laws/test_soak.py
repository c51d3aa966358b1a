"""Many random games under all laws: a few with every run, more in the long one, thousands with `-m soak`; bench/soak.py
plays more."""

from __future__ import annotations

from itertools import islice

import pytest

from laws.laws import broken_laws
from laws.walks import endless_cases
from polychrome.registry import GAMES
from toys.box import TOYS

BOX = (*GAMES, *TOYS)


def test_a_short_soak() -> None:
    for case in islice(endless_cases(BOX, seed=1000, looks=4), len(BOX)):
        assert broken_laws(case) == []


@pytest.mark.long
def test_a_soak() -> None:
    for case in islice(endless_cases(BOX, seed=1000, looks=4), len(BOX), 10 * len(BOX)):
        assert broken_laws(case) == []


@pytest.mark.soak
def test_a_long_soak() -> None:
    for case in islice(endless_cases(BOX, seed=5000, looks=8), 3000):
        assert broken_laws(case) == []
