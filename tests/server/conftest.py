"""Every test of the server has a luck of its own, named after it: it deals the same game each time; and a place for a
store, of either kind."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from patience import PATIENCE
from polychrome.server.sqlite import FILE
from server.house import DATABASES, be_patient, luck_named
from server.postgres import Cluster, cluster, programs

NUMBERS = itertools.count(1)

be_patient()


@pytest.fixture(scope="module", autouse=True)
def _luck_of_the_file(request: pytest.FixtureRequest) -> Iterator[None]:
    with luck_named(request.node.nodeid):  # for what several tests share
        yield


@pytest.fixture(autouse=True)
def _luck_of_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    with luck_named(request.node.nodeid):
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    found = programs()
    if found is None:
        missing = "there is no PostgreSQL on this machine (`apt install postgresql`)"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with cluster(found) as running:
        yield running


@pytest.fixture
def mortal(postgres: Cluster) -> Iterator[Cluster]:
    """A PostgreSQL that may be stopped without harm to other tests."""
    with cluster(postgres.programs) as running:
        yield running


@pytest.fixture
def database(postgres: Cluster) -> str:
    """The address of an empty database of one's own."""
    name = f"test{next(NUMBERS)}"

    async def make() -> None:
        db = await asyncpg.connect(postgres.url("postgres"), timeout=PATIENCE)
        await db.execute(f"CREATE DATABASE {name}")
        await db.close()

    asyncio.run(make())
    return postgres.url(name)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store is kept: what holds for one holds for the other."""
    if request.param == "sqlite":
        return tmp_path / FILE
    address: str = request.getfixturevalue("database")
    return address


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """The folder of a server (`house.served`, `victim.Victim`) that keeps its tables in a file, or in a database."""
    if request.param == "postgres":
        DATABASES[tmp_path] = request.getfixturevalue("database")
    yield tmp_path
    DATABASES.pop(tmp_path, None)
