"""The end of a game turns up what lay hidden; where there was anything, the last move stays."""

from __future__ import annotations

import pytest

from laws.walks import cases, walk
from polychrome.cli.local_room import LocalRoom
from polychrome.engine.core import NATURE, Game
from polychrome.engine.table import Table
from polychrome.registry import GAMES


def before_the_last_move(game: Game) -> list[tuple[Table, int, str]]:
    """Games whose last move could be taken back, if it were not the last."""
    found = []
    for case in cases([game], seeds=range(1, 4)):
        whole = walk(case).table
        seat, action = whole.log[-1].seat, whole.log[-1].action
        if seat != NATURE and whole.undoable(seat):
            table = case.table(None)
            for line in whole.log[:-1]:
                table.put(line.seat, line.action)
            found.append((table, seat, game.text(action)))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_the_end_has_turned_up_is_not_known_before_it(game: Game) -> None:
    for table, seat, action in before_the_last_move(game)[:6]:
        local = LocalRoom(table, {})
        before = local.look(seat)
        assert before.question is not None
        local.move(seat, before.question, action)
        end, open_now = local.look(seat), table.state.view(seat)
        assert end.scene.over
        local.undo()
        if not local.look(seat).scene.over:  # it was taken back: then all has been seen before
            assert open_now == table.state.view(seat, recall=True)
            assert {open_now == table.state.view(other) for other in range(table.state.seats)} == {True}
