"""At the door everybody waits for their turn: one request in each round of the loop, and the addresses take turns.

Else twenty people who ask at the same moment, or one who pretends to be twenty, are all served in one round; whoever
plays waits for the end of it, several times for each move. And a rush of one address takes only a part of our time:
what it may ask in all (`VISITS`) is served a little later.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from polychrome.server.limits import PerAddress


class RequestQueue:
    def __init__(self, most: float, rate: float) -> None:
        self.waiting: dict[str, deque[Callable[[], None]]] = {}  # by address; who was served last is last
        self.pace = PerAddress(most, rate)

    def add(self, address: str, step: Callable[[], None]) -> None:
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self.turn)
        self.waiting.setdefault(address, deque()).append(step)

    def turn(self) -> None:
        loop = asyncio.get_running_loop()
        address = next(filter(self.pace.take, self.waiting), None)
        if address is None:  # each has had its share for the moment
            loop.call_later(1 / self.pace.rate, self.turn)
            return
        steps = self.waiting.pop(address)
        step = steps.popleft()
        if steps:
            self.waiting[address] = steps
        if self.waiting:
            loop.call_soon(self.turn)
        step()
