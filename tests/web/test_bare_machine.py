"""From nothing but Python to a move on the page: every way to install Polychrome, on machines that lack what ours have.

Everything here is real: the packages come from where this machine's pip and npm find theirs.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from bare import NO_NETWORK, NODE, PYTHON, TIMEOUT, Machine, clone
from web.people import Person
from web.test_color_words import compose, in_round, sit

People = Callable[..., Person]

pytestmark = pytest.mark.timeout(TIMEOUT)

# The network is gone after the installation. What the tests keep from each other is there as for everybody: the lists.
LATER = {**NO_NETWORK, "PIP_INDEX_URL": "http://127.0.0.1:9/simple", "POLYCHROME_LISTS": None, "POLYCHROME_FETCH": None}
WORDS = {"fr": "SOL", "de": "TAG", "en": "TEN", "es": "SOL"}


def play_a_move(fox: Person) -> None:
    """As somebody who has just been sent there."""
    fox.page.set_default_timeout(TIMEOUT * 1000)
    fox.go()
    assert fox.page.locator("script[src]").count(), fox.page.content()
    fox.page.get_by_role("button", name="Play now: Coloretto").click()
    fox.page.wait_for_selector("[data-target=deck]")
    fox.touch("deck")
    fox.page.wait_for_selector("[data-piece='drawn.0']")
    fox.context.close()


def ask_for_words(fox: Person) -> None:
    """In each language for a word, and for what is none: the list judges that came with the installation."""
    page = fox.page
    for language, word in WORDS.items():
        sit(fox, word_check="list", language=language)
        in_round(fox, 1)
        compose(fox, word)
        page.get_by_role("button", name="Is it a word?").click()
        page.locator(".say", has_text=f"{word} is in the word list").wait_for()
        page.keyboard.press("Backspace")
        page.keyboard.type("Q")
        page.get_by_role("button", name="Is it a word?").click()
        page.locator(".say", has_text=f"{word[:-1]}Q is not in the word list").wait_for()
    fox.context.close()


def empty_environment(machine: Machine, folder: Path) -> Path:
    done = machine.run(folder.parent, PYTHON, "-m", "venv", str(folder))
    assert done.returncode == 0, done.stdout
    return folder / "bin"


def test_start_without_node_and_compiler(visitor: People, tmp_path: Path) -> None:
    machine, fresh = Machine(tmp_path / "path"), clone(tmp_path / "clone")
    with machine.serving(fresh, PYTHON, "scripts/start") as served:
        play_a_move(visitor(served))
    with machine.serving(fresh, PYTHON, "scripts/start", **LATER) as served:
        ask_for_words(visitor(served))


@pytest.mark.long
def test_start_with_node_but_without_compiler(visitor: People, tmp_path: Path) -> None:
    machine, fresh = Machine(tmp_path / "path", *NODE), clone(tmp_path / "clone")
    with machine.serving(fresh, PYTHON, "scripts/start") as served:
        play_a_move(visitor(served))
    assert not (fresh / "build" / "node").exists()  # the machine's own was good enough


@pytest.mark.long
def test_pip_install_into_an_empty_environment(visitor: People, tmp_path: Path) -> None:
    machine, fresh = Machine(tmp_path / "path"), clone(tmp_path / "clone")
    programs = empty_environment(machine, tmp_path / "empty")
    done = machine.run(fresh, str(programs / "python"), "-m", "pip", "install", ".")
    assert done.returncode == 0, done.stdout
    assert not (fresh / "build" / "node").exists()  # pip brought Node, because the build asked for it
    with machine.serving(tmp_path, str(programs / "polychrome")) as served:
        play_a_move(visitor(served))


@pytest.mark.long
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_an_archive_made_elsewhere_needs_no_node(visitor: People, tmp_path: Path, kind: str) -> None:
    """The page is in it: neither archive sends for Node where it is installed, though the network is there."""
    elsewhere = Machine(tmp_path / "elsewhere", *NODE)
    fresh = clone(tmp_path / "clone")
    builder = empty_environment(elsewhere, tmp_path / "builder")
    code = f"from hatchling.build import build_{kind} as build; build('dist')"
    for command in (["-m", "pip", "install", "hatchling"], ["-c", code]):
        done = elsewhere.run(fresh, str(builder / "python"), *command)
        assert done.returncode == 0, done.stdout
    (archive,) = (fresh / "dist").iterdir()
    shutil.move(archive, tmp_path / archive.name)
    shutil.rmtree(fresh)

    machine = Machine(tmp_path / "path")
    machine.pretend("node", "echo v1.0.0").pretend("npm", "exit 1")
    programs = empty_environment(machine, tmp_path / "empty")
    done = machine.run(tmp_path, str(programs / "python"), "-m", "pip", "install", "--verbose", archive.name)
    assert done.returncode == 0, done.stdout
    assert "nodejs" not in done.stdout
    with machine.serving(tmp_path, str(programs / "polychrome")) as served:
        play_a_move(visitor(served))
