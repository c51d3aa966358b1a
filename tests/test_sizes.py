"""What people can hold in their head: no class of the layers around the rules is longer than three hundred lines.
(How many ways a function branches, ruff counts: C901.)"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import polychrome

SOURCE = Path(polychrome.__file__).parent
LAYERS = ("api", "cli", "client", "room", "scenes", "server")
LONGEST = 300


def long_classes(source: str) -> list[str]:
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    return [node.name for node in classes if (node.end_lineno or 0) - node.lineno >= LONGEST]


@pytest.mark.parametrize("layer", LAYERS)
def test_no_class_is_longer_than_one_can_hold_in_mind(layer: str) -> None:
    files = sorted((SOURCE / layer).rglob("*.py"))
    assert files
    found = {file.name: long_classes(file.read_text(encoding="utf-8")) for file in files}
    assert {file: classes for file, classes in found.items() if classes} == {}


def test_a_long_class_is_seen() -> None:
    body = "    x = 1\n" * LONGEST
    assert long_classes(f"class Long:\n{body}") == ["Long"]
    assert long_classes(f"class Short:\n{body[10:]}") == []
