"""How each game looks to a program: a file for each game, found by its name, and what several of them share."""

from __future__ import annotations

from polychrome.by_name import module_of
from polychrome.rl.encoding import Encoding


def encoding_class(name: str) -> type[Encoding] | None:
    """None for a game that no program can learn yet."""
    module = module_of("polychrome.rl.encodings", name)
    return None if module is None else module.ENCODING
