"""A l'aveuglette, clause by clause (ALA-1 to ALA-12), and against moves found by coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.script import Script
from polychrome.engine.core import EVERYONE, HIDDEN, SPECTATOR
from polychrome.engine.dice import Dice
from polychrome.engine.pieces.facedown import NONE
from polychrome.games.colomo.a_l_aveuglette import GAME, ALAveuglette
from polychrome.games.colomo.board import CELLS, ENTRIES, NAMES
from spec.a_l_aveuglette import ADAPTER


def board(players: int = 2, pawns: str = "", options: dict[str, Any] | None = None, **setup: Any) -> Script:
    """Pawns as "c1R d2O"; nobody waits unless the set-up says so."""
    on = {word[:2]: word[2] for word in pawns.split()}
    return Script(ADAPTER, players, options, **{"board": on, "waiting": [0] * players, **setup})


def test_everybody_has_five_pawns() -> None:  # ALA-1
    assert GAME.begin(4).pieces() == [5] * 4
    assert CELLS == 25


@pytest.mark.parametrize(
    ("players", "rows"),
    [
        (2, ["a1 b1 c1 d1 e1", "a5 b5 c5 d5 e5"]),
        (3, ["a1 b1 c1 d1 e1", "a1 a2 a3 a4 a5", "a5 b5 c5 d5 e5"]),
        (4, ["a1 b1 c1 d1 e1", "a1 a2 a3 a4 a5", "a5 b5 c5 d5 e5", "e1 e2 e3 e4 e5"]),
    ],
)
def test_each_side_has_its_entry_row(players: int, rows: list[str]) -> None:  # ALA-2
    for seat, row in enumerate(rows):
        script = board(players, waiting=[5] * players, start=seat)
        assert script.legal() == [f"enter {cell}" for cell in row.split()]


@pytest.mark.parametrize(("seat", "cell"), [(0, "c5"), (1, "e3"), (2, "c1"), (3, "a3")])
def test_each_side_leaves_over_the_opposite_edge(seat: int, cell: str) -> None:  # ALA-2, ALA-9
    for other in range(4):
        script = board(4, f"{cell}R", start=other)
        assert (f"move {cell} out" in script.legal()) == (other == seat)


def test_a_pawn_on_the_board_is_hidden_and_recall_follows_it() -> None:  # ALA-5
    script = board(2, waiting=[1, 0], pawns="c5O").play("0 enter c1", "1 move c1 c2", "0 accept")
    for viewer in (0, 1, SPECTATOR):
        assert script.view(viewer).disc[NAMES.index("c2")] == HIDDEN
        recalled = script.view(viewer, recall=True)
        assert recalled.disc[NAMES.index("c2")] == 0
        assert recalled.sighted(viewer, NAMES.index("c2")) == 1


def test_all_pawns_enter_before_any_moves() -> None:  # ALA-6
    script = board(2, "c1R", waiting=[1, 0])
    assert script.refuses("0 move c1 c2") == "a_l_aveuglette.refused.enter_first"
    assert board(2, "c1R").refuses("0 enter a1") == "a_l_aveuglette.refused.none_waiting"


def test_entering_steps_onto_a_free_cell_of_the_entry_row() -> None:  # ALA-6
    script = board(2, "c1O", waiting=[1, 0])
    assert script.refuses("0 enter c1") == "a_l_aveuglette.refused.occupied"
    assert script.refuses("0 enter a2") == "a_l_aveuglette.refused.entry"
    assert script.play("0 enter d1").look("board", "waiting", "turn") == [{"c1": "O", "d1": "R"}, [0, 0], 1]


def test_entering_may_jump_over_the_entry_row() -> None:  # ALA-6
    script = board(2, "c1O", waiting=[1, 0])
    jumps = [line for line in script.legal() if line.endswith("2")]
    assert jumps == ["enter b2", "enter c2", "enter d2"]


def test_a_diagonal_entry_needs_an_outside_square() -> None:  # ALA-6
    script = board(2, "a1O", waiting=[1, 0])
    assert [line for line in script.legal() if line.endswith("2")] == ["enter a2"]


def test_an_entering_jump_may_go_on_but_must_end_on_the_board() -> None:  # ALA-6
    script = board(2, "c1O c3O c5O", waiting=[1, 0])
    assert "enter c2 c4" in script.legal()
    assert script.refuses("0 enter c2 c4 out") == "a_l_aveuglette.refused.out_entering"
    assert script.refuses("0 enter out") == "a_l_aveuglette.refused.out_entering"
    assert script.refuses("0 enter c2 c4 d4") == "a_l_aveuglette.refused.chain"


def test_a_pawn_steps_in_eight_directions() -> None:  # ALA-7
    script = board(2, "c3R")
    assert script.legal() == [f"move c3 {cell}" for cell in ("b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4")]


def test_any_pawn_may_be_moved_whoever_owns_it() -> None:  # ALA-7
    assert any(line.startswith("move a1") for line in board(2, "c3R a1O").legal())
    assert board(2, "c3R").refuses("0 move a1 a2") == "a_l_aveuglette.refused.no_pawn"


def test_a_jump_needs_a_pawn_to_jump_over_and_a_free_cell_behind() -> None:  # ALA-7
    script = board(2, "c3R c4O a3O b3R")
    assert script.refuses("0 move c3 a3") == "a_l_aveuglette.refused.occupied"
    assert script.refuses("0 move c3 e3") == "a_l_aveuglette.refused.far"
    assert script.play("0 move c3 c5").look("board") == {"a3": "O", "b3": "R", "c4": "O", "c5": "R"}


def test_others_may_challenge_a_pawn_that_was_face_down() -> None:  # ALA-7a
    script = board(3, "c3O a1R").play("0 move c3 c2")
    assert script.look("phase", "turn") == ["challenge", [1, 2]]
    assert script.refuses("1 move a1 a2") == "colomo.refused.answer_first"
    assert script.state.idle(1) == GAME.parse("accept")


def test_a_foreign_pawn_goes_back_to_where_it_stood_and_the_mover_sits_out() -> None:  # ALA-7a
    script = board(2, "a1O b2R c4R d5R", done=[2, 4]).play("0 move a1 c3 c5", "1 challenge")
    assert script.look("board", "skip", "turn") == [{"a1": "O", "b2": "R", "c4": "R", "d5": "R"}, [1, 0], 1]
    assert script.table.log[-1].audience == EVERYONE


def test_the_own_pawn_stays_and_the_mover_plays_again() -> None:  # ALA-7a
    script = board(2, "c3R a1O").play("0 move c3 c4", "1 challenge")
    assert script.look("board", "turn", "phase") == [{"a1": "O", "c4": "R"}, 0, "move"]


def test_entering_and_leaving_cannot_be_challenged() -> None:  # ALA-7a
    script = board(2, "c5R", waiting=[1, 0]).play("0 enter a1")
    assert script.refuses("1 challenge") == "colomo.refused.no_question"
    assert board(2, "c5R a1R").play("0 move c5 out").look("phase", "turn") == ["move", 1]


def test_without_challenges_the_turn_passes_at_once() -> None:  # ALA-3
    script = board(2, "c3O a1R", {"challenge": "off"}).play("0 move c3 c2")
    assert script.look("turn", "phase") == [1, "move"]
    assert script.refuses("1 accept") == "colomo.refused.no_question"


def test_a_step_is_never_combined_with_a_jump() -> None:  # ALA-8
    script = board(2, "c3R c4O")
    assert script.refuses("0 move c3 c5 b5") == "a_l_aveuglette.refused.chain"
    assert script.refuses("0 move c3 d3 b5") == "a_l_aveuglette.refused.chain"
    assert script.refuses("0 move c3 c5 out") == "a_l_aveuglette.refused.out"


def test_a_chain_never_lands_twice_on_a_cell() -> None:  # ALA-8
    script = board(2, "a1R b1O c2O b3O a2O")
    assert script.refuses("0 move a1 c1 c3 a3 a1") == "a_l_aveuglette.refused.twice"
    assert script.refuses("0 move a1 c1 c3 c1") == "a_l_aveuglette.refused.twice"
    assert {"move a1 c1 c3 a3", "move a1 a3 c3 c1"} < set(script.legal())


def test_a_pawn_does_not_jump_over_the_cell_it_has_left() -> None:  # ALA-8
    script = board(2, "b2R b3O c4O")  # b4, d4, then back over c4 to b4; never over b2
    assert not [line for line in script.legal() if line.startswith("move b2 b4 b2")]
    assert script.refuses("0 move b2 b4 d4 b4") == "a_l_aveuglette.refused.twice"


def test_two_ways_of_jumping_are_two_actions() -> None:  # ALA-12
    script = board(2, "a1R b1O c2O b3O a2O")
    one, other = script.state.clone(), script.state.clone()
    one.apply(0, GAME.parse("move a1 c1 c3"))
    other.apply(0, GAME.parse("move a1 a3 c3"))
    assert one.disc == other.disc
    assert one != other


def test_a_pawn_steps_out_of_the_last_row() -> None:  # ALA-9
    script = board(2, "e5R c4R", done=[1, 1])
    assert script.refuses("0 move c4 out") == "a_l_aveuglette.refused.out"
    assert script.play("0 move e5 out").look("done", "turn") == [[2, 1], 1]


def test_a_pawn_jumps_out_over_the_last_row_onto_an_outside_square() -> None:  # ALA-9
    assert "move d4 out" in board(2, "d4R c5O").legal()  # onto b6
    assert "move d4 out" in board(2, "d4R d5O").legal()
    assert "move d4 out" not in board(2, "d4R e5O").legal()  # there is no f6
    assert "move d4 out" not in board(2, "d4R c3O").legal()


def test_a_chain_may_end_outside() -> None:  # ALA-9
    assert "move b2 d4 out" in board(2, "b2R c3O d5O").legal()


def test_a_pawn_that_leaves_counts_for_its_owner() -> None:  # ALA-9
    script = board(2, "c5O a1R", done=[1, 1]).play("0 move c5 out")
    assert script.look("done", "turn", "skip") == [[1, 2], 1, [0, 0]]
    shown = script.table.log[-1]
    assert (GAME.text(shown.action), shown.audience) == ("* shows O", EVERYONE)


def test_who_cannot_enter_is_passed_over() -> None:  # ALA-10
    rows = "a1Y b1Y c1Y d1O e1O a2O b2O c2O d2R e2R c5Y"
    script = board(3, rows, waiting=[1, 0, 0], start=2).play("2 move c5 c4", "0 accept", "1 accept")
    assert script.look("turn") == 1


def test_who_sits_out_and_who_cannot_enter_leave_the_turn_to_the_mover() -> None:  # ALA-10, AVE-13
    rows = "a1Y b1Y c1Y d1O e1O a2O b2O c2O d2R e2R c5Y"
    script = board(3, rows, waiting=[1, 0, 0], start=2, skip=[0, 1, 0]).play("2 move c5 c4", "0 accept", "1 accept")
    assert script.look("turn", "skip") == [2, [0, 0, 0]]


def test_the_game_ends_when_nobody_can_do_anything() -> None:  # ALA-10
    """Two rows full on each side, and everybody has a pawn waiting."""
    ring = [cell for cell in NAMES[:CELLS] if cell != "c3"]
    script = board(2, " ".join(f"{cell}R" for cell in ring if cell != "a1"), waiting=[2, 1], done=[0, 1])
    assert script.play("0 enter a1").look("over", "winners") == [True, [1]]


def test_thirty_turns_each_without_leaving_end_the_game() -> None:  # ALA-10
    script = board(2, "c3R a1O", {"challenge": "off"}, done=[1, 2])
    for turn in range(60):
        assert not script.look("over")
        script.play(f"{turn % 2} move {'c3 c2' if turn % 2 == 0 else 'c2 c3'}")
    assert script.look("over", "winners") == [True, [1]]


def test_turns_do_not_count_while_somebody_waits_and_start_again_after_a_leaving() -> None:  # ALA-10
    script = board(2, "c3R c5O e5O", {"challenge": "off"}, waiting=[0, 1])
    assert script.play("0 move c3 c2", "1 enter a5").state.dry == 0
    assert script.play("0 move c2 c3", "1 move c3 c2").state.dry == 2
    assert script.play("0 move c5 out").state.dry == 0


def test_extra_turns_count_too() -> None:  # ALA-10
    script = board(2, "c3R a1O")
    for turn in range(60):
        script.play(f"0 move {'c3 c2' if turn % 2 == 0 else 'c2 c3'}", "1 challenge")
    assert script.look("over")


def test_five_pawns_win_even_in_another_turn() -> None:  # ALA-11
    assert board(2, "c5O c2R", done=[4, 4]).play("0 move c5 out").look("over", "winners") == [True, [1]]


@pytest.mark.parametrize("text", ["enter", "move c1", "move out", "move out c1", "enter f1", "move c3 out c4", "hop"])
def test_what_is_no_move_cannot_be_read(text: str) -> None:  # ALA-12
    assert board(2, "c3R").refuses(f"0 {text}") == "a_l_aveuglette.unreadable"


# Moves found once more, by coordinates and sets of words.

TURNS = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}  # forward, for South, West, North, East
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
Point = tuple[int, int]


def name(point: Point) -> str:
    return "abcde"[point[0]] + str(point[1] + 1)


def inside(point: Point) -> bool:
    return 0 <= point[0] < 5 and 0 <= point[1] < 5


def beyond(point: Point, forward: Point) -> bool:
    """An outside square of the edge that lies forward."""
    x, y = point
    ahead = x if forward[0] else y
    across = y if forward[0] else x
    return ahead == (5 if sum(forward) > 0 else -1) and 0 <= across < 5


def jumps(point: Point, taken: set[Point], landed: list[Point], forward: Point | None) -> Iterator[list[str]]:
    for x, y in STEPS:
        over, to = (point[0] + x, point[1] + y), (point[0] + 2 * x, point[1] + 2 * y)
        if over in taken:
            if forward and beyond(to, forward):
                yield ["out"]
            elif inside(to) and to not in taken and to not in landed:
                yield [name(to)]
                for more in jumps(to, taken, [*landed, to], forward):
                    yield [name(to), *more]


def moves(state: ALAveuglette, seat: int) -> set[str]:
    taken = {(cell % 5, cell // 5) for cell in range(25) if state.disc[cell] != NONE}
    forward = TURNS[{2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3]}[state.seats][seat]]
    found = set()
    if state.outside[seat]:
        back = (-forward[0], -forward[1])
        squares = [(x, y) for x in range(-1, 6) for y in range(-1, 6) if beyond((x, y), back)]
        for square in squares:
            straight = (square[0] + forward[0], square[1] + forward[1])
            if straight not in taken:
                found.add(f"enter {name(straight)}")
            found |= {"enter " + " ".join(way) for way in jumps(square, taken, [], None)}
        return found
    for x, y in taken:
        words = [[name(to)] for dx, dy in STEPS if inside(to := (x + dx, y + dy)) and to not in taken]
        words += [["out"] for dx, dy in STEPS if beyond((x + dx, y + dy), forward)]
        words += jumps((x, y), taken - {(x, y)}, [(x, y)], forward)
        found |= {" ".join(["move", name((x, y)), *way]) for way in words}
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_legal_moves_are_those_found_by_coordinates(seats: int) -> None:
    dice = Dice(seats)
    for _ in range(4):
        state = GAME.begin(seats)
        assert isinstance(state, ALAveuglette)
        while acting := state.acting():
            if state.phase == 6:
                legal = {GAME.text(action) for action in state.legal(state.seat)}
                assert legal == moves(state, state.seat)
                assert all(state.can_act(seat) == bool(moves(state, seat)) for seat in range(seats))
            seat = acting[dice.below(len(acting))]
            state.apply(seat, state.sample(seat, dice))


@pytest.mark.parametrize("pawns", ["c3R c4O a3O b3R d2O", "a1R b1O c2O b3O a2O", "d4R c5O d5R"])
def test_every_legal_move_can_be_sampled_and_nothing_else(pawns: str) -> None:
    for waiting in (0, 1):
        state = board(2, pawns, waiting=[waiting, 0]).state
        dice = Dice(1)
        assert {state.sample(0, dice) for _ in range(20_000)} == set(state.legal(0))


def test_there_are_thirteen_ways_in() -> None:  # ALA-6: five straight, eight diagonal
    assert [len(ways) // 2 for ways in ENTRIES] == [13] * 4
