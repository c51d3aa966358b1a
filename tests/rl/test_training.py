"""The examples learn what they promise, and a foreign library takes our environments as they are.

Neither JAX nor torch is anybody's dependency: `pip install jax optax sb3-contrib` beside the tests' tools.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]


def shares(name: str, *arguments: str) -> list[float]:
    """What the last line names, in per cent: the share of games won and both ends of its interval."""
    pytest.importorskip("optax", reason="JAX and optax are not installed (pip install jax optax)")
    done = subprocess.run([sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    return [float(share) for share in re.findall(r"([\d.]+)%", done.stdout.splitlines()[-1])]


def test_self_play_beats_casual_at_coloretto() -> None:
    won, *_ = shares("selfplay.py", "--minutes", "25")
    assert won >= 60


def test_who_remembers_beats_who_does_not_at_rondo() -> None:
    _, low, _ = shares("remember.py")
    assert low > 50


def test_the_foreign_library_of_the_guide_takes_the_environment_as_it_is() -> None:
    pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed (pip install sb3-contrib)")
    (lines,) = re.findall(r"```py\n(.*?)```", (ROOT / "docs" / "rl.md").read_text(encoding="utf-8"), re.DOTALL)
    check = "from stable_baselines3.common.env_checker import check_env\ncheck_env(env)"
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning", "-c", lines + check], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
