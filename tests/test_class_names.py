"""One name, one class. Where two share a name all the same, one of them is never called by it alone."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import polychrome

SOURCE = Path(polychrome.__file__).parent
PUBLIC = "polychrome/__init__.py"  # lends what the api has to whoever imports polychrome
# Names that stand for two things, and which module's is said with its module: `wire.Room` is what a page is told of a
# `Room`, `polychrome.Table` what `import polychrome` makes of the engine's `Table`. What is public keeps its name.
SHARED = {
    "Bot": "polychrome.room.wire",
    "Refused": "polychrome.room.wire",
    "Room": "polychrome.room.wire",
    "Entry": "polychrome.api.catalogue",
    "Table": "polychrome.api.table",
}

Trees = Mapping[str, ast.Module]


def homes(trees: Trees) -> dict[str, list[str]]:
    """In which modules there is a class of each name."""
    found = defaultdict(list)
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(file.removesuffix(".py").replace("/", "."))
    return dict(found)


def shared(trees: Trees) -> dict[str, list[str]]:
    """Names of more than one class, unless they are known to be, and where."""
    return {name: files for name, files in homes(trees).items() if len(files) > (2 if name in SHARED else 1)}


def bare(trees: Trees) -> Iterator[str]:
    """Modules in which a shared name stands without the module that it must be said with."""
    for file, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and file != PUBLIC:
                yield from (f"{file}: {name.name}" for name in node.names if SHARED.get(name.name) == node.module)


@cache
def package() -> Trees:
    files = sorted(SOURCE.rglob("*.py"))
    assert len(files) > 200
    return {file.relative_to(SOURCE.parent).as_posix(): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def test_no_two_classes_share_a_name() -> None:
    assert shared(package()) == {}


def test_a_shared_name_is_said_with_its_module() -> None:
    assert list(bare(package())) == []
    found = homes(package())
    assert {name: found[name] for name, home in SHARED.items() if home not in found[name]} == {}
    assert all(len(found[name]) == 2 for name in SHARED)  # or it need not be in the list


def test_a_second_class_of_a_name_is_seen() -> None:
    one, other = ast.parse("class Job: ..."), ast.parse("class Job: ...\nclass Room: ...")
    assert shared({"polychrome/a.py": one, "polychrome/b.py": other}) == {"Job": ["polychrome.a", "polychrome.b"]}
    alone = ast.parse("from polychrome.room.wire import Phase, Room")
    assert list(bare({"polychrome/c.py": alone})) == ["polychrome/c.py: Room"]
