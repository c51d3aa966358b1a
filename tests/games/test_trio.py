"""Trio, clause by clause (TRI-1 to TRI-5)."""

from __future__ import annotations

from games.script import Script
from polychrome.engine.core import HIDDEN, SPECTATOR
from polychrome.engine.dice import Dice
from polychrome.games.colomo.trio import GAME
from spec.trio import ADAPTER


def trio(players: int, layout: str, **setup: object) -> Script:
    return Script(ADAPTER, players, layout=layout, **setup)


def test_trios_lie_open_with_their_owner() -> None:  # TRI-1
    script = trio(2, "RRRRGGGGO").play("0 flip 0", "0 flip 1", "0 flip 2")
    assert script.look("trios") == [1, 0]
    for viewer in (0, 1, SPECTATOR):
        assert script.view(viewer).own == [1, *[0] * 11]


def test_the_third_flip_is_due_even_if_the_first_two_differ() -> None:  # TRI-2
    script = trio(2, "RRRRGGGGO").play("0 flip 0", "0 flip 4")
    assert script.look("turn", "phase", "up") == [0, "flip", [0, 4]]
    assert script.legal() == [f"flip {place}" for place in (1, 2, 3, 5, 6, 7, 8)]


def test_two_of_a_colour_are_not_enough() -> None:  # TRI-2
    script = trio(3, "RRRRGGGGO", start=1).play("1 flip 0", "1 flip 1", "1 flip 4")
    assert script.look("turn", "up", "left", "trios") == [2, [], 9, [0, 0, 0]]
    assert script.view(0).disc == [HIDDEN] * 9


def test_the_odd_disc_may_come_first() -> None:  # TRI-2
    script = trio(2, "RRRRGGGGO").play("0 flip 4", "0 flip 0", "0 flip 1")
    assert script.look("turn", "trios") == [1, [0, 0]]


def test_who_finds_a_trio_plays_on() -> None:  # TRI-2
    script = trio(2, "RRRRGGGGOYBVO", start=1).play("1 flip 0", "1 flip 1", "1 flip 3")
    assert script.look("turn", "trios", "left") == [1, [0, 1], 10]


def test_discs_that_lie_face_up_or_are_gone_cannot_be_turned() -> None:  # TRI-3
    script = trio(2, "RRRR.GGGGO").play("0 flip 0")
    assert script.refuses("0 flip 0") == "colomo.refused.up"
    assert script.refuses("0 flip 4") == "colomo.refused.gone"
    assert script.refuses("0 stop") == "trio.unreadable"


def test_six_discs_left_end_the_game_in_the_middle_of_a_turn() -> None:  # TRI-4
    script = trio(2, "RRRROYGBV", trios=[9, 8]).play("0 flip 0", "0 flip 1", "0 flip 2")
    assert script.look("over", "winners", "left") == [True, [0], 6]


def test_equal_trios_share_the_win() -> None:  # TRI-4, GEN-9
    script = trio(3, "RRRROYGBV", trios=[5, 6, 6]).play("0 flip 0", "0 flip 1", "0 flip 2")
    assert script.look("winners") == [0, 1, 2]


def test_a_game_has_eighteen_trios_and_leaves_one_disc_of_each_colour() -> None:  # TRI-4, TRI-5
    for seed in range(5):
        dice = Dice(seed)
        state = GAME.begin(3)
        while state.acting():
            seat = state.acting()[0]
            state.apply(seat, state.sample(seat, dice))
            assert state.acting() == [] or all(count % 3 == 1 for count in state.faces())
        assert sum(state.scores()) == 18
        assert state.faces() == [1] * 6
