"""Why something that was touched cannot be done: in every game the answer is a rule, or what can be done instead."""

from __future__ import annotations

import random
from itertools import product

import pytest

from polychrome.engine.core import Game, Message
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find
from polychrome.scenes import chapters, draw
from polychrome.scenes.scene import Scene
from polychrome.scenes.why_not import chapter, why_not
from polychrome.words import Words


def asked(table: Table, seat: int, *path: str) -> Message:
    view = table.state.view(seat)
    return why_not(table.game, view, seat, draw(table.game, view, seat), path)


def seated(game: str, lines: str, seats: int = 2, seed: int = 1) -> Table:
    table = Table(find(game), seats, None, Dice(seed))
    for line in filter(None, lines.split("; ")):
        table.play(table.acting()[0], table.read(line))
    return table


def targets(scene: Scene) -> list[str]:
    found = [target for zone in scene.zones for target in (zone.id, *(piece.id for piece in zone.pieces))]
    return [*found, *(button.id for button in scene.buttons), *(f"{zone.id}@3,-2" for zone in scene.zones)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whatever_is_touched_there_is_an_answer_that_can_be_said(game: Game) -> None:
    table, luck = Table(game, max(2, game.fewest), None, Dice(3)), random.Random(game.name)
    words, rules = Words("en"), set()
    for _ in range(30):
        if not table.acting():
            break
        for seat in range(table.state.seats):
            view = table.state.view(seat)
            scene = draw(game, view, seat)
            for path in product(luck.sample(targets(scene), 3), luck.sample(targets(scene), 8)):
                reason = why_not(game, view, seat, scene, path)
                assert words.say(reason, ["Fox", "Owl"])
                rules.add(reason.key)
                assert (chapter(game, reason) is not None) == (".refused." in reason.key)
        table.play(table.acting()[0], table.state.sample(table.acting()[0], Dice(luck.getrandbits(30))))
    assert any(".refused." in key for key in rules) or game.name == "color_words"  # there one asks by weighing


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nothing_that_is_said_to_be_touched_does_any_harm(game: Game) -> None:
    table = Table(game, max(2, game.fewest), None, Dice(5))
    seat, words = table.acting()[0], Words("en")
    view = table.state.view(seat)
    scene = draw(game, view, seat)
    stems = sorted({target.rstrip("0123456789") for target in targets(scene)})
    ends = ("", "-1", "7", "٣", "²", "9" * 20, "@", "@1,", "@1,2,3", "@9999999999,1", ".", ".x.y", " 1", "é")
    odd = [stem + end for stem in ("", "turn.v", "turn.h.GGG", "cell", "pawn", *stems) for end in ends]
    for path in [(target,) for target in odd] + [(first, last) for first in stems[:9] for last in odd]:
        assert words.say(why_not(game, view, seat, scene, path), ["Fox", "Owl"])


@pytest.mark.parametrize(
    ("game", "lines", "path", "key"),
    [
        ("coloretto", "draw", ("deck",), "coloretto.refused.place_first"),
        ("coloretto", "", ("row0",), "coloretto.refused.draw_first"),
        ("ronde", "flip 3", ("disc3",), "colomo.refused.up"),
        ("ronde", "", ("own1",), "ronde.refused.nothing_to_give"),
        ("rondo", "", ("disc3",), "rondo.refused.draw_first"),
        ("les_aveugles", "", ("pawn0",), "les_aveugles.refused.roll_first"),
        ("colorio", "lift a1", ("field7",), "colorio.refused.decide_first"),
    ],
)
def test_the_rule_is_named(game: str, lines: str, path: tuple[str, ...], key: str) -> None:
    table = seated(game, lines)
    assert asked(table, table.acting()[0], *path).key == key


def test_a_card_is_touched_for_its_row() -> None:
    table = seated("coloretto", "draw; place 0")
    seat = table.acting()[0]
    table.play(seat, table.read("draw"))
    scene = draw(table.game, table.state.view(seat), seat)
    card = next(zone.pieces[0].id for zone in scene.zones if zone.id == "row0")
    row = asked(table, seat, "row0")
    assert asked(table, seat, card) == row


def test_a_tile_does_not_go_to_a_cell_far_from_all_others() -> None:
    table = seated("chromino", "", seed=2)
    seat = table.acting()[0]
    choices = draw(table.game, table.state.view(seat), seat).choices
    tile, *_, turn = choices[0].path
    assert asked(table, seat, tile, "table@9,9", turn).key == "chromino.refused.no_contact"
    assert asked(table, seat, tile, "table@0,0", turn).key == "chromino.refused.covered"


def test_whoever_is_not_asked_hears_whose_turn_it_is() -> None:
    table = seated("coloretto", "")
    other = 1 - table.acting()[0]
    assert asked(table, other, "deck").key == "scene.turn"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_rules_have_a_chapter_for_every_refusal(game: Game) -> None:
    entries = Words("en").entries
    own = [key.rpartition(".")[2] for key in entries if key.startswith(f"{game.name}.refused.")]
    explained = chapters(game.name)
    named = [name for names in explained.values() for name in names]
    assert sorted(named) == sorted(set(named))  # each in one
    assert set(own) <= set(named)
    assert {name for name in named if name not in own} <= {
        key.rpartition(".")[2] for key in entries if key.startswith("colomo.refused.")
    }
    for found in explained:
        assert f"rules.{game.name}.{found}" in entries
        assert f"rules.{game.name}.{found}.title" in entries
