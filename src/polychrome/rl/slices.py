"""The parts of an observation: each has a name, axes that say what is counted along them, and the most it can hold."""

from __future__ import annotations

from math import prod
from typing import Final, NamedTuple

LONG: Final = 3  # numbers for one that may exceed a byte, see `long`


class Slice(NamedTuple):
    """A part of the row of numbers that is an observation."""

    name: str
    start: int
    axes: tuple[tuple[str, int], ...]  # what is counted along each axis, and how many there are
    most: int  # no number here is larger

    @property
    def shape(self) -> tuple[int, ...]:
        return tuple(length for _, length in self.axes)

    @property
    def stop(self) -> int:
        return self.start + prod(self.shape)

    def __str__(self) -> str:
        axes = " × ".join(f"{length} {name}" for name, length in self.axes)
        return f"{self.start:>6} {self.stop:>6}  {self.name:<14} {axes}, 0 to {self.most}"


class Layout:
    """The slices of an observation, one after the other."""

    def __init__(self) -> None:
        self.slices: list[Slice] = []
        self.size = 0

    def add(self, name: str, *axes: tuple[str, int], most: int = 1) -> int:
        """One more slice; where it starts."""
        start = self.size
        self.slices.append(Slice(name, start, axes, most))
        self.size = self.slices[-1].stop
        return start

    def __getitem__(self, name: str) -> Slice:
        for part in self.slices:
            if part.name == name:
                return part
        raise KeyError(f"There is no slice {name}; there are {', '.join(part.name for part in self.slices)}.")

    def __str__(self) -> str:
        return "\n".join(str(part) for part in self.slices)
