"""Options are read by a name, never by a number; and each name stands where the game lists that option."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import polychrome
from polychrome.engine.core import Game
from polychrome.games import coloretto
from polychrome.games.chromino import rules as chromino
from polychrome.games.colomo import a_l_aveuglette, arc_en_ciel, ronde, rondo, table, trio
from polychrome.games.color_words import rules as color_words
from polychrome.games.colorio import rules as colorio

SOURCE = Path(polychrome.__file__).parent


def numbered(source: str) -> list[int]:
    """The lines that read an option by its number."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "options"
        and isinstance(node.slice, ast.Constant)
        and isinstance(node.slice.value, int)
    ]


def test_no_option_is_read_by_its_number() -> None:
    found = {str(file.relative_to(SOURCE)): numbered(file.read_text("utf-8")) for file in SOURCE.rglob("*.py")}
    assert len(found) > 200
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_a_number_is_seen() -> None:
    assert numbered("side = view.options[0]\nlast = view.options[SIDE]\n") == [1]


@pytest.mark.parametrize(
    ("game", "option", "name"),
    [
        (coloretto.GAME, coloretto.SCORE_SIDE, "score_side"),
        (coloretto.GAME, coloretto.FINAL_CHOICE, "final_choice"),
        (colorio.GAME, colorio.VARIANT, "variant"),
        (colorio.GAME, colorio.STRIP_SIDE, "side"),
        (colorio.GAME, colorio.STARTER, "start_player"),
        (a_l_aveuglette.GAME, a_l_aveuglette.CHALLENGING, "challenge"),
        *[(game.GAME, table.IN_BOX, "discs") for game in (ronde, trio, arc_en_ciel, rondo)],
        (chromino.GAME, chromino.LIMIT, "draw_limit"),
        (chromino.GAME, chromino.RESERVE, "reserve"),
        (chromino.GAME, chromino.SCORING, "scoring"),
        (chromino.GAME, chromino.STARTER, "start_player"),
        (color_words.GAME, color_words.GRID, "grid"),
        (color_words.GAME, color_words.CHECK, "word_check"),
        (color_words.GAME, color_words.LANGUAGE, "language"),
    ],
    ids=lambda value: value.name if isinstance(value, Game) else str(value),
)
def test_a_name_stands_for_its_option(game: Game, option: int, name: str) -> None:
    assert game.options[option].name == name
