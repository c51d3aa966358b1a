"""The scene of Colorio: caps to lift, colours to count, and nothing that a cap hides."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.script import Script
from laws.memory import covered_otherwise
from laws.walks import Case, cases, some_positions
from laws.walks import walk as played_out
from polychrome.engine.core import SPECTATOR, State
from polychrome.engine.dice import Dice
from polychrome.games.colorio.rules import GAME, RANDOM, STARTERS, Colorio
from polychrome.palette import COLOURS
from polychrome.scenes import draw, picture, terminal, text
from polychrome.scenes.games.colorio import PALETTE
from polychrome.scenes.glimpse import fleeting
from polychrome.scenes.scene import CAP, Piece, Scene, Zone
from polychrome.scenes.walk import Walk
from polychrome.words import LANGUAGES, Words
from scenes.test_renderings import printed
from scenes.test_scene_laws import faults, reached
from scenes.test_scene_laws import scenes as drawn
from spec.colorio import ADAPTER

ENGLISH = Words("en")
ROWS = ["BBBBB", "GGGGG", "YYYYY", "RRRRR", "OOOOO"]
CASES = [
    case
    for case in cases([GAME], seeds=[1])
    if STARTERS[case.options[2]] == RANDOM or (case.options[1] == 0 and case.options[2] == 0)
]


def colorio(players: int, variant: str = "last_survivor", **setup: Any) -> Script:
    boards = {"boards": [ROWS] * players} if variant == "points" else {"board": ROWS}
    return Script(ADAPTER, players, {"variant": variant}, **boards, **setup)


def seen(script: Script, viewer: int = SPECTATOR, lines: int = 0) -> Scene:
    """What a viewer sees, having just been told the last few lines."""
    told = script.table.told(viewer, len(script.table.log) - lines)
    return draw(GAME, script.view(viewer), viewer, told)


def zone(scene: Scene, name: str) -> Zone:
    return next(each for each in scene.zones if each.id == name)


def pieces(scene: Scene) -> dict[str, Piece]:
    return {piece.id: piece for each in scene.zones for piece in each.pieces}


def news(scene: Scene) -> list[str]:
    return [ENGLISH.translate(message, (), scene.viewer) for message in scene.news]


def said(scene: Scene) -> str:
    return text.render(scene, ENGLISH, [])


# The laws.


@pytest.mark.parametrize("case", CASES, ids=str)
def test_scenes_obey_the_laws(case: Case) -> None:
    for number, (view, scene) in enumerate(drawn(case, every=7)):
        assert faults(scene, GAME, view) == []
        assert sorted(choice.action for choice in reached(Walk(scene))) == sorted(c.action for c in scene.choices)
        words = Words(LANGUAGES[number % len(LANGUAGES)])
        assert all(line.endswith((".", "!", "?")) for line in text.render(scene, words, []).splitlines() if line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_scenes_fit_the_terminal(language: str) -> None:
    for _, scene in drawn(CASES[-1], every=40):
        lines = printed(terminal.render(scene, Words(language), [])).splitlines()
        assert max(len(line.rstrip()) for line in lines) <= 80


def test_a_picture_can_be_drawn() -> None:
    script = colorio(2, open=["a1", "a2"]).play("0 lift b3")
    assert picture.svg(seen(script, 0, 2), ENGLISH, []).startswith("<svg")


@pytest.mark.parametrize("case", CASES[::3], ids=str)
def test_what_a_cap_hides_is_nowhere_in_the_scene(case: Case) -> None:  # CIO-6
    """With other colours under the caps, the scene is the same."""
    dice = Dice(3)
    for state in some_positions(case):
        for viewer in case.viewers():
            other = covered_otherwise(state, viewer, dice)
            assert draw(GAME, other.view(viewer), viewer) == draw(GAME, state.view(viewer), viewer)


@pytest.mark.parametrize("case", CASES[::3], ids=str)
def test_told_lines_show_only_the_board_that_lies_there(case: Case) -> None:  # CIO-15
    """Whatever lies open in a scene is what the field has: also when a round ended within the lines."""
    game = played_out(case)
    for number, state in enumerate(game.positions):
        assert isinstance(state, Colorio)
        told = game.table.told(SPECTATOR, 0)[max(0, number - 30) : number]
        for piece in zone(draw(GAME, state.view(SPECTATOR), SPECTATOR, told), "board").pieces:
            if piece.up:
                assert piece.colours == (PALETTE[state.disc[piece.at]],)


# The table.


def test_all_fields_are_on_the_board_in_their_order() -> None:  # CIO-5
    board = zone(seen(colorio(2, open=["b1", "e5"])), "board")
    assert (board.columns, [piece.at for piece in board.pieces]) == (5, list(range(25)))
    assert {piece.at: piece.colours for piece in board.pieces if piece.up} == {1: ("blue",), 24: ("orange",)}
    assert sum(piece.shape == CAP for piece in board.pieces) == 23


def test_visible_colours_are_counted() -> None:  # CIO-6
    scene = seen(colorio(2, open=["a1", "b1", "c1", "a2"]))
    assert {piece.colours[0]: piece.count for piece in zone(scene, "visible").pieces} == {"blue": 3, "green": 1}
    assert zone(scene, "visible").note is None


def test_four_of_a_colour_are_a_warning() -> None:  # CIO-11
    visible = zone(seen(colorio(2, open=["a1", "b1", "c1", "d1", "a2"])), "visible")
    assert visible.note is not None
    assert visible.note.args == {"colours": ["B"]}
    assert [piece.badge for piece in visible.pieces] == ["!", ""]
    assert ENGLISH.translate(visible.pieces[0].label) == "4 blue, careful"


def test_a_complete_colour_is_no_longer_dangerous() -> None:  # CIO-11
    visible = zone(seen(colorio(3, open=["a1", "b1", "c1", "d1"]).play("0 lift e1")), "visible")
    assert (visible.note, ENGLISH.translate(visible.pieces[0].label)) == (None, "all 5 blue")


def test_who_is_out_has_a_note() -> None:
    scene = seen(colorio(3, open=["a1", "b1", "c1", "d1"], start=1).play("1 lift e1"))
    assert [ENGLISH.translate(place.standing) for place in scene.seats if place.standing] == [
        "still in",
        "out",
        "still in",
    ]
    scene = seen(colorio(3, "points", open=["a1", "b1", "c1", "d1"], start=1).play("1 lift e1"))
    assert [[ENGLISH.translate(note) for note in place.notes] for place in scene.seats] == [[], ["out"], []]
    assert [place.standing for place in scene.seats] == [None, None, None]  # points are what counts


def test_rounds_are_counted_from_1() -> None:  # CIO-15
    assert "Round 1 of 3." in said(seen(colorio(3, "points")))
    assert "Round" not in said(seen(colorio(3)))


def test_the_last_survivor_is_named() -> None:  # CIO-14
    script = colorio(2, open=["a1", "b1", "c1", "d1"]).play("0 lift e1")
    assert ENGLISH.translate(seen(script, 0).status, (), 0) == "Game over: Owl is the last one in and wins."
    assert ENGLISH.translate(seen(script, 1).status, (), 1) == "Game over: you are the last one in and win!"


# What to do.


def test_caps_are_touched_to_lift_them() -> None:  # CIO-7
    scene = seen(colorio(2, open=["a1", "a2"]), 0)
    paths = {choice.action: choice.path for choice in scene.choices}
    assert len(paths) == 23
    assert paths["lift c2"] == ("field7",)
    assert "Lift c2 (row 2, place 3)." in said(scene)


def test_a_lifted_cap_goes_to_a_field_or_away() -> None:  # CIO-8, CIO-9
    scene = seen(colorio(2, open=["a1", "a2"]).play("0 lift b1"), 0)
    assert {choice.action: choice.path for choice in scene.choices} == {"move a2": ("field5",), "remove": ("remove",)}
    assert [button.id for button in scene.buttons] == ["remove"]
    assert "Cover a2, green (row 2, place 1)." in said(scene)
    assert seen(colorio(2, open=["a1", "a2"]).play("0 lift b1"), 1).buttons == ()


@pytest.mark.parametrize(
    ("setup", "lines", "key"),
    [
        ({}, ["0 lift a1"], "first_turn"),
        ({"open": ["a1"]}, ["0 lift b1"], "no_place"),
        ({"open": ["a1", "a2"]}, ["0 lift b1"], "decide"),
        (
            {"open": ["a1", "a2", "a3"]},
            ["0 lift b1", "0 move a2", "0 lift b3", "0 move a1", "0 lift b4"],
            "nothing_removed",
        ),
        ({"open": ["a1"]}, [], "lift"),
        (
            {"open": ["a1", "a2"]},
            ["0 lift b1", "0 remove", "0 lift c1", "0 remove", "0 lift b2", "0 move a1"],
            "lift_ban",
        ),
    ],
)
def test_the_prompt_says_which_rule_binds(setup: dict[str, Any], lines: list[str], key: str) -> None:
    script = colorio(2, **setup).play(*lines)
    prompt = seen(script, script.state.seat).prompt
    assert prompt is not None
    assert prompt.key == f"colorio.prompt.{key}"


# What just happened.


def test_news_name_places_and_no_colours() -> None:
    script = colorio(2, open=["a1", "a2"]).play("0 lift b1", "0 move a2", "0 lift c3", "0 remove", "0 lift d4")
    assert news(seen(script, 1, 8)) == [
        "Fox moved the cap from row 1, place 2 to row 2, place 1.",
        "Fox removed the cap from row 3, place 3.",
        "Fox lifted the cap on row 4, place 4.",
    ]
    words = " ".join(news(seen(script, 0, 8)))
    assert words.startswith("You moved the cap")
    assert not any(ENGLISH.word(f"palette.{colour}") in words for colour in COLOURS)


def test_news_of_going_out() -> None:
    script = colorio(3, open=["a1", "b1", "c1", "d1"]).play("0 lift e1")
    assert news(seen(script, 1, 2)) == ["Fox uncovered the fifth field of a colour on row 1, place 5 and is out!"]
    assert news(seen(script, 0, 2)) == ["You uncovered the fifth field of a colour on row 1, place 5 and are out!"]


def test_news_of_a_new_round() -> None:
    script = colorio(2, "points", open=["a1", "b1", "c1", "d1"]).play("0 lift e1")
    scene = seen(script, 1, 2)
    assert news(scene)[1:] == ["Round 2 begins: all caps are on again."]
    assert not any(piece.up for piece in zone(scene, "board").pieces)
    script.play("1 lift a3", "1 remove")
    scene = seen(script, 1, 5)
    assert [message.key.split(".")[-1] for message in scene.news] == ["out", "round", "removed"]
    assert [piece.at for piece in zone(scene, "board").pieces if piece.up] == [10]


def test_a_field_uncovered_and_covered_at_once_is_glimpsed() -> None:  # GEN-8
    script = colorio(2, open=["a1"]).play("0 lift b2", "0 remove", "0 lift b3", "0 move b2")
    told, plain = seen(script, 1, 6), seen(script, 1)
    assert pieces(told)["field6"].colours == ("green",)
    assert pieces(plain)["field6"].colours == ()
    assert fleeting(told, plain)
    assert not fleeting(seen(script, 1, 3), plain)  # that it was green is not told in these lines


def test_a_moved_cap_comes_over_from_where_it_was() -> None:
    script = colorio(2, open=["a1", "a2"]).play("0 lift b1", "0 move a2")
    cap = pieces(seen(script, 1, 3))["field5"]
    assert (cap.up, cap.fresh, cap.via) == (False, True, (1, 5))
    assert pieces(seen(script, 1))["field5"].via == ()


def test_lines_told_from_the_middle_of_an_action_can_be_read() -> None:
    script = colorio(2, open=["a1", "a2"]).play("0 lift b1", "0 move a2")
    assert news(seen(script, 1, 1)) == ["Fox put the cap on row 2, place 1."]
    script.play("0 lift c3")
    assert news(seen(script, 1, 1)) == ["Fox lifted the cap on row 3, place 3."]
    script.play("0 remove")
    assert news(seen(script, 0, 1)) == ["You removed the cap."]


def test_chance_at_the_start_is_told() -> None:  # CIO-4
    state: State = GAME.begin(3, {"side": "random", "start_player": "random"})
    case = Case(GAME, 3, state.options, 1)
    told = played_out(case).table.told(0)[:2]
    scene = draw(GAME, played_out(case).positions[2].view(0), 0, told)
    assert len(scene.news) == 2
    assert news(scene)[1] in ("The strips lie with their white side up.", "The strips lie with their grey side up.")


# For ears.


def test_the_board_is_read_aloud() -> None:
    script = colorio(2, open=["a1", "b1", "c1", "d1", "a2"])
    lines = said(seen(script, 0)).splitlines()
    assert "Board: a1 (blue), b1 (blue), c1 (blue), d1 (blue), a2 (green), 20 face down: e1, b2, c2" in lines[2]
    assert lines[3] == "Visible colours: 4 blue, careful, 1 green; dangerous now: blue."
    assert "20 caps are on the board; 5 removed." in lines


def test_a_colour_can_be_asked_for() -> None:
    scene = seen(colorio(2, open=["a1", "d1"]), 0)
    assert text.answer(scene, ENGLISH, [], "where", "blue") == "Blue: Board (a1, d1), Visible colours (2)."


def test_a_leak_would_be_noticed() -> None:
    """The law about capped fields bites: a cap that is drawn face up has a colour it must not have."""
    scene = seen(colorio(2), 0)
    board = zone(scene, "board")
    leaking = replace(board, pieces=(replace(board.pieces[0], colours=("blue",)), *board.pieces[1:]))
    state = colorio(2).view(0)
    assert faults(replace(scene, zones=(leaking, *scene.zones[1:])), GAME, state)
