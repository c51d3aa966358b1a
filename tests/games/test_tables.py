"""The tables of the rules are lists: compiled, a tuple of known length is made anew to look up one of its numbers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "polychrome"
MODULES = [path for folder in ("engine", "games") for path in sorted((PACKAGE / folder).rglob("*.py"))]
TREES = {path.relative_to(PACKAGE).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}


def of_numbers(value: ast.expr) -> bool:
    if isinstance(value, ast.Tuple):
        return all(map(of_numbers, value.elts))
    return isinstance(value, ast.Constant) and isinstance(value.value, int)


def tuples(tree: ast.Module) -> set[str]:
    """The constants that are written as tuples of numbers, unless their type is a tuple of any length."""
    return {
        node.target.id
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and isinstance(node.value, ast.Tuple)
        if of_numbers(node.value) and "..." not in ast.unparse(node.annotation)
    }


TUPLES = {f"polychrome.{module[:-3].replace('/', '.')}": tuples(tree) for module, tree in TREES.items()}


def imported(tree: ast.Module) -> set[str]:
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {name.name for node in froms for name in node.names if name.name in TUPLES.get(node.module or "", ())}


def looks(tree: ast.Module, names: set[str]) -> list[str]:
    """Where one of them is asked for a number by an index that only the game knows."""
    return [
        f"line {node.lineno}: {node.value.id}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in names
        if not isinstance(node.slice, ast.Constant)
    ]


@pytest.mark.parametrize("module", TREES)
def test_no_table_is_a_tuple(module: str) -> None:
    tree = TREES[module]
    assert not looks(tree, tuples(tree) | imported(tree))


def test_a_table_that_is_a_tuple_is_found() -> None:
    """As the score table of Coloretto was; a tuple whose length is left open is kept whole."""
    tree = ast.parse("POINTS: Final = ((0, 1), (0, 4))\nOPEN: Final[tuple[int, ...]] = (1, 2)\nPOINTS[side][OPEN[n]]")
    assert looks(tree, tuples(tree)) == ["line 3: POINTS"]
