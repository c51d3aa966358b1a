"""What only tests use is no part of the product: each function and class is used by it, or by what is built of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polychrome

SOURCE = Path(polychrome.__file__).parent
ROOT = Path(__file__).parents[1]
BESIDE = ("scripts", "examples", "web/src")  # who else may need something
LENT = {"__getattr__", "__dir__"}  # asked for by Python itself


def defined(tree: ast.Module) -> Iterator[str]:
    """Functions and classes of a module; what a decorator takes away is known to it."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.decorator_list:
            yield node.name


def used(tree: ast.Module) -> Iterator[str]:
    """Names that are read, imported, or written in a text that is no docstring."""
    docstrings = [node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)]
    for node in ast.walk(tree):
        match node:
            case ast.Name(name, ast.Load()) | ast.Attribute(_, name) | ast.alias(name):
                yield name
            case ast.Constant(str(text)) if node not in docstrings:
                yield from re.findall(r"\w+", text)


def unused(trees: dict[str, ast.Module], beside: set[str]) -> list[str]:
    names = {name for tree in trees.values() for name in used(tree)} | beside | LENT
    return [f"{file}: {name}" for file, tree in trees.items() for name in defined(tree) if name not in names]


def test_nothing_is_there_for_tests_alone() -> None:
    trees = {
        file.relative_to(SOURCE).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
        for file in SOURCE.rglob("*.py")
    }
    files = [file for folder in BESIDE for file in (ROOT / folder).rglob("*") if file.suffix in ("", ".py", ".ts")]
    beside = {word for file in files if file.is_file() for word in re.findall(r"\w+", file.read_text(encoding="utf-8"))}
    assert len(trees) > 200
    assert unused(trees, beside) == []


def test_what_nobody_uses_is_seen() -> None:
    module = ast.parse('"""Whoever is forgotten."""\ndef forgotten(): ...\ndef known(): return 1\nknown()\n')
    assert unused({"a.py": module}, set()) == ["a.py: forgotten"]
