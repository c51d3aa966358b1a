"""The four levels: every game, every number of seats; honest, repeatable, and each stronger than the one below."""

from __future__ import annotations

import pytest

from polychrome.arena.match import derived, play
from polychrome.bots import make
from polychrome.bots.heuristics import heuristics_of
from polychrome.bots.heuristics.base import Heuristics
from polychrome.engine.core import Game
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find
from toys import peek, sealed

BY_LISTS = [game for game in GAMES if game.data is None]  # of actions; words are found in tests/bots/test_words_bot.py
QUICK = ("kid", "casual")


def moves(game: Game, seats: int, level: str, most: int, begun: int = 0) -> list[tuple[int, int]]:
    """What is played: by chance up to some line, then by so many decisions of this level."""
    table = Table(game, seats, None, Dice(3))
    dice = Dice(4)
    bots = [make(level, derived(1, seat)) for seat in range(seats)]
    decisions = 0
    for _ in range(begun + 3 * most):
        if not table.acting() or decisions == most:
            break
        seat = table.acting()[-1]
        if len(table.log) < begun:
            table.play(seat, table.state.sample(seat, dice))
            continue
        decisions += len(table.state.legal(seat)) > 1
        table.play(seat, bots[seat].choose(table.state.view(seat, recall=True), seat))
    return [(line.seat, line.action) for line in table.log]


@pytest.mark.parametrize("game", [*GAMES, peek.GAME, sealed.GAME], ids=lambda game: game.name)
def test_every_level_plays_with_any_number_of_seats(game: Game) -> None:
    for seats in range(game.fewest, game.most + 1):
        for level in QUICK:
            assert moves(game, seats, level, 8), f"{level} with {seats} seats"
        assert moves(game, seats, "sharp", 1, 25)
    assert moves(game, game.fewest, "master", 1, 25)


@pytest.mark.parametrize("game", BY_LISTS, ids=lambda game: game.name)
def test_the_same_seed_plays_the_same_game(game: Game) -> None:
    for level in QUICK:
        assert moves(game, game.most, level, 12) == moves(game, game.most, level, 12)


@pytest.mark.parametrize("bot", ["keen:8", "kid", "casual"])
@pytest.mark.parametrize("game", [*BY_LISTS, peek.GAME, sealed.GAME], ids=lambda game: game.name)
def test_a_bot_cannot_tell_worlds_apart_that_look_the_same_to_it(game: Game, bot: str) -> None:
    """The long form of this is bench/honesty.py."""
    table = Table(game, game.fewest, None, Dice(4))
    walker = Dice(5)
    compared = 0
    for _ in range(200):
        if not table.acting() or compared >= 6:
            break
        for seat in table.acting():
            if len(table.state.legal(seat)) > 1:
                world = table.state.view(seat, recall=True)
                world.imagine(walker)  # another truth behind the same view
                one, two = (make(bot, 9).choose(each.view(seat, recall=True), seat) for each in (table.state, world))
                assert one == two
                compared += 1
        seat = table.acting()[0]
        table.play(seat, table.state.sample(seat, walker))
    assert compared >= 4


@pytest.mark.parametrize("game", BY_LISTS, ids=lambda game: game.name)
def test_heuristics_think_of_legal_actions_only_and_leave_the_view_as_it_was(game: Game) -> None:
    for seats in {game.fewest, game.most}:
        state = game.begin(seats)
        dice = Dice(seats)
        asked = 0
        for _ in range(250):
            if not state.acting():
                break
            seat = state.acting()[0]
            if seat >= 0:
                view = state.view(seat, recall=True)
                heuristics = heuristics_of(view)
                heuristics.begin(view, seat)
                legal = view.legal(seat)
                found = heuristics.moves(view, seat)
                assert found
                assert set(found) <= set(legal)
                assert found == sorted(found)
                assert heuristics.quick(view, seat, dice) in legal
                assert heuristics.any_like(view, seat, found[0], dice) in legal
                likings = heuristics.likings(view, seat, found)
                assert not likings or (len(likings) == len(found) and all(0 <= liking <= 1 for liking in likings))
                assert view == state.view(seat, recall=True)
                asked += 1
            state.apply(seat, state.sample(seat, dice))
        assert asked > 10


def test_every_game_has_heuristics_and_says_how_much_thought_it_is_worth() -> None:
    for game in GAMES:
        heuristics = type(heuristics_of(game.begin(game.fewest)))
        assert heuristics is not Heuristics
        assert heuristics.EFFORTS != Heuristics.EFFORTS or not heuristics.LISTED
    assert type(heuristics_of(peek.GAME.begin(peek.GAME.fewest))) is Heuristics


@pytest.mark.parametrize(
    ("stronger", "weaker", "name", "games", "least"),
    [
        ("casual", "kid", "trio", 6, 5),
        ("casual", "kid", "rondo", 8, 6),
        ("casual", "kid", "a_l_aveuglette", 6, 5),
        ("casual", "kid", "les_aveugles", 10, 7),
        ("casual", "kid", "coloretto", 6, 4),
        ("sharp", "random", "ronde", 10, 9),
        ("sharp", "random", "arc_en_ciel", 6, 5),
    ],
)
def test_a_higher_level_wins_more(stronger: str, weaker: str, name: str, games: int, least: int) -> None:
    """A few games where the difference is large; `polychrome arena run` plays all of them, with intervals."""
    game = find(name)
    wins = 0.0
    for number in range(games):
        seat = number % game.fewest
        bots = [stronger if other == seat else weaker for other in range(game.fewest)]
        result = play(game, bots, {}, derived(1, name, number))
        assert not result.failures
        wins += (seat in result.winners) / len(result.winners)
    assert wins >= least
