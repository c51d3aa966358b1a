"""More games from one: the same game with its colours called by each other's names."""

from __future__ import annotations

from itertools import product

from polychrome.rl.encoding import Encoding


def sources(encoding: Encoding, colours: list[int]) -> list[int]:
    """For each number of the relabelled observation, which one of the original it is: `observation[..., sources]`."""
    found = [0] * encoding.layout.size
    for part in encoding.layout.slices:
        goes = [encoding.recolour_axis(name, length, colours) for name, length in part.axes]
        for offset, place in enumerate(product(*[range(length) for _, length in part.axes])):
            to = 0
            for index, where, (_, length) in zip(place, goes, part.axes, strict=True):
                to = to * length + where[index]
            found[part.start + to] = part.start + offset
    return found


def symbols(encoding: Encoding, colours: list[int]) -> list[int]:
    """By symbol: what it is called in the relabelled game."""
    return [encoding.recolour(symbol, colours) for symbol in range(len(encoding.symbols))]
