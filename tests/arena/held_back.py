"""A bot that begins only so many games until the test lets go of a lock: nobody has to be faster than it."""

from __future__ import annotations

import os
from pathlib import Path

from polychrome.engine.core import Bot, State
from web.pondering import VARIABLE, Pondering

FREE = 24  # games, of all processes together


class HeldBack(Bot):
    def __init__(self) -> None:
        self.begun = False

    def choose(self, view: State, seat: int) -> int:
        if not self.begun:
            self.begun = True
            with Path(f"{os.environ[VARIABLE]}.begun").open("ab") as begun:
                begun.write(b"x")
                begun.flush()
                count = begun.tell()
            if count > FREE:
                Pondering().choose(view, seat)
        return view.legal(seat)[0]
