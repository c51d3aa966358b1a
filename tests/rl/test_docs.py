"""docs/rl.md says what is so; that its examples work is tried with all the guides'."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from polychrome import rl
from polychrome.bots import LEVELS
from polychrome.registry import GAMES
from polychrome.rl.setting import encoding_of

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_the_guide_has_the_layout(name: str) -> None:
    assert f"{name}\n{rl.layout(name, memory='perfect')}\n" in GUIDE


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_the_guide_has_the_speed_of_what_is_there_now(name: str) -> None:
    encoding = encoding_of(name, max(2, next(game for game in GAMES if game.name == name).fewest))
    sizes = rf"{encoding.layout.size} +{len(encoding.symbols)} +[\d.]+ +[\d.]+"
    assert re.search(rf"^{name} +{sizes}$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize("name", [game.name for game in GAMES if game.name != "color_words"])
def test_the_guide_has_our_levels_under_each_memory(name: str) -> None:
    for level in LEVELS:
        assert re.search(rf"^\| {name} \| {level} \|( (\d+% ±\d+|the same) \|){{4}}$", GUIDE, re.MULTILINE)
