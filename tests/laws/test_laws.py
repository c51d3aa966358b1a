"""Every game, with every number of seats and every combination of options, under every law."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from laws.laws import LAWS
from laws.walks import Case, cases
from polychrome.games import GAMES
from toys.box import TOYS

CASES = cases(GAMES, seeds=[1]) + cases(TOYS, seeds=[1, 2, 3])


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_law(case: Case, law: Callable[[Case], None]) -> None:
    law(case)
