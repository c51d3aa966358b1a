"""What a page is told of a game: the clocks of a room where it is played, and how far they go."""

from __future__ import annotations

import pytest
from msgspec import ValidationError, convert

from polychrome.engine.core import Game
from polychrome.registry import GAMES
from polychrome.room import wire
from polychrome.room.box import needs_memory
from polychrome.room.cards import clocks


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_clock_of_a_game_can_be_set_as_far_as_the_wire_allows_and_no_further(game: Game) -> None:
    found = clocks(game)
    assert {clock.name for clock in found} - {"look", "clock"} == {name for _, name in game.timed}
    assert any(clock.name == "look" for clock in found) == needs_memory(game)
    assert any(clock.name == "clock" for clock in found) == game.clocked
    for clock in found:
        assert clock.default == getattr(wire.RoomSettings(), clock.name)
        assert not clock.default % clock.step
        assert not clock.most % clock.step
        for seconds in (0, clock.most):
            assert convert({"t": "settings", clock.name: seconds}, wire.Settings)
        with pytest.raises(ValidationError):
            convert({"t": "settings", clock.name: clock.most + 1}, wire.Settings)
