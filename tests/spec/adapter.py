"""What a game adds to run vectors: explicit set-ups with scripted chance, probes and calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from polychrome.engine.core import Game, State

Json = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Chance = Callable[[State], int]  # nature's next outcome; raises Mistaken where the script has none


class Mistaken(Exception):
    """A vector that cannot be run as it stands; the text is a sentence for its author."""


class Adapter(NamedTuple):
    game: Game
    keys: tuple[str, ...]  # of explicit set-ups
    set_up: Callable[[Any, Mapping[str, Json]], Chance]  # puts a new position where the set-up says, in place
    phases: Mapping[int, str]  # by phase of the game, its name in the specification
    together: tuple[int, ...]  # phases in which several seats act at once, so that `turn` is a list
    probes: Mapping[str, Callable[[Any], Json]]
    calls: Mapping[str, Callable[[Mapping[str, Json]], Json]]
