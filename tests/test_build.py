"""The wheel and the source archive hold all that is needed, and the rules are compiled when they should be."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import msgspec
import pytest

from hatch_build import COMPILED, INTERPRETED, TOLERANT, compiled_modules, hindrance
from polychrome import __version__
from polychrome.words import LANGUAGES

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "polychrome"
NOWHERE = "no-such-compiler"

CORE = '''"""What is “core”??/"""

from typing import NamedTuple


def same(n: int) -> int:
    return n


def all_of(n: int, how: object = same) -> int:
    """Where a default is no number."""
    return n


class Card(NamedTuple):
    """A card of one colour."""

    colour: str

    def turned(self, up: bool) -> str:
        """What is seen then."""
        return self.colour if up else ""


def double(n: int) -> int:
    """Twice\\\\ as much: "2 × n"."""
    return 2 * n


class Pair:
    """Two of a kind."""

    def halve(self) -> int:
        """One of them."""
        return 1

    def double(self) -> int:
        return 4
'''

needs_a_compiler = pytest.mark.skipif(hindrance() is not None, reason=str(hindrance()))


def build(source: Path, target: str, out: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """The page is built only of the whole sources."""
    if source != ROOT and not (source / "web").exists():
        variables["POLYCHROME_PAGE"] = "no"
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)],
        cwd=source,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def wheel_in(folder: Path) -> Path:
    (wheel,) = folder.glob("*.whl")
    return wheel


def content(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


def is_extension(name: str) -> bool:
    return name.endswith(tuple(EXTENSION_SUFFIXES))


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A project with our build files and next to nothing to compile."""
    root = tmp_path / "small"
    for folder in ("engine", "games", "bots"):
        path = root / "src" / "polychrome" / folder
        path.mkdir(parents=True)
        (path / "__init__.py").touch()
    (root / "scripts").mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "LICENSE", "scripts/docstrings.py"):
        shutil.copy(ROOT / name, root / name)
    (root / "src/polychrome/__init__.py").write_text(f'__version__ = "{__version__}"\n')
    (root / "README.md").touch()
    (root / "src/polychrome/engine/core.py").write_text(CORE, encoding="utf-8")
    return root


@pytest.mark.parametrize("variables", [{"POLYCHROME_COMPILE": "no"}, {"POLYCHROME_COMPILE": "auto", "CC": NOWHERE}])
def test_without_a_compiler_the_wheel_is_pure_python(tmp_path: Path, variables: dict[str, str]) -> None:
    result = build(ROOT, "wheel", tmp_path, **variables)
    assert result.returncode == 0, result.stdout
    wheel = wheel_in(tmp_path)
    assert wheel.name == f"polychrome-{__version__}-py3-none-any.whl"
    files = content(wheel)
    sources = {f"polychrome/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*.py")}
    catalogues = {f"polychrome/locales/{path.name}" for path in PACKAGE.glob("locales/*.json")}
    assert catalogues
    assert sources | catalogues | {"polychrome/py.typed", "polychrome/web_dist/index.html"} <= files
    lists = {f"polychrome/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.glob("lexicon/lists/**/*.*")}
    assert len([name for name in lists if name.endswith(".words")]) == len(LANGUAGES)
    assert lists <= files
    with zipfile.ZipFile(wheel) as archive:
        about = archive.read(f"polychrome-{__version__}.dist-info/METADATA").decode()
    expression = re.search(r"^License-Expression: (.*)$", about, re.MULTILINE)
    assert expression
    named = set(expression[1].split(" AND "))
    assert {"MIT", "BSD-3-Clause", "CC-BY-SA-4.0", "MPL-1.1", "MPL-2.0"} | licences_of_the_page(files) == named
    for name in lists - {name for name in lists if name.endswith((".words", ".usual", ".small.txt"))}:
        assert f"License-File: src/{name}\n" in about
    assert not any(is_extension(name) for name in files)


def licences_of_the_page(files: set[str]) -> set[str]:
    """By the notices that lie beside it: what its packages say of themselves."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    notices = {Path(name).stem for name in files if name.startswith("polychrome/web_dist/licences/")}
    assert notices
    found = {path.rpartition("/")[2]: package["license"] for path, package in packages.items() if "license" in package}
    return {found[name] for name in notices}


def test_the_source_archive_is_enough_to_build_the_same_wheel(tmp_path: Path) -> None:
    assert build(ROOT, "sdist", tmp_path).returncode == 0
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        opened.extractall(tmp_path, filter="data")
    unpacked = tmp_path / f"polychrome-{__version__}"
    for name in ("scripts/build-page", "scripts/node.py", "web/package-lock.json", "web/.npmrc", "constraints.txt"):
        assert (unpacked / name).is_file()  # to build the page again, where somebody changes something
    assert (unpacked / "src" / "polychrome" / "web_dist" / "index.html").is_file()
    assert not (unpacked / "web" / "node_modules").exists()
    assert build(unpacked, "wheel", tmp_path / "again", POLYCHROME_COMPILE="no").returncode == 0
    assert build(ROOT, "wheel", tmp_path / "direct", POLYCHROME_COMPILE="no").returncode == 0
    assert content(wheel_in(tmp_path / "again")) == content(wheel_in(tmp_path / "direct"))


def test_the_wheel_alone_has_words_in_four_languages_and_bots_that_write_them(tmp_path: Path) -> None:
    """Where nothing else was ever fetched: no npm, no network, no list of this machine."""
    assert build(ROOT, "wheel", tmp_path, POLYCHROME_COMPILE="no", POLYCHROME_PAGE="no").returncode == 0
    with zipfile.ZipFile(wheel_in(tmp_path)) as archive:
        archive.extractall(tmp_path / "installed")
    new = {"PYTHONPATH": str(tmp_path / "installed"), "PATH": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    variables = {name: value for name, value in os.environ.items() if not name.startswith("POLYCHROME_")}
    code = (
        "from polychrome.lexicon.shelf import hand_over; from polychrome.bots import make\n"
        "from polychrome.engine.dice import Dice; from polychrome.engine.table import Table\n"
        "from polychrome.registry import find\n"
        "hand_over(); game = find('color_words')\n"
        f"for language in {list(LANGUAGES)!r}:\n"
        "    table = Table(game, 2, {'language': language}, Dice(1))\n"
        "    print(language, game.text(make('kid', 1).choose(table.state.view(0), 0)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**variables, **new}, cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    said = [line.split() for line in done.stdout.splitlines()]
    assert [words[:2] for words in said] == [[language, "submit"] for language in LANGUAGES]
    assert len({words[2] for words in said}) == len(LANGUAGES)


def test_require_without_a_compiler_fails_and_says_why(small: Path, tmp_path: Path) -> None:
    result = build(small, "wheel", tmp_path, POLYCHROME_COMPILE="require", CC=NOWHERE)
    assert result.returncode != 0
    assert f"there is no C compiler ({NOWHERE})" in result.stdout


def test_an_unknown_wish_fails_and_names_the_choices(small: Path, tmp_path: Path) -> None:
    result = build(small, "wheel", tmp_path, POLYCHROME_COMPILE="perhaps")
    assert result.returncode != 0
    assert "POLYCHROME_COMPILE is 'perhaps'; it may be auto, no or require." in result.stdout


@needs_a_compiler
def test_with_a_compiler_every_module_of_the_rules_is_compiled(small: Path, tmp_path: Path) -> None:
    result = build(small, "wheel", tmp_path, POLYCHROME_COMPILE="require")
    assert result.returncode == 0, result.stdout
    wheel = wheel_in(tmp_path)
    assert not wheel.name.endswith("any.whl")
    extensions = {name.split(".")[0] for name in content(wheel) if is_extension(name)}
    modules = {f"polychrome/{name}" for name in ("engine/__init__", "engine/core", "games/__init__", "bots/__init__")}
    assert extensions == modules | {"polychrome__mypyc"}
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "unpacked")
    names = ("", "double", "Pair", "Pair.halve", "Pair.double", "Card", "Card.turned", "Card('R').turned", "all_of")
    shown = ", ".join(f"core{name and '.'}{name}.__doc__" for name in names)
    code = f"from polychrome.engine import core; print({shown}, sep='|')"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "unpacked"), "PYTHONIOENCODING": "utf-8"}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, encoding="utf-8").stdout
    first = 'What is “core”??/|Twice\\ as much: "2 × n".|Two of a kind.|One of them.|None|A card of one colour.'
    assert said == first + "|What is seen then.|What is seen then.|Where a default is no number.\n"


def test_whatever_is_said_to_be_compiled_or_not_is_there() -> None:
    """A module that is called otherwise now would silently stay plain Python."""
    package = ROOT / "src" / "polychrome"
    assert [name for name in (*COMPILED, *INTERPRETED) if not any(package.glob(name))] == []


def test_compiling_needs_no_library_but_those_it_asks_for(tmp_path: Path) -> None:
    """On a new machine the server's libraries are not there yet when the rules are compiled."""
    venv.create(tmp_path / "bare")
    (site,) = (tmp_path / "bare").rglob("site-packages")
    (site / "msgspec").symlink_to(Path(msgspec.__file__).parent)
    python = next((tmp_path / "bare").rglob("python"))
    options = [f"--python-executable={python}", f"--config-file={ROOT / 'pyproject.toml'}", f"--cache-dir={tmp_path}"]
    modules = compiled_modules(ROOT / "src")
    command = [sys.executable, "-m", "mypy", *options, *TOLERANT, *modules]
    result = subprocess.run(command, cwd=ROOT / "src", capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


@needs_a_compiler
def test_rules_that_do_not_compile_are_shipped_as_python_with_a_warning(small: Path, tmp_path: Path) -> None:
    (small / "src/polychrome/engine/core.py").write_text("n: int = 'two'\n")
    result = build(small, "wheel", tmp_path, POLYCHROME_COMPILE="auto")
    assert result.returncode == 0, result.stdout
    assert "Compiling failed, the wheel is pure Python" in result.stdout
    assert wheel_in(tmp_path).name.endswith("py3-none-any.whl")
    assert build(small, "wheel", tmp_path, POLYCHROME_COMPILE="require").returncode != 0


def test_who_cites_us_cites_this_version() -> None:
    lines = (ROOT / "CITATION.cff").read_text(encoding="utf-8").splitlines()
    assert f"version: {__version__}" in lines
    assert "license: MIT" in lines


def test_what_is_said_of_us_is_true() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
    assert project["description"] == site["site_description"]
    for place in ("in the browser", "in the terminal", "for bots", "for research"):
        assert place in project["description"]
    spoken = {"en": "English", "fr": "French", "de": "German", "es": "Spanish"}
    claimed = [one.rpartition(" :: ")[2] for one in project["classifiers"] if one.startswith("Natural Language")]
    assert claimed == sorted(spoken[language] for language in LANGUAGES)
    lowest = project["requires-python"].removeprefix(">=")
    assert f"Programming Language :: Python :: {lowest}" in project["classifiers"]
    assert "Environment :: Web Environment" in project["classifiers"]
    assert "Environment :: Console" in project["classifiers"]


def test_every_extra_that_a_guide_names_exists() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    pages = [
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "src" / "polychrome" / "locales").glob("*.json"),
    ]
    named = {extra for page in pages for extra in re.findall(r"polychrome\[(\w+)\]", page.read_text(encoding="utf-8"))}
    assert named
    assert named - {*extras} == set()
