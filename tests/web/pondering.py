"""A bot that thinks for as long as the test holds a lock: nobody has to be faster than it."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from polychrome.engine.core import Bot, State

VARIABLE = "PONDERING"  # names the file that is locked


class Pondering(Bot):
    def choose(self, view: State, seat: int) -> int:
        with Path(os.environ[VARIABLE]).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH)
        return view.legal(seat)[0]


@contextmanager
def pondered(file: Path) -> Iterator[None]:
    """Whoever dies here lets the bots go on, too."""
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
