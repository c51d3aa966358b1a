"""Plays with another bot's head, but with a memory that fades."""

from __future__ import annotations

from polychrome.bots.memory import Memory
from polychrome.engine.core import Bot, State


class ForgetfulBot(Bot):
    """What is remembered depends on the view alone: with a head that does the same for the same view, so does this."""

    def __init__(self, head: Bot, memory: Memory) -> None:
        self.head = head
        self.memory = memory

    def choose(self, view: State, seat: int) -> int:
        return self.head.choose(self.memory.fade(view, seat), seat)
