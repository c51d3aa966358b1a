"""Names say what a thing is: what had a charming name once is called by the plain word of the field."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polychrome

SOURCE = Path(polychrome.__file__).parent
PAGE = Path(__file__).parents[1] / "web" / "src"
GONE = {  # and what it is called now
    "Kept": "OpenRoom, StoredRoom",
    "Box": "Catalogue",
    "Promise": "Estimate",
    "promise": "commitment",
    "Shot": "EncodedFrame",
    "Sight": "PublicView",
    "sight": "view_to_draw",
    "eyes": "watcher, shown_as",
    "believing": "trust_external_data",
    "knack": "heuristics",
    "hub": "socket",
    "lean": "websocket",
    "say": "encode, translate, send, announce",
    "Turns": "FairLock",
    "thinking": "bot_pool, bot_worker",
    "thinker": "bot_process",
    "errand": "background_build, command",
    "errands": "commands",
    "porch": "visitors",
    "turnstile": "request_queue",
    "veil": "log_names",
    "roof": "local_room",
    "luggage": "page_sources",
    "Days": "ElapsedTime",
    "days_seen": "elapsed_time",
    "Floor": "Services",
    "Ears": "LiveRegion, Narrator",
    "Heart": "RingMiddle",
    "Lid": "ShelfCard",
    "PATIENCE": "…_SECONDS",
    "LONGEST": "LONGEST_…",
    "MOST": "MOST_…",
}

FILES_GONE = {  # whose names are good ones elsewhere
    "server/days.py": "elapsed_time.py",
    "server/contact.py": "database_contact.py",
    "server/rights.py": "file_rights.py",
}


SEATED = re.compile(r"\bplaces?\.(?:seat|acting|winner|score|standing|skips|notes|sums)\b")  # a place holds pieces


def names_in(tree: ast.AST) -> Iterator[str]:
    """Whatever is defined: classes, functions, arguments, variables, attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                yield node.name
            case ast.arg():
                yield node.arg
            case ast.Name(name, ast.Store()) | ast.Attribute(_, name, ast.Store()):
                yield name


def named_by(text: str) -> Iterator[str]:
    """The same of TypeScript and Svelte, roughly."""
    yield from re.findall(r"\b(?:class|function|const|let|interface|type|import)\s+(\w+)", text)


def charming(names: set[str]) -> dict[str, str]:
    """Those of the old names, also as the last word of a constant's, and what is said now."""
    ends = {name: name.rpartition("_")[2] if name.isupper() else name for name in names}
    return {name: GONE[end] for name, end in sorted(ends.items()) if end in GONE}


def test_no_name_of_python_is_one_of_these() -> None:
    found = {}
    for file in SOURCE.rglob("*.py"):
        names = {file.stem, *names_in(ast.parse(file.read_text(encoding="utf-8")))}
        found[file.relative_to(SOURCE).as_posix()] = charming(names)
    assert len(found) > 200
    assert {file: names for file, names in found.items() if names} == {}


def test_no_file_has_its_old_name() -> None:
    assert {file: now for file, now in FILES_GONE.items() if (SOURCE / file).exists()} == {}
    assert all((SOURCE / file).with_name(now).is_file() for file, now in FILES_GONE.items())


def test_no_name_of_the_page_is_one_of_these() -> None:
    found = {}
    for file in [*PAGE.rglob("*.ts"), *PAGE.rglob("*.svelte")]:
        names = {file.stem, *named_by(file.read_text(encoding="utf-8"))}
        found[file.name] = charming(names)
    assert len(found) > 100
    assert {file: names for file, names in found.items() if names} == {}


def test_somebody_at_the_table_is_not_called_a_place() -> None:
    files = [
        file for folder in (SOURCE, PAGE) for file in folder.rglob("*") if file.suffix in (".py", ".ts", ".svelte")
    ]
    found = {file.name: SEATED.findall(file.read_text(encoding="utf-8")) for file in files}
    assert len(found) > 300
    assert {file: names for file, names in found.items() if names} == {}


FRAGMENT = re.compile(r"(?:Of|As|By|To)\b")  # goes on where the name stopped, and so says nothing by itself


def fragments(tree: ast.AST) -> Iterator[str]:
    """Classes whose first sentence has no subject."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and FRAGMENT.match(ast.get_docstring(node) or ""):
            yield node.name


def test_a_class_says_what_it_is_in_a_sentence_that_stands_alone() -> None:
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in SOURCE.rglob("*.py")}
    assert {
        file.relative_to(SOURCE).as_posix(): list(fragments(tree))
        for file, tree in trees.items()
        if any(fragments(tree))
    } == {}
    assert list(fragments(ast.parse("class Meter:\n    'Of a server.'\nclass Often:\n    'Offers a game.'"))) == [
        "Meter"
    ]


def test_such_a_name_is_seen() -> None:
    tree = ast.parse("class Kept:\n    def __init__(self, hub):\n        self.thinking = errand = hub\n")
    assert sorted(GONE.keys() & set(names_in(tree))) == ["Kept", "errand", "hub", "thinking"]
    assert charming({"HUB_PATIENCE", "MOST_SEATS", "speak", "hub"}).keys() == {"HUB_PATIENCE", "hub"}
    assert list(named_by("import Ears from './Ears.svelte'\nconst errand = 1")) == ["Ears", "errand"]
