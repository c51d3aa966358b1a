"""Colorio, clause by clause (CIO-1 to CIO-16), and its luck against every arrangement of the strips."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from games.script import Script
from polychrome.bots import make
from polychrome.bots.memory import Memory
from polychrome.engine.core import HIDDEN, NATURE, SPECTATOR, Unplayable
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout
from polychrome.games.colorio.rules import DECIDE, GAME, LIFT, NAMES, OVER, SHOW, SHOWS, TEXTS, TURNING, Colorio
from polychrome.games.colorio.strips import COLOURS, LETTERS, STRIPS
from samples import few
from spec.colorio import ADAPTER

ROWS = ["BBBBB", "GGGGG", "YYYYY", "RRRRR", "OOOOO"]  # a colour to each row
LATIN = ["BGYRO", "YOBGR", "RBOYG", "GYROB", "ORGBY"]  # the white strips as they are listed


def colorio(players: int, board: list[str] = ROWS, variant: str = "last_survivor", **setup: Any) -> Script:
    key = "boards" if variant == "points" else "board"
    return Script(ADAPTER, players, {"variant": variant}, **{key: board}, **setup)


def begun(seats: int = 3, **options: str | int) -> Colorio:
    state = GAME.begin(seats, options)
    assert isinstance(state, Colorio)
    return state


def play(script: Script, seat: int, *fields: str) -> Script:
    """Lift and remove."""
    for field in fields:
        script.play(f"{seat} lift {field}", f"{seat} remove")
    return script


# The strips.


@pytest.mark.parametrize("side", [0, 1])
def test_each_side_has_five_fields_of_each_colour(side: int) -> None:  # CIO-2, CIO-3
    assert Counter("".join(STRIPS[side])) == dict.fromkeys(LETTERS, 5)


def test_white_strips_show_each_colour_once() -> None:  # CIO-3
    assert all(sorted(strip) == sorted(LETTERS) for strip in STRIPS[0])


def test_grey_strips_double_one_colour_and_lack_one_each_another() -> None:  # CIO-3
    counts = [Counter(strip) for strip in STRIPS[1]]
    assert [sorted(count.values()) for count in counts] == [[1, 1, 1, 2]] * 5
    assert {colour for count in counts for colour in count if count[colour] == 2} == set(LETTERS)
    assert {colour for count in counts for colour in LETTERS if colour not in count} == set(LETTERS)


@cache
def arrangements(side: int) -> list[str]:
    """Every order of the strips, each either way round."""
    turned = product(permutations(STRIPS[side]), product((1, -1), repeat=5))
    return ["".join(strip[::way] for strip, way in zip(order, ways, strict=True)) for order, ways in turned]


def counted(state: Colorio, place: int) -> Counter[int]:
    """By colour of a field: in how many arrangements that fit all that the position knows."""
    known = [(at, LETTERS[colour]) for at, colour in enumerate(state.disc) if colour >= 0]
    fitting = [board for board in arrangements(state.side) if all(board[at] == letter for at, letter in known)]
    return Counter(LETTERS.index(board[place]) for board in fitting)


@pytest.mark.parametrize("side", ["white", "grey"])
@pytest.mark.parametrize("recall", [True, False])
def test_weights_are_numbers_of_arrangements(side: str, recall: bool) -> None:  # CIO-5
    """Also in a view that has forgotten what is covered."""
    dice = Dice(7)
    checked = 0
    for _ in range(few(12)):
        state = begun(4, side=side)
        while state.acting():
            seat = state.acting()[0]
            view = state.view(SPECTATOR, recall)
            if seat == NATURE and view.disc[view.place] == HIDDEN:
                weights = {action - SHOWS: view.weight(action) for action in view.legal(NATURE)}
                assert weights == counted(view, view.place)
                checked += 1
            state.apply(seat, state.sample(seat, dice))
    assert checked > few(100)


@pytest.mark.parametrize("side", ["white", "grey"])
def test_boards_come_up_as_often_as_arrangements(side: str) -> None:  # CIO-5
    """Drawn field by field in a mixed order, every arrangement is as likely as every other."""
    order = sorted(range(25), key=lambda place: place * 7 % 25)
    boards = Counter(arrangements(SIDES[side]))
    for board in list(boards)[::97]:
        state = begun(2, side=side)
        chance = Fraction(1)
        for place in order:
            weights = [state.ways(place, colour) for colour in range(COLOURS)]
            colour = LETTERS.index(board[place])
            chance *= Fraction(weights[colour], sum(weights))
            state.show(place, colour)
        assert chance == Fraction(boards[board], 3840)


SIDES = {"white": 0, "grey": 1}


def test_a_whole_game_shows_a_board_of_strips() -> None:  # CIO-5
    for seed in range(40):
        state = begun(2 + seed % 4, side=("white", "grey", "random")[seed % 3])
        playout(state, Dice(seed), GAME.limit)
        assert any(
            all(colour < 0 or LETTERS[colour] == letter for colour, letter in zip(state.disc, board, strict=True))
            for board in arrangements(state.side)
        )


def test_a_made_up_board_is_drawn_from_what_is_left_of_each_colour() -> None:  # GEN-4
    script = play(colorio(2), 0, "a1", "b1", "c1")
    script.table.play(1, GAME.parse("lift a2"))
    state = script.state
    assert state.phase == SHOW
    assert {TEXTS[action]: state.weight(action) for action in state.legal(NATURE)} == {
        "* shows B": 2,
        "* shows G": 5,
        "* shows Y": 5,
        "* shows R": 5,
        "* shows O": 5,
    }


def test_nothing_is_known_at_first() -> None:  # CIO-5
    state = begun(2)
    assert state.disc == [HIDDEN] * 25
    state.apply(0, GAME.parse("lift c3"))
    assert [state.weight(action) for action in state.legal(NATURE)] == [768] * 5


# Options and set-up.


def test_seat_0_begins_and_nobody_needs_luck_for_it() -> None:  # CIO-4, GEN-2
    assert begun(3).acting() == [0]
    assert begun(3, start_player=2).acting() == [2]


def test_a_start_player_can_be_drawn() -> None:  # CIO-4
    state = begun(3, start_player="random")
    assert state.acting() == [NATURE]
    assert [TEXTS[action] for action in state.legal(NATURE)] == ["* start 0", "* start 1", "* start 2"]
    state.apply(NATURE, GAME.parse("* start 2"))
    assert state.acting() == [2]


def test_a_side_can_be_drawn_after_the_start_player() -> None:  # CIO-4, CIO-5
    state = begun(2, side="random", start_player="random")
    state.apply(NATURE, GAME.parse("* start 1"))
    assert (state.phase, state.acting()) == (TURNING, [NATURE])
    state.apply(NATURE, GAME.parse("* side grey"))
    assert (state.side, state.seat, state.phase) == (1, 1, LIFT)


def test_nobody_can_begin_who_does_not_sit_here() -> None:  # CIO-4
    with pytest.raises(Unplayable):
        GAME.begin(3, {"start_player": 3})


@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats: int) -> None:
    with pytest.raises(Unplayable):
        GAME.begin(seats)


def test_fields_are_columns_a_to_e_and_rows_1_to_5() -> None:  # CIO-5
    assert NAMES[:6] == ["a1", "b1", "c1", "d1", "e1", "a2"]
    assert NAMES[-1] == "e5"


# What people see.


def test_a_covered_colour_is_in_nobodys_view() -> None:  # CIO-6, GEN-8
    script = colorio(2, open=["a1", "a2", "a3"]).play("0 lift b4", "0 move a1")
    for viewer in (0, 1, SPECTATOR):
        view = script.view(viewer)
        assert view.disc[NAMES.index("a1")] == HIDDEN
        assert view.disc[NAMES.index("b4")] == LETTERS.index("R")
        assert view.seen == [0] * 25
        assert (view.pool, view.unseen) == ([5, 4, 4, 4, 5], 22)


def test_recall_knows_what_was_seen_and_when() -> None:  # GEN-8
    script = colorio(2, open=["a1", "a2", "a3"]).play("0 lift b4", "0 move a1")
    view = script.view(1, recall=True)
    assert view.disc[NAMES.index("a1")] == LETTERS.index("B")
    assert view.seen[NAMES.index("a1")] == view.played == 3


def test_a_field_seen_before_shows_its_colour_again() -> None:  # CIO-6
    script = colorio(2, open=["a1", "a2", "a3"]).play("0 lift b4", "0 move a1")
    play(script, 0, "c4", "d5")
    script.table.play(1, GAME.parse("lift a1"))
    assert [TEXTS[action] for action in script.state.legal(NATURE)] == ["* shows B"]
    assert script.state.view(0).legal(NATURE) != script.state.legal(NATURE)


# The turn.


def test_three_caps_then_the_next_player() -> None:  # CIO-7
    script = play(colorio(3), 0, "a1", "a2")
    assert script.look("turn", "phase") == [0, "lift"]
    play(script, 0, "a3")
    assert script.look("turn", "phase", "caps", "removed") == [1, "lift", 22, 3]


def test_the_next_cap_waits_for_the_decision() -> None:  # CIO-7
    script = colorio(2).play("0 lift a1")
    assert script.look("phase", "lifted") == ["decide", "a1"]
    assert script.refuses("0 lift b1") == "colorio.refused.decide_first"


def test_nothing_can_be_decided_before_a_lift() -> None:  # CIO-7
    script = colorio(2, open=["a1"])
    assert script.refuses("0 remove") == "colorio.refused.lift_first"
    assert script.refuses("0 move a1") == "colorio.refused.lift_first"


def test_an_open_field_cannot_be_lifted() -> None:  # CIO-7
    assert colorio(2, open=["a1"]).refuses("0 lift a1") == "colorio.refused.open"


def test_a_cap_can_always_be_removed() -> None:  # CIO-8
    script = colorio(2, open=["a1", "b1", "c2"]).play("0 lift c1")
    assert script.legal() == ["move c2", "remove"]
    script = colorio(2, open=["a1", "b1"]).play("0 lift c1")
    assert script.legal() == ["remove"]


def test_a_moved_cap_covers_its_target_and_stays_in_the_game() -> None:  # CIO-9
    script = colorio(2, open=["a1", "a2"]).play("0 lift b2", "0 move a1")
    assert script.look("caps", "removed", "lifted") == [23, 2, None]
    assert script.look("visible") == {"B": 0, "G": 2, "Y": 0, "R": 0, "O": 0}


@pytest.mark.parametrize(
    ("target", "why"), [("b2", "same_field"), ("a2", "same_colour"), ("e5", "capped"), ("c2", "same_colour")]
)
def test_a_cap_goes_only_on_an_open_field_of_another_colour(target: str, why: str) -> None:  # CIO-9
    script = colorio(2, open=["a1", "a2", "c2"]).play("0 lift b2")
    assert script.refuses(f"0 move {target}") == f"colorio.refused.{why}"
    assert script.legal() == ["move a1", "remove"]


def test_a_field_uncovered_in_the_same_turn_is_a_target() -> None:  # CIO-9
    script = colorio(2, open=["a1"]).play("0 lift a2", "0 remove", "0 lift a3", "0 move a2")
    assert script.look("visible") == {"B": 1, "G": 0, "Y": 1, "R": 0, "O": 0}


def test_the_third_cap_leaves_if_no_other_did() -> None:  # CIO-9
    script = colorio(2, open=["a1", "a2", "a3"])
    script.play("0 lift b1", "0 move a2", "0 lift b3", "0 move a1", "0 lift b4")
    assert script.legal() == ["remove"]
    assert script.refuses("0 move a3") == "colorio.refused.nothing_removed"


@pytest.mark.parametrize("removed_at", [0, 1])
def test_the_third_cap_is_free_once_one_was_removed(removed_at: int) -> None:  # CIO-9
    script = colorio(2, open=["a1", "a2", "a3"])
    decisions = ["move a2", "move a1"]
    decisions[removed_at] = "remove"
    script.play("0 lift b1", f"0 {decisions[0]}", "0 lift b3", f"0 {decisions[1]}", "0 lift b4")
    assert "move a3" in script.legal()


def test_what_was_removed_in_the_last_turn_does_not_count() -> None:  # CIO-9
    script = play(colorio(2, open=["a1", "a2", "a3"]), 0, "b4", "c4", "d5")
    script.play("1 lift b1", "1 move a2", "1 lift b3", "1 move a1", "1 lift e5")
    assert script.refuses("1 move a3") == "colorio.refused.nothing_removed"


def test_the_first_turn_removes_three_caps() -> None:  # CIO-10
    script = colorio(2, start=1).play("1 lift a1", "1 remove", "1 lift a2")
    assert script.refuses("1 move a1") == "colorio.refused.first_turn"
    script.play("1 remove", "1 lift a3")
    assert script.legal() == ["remove"]


def test_the_second_player_may_move_at_once() -> None:  # CIO-10
    script = play(colorio(2), 0, "a1", "a2", "a3").play("1 lift a4")
    assert script.legal() == ["move a1", "move a2", "move a3", "remove"]


def test_a_first_turn_can_be_asked_for_with_open_fields() -> None:  # CIO-5
    script = colorio(2, open=["a1", "a2"], first=True).play("0 lift a3")
    assert script.legal() == ["remove"]


# Going out.


def test_the_fifth_field_of_a_colour_puts_its_finder_out() -> None:  # CIO-11
    script = colorio(3, open=["a1", "b1", "c1", "d1"], start=1).play("1 lift e1")
    assert script.look("alive", "turn", "phase", "removed", "caps") == [[0, 2], 2, "lift", 5, 20]
    assert script.state.step == 0


def test_the_one_who_goes_out_need_not_have_removed_a_cap() -> None:  # CIO-11
    script = colorio(3, open=["a1", "b1", "c1", "d1", "a2"]).play("0 lift a3", "0 move a2", "0 lift e1")
    assert script.look("alive", "turn") == [[1, 2], 1]
    script.play("1 lift b2", "1 move a1", "1 lift b3", "1 move b1", "1 lift b4")
    assert script.refuses("1 move c1") == "colorio.refused.nothing_removed"  # a full turn, by the usual rules


def test_a_complete_colour_harms_nobody_who_lifts_another() -> None:  # CIO-11
    script = colorio(3, open=["a1", "b1", "c1", "d1"]).play("0 lift e1", "1 lift a2")
    assert script.look("phase", "turn", "alive") == ["decide", 1, [1, 2]]


def test_a_colour_covered_again_puts_out_again() -> None:  # CIO-11
    script = colorio(4, open=["a1", "b1", "c1", "d1"]).play("0 lift e1", "1 lift a2", "1 move e1")
    play(script, 1, "b2", "a3")
    script.play("2 lift e1")
    assert script.look("alive", "turn", "over") == [[1, 3], 3, False]


def test_four_of_a_colour_are_not_five() -> None:  # CIO-11
    script = colorio(2, open=["a1", "b1", "c1"]).play("0 lift d1")
    assert script.look("phase", "alive") == ["decide", [0, 1]]


def test_those_who_are_out_are_passed_over() -> None:  # CIO-7, CIO-11
    script = colorio(3, open=["a1", "b1", "c1", "d1"], start=1).play("1 lift e1")
    play(script, 2, "a2", "a3", "a4")
    play(script, 0, "b2", "b3", "b4")
    assert script.look("turn") == 2


# The ban.


def banned() -> Script:
    return play(colorio(3, open=["a1", "a2", "a3"]), 0, "b2", "b3").play("0 lift b4", "0 move a1")


def test_the_cap_moved_last_is_taboo_for_the_next_lift() -> None:  # CIO-12
    script = banned()
    assert script.look("turn", "ban") == [1, "a1"]
    assert script.refuses("1 lift a1") == "colorio.refused.ban"
    assert "lift a1" not in script.legal()


def test_the_ban_is_for_one_lift_only() -> None:  # CIO-12
    script = banned()
    play(script, 1, "c5")
    assert script.look("ban") is None
    assert "lift a1" in script.legal()


def test_a_move_before_the_last_action_bans_nothing() -> None:  # CIO-12
    script = colorio(2, open=["a1", "a2", "a3"]).play("0 lift b2", "0 move a1")
    play(script, 0, "b3", "b4")
    assert script.look("ban") is None
    assert "lift a1" in script.legal()


def test_the_ban_ends_with_the_one_it_binds() -> None:  # CIO-12
    script = colorio(3, open=["a1", "a2", "b2", "c2", "d2", "a3"])
    play(script, 0, "b3", "b4").play("0 lift b5", "0 move a1", "1 lift e2")
    assert script.look("turn", "ban", "alive") == [2, None, [0, 2]]
    assert "lift a1" in script.legal()


def test_a_cap_is_lifted_once_a_turn() -> None:  # CIO-12
    script = colorio(2, open=["a1", "a2", "a3"]).play("0 lift b2", "0 move a1")
    assert script.refuses("0 lift a1") == "colorio.refused.same_cap"
    play(script, 0, "b3")
    assert script.refuses("0 lift a1") == "colorio.refused.same_cap"


def test_with_two_caps_left_somebody_can_still_lift() -> None:  # CIO-13
    """23 fields lie open: three colours whole, two with four; each complete colour has cost a player."""
    fields = [name for name in NAMES if name not in ("e4", "e5")]
    script = colorio(5, open=fields)
    script.state.alive = 3
    assert script.legal() == ["lift e4", "lift e5"]
    script.play("0 lift e4")
    assert script.look("over", "winners") == [True, [1]]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_lift_is_always_possible(seats: int) -> None:  # CIO-13
    for seed in range(60):
        state = begun(seats, side="random", variant=("last_survivor", "points")[seed % 2])
        dice = Dice(seed)
        while state.acting():
            if state.phase == LIFT:
                assert state.caps.bit_count() >= 2
                assert state.legal(state.seat)
            seat = state.acting()[0]
            state.apply(seat, state.sample(seat, dice))
            open_fields = [colour for place, colour in enumerate(state.disc) if state.lies_open(place)]
            assert state.visible == [open_fields.count(colour) for colour in range(COLOURS)]


# The end.


def test_the_last_survivor_wins() -> None:  # CIO-14
    script = colorio(2, open=["a1", "b1", "c1", "d1"]).play("0 lift e1")
    assert script.look("over", "winners", "turn", "phase") == [True, [1], None, "over"]
    assert script.state.scores() == [0, 1]


def test_points_by_the_order_of_going_out() -> None:  # CIO-15
    script = colorio(3, [ROWS, ROWS, ROWS], "points", open=["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2"])
    script.play("0 lift e1")
    assert script.look("points", "alive") == [[0, 0, 0], [1, 2]]
    script.play("1 lift e2")
    assert script.look("points", "round", "alive", "turn", "caps") == [[0, 1, 2], 1, [0, 1, 2], 1, 25]
    assert script.state.disc == [HIDDEN] * 25


def test_everybody_starts_a_round_and_its_first_turn_removes_three() -> None:  # CIO-10, CIO-15
    script = colorio(2, [ROWS, LATIN], "points", start=1)
    play(play(script, 1, "a1", "b1", "c1"), 0, "d1").play("0 lift e1")
    assert script.look("points", "round", "turn") == [[0, 1], 1, 0]
    play(script, 0, "a1", "c2").play("0 lift b1")
    assert script.refuses("0 move a1") == "colorio.refused.first_turn"


def test_as_many_rounds_as_players_and_most_points_win() -> None:  # CIO-15, GEN-9
    script = colorio(2, [ROWS, ROWS], "points")
    play(play(script, 0, "a1", "b1", "c1"), 1, "d1").play("1 lift e1")
    play(play(script, 1, "a1", "b1", "c1"), 0, "d1").play("0 lift e1")
    assert script.look("over", "points", "winners") == [True, [1, 1], [0, 1]]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_round_is_worth_the_same_for_all_together(seats: int) -> None:  # CIO-15
    state = begun(seats, variant="points")
    playout(state, Dice(seats), GAME.limit)
    assert state.phase == OVER
    assert sum(state.points) == seats * (seats * (seats - 1) // 2)


# Words.


@pytest.mark.parametrize(
    "text", ["lift f1", "lift a6", "lift", "move", "remove a1", "* shows V", "* start 5", "* side"]
)
def test_what_is_no_action_is_unreadable(text: str) -> None:  # CIO-16
    assert colorio(2).refuses(f"0 {text}") == "colorio.unreadable"


def test_players_do_not_play_for_nature() -> None:  # GEN-5
    assert colorio(2).refuses("0 * shows B") == "refused.nature_only"


# Bots.


def test_a_memory_that_mixes_things_up_can_still_be_played_with() -> None:
    """What it believes may fit no strips at all."""
    mixed = 0
    for seed in range(30):
        dice = Dice(seed)
        state = begun(3, side="grey")
        playout(state, dice, 60)
        faded = Memory(8.0, 0.0, 1.0, seed).fade(state.view(0, recall=True), 0)
        assert isinstance(faded, Colorio)
        mixed += not counted(faded, 0)
        assert faded.faces() == [5] * 5
        playout(faded, dice, GAME.limit)
        assert not faded.acting()
    assert mixed


def test_forgetful_search_plays_to_the_end() -> None:
    state = begun(3)
    bots = [make("child/search:10", 1), make("adult/search:10", 2), make("search:10", 3)]
    dice = Dice(5)
    while state.acting():
        seat = state.acting()[0]
        view = state.view(seat, recall=True) if seat != NATURE else state
        action = state.sample(NATURE, dice) if seat == NATURE else bots[seat].choose(view, seat)
        assert state.refuse(seat, action) is None
        state.apply(seat, action)
    assert state.alive.bit_count() == 1


def test_a_random_decision_is_any_legal_one() -> None:
    """The quick way of choosing finds what `legal` lists, and each as often."""
    script = colorio(2, open=["a1", "a2", "a3", "b1"]).play("0 lift b2")
    state = script.state
    assert state.phase == DECIDE
    dice = Dice(3)
    found = Counter(state.sample(0, dice) for _ in range(4000))
    assert sorted(found) == state.legal(0)
    assert min(found.values()) > 800
