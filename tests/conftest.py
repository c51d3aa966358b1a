"""For every test: the build it means to test, and Hypothesis in a steady mood."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest
from hypothesis import settings

import luck
import polychrome.engine.core

TESTS = Path(__file__).parent
FOLDERS = ("api", "bots", "engine", "fuzz", "games", "laws", "records", "rl", "room", "scenes", "toys", "vectors")
OF_THE_SERVER = (
    *("color_words_room", "crashes", "failover", "hints", "leases", "look", "pace", "room", "two_worlds", "websocket"),
)
ON_BOTH_BUILDS = (*(f"{folder}/" for folder in FOLDERS), *(f"server/test_{name}.py" for name in OF_THE_SERVER))
PLAIN = ("scenes/test_renderings.py",)  # nothing in it is ever compiled
TOLD = "told"

settings.register_profile("steady", derandomize=True, deadline=None, max_examples=60, database=None)
settings.load_profile("steady")

# A job in the background ignores Ctrl-C, and so would every process that a test starts and interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


# No test depends on the word lists of this machine, nor goes to fetch any; those that came with Polychrome are used
# only where they are meant. Programs started by tests inherit this.
os.environ["POLYCHROME_WORDS"] = str(TESTS / "no lists here")
os.environ["POLYCHROME_FETCH"] = "no"
os.environ["POLYCHROME_LISTS"] = "own"


def compiled() -> bool:
    return os.environ.get("POLYCHROME_BUILD") == "compiled"


def pytest_configure() -> None:
    """Refuse to test one build in the name of the other."""
    file = str(polychrome.engine.core.__file__)
    if file.endswith(tuple(EXTENSION_SUFFIXES)) != compiled():
        wanted = "compiled" if compiled() else "interpreted"
        pytest.exit(f"This session tests the {wanted} build, but polychrome.engine.core is {file}.", returncode=3)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure prints the line that plays it again."""
    report = yield
    if report.failed:
        build = "" if compiled() else "--interpreted "
        marks = " ".join(mark for mark in ("long", "soak") if item.get_closest_marker(mark))
        chosen = f"-m {marks} " if marks else ""
        again = f"{luck.VARIABLE}={luck.NAME} python3 scripts/test {build}{chosen}{shlex.quote(item.nodeid)}"
        report.sections.append(("to play it again", again))
    return report


@pytest.fixture
def tell(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """For what a test has found out and judges nobody by: it is said at the end of the run, also if all is well."""
    return lambda what: record_property(TOLD, what)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.getreports("passed"):
        for name, what in report.user_properties:
            if name == TOLD:
                terminalreporter.write_line(f"{report.nodeid}: {what}")


@contextmanager
def without_the_loop_of_browsers(item: pytest.Item) -> Iterator[None]:
    """Once a worker has had a browser, the loop of Playwright counts as running in it; whoever else needs one would
    stumble over that, so it is out of sight meanwhile."""
    running = None if place(item).startswith("web/") else asyncio._get_running_loop()
    if running is not None:
        asyncio._set_running_loop(None)
    try:
        yield
    finally:
        if running is not None:
            asyncio._set_running_loop(running)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    with without_the_loop_of_browsers(item):
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    with without_the_loop_of_browsers(item):
        yield


def place(item: pytest.Item) -> str:
    """The file it stands in, from here."""
    return item.path.relative_to(TESTS).as_posix()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not compiled():
        items.sort(key=lambda item: not place(item).startswith("web/"))  # what waits much, beside what counts much
        return
    chosen: dict[bool, list[pytest.Item]] = {True: [], False: []}
    for item in items:
        chosen[place(item).startswith(ON_BOTH_BUILDS) and not place(item).startswith(PLAIN)].append(item)
    items[:] = chosen[True]
    config.hook.pytest_deselected(items=chosen[False])
