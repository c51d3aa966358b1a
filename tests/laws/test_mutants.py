"""The laws bite: every planted bug is noticed by the law it breaks, and the game without the bug is not accused."""

from __future__ import annotations

import pytest

from laws.mutants import MUTANTS, Mutant
from laws.walks import Case, cases
from polychrome.registry import GAMES
from toys.box import TOYS

SEEDS = (1, 2, 3)


def accused(mutant: Mutant, case: Case) -> bool:
    try:
        mutant.law(case._replace(looks=40))
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name.replace(" ", "_"))
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    honest = next(game for game in (*GAMES, *TOYS) if game.name == mutant.game.name)
    assert not any(accused(mutant, case) for case in cases([honest], seeds=SEEDS[:1]))
    assert any(accused(mutant, case) for case in cases([mutant.game], seeds=SEEDS))
