"""Blackout, clause by clause (BLK-1 to BLK-12)."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from games.script import Script
from polychrome.engine.core import HIDDEN, NATURE, SPECTATOR
from polychrome.engine.dice import Dice
from polychrome.games.colomo.blackout import GAME, SHIFTS
from polychrome.games.colomo.table import LETTERS
from spec.blackout import ADAPTER


def blackout(players: int = 3, start: int = 0) -> Script:
    return Script(ADAPTER, players, start=start)


def shown(players: int = 3, start: int = 0) -> Script:
    """The first round, after the manipulation: R O Y G B V."""
    lines = (f"{start} {words}" for words in ("arrange ROYGBV", "cover", "shift 012345"))
    return blackout(players, start).play(*lines)


def line(state: object) -> str:
    return "".join(LETTERS[colour] for colour in state.disc)  # type: ignore[attr-defined]


def test_everybody_has_one_disc_of_each_colour() -> None:  # BLK-1
    assert GAME.begin(5).pieces() == [5] * 6


def test_only_the_start_is_drawn_by_lot() -> None:  # BLK-3
    state = GAME.begin(4)
    assert [GAME.text(action) for action in state.legal(NATURE)] == [f"* start {seat}" for seat in range(4)]
    state.apply(NATURE, GAME.parse("* start 2"))
    assert state.acting() == [2]


def test_the_manipulator_lays_his_six_discs_in_any_order() -> None:  # BLK-4
    script = blackout()
    assert len(script.legal()) == 720
    assert script.refuses("0 arrange ROYGBB") == "blackout.unreadable.arrange"
    assert script.refuses("0 cover") == "blackout.refused.arrange_first"
    assert line(script.play("0 arrange VRGYOB").state) == "VRGYOB"


def test_everybody_sees_the_line_until_it_is_covered() -> None:  # BLK-4, BLK-12
    script = blackout().play("0 arrange VRGYOB")
    for viewer in (0, 2, SPECTATOR):
        assert line(script.view(viewer)) == "VRGYOB"
    assert script.refuses("0 ask R") == "blackout.refused.cover_first"
    assert script.state.idle(0) == GAME.parse("cover")


def test_after_covering_nobody_sees_it_not_even_the_manipulator() -> None:  # BLK-12
    script = blackout().play("0 arrange VRGYOB", "0 cover")
    for viewer in (0, 1, SPECTATOR):
        assert script.view(viewer).disc == [HIDDEN] * 6
    assert line(script.view(1, recall=True)) == "VRGYOB"
    assert [script.view(1, recall=True).sighted(1, place) for place in range(6)] == [2] * 6


def test_the_manipulation_is_seen_by_all_and_can_be_followed() -> None:  # BLK-4, BLK-12
    script = blackout().play("0 arrange ROYGBV", "0 cover", "0 shift 501234")
    assert line(script.view(2, recall=True)) == "VROYGB"
    assert SHIFTS[script.view(2).shift] == [5, 0, 1, 2, 3, 4]
    assert script.look("phase", "down") == ["ask", [0, 1, 2, 3, 4, 5]]


def test_thirty_two_manipulations_are_legal() -> None:  # BLK-5
    ends = "023451 051234 103452 105234 120453 123054 123405 123450 201534 234501 234510 301254 401235 450123"
    orders = {"012345", *ends.split(), "501234", "540123"}
    for a, b in combinations(range(6), 2):
        order = list("012345")
        order[a], order[b] = order[b], order[a]
        orders.add("".join(order))
    script = blackout().play("0 arrange ROYGBV", "0 cover")
    assert set(script.legal()) == {f"shift {order}" for order in orders}
    assert len(orders) == 32


def test_the_manipulations_are_those_of_lifting_two_discs() -> None:  # BLK-5
    """The definition word by word: cells of an endless line."""
    found = set()
    for moved in [(), *combinations(range(6), 1), *combinations(range(6), 2)]:
        still = [disc for disc in range(6) if disc not in moved]
        for cells in permutations(range(-6, 12), len(moved)):
            where = {**{disc: disc for disc in still}, **dict(zip(moved, cells, strict=True))}
            taken = sorted(where.values())
            if taken == list(range(taken[0], taken[0] + 6)):
                found.add(tuple(sorted(where, key=lambda disc: where[disc])))
    assert sorted(found) == [tuple(order) for order in SHIFTS]


@pytest.mark.parametrize("order", ["120345", "012354321", "", "502341", "001234"])
def test_other_manipulations_are_refused(order: str) -> None:  # BLK-5
    script = blackout().play("0 arrange ROYGBV", "0 cover")
    assert script.refuses(f"0 shift {order}") == "blackout.unreadable.shift"
    assert script.refuses("0 ask R") == "blackout.refused.shift_first"


def test_seekers_take_turns_right_or_wrong() -> None:  # BLK-6
    script = shown(4, start=2).play("2 ask R", "3 turn 0", "2 ask O")
    assert script.look("turn") == 0
    assert script.play("0 turn 5").look("turn", "phase") == [1, "find"]
    assert script.play("1 turn 4").look("turn") == 3


def test_six_players_flip_once_each_and_three_alternate() -> None:  # BLK-6
    assert shown(6).play("0 ask R", "1 turn 5", "2 turn 4", "3 turn 3", "4 turn 2", "5 turn 1").look("manipulator") == 1
    assert shown(3).play("0 ask R", "1 turn 5", "2 turn 4", "1 turn 3", "2 turn 2", "1 turn 1").look("manipulator") == 1


def test_a_colour_is_asked_for_until_it_is_found() -> None:  # BLK-7
    script = shown().play("0 ask R", "1 turn 5")
    assert script.look("asked", "phase") == ["R", "find"]
    assert script.refuses("2 ask B") == "blackout.refused.turn_first"
    assert script.play("2 turn 0").look("asked", "phase", "turn") == [None, "ask", 0]


def test_only_colours_that_lie_face_down_can_be_asked_for() -> None:  # BLK-7
    script = shown().play("0 ask R", "1 turn 5", "2 turn 0")
    assert script.refuses("0 ask R") == "blackout.refused.found"
    assert script.refuses("0 ask V") == "blackout.refused.found"
    assert script.refuses("0 turn 1") == "blackout.refused.ask_first"
    assert script.legal() == ["ask O", "ask Y", "ask G", "ask B"]


def test_the_right_disc_goes_to_the_seeker_and_a_wrong_one_to_the_manipulator() -> None:  # BLK-8
    assert shown().play("0 ask R", "1 turn 0").look("won", "flips") == [[0, 1, 0], 1]
    assert shown().play("0 ask R", "1 turn 1").look("won", "flips") == [[1, 0, 0], 1]


def test_turned_discs_and_who_has_them_are_public() -> None:  # BLK-12
    view = shown().play("0 ask R", "1 turn 1", "2 turn 0").view(SPECTATOR)
    assert view.disc == [0, 1, HIDDEN, HIDDEN, HIDDEN, HIDDEN]
    assert view.taken[:2] == [2, 0]


def test_a_disc_is_turned_once() -> None:  # BLK-8
    script = shown().play("0 ask R", "1 turn 1")
    assert script.refuses("2 turn 1") == "blackout.refused.turned"
    assert script.legal() == ["turn 0", "turn 2", "turn 3", "turn 4", "turn 5"]


def test_who_finds_the_fifth_gets_the_sixth() -> None:  # BLK-9
    script = shown().play("0 ask R", "1 turn 0", "0 ask O", "2 turn 1", "0 ask Y", "1 turn 2", "0 ask G", "2 turn 3")
    assert script.play("0 ask B", "1 turn 4").look("won") == [0, 4, 2]


def test_a_wrong_fifth_leaves_the_sixth_to_the_manipulator() -> None:  # BLK-9
    script = shown().play("0 ask R", "1 turn 0", "0 ask O", "2 turn 1", "0 ask Y", "1 turn 2", "0 ask G", "2 turn 3")
    assert script.play("0 ask B", "1 turn 5").look("won") == [2, 2, 2]


def test_the_next_manipulator_shows_his_own_six() -> None:  # BLK-4, BLK-10
    script = shown().play("0 ask R", "1 turn 5", "2 turn 4", "1 turn 3", "2 turn 2", "1 turn 1")
    assert script.look("manipulator", "turn", "phase", "flips", "down") == [1, 1, "arrange", 0, []]
    assert len(script.legal()) == 720


def test_everybody_manipulates_once_and_all_discs_are_won() -> None:  # BLK-11
    for seats in range(3, 7):
        dice = Dice(seats)
        state = GAME.begin(seats)
        arranged = []
        while state.acting():
            seat = state.acting()[0]
            action = state.sample(seat, dice)
            if GAME.text(action).startswith("arrange"):
                arranged.append(seat)
            state.apply(seat, action)
        assert sorted(arranged) == list(range(seats))
        assert sum(state.scores()) == 6 * seats
