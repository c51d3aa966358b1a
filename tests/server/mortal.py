"""A bot whose process dies under it, as often as it is told to; for tests of what happens then."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from polychrome.engine.core import Bot, State


class Mortal(Bot):
    def choose(self, view: State, seat: int) -> int:
        deaths = Path(os.environ["MORTAL"])
        died = deaths.stat().st_size if deaths.exists() else 0
        if died < int(os.environ["LIVES"]):
            deaths.write_text("x" * (died + 1))
            os.kill(os.getpid(), signal.SIGKILL)
        return view.legal(seat)[0]
