"""Running `polychrome` in tests: in this process with click's runner, or as a real program."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner, Result

import polychrome
from polychrome.arena.series import Series
from polychrome.cli.program import program
from polychrome.engine.core import Value
from polychrome.engine.record import Record, write
from polychrome.registry import find

ROOT = Path(polychrome.__file__).parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}


def run(*arguments: str, typed: str = "", lang: str = "en") -> Result:
    """Run in this process. What was typed ends with the end of the input."""
    env = {"LC_ALL": lang, "LANG": lang, "POLYCHROME_DEBUG": "1"}  # so that mistakes of ours come out here
    result = CliRunner().invoke(program, list(arguments), input=typed, env=env)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, 1, 2, 130), result.output
    return result


def started(*arguments: str, **variables: str) -> subprocess.Popen[bytes]:
    """Start as a program of its own."""
    env = {**ENVIRONMENT, "XDG_STATE_HOME": os.environ["XDG_STATE_HOME"], **variables}
    command = [sys.executable, "-m", "polychrome", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, start_new_session=True
    )


@contextmanager
def mortal(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Whatever a test finds wrong, the program does not go on for ever, and the test with it."""
    try:
        yield
    finally:
        if process.poll() is None:
            process.kill()


def saved(folder: Path, lines: int | None = None, seats: int = 3, options: dict[str, Value] | None = None) -> Path:
    """A recorded game of Coloretto, whole or only its first lines."""
    game = find("coloretto")
    result = Series("coloretto", ("random",) * seats, options or {}, games=1, seed=8, logs=True).play(0)
    chosen = game.named(game.choose(seats, options or {}))
    file = folder / "game.txt"
    file.write_text(write(Record(game, seats, chosen, result.log[:lines], f"seed {result.seed}")), encoding="utf-8")
    return file
