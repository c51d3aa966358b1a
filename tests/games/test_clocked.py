"""Which games the clock of the table is for: those in which the room can act for somebody outside phases with clocks
of their own."""

from __future__ import annotations

import pytest

from laws.walks import cases, walk
from polychrome.engine.core import NATURE, Game
from polychrome.registry import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_says_whether_the_room_may_act_for_somebody(game: Game) -> None:
    own = {phase for phase, _ in game.timed}
    met = any(
        state.idle(seat) is not None
        for case in cases([game], seeds=[1])
        for state in walk(case).positions
        if state.phase not in own
        for seat in state.acting()
        if seat != NATURE
    )
    assert met == game.clocked
