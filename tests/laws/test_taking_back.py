"""Taking back is not refused without a reason (A31). The laws say that what may be taken back showed nobody anything;
this is the other half: what may not be taken back did show something, or covered something."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from laws.laws import forgotten, same
from laws.walks import Case, few_ways, walk
from polychrome.engine.core import EVERYONE, NATURE, Game, State
from polychrome.engine.dice import Dice
from polychrome.engine.table import Line
from polychrome.registry import GAMES

WORLDS = 12  # that a viewer imagines, to find out whether an action told it anything
EXACT = [game for game in GAMES if game.name != "chromino"]  # there A31 wants no tile taken back, whoever had seen it


def told_something(case: Case, before: State, after: State, line: Line) -> bool:
    """Did somebody see something by it that could have been otherwise, or will somebody not see it again?"""
    for viewer in case.viewers():
        if forgotten(after, viewer) > forgotten(before, viewer):
            return True
        for seed in range(WORLDS):
            world = before.view(viewer)
            world.imagine(Dice(seed))
            if world.refuse(line.seat, line.action) is not None:
                return True
            world.apply(line.seat, line.action)
            if not same(world.view(viewer), after.view(viewer)):
                return True
    return False


def refused_with_reason(game: Game, final: Callable[[State], bool]) -> None:
    for seats, options in few_ways(game):
        case = Case(game, seats, options, seed=1)
        table, positions = walk(case)
        found = [
            at
            for at, line in enumerate(table.log)
            if line.seat != NATURE
            and line.audience == EVERYONE
            and NATURE not in positions[at + 1].acting()
            and final(positions[at + 1])
        ]
        for at in found[:: max(1, len(found) // 8)]:
            text = case.game.text(table.log[at].action)
            assert told_something(case, positions[at], positions[at + 1], table.log[at]), f"{case}: {text!r}, line {at}"


@pytest.mark.parametrize("game", EXACT, ids=lambda game: game.name)
def test_what_cannot_be_taken_back_has_told_somebody_something(game: Game) -> None:  # A31
    refused_with_reason(game, lambda state: state.irrevocable())


@pytest.mark.parametrize("name", ["arc_en_ciel", "blackout", "coloretto", "colorio"])
def test_a_game_in_which_nothing_is_taken_back_is_caught(name: str) -> None:
    game = next(other for other in GAMES if other.name == name)
    with pytest.raises(AssertionError):
        refused_with_reason(game, lambda state: True)
