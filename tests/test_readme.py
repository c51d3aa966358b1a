"""What the README shows works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def test_the_example_plays_a_game() -> None:
    example, _ = EXAMPLES
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert " Coloretto " in done.stdout.splitlines()[0]
    assert "Game over: " in done.stdout
    assert re.fullmatch(r" .*[.!] \[-?\d+(, -?\d+){3}\]", done.stdout.splitlines()[-1])


def test_the_five_lines_for_learning_programs_work() -> None:
    _, example = EXAMPLES
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_file_it_points_to_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README)
    assert targets
    assert [target for target in targets if "://" not in target and not (ROOT / target).exists()] == []


def test_the_two_commands_are_there() -> None:
    for command in ("python3 scripts/start", "python3 scripts/test"):
        assert f"\n{command} " in README
    assert "python3 scripts/test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
