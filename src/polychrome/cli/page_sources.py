"""What of our package a page takes along: whatever its two workers import, and what those modules read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import polychrome

PACKAGE: Final = Path(polychrome.__file__).parent
LISTS: Final = PACKAGE / "lexicon" / "lists"  # beside the page: each comes when it is needed
FIRST: Final = "polychrome.offline.worker"
SPOKEN: Final = PACKAGE / "locales" / "en.json"  # in which the sources explain themselves; the page has the others
BY_NAME: Final = ("games", "scenes/games", "scenes/reasons", "bots/heuristics", "bots/endgames")  # of a game (registry)
TEXTS: Final = (".json", ".jsonl", ".txt")


def page_sources() -> dict[str, bytes]:
    """The sources that a page without a server needs, by their names in the package."""
    sources = imported(FIRST, *found_by_name())
    return {
        f"polychrome/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes()
        for path in sorted({*sources, *read_by(sources), SPOKEN})
    }


def found_by_name() -> Iterator[str]:
    """Modules that no source names: whoever needs what belongs to a game looks for the game's name."""
    for folder in BY_NAME:
        for path in (PACKAGE / folder).rglob("*.py"):
            yield ".".join((PACKAGE.name, *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")


def imported(*first: str) -> set[Path]:
    """The sources of these modules and of all of ours that they import, wherever in them."""
    found: set[Path] = set()
    waiting = list(first)
    while waiting:
        name = waiting.pop()
        source = source_of(name)
        if source is None or source in found:  # a name in a module, or somebody else's
            continue
        found.add(source)
        waiting.append(name.rpartition(".")[0])
        waiting += named_in(ast.parse(source.read_bytes()))
    return found


def source_of(name: str) -> Path | None:
    top, *parts = name.split(".")
    place = PACKAGE.joinpath(*parts)
    if top != PACKAGE.name:
        return None
    return next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)


def named_in(tree: ast.AST) -> Iterator[str]:
    """What is imported somewhere in it; not what only type checkers import."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (part.name for part in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{part.name}" for part in node.names)
        else:
            yield from named_in(node)


def read_by(sources: set[Path]) -> Iterator[Path]:
    """The texts that lie with these sources."""
    for folder in {source.parent for source in sources} - {PACKAGE}:
        for path in folder.rglob("*"):
            if path.suffix in TEXTS and not path.is_relative_to(LISTS):
                yield path
