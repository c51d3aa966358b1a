"""At the door everybody waits for their turn: one request in each round of the loop, and the addresses take turns.

Else twenty people who ask at the same moment, or one who pretends to be twenty, are all served in one round; whoever
plays waits for the end of it, several times for each move.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable


class Turnstile:
    def __init__(self) -> None:
        self.waiting: dict[str, deque[Callable[[], None]]] = {}  # by address; who was served last is last

    def queue(self, address: str, step: Callable[[], None]) -> None:
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.turn)
        self.waiting.setdefault(address, deque()).append(step)

    def turn(self) -> None:
        address = next(iter(self.waiting))
        steps = self.waiting.pop(address)
        step = steps.popleft()
        if steps:
            self.waiting[address] = steps
        if self.waiting:
            asyncio.get_running_loop().call_soon(self.turn)
        step()
