"""Les Aveugles, clause by clause (AVE-1 to AVE-16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.script import Script
from polychrome.engine.core import EVERYONE, HIDDEN, NATURE, SPECTATOR
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo.les_aveugles import GAME, GAP, LesAveugles
from spec.les_aveugles import ADAPTER

IN = {"outside": [0, 0]}  # for two players whose pawns have all entered


def ring(players: int, dice: list[int], cells: dict[int, str] | None = None, **setup: Any) -> Script:
    named = {str(cell): colour for cell, colour in (cells or {}).items()}
    return Script(ADAPTER, players, dice=dice, cells=named, **setup)


def test_everybody_has_three_pawns() -> None:  # AVE-1
    for seats in range(2, 7):
        assert GAME.begin(seats).pieces() == [3] * seats


@pytest.mark.parametrize(
    ("seats", "cells", "gates"),
    [
        (2, 20, [0, 10]),
        (3, 24, [0, 8, 16]),
        (4, 28, [0, 7, 14, 21]),
        (5, 30, [0, 6, 12, 18, 24]),
        (6, 30, [0, 5, 10, 15, 20, 25]),
    ],
)
def test_the_ring_grows_with_the_players(seats: int, cells: int, gates: list[int]) -> None:  # AVE-2
    state = GAME.begin(seats)
    assert isinstance(state, LesAveugles)
    assert len(state.disc) == cells
    assert [seat * GAP[seats] for seat in range(seats)] == gates


def test_the_die_is_natures() -> None:  # AVE-4
    state = GAME.begin(2)
    state.apply(NATURE, GAME.parse("* start 1"))
    state.apply(1, GAME.parse("roll"))
    assert [GAME.text(action) for action in state.legal(NATURE)] == [f"* die {face}" for face in range(1, 7)]


def test_a_pawn_is_hidden_from_everybody_once_it_rests() -> None:  # AVE-5
    script = ring(2, [4]).play("0 roll", "0 enter")
    for viewer in (0, 1, SPECTATOR):
        assert script.view(viewer).disc[3] == HIDDEN
        assert script.view(viewer, recall=True).disc[3] == 0


def test_a_pawn_that_enters_is_seen_until_the_end_of_its_turn() -> None:  # AVE-5
    script = ring(2, [1, 3]).play("0 roll", "0 enter")
    assert script.view(1).disc[0] == 0
    assert script.play("0 roll", "0 continue").view(1).disc[3] == HIDDEN


def test_recall_follows_a_pawn_with_the_eyes() -> None:  # AVE-5
    script = ring(2, [4, 2, 3], {5: "O"}, outside=[1, 0]).play("0 roll", "0 enter", "1 roll", "1 move 3", "0 accept")
    view = script.view(1, recall=True)
    assert view.disc[6] == 0
    assert [view.sighted(viewer, 6) for viewer in (0, 1, SPECTATOR)] == [3, 3, 3]
    assert script.view(1).disc[5:7] == [HIDDEN, HIDDEN]


def test_occupied_cells_are_jumped_and_not_counted() -> None:  # AVE-6
    script = ring(2, [2], {3: "R", 4: "O", 6: "R"}, **IN).play("0 roll", "0 move 3")
    assert script.look("cells") == {"4": "O", "6": "R", "7": "R"}


def test_gates_count_as_cells() -> None:  # AVE-6
    script = ring(2, [3], {9: "R", 2: "O"}, **IN).play("0 roll", "0 move 9")
    assert script.look("cells") == {"2": "O", "12": "R"}


def test_pawns_outside_enter_first() -> None:  # AVE-7
    script = ring(2, [4], {5: "R"}, outside=[1, 0]).play("0 roll")
    assert script.legal() == ["enter"]
    assert script.refuses("0 move 5") == "les_aveugles.refused.enter_first"


def test_the_own_gate_is_the_first_cell_that_counts() -> None:  # AVE-7
    assert ring(3, [4], start=1).play("1 roll", "1 enter").look("cells") == {"11": "O"}


def test_any_pawn_may_be_moved_whoever_owns_it() -> None:  # AVE-8
    script = ring(2, [3], {3: "R", 7: "O"}, **IN).play("0 roll")
    assert script.legal() == ["move 3", "move 7"]
    assert script.refuses("0 move 4") == "les_aveugles.refused.no_pawn"
    assert script.refuses("0 enter") == "les_aveugles.refused.none_outside"


def test_a_pawn_that_stops_on_a_gate_rolls_on() -> None:  # AVE-9
    script = ring(2, [3, 2], {7: "R", 2: "O"}, **IN).play("0 roll", "0 move 7")
    assert script.look("phase", "turn", "cells") == ["reroll", 0, {"2": "O"}]
    assert script.refuses("0 move 2") == "les_aveugles.refused.roll_again"
    assert script.play("0 roll").refuses("0 move 2") == "les_aveugles.refused.same_pawn"
    assert script.play("0 continue").look("cells", "phase") == [{"2": "O", "12": "R"}, "challenge"]


def test_gate_after_gate_can_lead_full_circle() -> None:  # AVE-9
    script = ring(6, [3, 5, 5, 5, 5, 5, 2], {2: "O"}, outside=[0] * 6).play("0 roll", "0 move 2")
    for _ in range(5):
        script.play("0 roll", "0 continue")
    assert script.play("0 roll", "0 continue").look("cells") == {"2": "O"}
    assert script.play("3 challenge").look("cells", "skip") == [{"2": "O"}, [1, 0, 0, 0, 0, 0]]


def test_a_pawn_leaves_only_by_passing_the_movers_gate() -> None:  # AVE-10
    script = ring(2, [4], {17: "R", 15: "O", 7: "R"}, **IN).play("0 roll")
    assert script.legal() == ["move 7", "move 15", "move 17", "move 17 exit"]
    assert script.refuses("0 move 15 exit") == "les_aveugles.refused.exit"
    assert script.refuses("0 move 7 exit") == "les_aveugles.refused.exit"


def test_landing_on_the_gate_is_not_passing_it_but_the_next_leg_may_leave() -> None:  # AVE-10
    script = ring(2, [3, 1], {17: "R", 4: "O"}, **IN).play("0 roll")
    assert script.refuses("0 move 17 exit") == "les_aveugles.refused.short"
    script.play("0 move 17", "0 roll")
    assert script.legal() == ["continue", "continue exit"]
    assert script.play("0 continue exit").look("middle", "turn") == [[1, 0], 1]


def test_a_leg_from_a_foreign_gate_may_pass_the_own_gate() -> None:  # AVE-10
    script = ring(6, [2, 6], {23: "R", 4: "O"}, outside=[0] * 6).play("0 roll", "0 move 23", "0 roll", "0 nopeek")
    assert script.legal() == ["continue", "continue exit"]
    short = ring(6, [2, 4], {23: "R", 4: "O"}, outside=[0] * 6).play("0 roll", "0 move 23", "0 roll")
    assert short.refuses("0 continue exit") == "les_aveugles.refused.short"


def test_leaving_is_a_choice() -> None:  # AVE-10
    script = ring(2, [4], {18: "R", 4: "O"}, **IN).play("0 roll", "0 move 18")
    assert script.look("cells", "phase") == [{"2": "R", "4": "O"}, "challenge"]


def test_a_pawn_cannot_leave_in_the_turn_in_which_it_enters() -> None:  # AVE-10
    script = ring(2, [1, 2]).play("0 roll", "0 enter", "0 roll")
    assert script.legal() == ["continue"]
    assert script.refuses("0 continue exit") == "les_aveugles.refused.fresh_exit"


def test_a_pawn_that_leaves_counts_for_its_owner() -> None:  # AVE-10
    script = ring(2, [4], {18: "O", 4: "R"}, **IN).play("0 roll", "0 move 18 exit")
    assert script.look("middle", "turn", "skip") == [[0, 1], 1, [0, 0]]
    assert GAME.text(script.table.log[-1].action) == "* shows O"
    assert script.table.log[-1].audience == EVERYONE


def test_the_exits_offered_are_those_that_pass_the_gate() -> None:  # AVE-10
    """Against walking it out, cell by cell."""
    dice = Dice(4)
    checked = 0
    for state in positions(dice):
        if GAME.text(state.legal(state.seat)[0]).startswith("move"):
            gate = state.seat * GAP[state.seats]
            exits = {action - 30 for action in state.legal(state.seat) if action >= 30}
            for cell in range(len(state.disc)):
                if state.disc[cell] != NONE:
                    passed = gate in walked(state, cell)[:-1]
                    assert (cell in exits) == passed
                    checked += passed
    assert checked > 20


def positions(dice: Dice) -> Iterator[LesAveugles]:
    """Where a player acts, from random games."""
    for seats in range(2, 7):
        for _ in range(8):
            state = GAME.begin(seats)
            assert isinstance(state, LesAveugles)
            while acting := state.acting():
                seat = acting[dice.below(len(acting))]
                if acting == [state.seat]:
                    yield state
                state.apply(seat, state.sample(seat, dice))


def walked(state: LesAveugles, cell: int) -> list[int]:
    """The cells that count, from here, with this roll."""
    counted = []
    while len(counted) < state.die:
        cell = (cell + 1) % len(state.disc)
        if state.disc[cell] == NONE:
            counted.append(cell)
    return counted


def test_a_six_lets_the_mover_peek() -> None:  # AVE-11
    script = ring(2, [6], {5: "O", 12: "R"}, **IN).play("0 roll")
    assert script.legal() == ["nopeek", "peek 5", "peek 12"]
    assert script.refuses("0 move 5") == "les_aveugles.refused.peek_first"
    assert script.refuses("0 peek 6") == "les_aveugles.refused.no_pawn"
    assert script.state.idle(0) == GAME.parse("nopeek")


def test_a_peek_reaches_only_the_peeker() -> None:  # AVE-5, AVE-11
    script = ring(3, [6], {5: "O", 12: "R"}, outside=[0] * 3).play("0 roll", "0 peek 5")
    peek, shown = script.table.log[-2:]
    assert peek.audience == EVERYONE
    assert (GAME.text(shown.action), shown.audience) == ("* shows O", 1 << 0)
    for viewer in (0, 1, 2, SPECTATOR):
        assert script.view(viewer).disc[5] == HIDDEN
    assert [script.view(0, recall=True).sighted(viewer, 5) for viewer in (0, 1, 2, SPECTATOR)] == [4, 0, 0, 0]


def test_one_peek_for_each_six_and_none_without() -> None:  # AVE-11
    script = ring(2, [6], {5: "O", 12: "R"}, **IN).play("0 roll", "0 peek 5")
    assert script.refuses("0 peek 12") == "les_aveugles.refused.peeked"
    assert ring(2, [5], {5: "O"}, **IN).play("0 roll").refuses("0 peek 5") == "les_aveugles.refused.no_six"


def test_a_six_with_nothing_to_peek_at_goes_straight_on() -> None:  # AVE-11
    assert ring(2, [6]).play("0 roll").look("phase") == "move"
    script = ring(2, [1, 6]).play("0 roll", "0 enter", "0 roll")  # the pawn that enters lies face up
    assert script.look("phase") == "continue"


def test_a_six_on_a_gate_may_peek_at_the_moving_pawn() -> None:  # AVE-11
    script = ring(2, [3, 6], {7: "R"}, **IN).play("0 roll", "0 move 7", "0 roll")
    assert script.legal() == ["nopeek", "peek 10"]
    assert script.play("0 peek 10").look("peeked", "phase") == ["R", "continue"]


def test_all_others_may_challenge_at_once_in_any_order() -> None:  # AVE-12
    script = ring(3, [2], {3: "R"}, outside=[0] * 3).play("0 roll", "0 move 3")
    assert script.look("phase", "turn") == ["challenge", [1, 2]]
    assert script.play("2 accept").look("turn") == [1]
    assert script.refuses("2 challenge") == "refused.turn"
    assert script.refuses("1 roll") == "colomo.refused.answer_first"
    assert script.state.idle(1) == GAME.parse("accept")


def test_if_all_accept_even_a_foreign_pawn_stays() -> None:  # AVE-12
    script = ring(2, [2], {3: "O"}, **IN).play("0 roll", "0 move 3", "1 accept")
    assert script.look("cells", "turn", "phase", "skip") == [{"5": "O"}, 1, "roll", [0, 0]]


def test_a_foreign_pawn_goes_back_over_all_legs_and_the_mover_sits_out() -> None:  # AVE-12
    script = ring(2, [3, 4], {7: "O"}, **IN).play("0 roll", "0 move 7", "0 roll", "0 continue", "1 challenge")
    assert script.look("cells", "skip", "turn") == [{"7": "O"}, [1, 0], 1]


def test_the_own_pawn_stays_and_brings_one_more_turn() -> None:  # AVE-12
    script = ring(2, [2], {7: "R"}, **IN).play("0 roll", "0 move 7", "1 challenge")
    assert script.look("cells", "skip", "turn", "phase") == [{"9": "R"}, [0, 0], 0, "roll"]


def test_a_challenged_pawn_is_shown_to_all_and_covered_again() -> None:  # AVE-12
    script = ring(3, [2], {3: "O"}, outside=[0] * 3).play("0 roll", "0 move 3", "1 challenge")
    shown = script.table.log[-1]
    assert (GAME.text(shown.action), shown.audience) == ("* shows O", EVERYONE)
    view = script.view(2, recall=True)
    assert script.view(2).disc[3] == HIDDEN
    assert [view.sighted(viewer, 3) for viewer in (0, 1, 2, SPECTATOR)] == [5] * 4


def test_entering_and_leaving_cannot_be_challenged() -> None:  # AVE-12
    script = ring(2, [4]).play("0 roll", "0 enter")
    assert script.refuses("1 challenge") == "colomo.refused.no_question"
    script = ring(2, [4], {18: "O"}, **IN).play("0 roll", "0 move 18 exit")
    assert script.refuses("1 accept") == "colomo.refused.no_question"


def test_who_sits_out_is_passed_over_once() -> None:  # AVE-13
    script = ring(3, [1, 1], {3: "O", 9: "Y"}, outside=[0] * 3, skip=[0, 0, 1], start=1)
    script.play("1 roll", "1 move 3", "0 accept", "2 accept")
    assert script.look("turn", "skip") == [0, [0, 0, 0]]


def test_two_who_both_sit_out_wait_for_each_other() -> None:  # AVE-13
    script = ring(2, [1], {3: "R"}, **IN, skip=[0, 1]).play("0 roll", "0 move 3", "1 accept")
    assert script.look("turn", "skip") == [0, [0, 0]]
    script = ring(2, [1], {3: "O"}, **IN, skip=[0, 1]).play("0 roll", "0 move 3", "1 challenge")
    assert script.look("turn", "skip") == [1, [0, 0]]


def test_three_pawns_in_the_middle_win_even_in_another_turn() -> None:  # AVE-14
    script = ring(2, [3], {8: "R", 12: "O"}, **IN, middle=[2, 1], start=1).play("1 roll", "1 move 8 exit")
    assert script.look("over", "winners") == [True, [0]]


def test_roll_first_and_only_once() -> None:  # AVE-15
    script = ring(2, [3], {4: "R"}, **IN)
    assert script.refuses("0 move 4") == "les_aveugles.refused.roll_first"
    script.play("0 roll")
    assert script.refuses("0 roll") == "les_aveugles.refused.rolled"
    assert script.refuses("0 continue") == "les_aveugles.refused.not_on_gate"
    assert script.refuses("0 jump 4") == "les_aveugles.unreadable"


def test_there_is_always_a_legal_move_and_no_gate_is_ever_occupied_for_long() -> None:  # AVE-9, AVE-16
    for state in positions(Dice(9)):
        assert state.legal(state.seat)
        gates = [gate for gate in range(0, len(state.disc), GAP[state.seats]) if state.disc[gate] != NONE]
        assert gates == ([state.pawn] if state.on_gate() else [])


def test_walking_without_arriving_is_stubborn_at_last() -> None:  # GEN-15
    script = ring(2, [1] * 500, {1: "R", 11: "O"}, **IN)
    where = [1, 11]
    for turn in range(200):
        assert not script.state.stale()
        seat = turn % 2
        script.play(f"{seat} roll", f"{seat} move {where[seat]}")
        while script.look("phase") == "reroll":
            script.play(f"{seat} roll", f"{seat} continue")
        script.play(f"{1 - seat} accept")
        where[seat] = script.state.pawn
    assert script.state.stale()
