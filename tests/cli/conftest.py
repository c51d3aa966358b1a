"""Games that are kept during tests go where nobody misses them."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games without a named file are kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("POLYCHROME_DEBUG", raising=False)
    return tmp_path / "state" / "polychrome"
