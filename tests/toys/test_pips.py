"""The example of docs/add-a-game.md, written by following it: rules, scene, words, vectors, and all that comes free."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from laws.walks import Case, cases, walk
from polychrome import bots
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.scenes import picture, terminal, text
from scenes.test_scene_laws import faults
from toys.box import english
from toys.pips import GAME, Pips, worth
from toys.pips_scene import scene


@pytest.mark.parametrize("case", cases([GAME], seeds=[1, 2]), ids=str)
def test_every_position_can_be_drawn(case: Case) -> None:
    table, positions = walk(case)
    names = english().names(case.seats)
    for at, position in enumerate(positions):
        for viewer in case.viewers():
            told = [line for line in table.log[max(0, at - 3) : at] if line.audience >> viewer & 1]
            view = position.view(viewer)
            drawn = scene(view, viewer, told)
            assert faults(drawn, GAME, view, [english()]) == []
            assert text.render(drawn, english(), names)
        if at % 8 == 0:
            Console(file=StringIO()).print(terminal.render(drawn, english(), names))
            assert picture.svg(drawn, english(), names).startswith("<svg")


def test_the_screen_reader_says_all_there_is_to_know() -> None:
    table = Table(GAME, 2, None, None)
    for seat, line in ((-1, "* start 1"), (1, "draw"), (-1, "* pip R"), (1, "draw"), (-1, "* pip G")):
        table.play(seat, GAME.parse(line))
    said = text.render(scene(table.state.view(1), 1, table.told(1, since=3)), english(), [])
    assert said.splitlines() == [
        "You draw.",
        "Out comes green.",
        "Your turn. Draw a pip, or stop and keep the line.",
        "",
        "Bag: 14 face down.",
        "Line: red, green; room for 2 more.",
        "",
        "Fox, 0 points: nothing yet.",
        "Owl (you), 0 points: nothing yet.",
        "",
        "1. Draw a pip.",
        "2. Stop and keep the line.",
    ]


def test_bots_can_play_it() -> None:
    table = Table(GAME, 3, None, Dice(1))
    players = [bots.make("search:30", 1), bots.make("flat:20", 2), bots.make("random", 3)]
    while not table.over():
        seat = table.acting()[0]
        table.play(seat, players[seat].choose(table.state.view(seat), seat))
    assert table.state.winners()


def test_a_colour_that_is_there_already_costs_the_line() -> None:
    table = Table(GAME, 2, None, None)
    for seat, line in ((-1, "* start 0"), (0, "draw"), (-1, "* pip R"), (0, "draw"), (-1, "* pip R")):
        table.play(seat, GAME.parse(line))
    assert isinstance(table.state, Pips)
    assert (table.state.line, table.state.lost[0], table.acting()) == ([], 2, [1])


def test_a_full_set_is_worth_three_more() -> None:
    assert worth([1, 1, 1, 1]) == 7
    assert worth([4, 0, 0, 0]) == 4
