"""The example learns what it promises. JAX is nobody's dependency: `pip install jax optax` beside the tests' tools."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]


def last_share(name: str, *arguments: str) -> float:
    """The share of games won, in per cent, that the last line names."""
    pytest.importorskip("optax", reason="JAX and optax are not installed (pip install jax optax)")
    done = subprocess.run([sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    return float(re.findall(r"([\d.]+)%", done.stdout.splitlines()[-1])[0])


def test_self_play_beats_casual_at_coloretto() -> None:
    assert last_share("selfplay.py", "--minutes", "25") >= 60
