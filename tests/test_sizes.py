"""What people can hold in their head: no class of the layers around the rules is longer than three hundred lines, and
no function branches in more than fifteen ways. (That ruff counts, here whatever its settings are and without
exceptions.) Nor is a component of the page much longer, with its style, nor a line of the page than Prettier prints."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import polychrome

SOURCE = Path(polychrome.__file__).parent
LAYERS = ("api", "cli", "client", "room", "scenes", "server")
MOST_LINES = 300
PAGE = Path(__file__).parents[1] / "web" / "src"
COMPONENT = 320  # lines
WIDEST = 120  # characters of a line
TEXT = re.compile(r"""'[^']{90,}'|"[^"]{90,}\"""")  # such as the path of a drawing: it stays in one piece
WAYS = 15
COUNT = ("-m", "ruff", "check", "--isolated", "--ignore-noqa", "--no-cache", "--output-format", "concise")


def long_classes(source: str) -> list[str]:
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    return [node.name for node in classes if (node.end_lineno or 0) - node.lineno >= MOST_LINES]


@pytest.mark.parametrize("layer", LAYERS)
def test_no_class_is_longer_than_one_can_hold_in_mind(layer: str) -> None:
    files = sorted((SOURCE / layer).rglob("*.py"))
    assert files
    found = {file.name: long_classes(file.read_text(encoding="utf-8")) for file in files}
    assert {file: classes for file, classes in found.items() if classes} == {}


def test_a_long_class_is_seen() -> None:
    body = "    x = 1\n" * MOST_LINES
    assert long_classes(f"class Long:\n{body}") == ["Long"]
    assert long_classes(f"class Short:\n{body[10:]}") == []


def long_components(page: Path) -> dict[str, int]:
    files = sorted(page.rglob("*.svelte"))
    assert files
    lines = {file.name: len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    return {name: count for name, count in lines.items() if count > COMPONENT}


def test_no_component_is_longer_than_one_can_hold_in_mind() -> None:
    assert long_components(PAGE) == {}


def test_a_long_component_is_seen(tmp_path: Path) -> None:
    (tmp_path / "Long.svelte").write_text("\n" * (COMPONENT + 1))
    (tmp_path / "Short.svelte").write_text("\n" * COMPONENT)
    assert long_components(tmp_path) == {"Long.svelte": COMPONENT + 1}


def wide_lines(text: str) -> list[int]:
    """Comments too, which Prettier leaves as they are."""
    lines = enumerate((TEXT.sub("", line) if len(line) > WIDEST else line for line in text.splitlines()), 1)
    return [number for number, line in lines if len(line) > WIDEST]


def test_no_line_of_the_page_is_wider_than_the_others() -> None:
    files = [file for file in sorted(PAGE.rglob("*")) if file.suffix in (".ts", ".svelte", ".css")]
    assert len(files) > 100
    found = {file.relative_to(PAGE).as_posix(): wide_lines(file.read_text(encoding="utf-8")) for file in files}
    assert {file: lines for file, lines in found.items() if lines} == {}


def test_a_wide_line_is_seen() -> None:
    comment, path = "// " + "word " * WIDEST, f"const path = '{'M0 0' * WIDEST}'"
    assert wide_lines(f"{comment}\n{path}\n// short\n{path[:20]}' // {comment}\n") == [1, 4]


def tangled(*places: Path) -> list[str]:
    """Functions with too many ways through them."""
    rule = ("--select", "C901", "--config", f"lint.mccabe.max-complexity={WAYS}")
    command = [sys.executable, *COUNT, *rule, *map(str, places)]
    said = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert said.returncode in (0, 1), said.stderr
    return [line for line in said.stdout.splitlines() if "C901" in line]


def test_no_function_has_more_ways_than_one_can_follow() -> None:
    assert tangled(*(SOURCE / layer for layer in LAYERS)) == []


def test_a_tangled_function_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "tangled.py"
    for ways, seen in ((WAYS, 0), (WAYS + 1, 1)):
        ifs = "    if x:\n        x -= 1\n" * (ways - 1)
        file.write_text(f"def f(x):  # noqa: C901\n{ifs}")
        assert len(tangled(file)) == seen
