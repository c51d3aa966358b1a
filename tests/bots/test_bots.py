"""Bots: what they are called, that they play by the rules, that they are honest, and that thinking helps."""

from __future__ import annotations

import pytest

from polychrome.bots import KINDS, make
from polychrome.bots.search import SearchBot
from polychrome.bots.worth import Worth
from polychrome.engine.core import Bot, Game, Unplayable
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find
from toys import peek, sealed

PLAYED = [*GAMES, peek.GAME, sealed.GAME]
SPECS = ["random", "flat:20", "search:20", "search:5ms"]


def choose(bot: Bot, table: Table, seat: int) -> int:
    return bot.choose(table.state.view(seat, recall=True), seat)


def play(game: Game, seats: int, bots: list[Bot], seed: int = 1, most: int = 400) -> Table:
    table = Table(game, seats, None, Dice(seed))
    while table.acting() and len(table.log) < most:
        seat = table.acting()[-1]
        table.play(seat, choose(bots[seat], table, seat))
    return table


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
def test_every_bot_plays_every_game_by_the_rules(game: Game, spec: str) -> None:
    seats = game.fewest
    assert play(game, seats, [make(spec, seat) for seat in range(seats)], most=60).log


@pytest.mark.parametrize("spec", ["random", "flat:12", "search:12"])
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.name)
def test_the_same_seed_plays_the_same_game(game: Game, spec: str) -> None:
    seats = game.most

    def once() -> Table:
        return play(game, seats, [make(spec, seat) for seat in range(seats)], most=60)

    assert once().log == once().log


@pytest.mark.parametrize("spec", ["random", "flat:30", "search:30"])
@pytest.mark.parametrize("game", [peek.GAME, sealed.GAME], ids=lambda game: game.name)
def test_a_bot_cannot_tell_worlds_apart_that_look_the_same_to_it(game: Game, spec: str) -> None:
    """The same view and the same seed give the same move, whatever is hidden."""
    table = Table(game, game.fewest, None, Dice(4))
    walker = Dice(5)
    compared = 0
    while table.acting():
        for seat in table.acting():
            world = table.state.view(seat, recall=True)
            world.imagine(walker)  # another truth behind the same view
            answers = [make(spec, 9).choose(state.view(seat, recall=True), seat) for state in (table.state, world)]
            assert answers[0] == answers[1]
            compared += 1
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, walker))
    assert compared > 10


@pytest.mark.parametrize("spec", SPECS)
def test_a_forced_move_needs_no_thought(spec: str) -> None:
    state = find("coloretto").begin(3)
    playout(state, Dice(1), 5)  # the set-up; then all rows are empty and drawing is forced
    seat = state.acting()[0]
    assert state.legal(seat) == [make(spec, 1).choose(state.view(seat), seat)]


def test_a_search_leaves_the_view_as_it_was() -> None:
    state = find("coloretto").begin(4)
    playout(state, Dice(2), 60)
    while len(state.acting()) != 1 or state.acting()[0] < 0:
        playout(state, Dice(3), 1)
    seat = state.acting()[0]
    view = state.view(seat)
    make("search:50", 1).choose(view, seat)
    assert view == state.view(seat)


def test_a_budget_in_iterations_is_kept_and_one_in_milliseconds_searches_at_all() -> None:
    state = find("coloretto").begin(4)
    playout(state, Dice(2), 40)
    while state.acting()[0] < 0 or len(state.legal(state.acting()[0])) < 2:
        playout(state, Dice(3), 1)
    seat = state.acting()[0]
    counted, timed = make("search:70", 1), make("search:30ms", 1)
    assert isinstance(counted, SearchBot)
    assert isinstance(timed, SearchBot)
    assert counted.search(state.view(seat), seat).visits == 70
    assert (timed.iterations, timed.milliseconds) == (0, 30)
    assert timed.search(state.view(seat), seat).visits >= 1  # however slow this machine is


def test_thinking_helps() -> None:
    """Searching a little wins far more than a quarter of the games against three who play anything."""
    game = find("coloretto")
    wins = 0.0
    for number in range(12):
        seat = number % 4
        bots = [make("search:60" if other == seat else "random", number * 4 + other) for other in range(4)]
        winners = play(game, 4, bots, seed=number).state.winners()
        wins += (seat in winners) / len(winners)
    assert wins >= 7


def test_a_shared_win_is_worth_its_share_and_points_tell_equal_wins_apart() -> None:
    state = sealed.GAME.begin(3)
    worth = Worth()
    values = worth.values(state)
    assert values[0] == values[1] == values[2]
    assert sum(values) == pytest.approx(1 - 0.25 + 3 * 0.125)


@pytest.mark.parametrize(
    "spec",
    ["", "chess", "random:5", "search:", "search:0", "search:-3", "search:1e3", "flat:5ms", "search:٣", "SEARCH"],
)
def test_an_unknown_bot_or_budget_is_refused_with_a_reason(spec: str) -> None:
    with pytest.raises(Unplayable) as refused:
        make(spec, 1)
    assert refused.value.reason.key in ("setup.bot", "setup.budget")


def test_all_kinds_can_be_made() -> None:
    assert [type(make(kind, 1)).__name__ for kind in KINDS] == [
        "RandomBot",
        "FlatBot",
        "SearchBot",
        "QuickBot",
        "KeenBot",
    ]
