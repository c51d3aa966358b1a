"""Ronde, clause by clause (RON-1 to RON-11)."""

from __future__ import annotations

from games.script import Script
from polychrome.engine.core import HIDDEN, NATURE, SPECTATOR
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.games.colomo.ronde import GAME
from polychrome.games.colomo.table import LETTERS, SHOWS
from spec.ronde import ADAPTER

FIVE_TIMES = "RROOYYGGBBVV" * 5


def ronde(players: int = 2, layout: str = FIVE_TIMES, **setup: object) -> Script:
    return Script(ADAPTER, players, layout=layout, **setup)


def test_there_are_ten_discs_of_each_colour() -> None:  # RON-1
    assert GAME.begin(4).pieces() == [10] * 6
    assert len(GAME.begin(4).legal(NATURE)) == 4


def test_the_start_is_drawn_by_lot() -> None:  # RON-3, GEN-2
    table = Table(GAME, 5, {}, Dice(3))
    assert table.text(table.log[0]).startswith("* start")
    assert GAME.begin(5).acting() == [NATURE]
    assert {GAME.text(action) for action in GAME.begin(3).legal(NATURE)} == {"* start 0", "* start 1", "* start 2"}


def test_a_disc_has_no_colour_before_it_is_seen() -> None:  # GEN-3
    script = ronde()
    assert script.state.disc == [HIDDEN] * 60
    script.play("0 flip 7")
    assert script.state.disc.count(HIDDEN) == 59
    assert script.state.disc[7] == LETTERS.index("G")


def test_nature_colours_by_what_is_left() -> None:  # RON-3
    state = ronde(layout="RRRRGG").state
    state.apply(0, GAME.parse("flip 0"))
    assert [(GAME.text(outcome), state.weight(outcome)) for outcome in state.legal(NATURE)] == [
        ("* shows R", 4),
        ("* shows G", 2),
    ]


def test_a_disc_seen_before_shows_the_same_again() -> None:  # RON-4
    script = ronde().play("0 flip 0", "0 flip 2")
    script.state.apply(1, GAME.parse("flip 2"))
    assert script.state.legal(NATURE) == [SHOWS + LETTERS.index("O")]
    assert script.state.sample(NATURE, Dice(1)) == SHOWS + LETTERS.index("O")


def test_everybody_sees_a_disc_while_it_lies_face_up() -> None:  # RON-4
    script = ronde().play("0 flip 3")
    for viewer in (0, 1, SPECTATOR):
        assert script.view(viewer).disc[3] == LETTERS.index("O")
        assert script.view(viewer).disc.count(HIDDEN) == 59


def test_a_disc_turned_again_is_hidden_until_it_is_shown() -> None:  # GEN-8
    script = ronde().play("0 flip 0", "0 flip 2")
    script.state.apply(1, GAME.parse("flip 2"))
    assert script.view(1).disc[2] == HIDDEN
    assert script.view(1).legal(NATURE) == [SHOWS + colour for colour in range(6)]


def test_what_was_seen_and_covered_looks_like_what_was_never_seen() -> None:  # GEN-8
    script = ronde().play("0 flip 0", "0 flip 2", "1 flip 5", "1 flip 6")
    view = script.view(0)
    assert view.disc == [HIDDEN] * 60
    assert view.pool == [10] * 6
    assert view.unseen == 60
    assert not any(view.seen)


def test_recall_knows_what_was_seen_and_when() -> None:  # GEN-8
    script = ronde().play("0 flip 0", "0 flip 2", "1 flip 2", "1 flip 5")
    view = script.view(1, recall=True)
    assert [view.disc[place] for place in (0, 1, 2, 5)] == [0, HIDDEN, 1, 2]
    assert [view.sighted(1, place) for place in (0, 1, 2, 5)] == [4, 0, 8, 8]
    assert view.pool == [9, 9, 9, 10, 10, 10]


def test_a_memory_can_fade() -> None:
    view = ronde().play("0 flip 0", "0 flip 2").view(1, recall=True)
    view.forget(2)
    assert view.disc[2] == HIDDEN
    assert view.pool == [9, 10, 10, 10, 10, 10]
    assert view.pieces() == [10] * 6


def test_two_colours_go_face_down_and_the_turn_passes() -> None:  # RON-5a
    script = ronde(3, start=2).play("2 flip 0", "2 flip 2")
    assert script.look("turn", "pairs", "up", "left") == [0, ["", "", ""], [], 60]


def test_a_pair_that_the_mover_lacks_is_his_and_he_plays_on() -> None:  # RON-5b
    script = ronde().play("0 flip 0", "0 flip 24")
    assert script.look("turn", "phase", "pairs", "left") == [0, "flip", ["R", ""], 58]


def test_a_second_pair_goes_to_the_only_one_who_lacks_it() -> None:  # RON-5c
    script = ronde(3, "RRRR", pairs=["R", "R", ""]).play("0 flip 0", "0 flip 1")
    assert script.look("pairs", "phase") == [["R", "R", "R"], "flip"]


def test_the_mover_chooses_among_several_who_lack_it() -> None:  # RON-5c
    script = ronde(4, "RRRR", pairs=["R", "", "R", ""]).play("0 flip 0", "0 flip 1")
    assert script.look("phase", "turn", "up") == ["give", 0, [0, 1]]
    assert script.legal() == ["give 1", "give 3"]
    assert script.play("0 give 3").look("pairs") == ["R", "", "R", "R"]


def test_a_pair_that_everybody_has_is_set_aside() -> None:  # RON-5c
    script = ronde(2, "RRRR", pairs=["R", "R"]).play("0 flip 0", "0 flip 1")
    assert script.look("pairs", "aside", "left", "turn") == [["R", "R"], 1, 2, 0]


def test_the_mover_plays_on_after_giving_a_pair_away() -> None:  # RON-6
    script = ronde(3, "RROO", pairs=["R", "", ""]).play("0 flip 0", "0 flip 1", "0 give 1")
    assert script.look("turn", "phase") == [0, "flip"]


def test_the_second_flip_is_due_whatever_the_first_shows() -> None:  # RON-7
    script = ronde(2, "RROO", pairs=["R", ""]).play("0 flip 0")
    assert script.look("turn", "phase") == [0, "flip"]
    assert script.legal() == ["flip 1", "flip 2", "flip 3"]


def test_only_discs_that_lie_face_down_can_be_turned_over() -> None:  # RON-8
    script = ronde(3, "RR.ORROO").play("0 flip 0")
    assert script.refuses("0 flip 0") == "colomo.refused.up"
    assert script.refuses("0 flip 2") == "colomo.refused.gone"
    assert script.refuses("0 flip 59") == "colomo.refused.no_place"
    assert script.refuses("0 flip 60") == "ronde.unreadable"
    assert script.refuses("0 give 1") == "ronde.refused.nothing_to_give"
    assert script.refuses("1 flip 3") == "refused.turn"
    assert script.refuses("0 * shows R") == "refused.nature_only"


def test_a_gift_goes_to_somebody_who_lacks_the_colour() -> None:  # RON-8
    script = ronde(3, "RRRR", pairs=["R", "", ""]).play("0 flip 0", "0 flip 1")
    assert script.refuses("0 give 0") == "ronde.refused.has_colour"
    assert script.refuses("0 give 3") == "colomo.refused.no_seat"
    assert script.refuses("0 flip 2") == "ronde.refused.give_first"


def test_six_colours_win_at_once() -> None:  # RON-9
    script = ronde(2, "VVRR", pairs=["ROYGB", "ROY"]).play("0 flip 0", "0 flip 1")
    assert script.look("over", "winners") == [True, [0]]
    assert script.refuses("0 flip 2") == "refused.over"


def test_a_gift_can_complete_the_rainbow_of_another_player() -> None:  # RON-9
    script = ronde(3, "VVRR", pairs=["V", "ROYGB", ""]).play("0 flip 0", "0 flip 1", "0 give 1")
    assert script.look("over", "winners", "turn") == [True, [1], None]


def test_when_the_table_is_empty_the_most_colours_win() -> None:  # RON-10
    script = ronde(6, "RR", pairs=["R", "RO", "RY", "RG", "RB", "RV"]).play("0 flip 0", "0 flip 1")
    assert script.look("over", "winners", "left") == [True, [1, 2, 3, 4, 5], 0]


def test_a_pair_always_exists() -> None:  # RON-11
    for seed in range(20):
        dice = Dice(seed)
        state = GAME.begin(6)
        while state.acting():
            seat = state.acting()[0]
            state.apply(seat, state.sample(seat, dice))
            assert all(count % 2 == 0 for count in state.faces())


def test_two_who_only_look_at_what_they_know_are_stopped() -> None:  # GEN-15
    script = ronde(2, "RROO")
    for turn in range(200):
        assert not script.state.stale()
        script.play(f"{turn % 2} flip 0", f"{turn % 2} flip 2")
    assert script.state.stale()
    script.play("0 flip 0", "0 flip 1")
    assert not script.state.stale()
