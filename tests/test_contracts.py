"""Each import contract of pyproject.toml holds, and is seen to break when one line breaks it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
NAMES = {contract["id"]: contract["name"] for contract in CONTRACTS}

# contract, the module where a line is planted, the line, what the linter must point at
BREACHES = [
    ("layers", "engine/core.py", "import polychrome.games", "polychrome.engine.core -> polychrome.games"),
    ("layers", "games/coloretto.py", "import polychrome.words", "polychrome.games.coloretto -> polychrome.words"),
    ("layers", "words.py", "import polychrome.scenes", "polychrome.words -> polychrome.scenes"),
    ("layers", "palette.py", "import polychrome.words", "polychrome.palette -> polychrome.words"),
    ("layers", "scenes/__init__.py", "import polychrome.bots", "polychrome.scenes -> polychrome.bots"),
    ("layers", "bots/__init__.py", "import polychrome.arena", "polychrome.bots -> polychrome.arena"),
    ("layers", "api/table.py", "import polychrome.cli", "polychrome.api.table -> polychrome.cli"),
    ("layers", "api/table.py", "import polychrome.server", "polychrome.api.table -> polychrome.server"),
    ("layers", "arena/__init__.py", "import polychrome.cli", "polychrome.arena -> polychrome.cli"),
    ("layers", "attic.py", "", "- polychrome.attic"),
    ("games", "games/planted.py", "import polychrome.games.coloretto", "games.planted -> polychrome.games.coloretto"),
    ("rules", "engine/dice.py", "import random", "polychrome.engine.dice -> random"),
    ("rules", "engine/table.py", "from time import monotonic", "polychrome.engine.table -> time"),
    ("rules", "games/coloretto.py", "from pathlib import Path", "polychrome.games.coloretto -> pathlib"),
    ("rules", "games/__init__.py", "def late():\n    from json import loads", "polychrome.games -> json"),
    ("bots", "bots/__init__.py", "import random", "polychrome.bots -> random"),
    ("layers", "room/fold.py", "import polychrome.server", "polychrome.room.fold -> polychrome.server"),
    ("room", "room/play.py", "import asyncio", "polychrome.room.play -> asyncio"),
    ("room", "room/room.py", "from time import monotonic", "polychrome.room.room -> time"),
    ("room", "room/entries.py", "import sqlite3", "polychrome.room.entries -> sqlite3"),
    ("room", "room/steps.py", "import asyncpg", "polychrome.room.steps -> asyncpg"),
    (
        "layers",
        "offline/device_room.py",
        "import polychrome.server",
        "polychrome.offline.device_room -> polychrome.server",
    ),
    ("layers", "room/thought.py", "import polychrome.offline", "polychrome.room.thought -> polychrome.offline"),
    ("offline", "offline/device.py", "from time import monotonic", "polychrome.offline.device -> time"),
    ("offline", "offline/device_room.py", "import asyncio", "polychrome.offline.device_room -> asyncio"),
]
HEAVY = (
    "asyncio",
    "asyncpg",
    "sqlite3",
    "starlette",
    "uvicorn",
    "websockets",
)  # a table can do without, and so can whoever imports one


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    code = "from importlinter.cli import lint_imports_command as run; run()"
    return subprocess.run(
        [sys.executable, "-c", code, "--no-logo", "--no-cache", "--config", str(ROOT / "pyproject.toml")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The package's sources in a folder of their own, free to be spoilt."""
    return shutil.copytree(ROOT / "src" / "polychrome", tmp_path / "polychrome", ignore=shutil.ignore_patterns("__py*"))


def test_the_sources_keep_every_contract(package: Path) -> None:
    result = lint(package.parent)
    assert result.returncode == 0, result.stdout + result.stderr
    for name in NAMES.values():
        assert f"{name} KEPT" in result.stdout


@pytest.mark.parametrize(("contract", "module", "line", "finding"), BREACHES)
def test_a_planted_line_breaks_its_contract(package: Path, contract: str, module: str, line: str, finding: str) -> None:
    with (package / module).open("a", encoding="utf-8") as source:
        source.write(f"\n{line}\n")
    result = lint(package.parent)
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"{NAMES[contract]} BROKEN" in result.stdout
    assert finding in result.stdout


def test_every_contract_is_shown_to_break() -> None:
    assert {contract for contract, *_ in BREACHES} == set(NAMES)


def loaded_with_a_table(folder: Path) -> set[str]:
    """Which of the heavy modules a program has that imports a table, and nothing else."""
    code = f"import sys, polychrome.room.room, polychrome.room.ended; print(*({set(HEAVY)} & sys.modules.keys()))"
    env = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_a_table_is_imported_without_sockets_and_stores(package: Path) -> None:
    assert loaded_with_a_table(package.parent) == set()
    spoilt = package / "room" / "play.py"
    spoilt.write_text(spoilt.read_text(encoding="utf-8") + "\nimport asyncio\n", encoding="utf-8")
    assert loaded_with_a_table(package.parent) == {"asyncio"}
