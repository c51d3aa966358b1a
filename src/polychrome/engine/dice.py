"""Luck: a fast seeded stream for simulation, a keyed-hash stream for served games."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from mypy_extensions import i64, mypyc_attr

# Multiply-with-carry in base 2**30 (Marsaglia): every product stays below 2**60, which is fast both
# in CPython and in compiled code. MULTIPLIER * 2**30 - 1 is a safe prime, so the period is near 2**59.
MULTIPLIER: Final = 1045393797
LOW: Final = (1 << 30) - 1
STREAMS: Final = (1 << 59) - 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """The fast stream. Same seed, same luck, on every machine and in compiled code. Not for secrets."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.mix: i64 = 1  # a machine word in compiled code, an int otherwise
        self.seek(0)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely; n is at most 2**30."""
        mix = self.mix
        self.mix = mix = MULTIPLIER * (mix & LOW) + (mix >> 30)
        return (mix & LOW) * n >> 30

    def pick(self, items: list[int]) -> int:
        """One of these, all equally likely."""
        n = len(items)
        if n == 1:
            return items[0]
        mix = self.mix  # `below`, spelled out: this is the innermost line of every simulation
        self.mix = mix = MULTIPLIER * (mix & LOW) + (mix >> 30)
        return items[(mix & LOW) * n >> 30]

    def seek(self, line: int) -> None:
        """Go to the luck of one line of a game's log, so that a resumed game has the same luck to come."""
        text = f"{self.seed} {line}".encode()
        self.mix = 1 + int.from_bytes(blake2b(text, digest_size=8).digest(), "big") % STREAMS

    def weighted(self, weights: list[int]) -> int:
        """An index, as likely as its weight."""
        rest = self.below(sum(weights))
        for i, weight in enumerate(weights):
            rest -= weight
            if rest < 0:
                return i
        raise ValueError("nothing has any weight")


class KeyedDice(Dice):
    """The stream of served games: nobody can tell a draw from the draws already seen.

    Draw d of line k is BLAKE2b(k, d) under a secret key; whoever has the key can check every draw.
    """

    def __init__(self, key: bytes) -> None:
        if len(key) != 32:
            raise ValueError("the key has 32 bytes")
        self.key = key
        self.line = 0
        self.draw = 0
        super().__init__(0)

    def below(self, n: int) -> int:
        text = self.line.to_bytes(8, "big") + self.draw.to_bytes(8, "big")
        self.draw += 1
        # 128 bits: the unevenness of scaling to n is below n / 2**128.
        return int.from_bytes(blake2b(text, key=self.key, digest_size=16).digest(), "big") * n >> 128

    def pick(self, items: list[int]) -> int:
        return items[self.below(len(items))]

    def seek(self, line: int) -> None:
        self.line = line
        self.draw = 0

    def commitment(self) -> str:
        """What may be shown before the game: the key cannot be found from it, nor changed after it."""
        return blake2b(self.key, digest_size=32, person=b"polychrome").hexdigest()
