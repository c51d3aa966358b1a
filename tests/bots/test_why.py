"""Why: a bot says what it would play, what it expects, and what else it thought of."""

from __future__ import annotations

import pytest

from polychrome.bots import LEVELS, explain, make
from polychrome.engine.core import Game
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find


def asked(game: Game, steps: int = 30) -> tuple[Table, int]:
    """A game under way in which somebody has several actions to choose from."""
    table = Table(game, game.fewest, None, Dice(2))
    dice = Dice(3)
    for _ in range(400):
        if not table.acting():
            break
        seat = table.acting()[0]
        if len(table.log) >= steps and len(table.state.legal(seat)) > 1:
            return table, seat
        table.play(seat, table.state.sample(seat, dice))
    raise AssertionError(f"nobody had a choice in {game.name}")


@pytest.mark.parametrize("game", [game for game in GAMES if game.data is None], ids=lambda game: game.name)
def test_what_is_explained_is_what_is_played(game: Game) -> None:
    table, seat = asked(game)
    view = table.state.view(seat, recall=True)
    for spec in ("random", "quick", "flat:5", "search:30", "keen:30", "child/search:20", "casual", "sharp"):
        found = explain(make(spec, 7), view, seat)
        assert found.action in view.legal(seat)
        assert (found.estimate is None) == (not found.alternatives) or spec in ("casual", "sharp", "keen:30")
        if spec not in LEVELS:  # a level may slip; nobody explains a slip
            assert make(spec, 7).choose(view, seat) == found.action
        for other in found.alternatives:
            assert other.action in view.legal(seat)
            assert other.action != found.action
            assert 0 <= other.estimate <= 1
    assert view == table.state.view(seat, recall=True)


def test_a_search_gives_estimates_and_names_the_alternatives_it_tried_most() -> None:
    table, seat = asked(find("coloretto"))
    found = explain(make("keen:200", 1), table.state.view(seat), seat)
    assert found.estimate is not None
    assert 0 < found.estimate < 1
    assert 1 <= len(found.alternatives) <= 3


def test_who_has_no_choice_has_nothing_to_explain() -> None:
    state = find("coloretto").begin(3)
    playout(state, Dice(1), 5)  # the set-up; then all rows are empty and drawing is forced
    seat = state.acting()[0]
    assert explain(make("sharp", 1), state.view(seat), seat) == (state.legal(seat)[0], None, [])
