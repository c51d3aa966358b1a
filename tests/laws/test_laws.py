"""Every game, with every number of seats and every combination of options, under every law."""

from __future__ import annotations

import pytest

from laws.laws import broken_laws
from laws.walks import Case, cases
from polychrome.registry import GAMES
from toys.box import TOYS

CASES = cases(GAMES, seeds=[1]) + cases(TOYS, seeds=[1, 2, 3])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_laws(case: Case) -> None:
    """All of them in one test: a game is played once, and four thousand tests less are told of."""
    assert broken_laws(case) == []
