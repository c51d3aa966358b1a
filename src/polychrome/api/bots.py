"""Opponents by name."""

from __future__ import annotations

from polychrome.bots import hire
from polychrome.engine.core import Bot


def bot(name: str, seed: int = 0) -> Bot:
    """An opponent by its name.

    Levels are `kid`, `casual`, `sharp` and `master`; ways to play are `random`, `quick`, `flat:500`, `search:500`,
    `search:200ms` and `keen:500`; `module:Class` is a bot of your own. The same view and seed give the same move.

    >>> bot("sharp")
    <LevelBot sharp>

    Raises `Unplayable`, with a sentence, if there is no such bot.
    """
    return hire(name, seed)
