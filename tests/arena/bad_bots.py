"""Bots that misbehave, for the processes that matches are played in: `arena.bad_bots:make`."""

from __future__ import annotations

import os

from polychrome import bots
from polychrome.engine.core import Bot, State

HERE = "arena.bad_bots:make"


class Bad(Bot):
    """Plays along for two moves, then no more."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.moves = 2

    def choose(self, view: State, seat: int) -> int:
        self.moves -= 1
        if self.moves >= 0:
            return view.legal(seat)[0]
        if self.how == "hangs":
            while True:  # until the process is ended from outside
                pass
        if self.how == "dies":
            os._exit(3)
        if self.how == "raises":
            raise ValueError("lost the thread")
        if self.how == "chatters":
            print("x" * 100_000)
            return view.legal(seat)[0]
        return 10**9  # against the rules


def make(spec: str, seed: int) -> Bot:
    if spec == "unborn":
        raise RuntimeError("no luck")
    return Bad(spec) if spec in ("hangs", "dies", "raises", "cheats", "chatters") else bots.make(spec, seed)
