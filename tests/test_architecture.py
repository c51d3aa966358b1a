"""What the guides for programmers call by name is there: files, folders, modules, classes, functions, settings."""

from __future__ import annotations

import ast
import builtins
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "polychrome"
GUIDES = ("docs/architecture.md", "CONTRIBUTING.md")
CODE = (PACKAGE, ROOT / "tests", ROOT / "scripts", ROOT / "bench", ROOT / "hatch_build.py")
QUOTED = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*(\(.*\))?")
PATH = re.compile(r"[\w.-]*(/[\w.-]+)+/?|[\w.-]+/|[\w-]+\.(py|md|toml|json|txt)")
# Words that are quoted and name nothing in our Python.
OTHERS = {
    *("auto", "no", "require"),  # what a variable may say
    *("long", "soak", "vector", "curtain"),  # markers of tests, blocks of a guide, messages
    *("family.deed", "family.you_deed", "get_", "tmp_path"),
}


class Known:
    """What is defined anywhere: in which class or module, and all of it together."""

    def __init__(self, files: list[Path]) -> None:
        self.members: dict[str, set[str]] = defaultdict(set)  # of classes and of modules
        self.bases: dict[str, set[str]] = defaultdict(set)
        self.variables = set[str]()  # of the environment
        for file in files:
            text = file.read_text(encoding="utf-8")
            self.variables |= set(re.findall(r"\bPOLYCHROME_[A-Z]+\b", text))
            tree = ast.parse(text)
            module = file.parent.name if file.stem == "__init__" else file.stem
            self.members[module] |= set(defined(tree.body))
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.members[node.name] |= {*defined(node.body), *attributes(node)}
                    self.bases[node.name] |= {ast.unparse(base).rpartition(".")[2] for base in node.bases}
        self.all = {*self.members, *(name for names in self.members.values() for name in names)}

    def has(self, owner: str, member: str) -> bool:
        return member in self.members[owner] or any(self.has(base, member) for base in self.bases[owner] - {owner})


def defined(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.Assign():
                for target in node.targets:
                    yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))
            case ast.AnnAssign(target=ast.Name(name)):
                yield name
            case ast.If() | ast.Try():
                yield from defined(node.body)


def attributes(node: ast.ClassDef) -> Iterator[str]:
    for part in ast.walk(node):
        match part:
            case ast.Attribute(ast.Name("self"), name, ast.Store()):
                yield name


@cache
def known() -> Known:
    folders = [top for top in CODE if top.is_dir()]
    return Known([*(file for top in folders for file in top.rglob("*.py")), ROOT / "hatch_build.py"])


def is_file(path: str) -> bool:
    """From the clone's root, the sources' or the package's; a file of the package may be called by its name alone."""
    if path.startswith("build/"):  # made by the scripts
        return True
    return any((top / path).exists() for top in (ROOT, PACKAGE.parent, PACKAGE)) or any(PACKAGE.rglob(path.strip("/")))


def is_name(words: str) -> bool:
    """`Class.member`, `object.member`, `module.function`, `package.module.function`, or one word for any of them."""
    *owners, member = words.partition("(")[0].split(".")
    if not owners:
        return member in known().all or hasattr(builtins, member) or member in known().variables
    return known().has(owners[-1], member) or known().has(owners[-1].capitalize(), member)


def unknown(text: str) -> list[str]:
    """Whatever is quoted in it and looks like a file or a name, but is none."""
    found = []
    for quoted in QUOTED.findall(re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)):
        if NAME.fullmatch(quoted):
            if not (is_name(quoted) or is_file(quoted) or quoted in OTHERS):
                found.append(quoted)
            continue
        paths = [word for word in re.split(r"[\s,]+", quoted) if PATH.fullmatch(word)]
        found += [path for path in paths if not is_file(path) and path.isascii() and "NAME" not in path]
    return found


@pytest.mark.parametrize("guide", GUIDES)
def test_whatever_a_guide_names_is_there(guide: str) -> None:
    assert unknown((ROOT / guide).read_text(encoding="utf-8")) == []


def plan() -> list[str]:
    (block,) = re.findall(
        r"^```\n(src/polychrome/.*?)^```$", (ROOT / GUIDES[0]).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    return str(block).splitlines()


def test_the_plan_of_the_house_shows_what_is_there() -> None:
    """Folders and files at the beginnings of its lines."""
    folder, shown = PACKAGE, set[Path]()
    for line in plan():
        found = re.match(r"( *)([\w/]+/|\w+\.py)\s", f"{line} ")
        if found is None:
            continue
        depth, name = len(found[1]), found[2]
        place = {0: ROOT, 2: PACKAGE}.get(depth, folder) / name
        assert place.exists(), line
        if depth == 2:
            folder = place
            shown.add(place)
    ours = {place for place in PACKAGE.iterdir() if place.suffix == ".py" or (place / "__init__.py").exists()}
    assert {place.name for place in ours - shown} <= {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("guide", GUIDES)
def test_a_guide_shows_the_layers_as_they_are_checked(guide: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = (each["layers"] for each in project["tool"]["importlinter"]["contracts"] if each["id"] == "layers")
    checked = re.sub(r"[()]", "", " > ".join(layers))  # brackets: what may be missing
    text = (ROOT / guide).read_text(encoding="utf-8")
    assert re.findall(r"imports point one way[^`]*`([^`]+)`", text, re.IGNORECASE) == [checked]


@pytest.mark.parametrize("layer", ["room", "server"])
def test_the_plan_names_every_module_of_the_layers_that_are_read_most(layer: str) -> None:
    text = "\n".join(plan())
    modules = {file.stem for file in (PACKAGE / layer).glob("*.py")} - {"__init__"}
    assert {module for module in modules if not re.search(rf"\b{module}\b", text)} == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "See `room/manager.py`.",
        "See `Fold.forget`.",
        "`fold.Fold.nothing` is it.",
        "A `Helper` does it.",
        "Run `python3 scripts/nothing -k x`.",
    ],
)
def test_what_is_not_there_is_found(sentence: str) -> None:
    assert len(unknown(sentence)) == 1
    assert unknown("`Fold.apply` of `room/fold.py`, with `python3 scripts/test -k gift`, and `Table.check`") == []
