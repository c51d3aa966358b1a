"""The page, its server and a browser, once for all tests; people for each."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import pytest

import luck
from polychrome.cli.failed import Failed
from polychrome.cli.site import parts
from web.people import LIMIT, ROOT, Person, Place, Served

# The first is Chromium without its windows, which takes a third less time; the others will do.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# The browser is Debian's; as root it needs --no-sandbox, and these machines have no graphics card.
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio", "--no-first-run"]


def missing(what: str) -> NoReturn:
    """Without a browser these tests cannot run; where everything must run, that is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def page_files() -> Path:
    """The page, built if its sources have changed."""
    built = subprocess.run([sys.executable, ROOT / "scripts" / "build-page"], capture_output=True, text=True)
    if built.returncode:
        missing(f"the page could not be built: {built.stderr[-2000:]}")
    return ROOT / "src" / "polychrome" / "web_dist"


@pytest.fixture(scope="session")
def served(page_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    server = Served(tmp_path_factory.mktemp("data"))
    yield server
    server.kill()


@pytest.fixture(scope="session")
def site_files(page_files: Path) -> dict[str, bytes]:
    """All files of a site without a server, but for the list of its service worker."""
    try:
        return parts()
    except Failed as problem:
        missing(str(problem.reason))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    try:
        from playwright import sync_api

        sync_api.expect.set_options(timeout=LIMIT)
    except ImportError:
        missing("playwright is not installed (`pip install playwright`)")
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if not program:
        missing("there is no Chromium on this machine (`apt install chromium`)")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=ARGUMENTS, timeout=LIMIT)
        yield running
        running.close()


@pytest.fixture
def visitor(request: pytest.FixtureRequest, browser: Any) -> Iterator[Callable[..., Person]]:
    """Makes people who go to a server; at the end of the test none of them may have seen anything go wrong."""
    people: list[Person] = []

    def make(served: Place, **circumstances: Any) -> Person:
        token = luck.token(request.node.nodeid, len(people))
        people.append(Person(browser, served, token, **circumstances))
        return people[-1]

    yield make
    troubles = [trouble for person in people for trouble in person.troubles]
    for one in people:
        one.context.close()
    assert troubles == []


@pytest.fixture
def person(visitor: Callable[..., Person], served: Served) -> Callable[..., Person]:
    """People at the server that all tests share."""
    return partial(visitor, served)
