"""Rondo, clause by clause (RDO-1 to RDO-10)."""

from __future__ import annotations

from games.script import Script
from polychrome.engine.core import HIDDEN, NATURE
from polychrome.games.colomo.rondo import GAME
from spec.rondo import ADAPTER


def rondo(players: int, pile: str, circle: str = "RROOYYGGBBVV", **setup: object) -> Script:
    return Script(ADAPTER, players, circle=circle, pile=pile, **setup)


def test_twelve_discs_lie_in_the_circle_and_forty_eight_in_the_pile() -> None:  # RDO-1
    state = GAME.begin(2)
    assert state.pieces() == [10] * 6
    assert state.faces() == [2] * 6


def test_the_pile_is_drawn_by_what_is_left_in_it() -> None:  # RDO-3
    state = rondo(2, "RRRG").state
    state.apply(0, GAME.parse("draw"))
    assert [(GAME.text(outcome), state.weight(outcome)) for outcome in state.legal(NATURE)] == [
        ("* draws R", 3),
        ("* draws G", 1),
    ]


def test_pairs_found_lie_open_and_the_rest_is_hidden() -> None:  # RDO-4
    script = rondo(2, "RO").play("0 draw", "0 flip 0", "0 flip 1", "0 draw", "0 flip 4", "0 flip 5")
    assert script.view(1).disc == [0, 0, *[HIDDEN] * 10]
    assert script.view(1, recall=True).disc[4:6] == [2, 2]


def test_a_new_colour_starts_a_search() -> None:  # RDO-5c
    script = rondo(2, "RO").play("0 draw")
    assert script.look("phase", "target", "middle", "turn") == ["search", "R", "R", 0]


def test_both_flips_are_due() -> None:  # RDO-5
    script = rondo(2, "RO").play("0 draw", "0 flip 5")
    assert script.look("turn", "phase") == [0, "search"]
    assert script.refuses("0 draw") == "rondo.refused.search_first"


def test_the_pair_searched_for_wins_the_middle_and_stays_face_up() -> None:  # RDO-5
    script = rondo(2, "RO").play("0 draw", "0 flip 0", "0 flip 1")
    assert script.look("won", "up", "middle", "phase", "turn") == [[1, 0], "R", "", "draw", 0]


def test_another_pair_does_not_count() -> None:  # RDO-5
    script = rondo(2, "RO").play("0 draw", "0 flip 2", "0 flip 3")
    assert script.look("won", "up", "turn", "phase", "target") == [[0, 0], "", 1, "search", "R"]


def test_the_next_player_goes_on_with_the_same_search() -> None:  # RDO-5
    script = rondo(3, "RO", start=2).play("2 draw", "2 flip 0", "2 flip 7")
    assert script.look("turn", "phase", "target", "pile") == [0, "search", "R", 1]


def test_a_colour_whose_pair_lies_face_up_turns_it_down() -> None:  # RDO-5a
    script = rondo(2, "RO", up="RG").play("0 draw")
    assert script.look("up", "turn", "phase", "middle") == ["G", 1, "draw", "R"]
    assert script.view(0).disc[:2] == [HIDDEN, HIDDEN]


def test_a_colour_already_in_the_middle_ends_the_turn() -> None:  # RDO-5b
    script = rondo(2, "RRO", up="R").play("0 draw", "1 draw")
    assert script.look("up", "turn", "phase", "middle") == ["", 0, "draw", "RR"]


def test_dead_discs_pile_up_and_the_next_finder_takes_them_all() -> None:  # RDO-6
    script = rondo(2, "RRGR", up="R").play("0 draw", "1 draw", "0 draw", "0 flip 6", "0 flip 7")
    assert script.look("won", "middle") == [[3, 0], ""]
    assert script.play("0 draw").look("phase", "target") == ["search", "R"]  # the middle was emptied


def test_face_up_discs_cannot_be_turned() -> None:  # RDO-7
    script = rondo(2, "GO", up="R").play("0 draw", "0 flip 6")
    assert script.refuses("0 flip 0") == "colomo.refused.up"
    assert script.refuses("0 flip 6") == "colomo.refused.up"
    assert script.refuses("0 flip 12") == "rondo.unreadable"


def test_a_search_begun_with_the_last_disc_is_played_to_its_end() -> None:  # RDO-8
    script = rondo(2, "V").play("0 draw", "0 flip 10", "0 flip 0")
    assert script.look("over", "turn") == [False, 1]
    assert script.play("1 flip 10", "1 flip 11").look("over", "won", "winners") == [True, [0, 1], [1]]


def test_a_dead_last_disc_ends_the_game_and_belongs_to_nobody() -> None:  # RDO-8
    script = rondo(2, "R", up="R").play("0 draw")
    assert script.look("over", "middle", "won", "winners") == [True, "R", [0, 0], [0, 1]]


def test_the_most_discs_win() -> None:  # RDO-9
    script = rondo(2, "RO").play("0 draw", "0 flip 0", "0 flip 2", "1 flip 0", "1 flip 1")
    script.play("1 draw", "1 flip 2", "1 flip 3")
    assert script.look("over", "won", "winners") == [True, [0, 2], [1]]


def test_draw_before_searching() -> None:  # RDO-10
    script = rondo(2, "RO")
    assert script.legal() == ["draw"]
    assert script.refuses("0 flip 0") == "rondo.refused.draw_first"


def test_searching_without_finding_is_stubborn_at_last() -> None:  # GEN-15
    script = rondo(2, "RO").play("0 draw")
    for turn in range(200):
        assert not script.state.stale()
        script.play(f"{turn % 2} flip 2", f"{turn % 2} flip 4")
    assert script.state.stale()
