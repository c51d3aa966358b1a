"""The seven COLOMO games under every law, with every number of seats and every option."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from laws.laws import LAWS
from laws.memory import COVERED
from laws.walks import Case, cases
from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE, FaceDown
from polychrome.games.colomo import GAMES
from toys.box import english


def covered_otherwise(state: State, viewer: int, dice: Dice) -> State:
    """The same table with other colours under whatever lies face down, and other memories of it."""
    assert isinstance(state, FaceDown)
    new = state.clone()
    places = [place for place, colour in enumerate(state.disc) if colour != NONE and not state.lies_open(place)]
    for place in places:
        if new.disc[place] >= 0:
            new.forget(place)
    for place in places:
        if dice.below(2):
            new.show(place, new.drawn(place, dice))
    new.seen = [dice.below(state.played + 1) for _ in state.seen]
    return new


COVERED.update({game.name: covered_otherwise for game in GAMES})
english().entries.update(json.loads(Path(__file__).with_name("colomo.en.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("case", cases(GAMES, seeds=[1]), ids=str)
def test_law(case: Case, law: Callable[[Case], None]) -> None:
    law(case)
