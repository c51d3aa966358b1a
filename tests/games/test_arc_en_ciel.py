"""Arc-en-ciel, clause by clause (ARC-1 to ARC-11)."""

from __future__ import annotations

from games.script import Script
from polychrome.engine.core import HIDDEN
from polychrome.engine.dice import Dice
from polychrome.games.colomo.arc_en_ciel import GAME
from spec.arc_en_ciel import ADAPTER

TEN_TIMES = "ROYGBV" * 10


def arc(players: int = 2, layout: str = TEN_TIMES, **setup: object) -> Script:
    return Script(ADAPTER, players, layout=layout, **setup)


def flips(seat: int, *places: int) -> list[str]:
    return [f"{seat} flip {place}" for place in places]


def predictions(seat: int, first: int, colours: str) -> list[str]:
    return [f"{seat} predict {first + at} {colour}" for at, colour in enumerate(colours)]


def test_face_up_discs_are_public_and_others_hidden() -> None:  # ARC-2
    view = arc().play(*flips(0, 0, 1), "0 stop").view(1)
    assert view.disc[:3] == [0, 1, HIDDEN]


def test_face_up_discs_stay_from_turn_to_turn() -> None:  # ARC-3
    script = arc().play(*flips(0, 0, 1), "0 stop", *flips(1, 2, 14))
    assert script.look("up", "turn") == ["RO", 0]


def test_a_new_colour_lets_the_mover_flip_again() -> None:  # ARC-4
    assert arc().play(*flips(0, 0, 1, 2)).look("turn", "up") == [0, "ROY"]


def test_a_colour_seen_twice_covers_both_discs_and_ends_the_turn() -> None:  # ARC-4
    script = arc().play(*flips(0, 0, 1, 2, 7))
    assert script.look("up", "turn", "left") == ["RY", 1, 60]
    assert [script.view(0).disc[place] for place in (1, 7)] == [HIDDEN, HIDDEN]
    assert [script.view(0, recall=True).sighted(0, place) for place in (0, 1, 7)] == [0, 8, 8]


def test_a_twin_of_an_older_disc_covers_both_too() -> None:  # ARC-4
    script = arc(3).play(*flips(0, 0, 1), "0 stop", "1 flip 6")
    assert script.look("up", "turn") == ["O", 2]


def test_on_a_bare_table_two_flips_are_due() -> None:  # ARC-5
    script = arc()
    assert script.refuses("0 stop") == "arc_en_ciel.refused.stop_early"
    assert script.play("0 flip 0").refuses("0 stop") == "arc_en_ciel.refused.stop_early"
    assert script.play("0 flip 1").legal()[-1] == "stop"


def test_with_discs_face_up_one_flip_is_due() -> None:  # ARC-5
    script = arc().play(*flips(0, 0, 1), "0 stop")
    assert script.refuses("1 stop") == "arc_en_ciel.refused.stop_early"
    assert script.play("1 flip 2").legal()[-1] == "stop"


def test_stopping_leaves_everything_face_up() -> None:  # ARC-5
    assert arc(3).play(*flips(0, 0, 1, 2), "0 stop").look("up", "turn") == ["ROY", 1]


def test_a_table_bared_by_a_twin_asks_for_two_flips_again() -> None:  # ARC-5
    script = arc().play(*flips(0, 0, 6), "1 flip 1")
    assert script.refuses("1 stop") == "arc_en_ciel.refused.stop_early"


def test_all_six_in_one_turn_are_not_shared() -> None:  # ARC-7
    assert arc(3).play(*flips(0, *range(6))).look("pieces", "turn", "left") == [[6, 0, 0], 0, 54]


def test_all_six_from_a_bare_table_are_not_shared_whatever_came_before() -> None:  # ARC-7
    script = arc(3).play(*flips(0, 0, 6), *flips(1, 1, 7), *flips(2, *range(6)))
    assert script.look("pieces") == [0, 0, 6]


def test_two_players_share_four_and_two() -> None:  # ARC-7
    script = arc(2).play(*flips(0, 0, 1), "0 stop", "1 flip 2", "1 stop", "0 flip 3", "0 stop", *flips(1, 4, 5))
    assert script.look("pieces") == [2, 4]


def test_two_who_took_part_among_more_share_four_and_two() -> None:  # ARC-7
    script = arc(5, start=4).play(*flips(4, 0, 1), "4 stop", *flips(0, 2, 3, 4, 5))
    assert script.look("pieces") == [4, 0, 0, 0, 2]


def test_the_last_three_turns_share_three_two_and_one() -> None:  # ARC-6, ARC-7
    script = arc(4).play(*flips(0, 0, 1), "0 stop", "1 flip 2", "1 stop", "2 flip 8", *flips(3, 2, 3, 4, 5))
    assert script.look("pieces") == [0, 1, 2, 3]


def test_earlier_turns_earn_nothing_more() -> None:  # ARC-7
    script = arc(3).play(*flips(0, 0, 1), "0 stop", "1 flip 6", "2 flip 7", *flips(0, 0, 1), "0 stop", *flips(1, 2, 3))
    assert script.play("1 stop", *flips(2, 4, 5)).look("pieces") == [1, 2, 3]


def test_the_finisher_starts_the_next_rainbow_with_nobody_else_in_it() -> None:  # ARC-8
    script = arc(3).play(*flips(0, 0, 1), "0 stop", *flips(1, 2, 3, 4, 5))
    assert script.look("turn", "up") == [1, ""]
    assert script.play(*flips(1, 6, 7), "1 stop", *flips(2, 8, 9, 10, 11)).look("pieces") == [2, 4 + 2, 4]


def test_six_discs_are_the_last_rainbow() -> None:  # ARC-9
    script = arc(2, "ROYGBVROYGBV").play(*flips(0, *range(6)))
    assert script.look("phase", "turn") == ["last", 0]
    assert script.refuses("0 flip 6") == "arc_en_ciel.refused.predict"
    assert script.refuses("0 stop") == "arc_en_ciel.refused.no_stop"


def test_a_right_prediction_stays_and_another_is_due() -> None:  # ARC-9
    script = arc(2, "ROYGBV").play("0 predict 3 G")
    assert script.look("up", "turn", "phase") == ["G", 0, "last"]


def test_a_wrong_prediction_covers_everything() -> None:  # ARC-9
    script = arc(2, "ROYGBV").play("0 predict 0 R", "0 predict 1 V")
    assert script.look("up", "turn") == ["", 1]
    assert script.view(0).disc == [HIDDEN] * 6
    assert script.view(0, recall=True).disc[:3] == [0, 1, HIDDEN]


def test_six_right_predictions_in_one_turn_take_all_six() -> None:  # ARC-9, ARC-10
    script = arc(2, "ROYGBV", pieces=[27, 27]).play(*predictions(0, 0, "ROYGBV"))
    assert script.look("over", "pieces", "winners", "left") == [True, [33, 27], [0], 0]


def test_a_colour_that_lies_face_up_cannot_be_predicted() -> None:  # ARC-9
    script = arc(2, "ROYGBV").play("0 predict 0 R")
    assert script.refuses("0 predict 1 R") == "arc_en_ciel.refused.colour_up"
    assert script.refuses("0 predict 0 O") == "colomo.refused.up"
    assert script.refuses("0 predict 9 O") == "colomo.refused.no_place"


def test_nobody_predicts_before_the_last_rainbow() -> None:  # ARC-11
    assert arc().refuses("0 predict 0 R") == "arc_en_ciel.refused.not_last"
    assert arc().refuses("0 predict 0") == "arc_en_ciel.unreadable"


def test_all_sixty_discs_are_shared_out() -> None:  # ARC-10
    for seats in range(2, 7):
        dice = Dice(seats)
        state = GAME.begin(seats)
        while state.acting():
            seat = state.acting()[0]
            state.apply(seat, state.sample(seat, dice))
        assert sum(state.scores()) == 60
