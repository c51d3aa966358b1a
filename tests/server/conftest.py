"""Every test of the server has a luck of its own, named after it: it deals the same game each time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.house import luck_named


@pytest.fixture(scope="module", autouse=True)
def _luck_of_the_file(request: pytest.FixtureRequest) -> Iterator[None]:
    with luck_named(request.node.nodeid):  # for what several tests share
        yield


@pytest.fixture(autouse=True)
def _luck_of_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    with luck_named(request.node.nodeid):
        yield
