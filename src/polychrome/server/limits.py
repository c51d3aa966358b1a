"""How much somebody may ask of us. Addresses are held in memory for a while, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Final

FLOOD: Final = 1008  # the code with which a socket is cut off that says too much
MESSAGES: Final = (100, 5.0)  # per socket: at once, and then per second
# Whatever comes over a socket, of any kind, before anybody looks into it: bytes at once, and then per second. Every
# frame counts as some bytes more, and so does every piece in which the system hands them over, because handling them
# costs us time however short they are.
BYTES: Final = (400 * 1024, 20 * 1024)
FRAME: Final = 512
PIECE: Final = 512
FRAGMENTS: Final = 64  # of one message
# Per address. A classroom of 35 behind one address may open its tables all at once.
TABLES: Final = "tables"
WRONG_CODES: Final = "codes"
SHARED: Final = {TABLES: (60, 30 / 60), WRONG_CODES: (10, 10 / 60)}  # by all servers of a store
REQUESTS: Final = (1000, 100.0)  # of those that need work
VISITS: Final = (3000, 100.0)  # all others: pages, their files, sockets that are opened
DOOR: Final = (50, 400.0)  # of both: served without delay, and then per second
PROXY: Final = (1e9, 1e9)  # the same for a proxy, behind which nobody is to wait for another's rush
SOCKETS: Final = 500
REFUSAL_SECONDS: Final = 1.0  # seconds that whoever goes beyond this waits for the answer, and cannot come back so soon
MOST_REFUSED: Final = 64  # who wait like that at the same time; they take room, too
ADDRESSES: Final = 20_000


class Bucket:
    """So many at once, and so many more each second."""

    __slots__ = ("at", "left", "most", "rate")

    def __init__(self, most: float, rate: float, now: float) -> None:
        self.most = most
        self.rate = rate
        self.left = most
        self.at = now

    def fill(self, now: float) -> float:
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        return self.left

    def take(self, now: float) -> bool:
        if self.fill(now) < 1:
            return False
        self.left -= 1
        return True


class PerAddress:
    """A bucket for each address; those that are full again are forgotten."""

    def __init__(self, most: float, rate: float, clock: Callable[[], float] = monotonic) -> None:
        self.most = most
        self.rate = rate
        self.clock = clock
        self.buckets: dict[str, Bucket] = {}

    def bucket(self, address: str) -> Bucket:
        found = self.buckets.get(address)
        if found is None:
            if len(self.buckets) >= ADDRESSES:
                self.sweep()
            found = self.buckets[address] = Bucket(self.most, self.rate, self.clock())
        return found

    def take(self, address: str) -> bool:
        return self.bucket(address).take(self.clock())

    def exhausted(self, address: str) -> bool:
        found = self.buckets.get(address)
        return found is not None and found.fill(self.clock()) < 1

    def sweep(self) -> None:
        now = self.clock()
        self.buckets = {address: b for address, b in self.buckets.items() if b.fill(now) < b.most}
        if len(self.buckets) >= ADDRESSES:  # an attack from many sides: rather forget than grow
            self.buckets.clear()


class Shares:
    """What an address may have of `SHARED`, where there is only one server."""

    def __init__(self) -> None:
        self.limits = {what: PerAddress(most, rate) for what, (most, rate) in SHARED.items()}

    def spend(self, what: str, address: str, amount: int) -> bool:
        limit = self.limits[what]
        if limit.exhausted(address):
            return False
        return not amount or limit.take(address)

    def sweep(self) -> None:
        for limit in self.limits.values():
            limit.sweep()
