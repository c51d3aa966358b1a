"""docs/rl.md says what is so, and the README's five lines make an environment and step it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from polychrome import rl
from polychrome.games import GAMES

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "rl.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_the_guide_has_the_layout(name: str) -> None:
    assert f"{name}\n{rl.layout(name, memory='perfect')}\n" in GUIDE


def test_the_first_example_of_the_guide_plays_a_game() -> None:
    example = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)[0]
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
