"""What is remembered of drawings changes nothing: with no memory at all the same tests hold."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import polychrome

ROOT = Path(__file__).parents[2]
PACKAGE = Path(polychrome.__file__).parent
# What is remembered elsewhere is no drawing: what a game is like, how colours are called, the fields of a class, the
# width of a letter, the outbox of a loop.
ELSEWHERE = {
    "room/catalogue.py",
    "room/logbook.py",
    "scenes/drawn.py",
    "scenes/picture/lettering.py",
    "server/websocket.py",
}
CACHES = re.compile(r"\b(lru_cache|cached_property|WeakKeyDictionary|WeakValueDictionary)\b|@cache\b|(?<![.\w])id\(")
WITHOUT = "import sys, polychrome.remember as r; r.SIZE = 0; import pytest; sys.exit(pytest.main(sys.argv[1:]))"
CHOSEN = (  # golden texts of the games whose drawings are remembered, and the frames of rooms
    "tests/records/test_records.py",
    "tests/scenes/test_coloretto_scene.py",
    "tests/scenes/test_color_words_scene.py",
    "tests/server/test_room.py",
)


def test_without_memory_nothing_looks_different() -> None:
    names = "coloretto or color_words or not_asked or two_tabs or spectators"
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", names]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, *options, *CHOSEN], cwd=ROOT, env=os.environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def test_without_memory_nothing_is_remembered() -> None:
    code = """
import polychrome.remember as r
r.SIZE = 0
from polychrome.room.frames import joined
from polychrome.scenes.games import coloretto
deck = coloretto.deck(30, 15)
joined((deck,))
assert coloretto.deck(30, 15) is not deck and r.TEXT not in deck.__dict__
"""
    subprocess.run([sys.executable, "-c", code], env=os.environ, check=True)


def test_memory_has_an_end() -> None:
    code = """
import polychrome.remember as r
r.SIZE = 50
from polychrome.engine.table import Table
from polychrome.registry import find
from polychrome.scenes import OFTEN, draw
from polychrome.scenes.games import coloretto
game = find("coloretto")
view = Table(game, 2, None, None).state.view(0)
for scene in range(3 * OFTEN):
    draw(game, view, 0)
    coloretto.deck(scene, 0)
assert coloretto.deck.cache_info().currsize <= r.SIZE + OFTEN
"""
    subprocess.run([sys.executable, "-c", code], env=os.environ, check=True)


def caches(text: str) -> bool:
    """Does it remember something by itself, or know it by its place in memory?"""
    return any(CACHES.search(line) and not line.lstrip().startswith("def ") for line in text.splitlines())


def test_drawings_are_remembered_in_one_place_by_their_values() -> None:
    files = [file for layer in ("room", "scenes", "server", "cli") for file in (PACKAGE / layer).rglob("*.py")]
    found = {file.relative_to(PACKAGE).as_posix() for file in files if caches(file.read_text(encoding="utf-8"))}
    assert found == ELSEWHERE


@pytest.mark.parametrize(
    "line", ["@lru_cache(maxsize=None)", "@cache", "from functools import lru_cache", "    known[id(scene)] = text"]
)
def test_a_memory_elsewhere_is_seen(line: str) -> None:
    assert caches(f"import x\n{line}\n")
    assert not caches("    def id(self, theme: Theme) -> str:\n    zone.id(theme)")
