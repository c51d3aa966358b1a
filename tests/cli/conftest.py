"""Games that are kept during tests go where nobody misses them."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from luck import number
from polychrome.cli import setup


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games without a named file are kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("POLYCHROME_DEBUG", raising=False)
    return tmp_path / "state" / "polychrome"


@pytest.fixture(autouse=True)
def _luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody names a seed, the test's name is one."""
    draws = count()
    named = SimpleNamespace(randbelow=lambda most: number(request.node.nodeid, next(draws)) % most)
    monkeypatch.setattr(setup, "secrets", named)
