"""Whoever programs against us has types: a strict checker knows what everything is, and finds what is wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAM = """\
import polychrome
from polychrome.client import sit


def mine(view: polychrome.State, seat: int) -> int:
    return view.legal(seat)[0]


class Mine(polychrome.Bot):
    def choose(self, view: polychrome.State, seat: int) -> int:
        return mine(view, seat)


table = polychrome.new("coloretto", seats=4, seed=42, score_side="grey")
table.play("draw")
table.play(3, seat=0)
for bot in ("sharp", polychrome.bot("kid"), mine, Mine, Mine()):
    reveal_type(table.ask(bot))
reveal_type(table.legal())
reveal_type(polychrome.match("coloretto", ["kid", polychrome.bot("kid"), mine, Mine, Mine()], games=2))
reveal_type(polychrome.catalogue()[0].options)
reveal_type(polychrome.load("game.txt"))


async def sitting() -> None:
    async with sit("https://games.example.org/t/a#b", program=True) as place:
        async for question in place.questions():
            reveal_type(question.choices)


"""
KNOWN = [
    "str",
    "list[str]",
    "polychrome.api.contest.Outcome",
    "dict[str, tuple[str | int, ...]]",
    "polychrome.api.table.Table",
    "list[str]",
]


def checked(file: Path, program: str) -> str:
    file.write_text(program, encoding="utf-8")
    environment = {**os.environ, "MYPYPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(file)]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True).stdout


def test_a_program_of_ones_own_is_checked(tmp_path: Path) -> None:
    assert (ROOT / "src" / "polychrome" / "py.typed").exists()  # without it no checker looks at our types
    said = checked(tmp_path / "right.py", PROGRAM)
    assert "Success" in said, said
    assert re.findall(r'Revealed type is "(.*)"', said) == KNOWN
    wrong = checked(tmp_path / "wrong.py", PROGRAM + "table.play(None)\npolychrome.new(3)\npolychrome.nothing\n")
    assert wrong.count(": error: ") == 2 + 1, wrong
