"""Every Python block of the README and the guides runs, and prints what the guide says it prints.

A block with a file's name above it (`<!-- tests/toys/pips.py -->`) is a quotation; `…` stands for what is left out. A
`text` block right behind a Python block is its output.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import pytest

from polychrome.bots import LEVELS, make

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"(?:^<!-- (?P<quoted>\S+) -->\n)?^```(?P<kind>\w*)\n(?P<code>.*?)^```$", re.DOTALL | re.MULTILINE)
# What a page takes for granted: commands that its readers have typed before, names that they have defined.
DUEL = ("arena", "run", "--game", "coloretto", "--bots", "random,quick", "--games", "2", "--seed", "1", "--out", "duel")
COMMANDS = {"docs/arena.md": DUEL}
NAMES = {"docs/add-a-game.md": "from toys.pips import GAME\n"}


def blocks(page: Path) -> tuple[str, str]:
    """The code of a page, and what it should print as far as the page says so."""
    found = list(BLOCK.finditer(page.read_text(encoding="utf-8")))
    code, printed = [], []
    for block, after in zip_longest(found, found[1:]):
        if block["kind"] != "python" or block["quoted"]:
            continue
        code.append(block["code"])
        if after is not None and after["kind"] == "text":
            printed.append(after["code"])
    return "\n".join(code), "".join(printed)


PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if blocks(page)[0]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_python_block_runs(page: Path, tmp_path: Path) -> None:
    name = page.relative_to(ROOT).as_posix()
    code, printed = blocks(page)
    paths = [str(ROOT / "src"), str(ROOT / "tests")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}
    commands = [["-m", "polychrome", *COMMANDS[name]]] if name in COMMANDS else []
    for command in (*commands, ["-W", "error", "-c", NAMES.get(name, "") + code]):
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0, done.stderr
    assert printed in done.stdout


def test_what_is_quoted_stands_in_its_file() -> None:
    pages = [page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md")]
    quoted = [block for page in pages for block in BLOCK.finditer(page) if block["quoted"]]
    assert len(quoted) >= 6
    for block in quoted:
        there = (ROOT / block["quoted"]).read_text(encoding="utf-8")
        for part in block["code"].split("    …\n"):
            assert part.strip("\n") in there, f"{block['quoted']} does not hold\n{part}"


@pytest.mark.parametrize("page", sorted((ROOT / "docs" / "games").glob("*.md")), ids=lambda page: page.stem)
def test_the_page_of_a_game_tells_its_bots_by_their_levels(page: Path) -> None:
    """And every bot that it names can be had."""
    told = page.read_text(encoding="utf-8").partition("\n## Bots\n")[2].partition("\n## ")[0]
    named = re.findall(r"`([a-z]+(?::\w+)?)`", told)
    assert set(LEVELS) <= set(named)
    for name in (*named, *(f"{memory}/random" for memory in re.findall(r"`(\w+)/`", told))):
        assert make(name, 1)
