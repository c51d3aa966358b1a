"""Emblems: a small picture of each game that tells it from the others, laid with its own pieces.

An emblem is a file, `<game>.json`, found by the game's name: a list of `wire.Mark`s, the lowest piece first.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from msgspec.json import Decoder

from polychrome.engine.core import Game
from polychrome.room import wire
from polychrome.scenes.scene import Scene

EMBLEM: Final = Decoder(list[wire.Mark])
SIDE: Final = 3  # of the square in which the pieces of a game without an emblem are laid


def emblem_of(game: Game, scene: Scene) -> list[wire.Mark]:
    """The emblem that is drawn for a game, or else what lies open in the middle of this table."""
    file = files(__name__).joinpath(f"{game.name}.json")
    if file.is_file():
        return EMBLEM.decode(file.read_bytes())
    lying = [piece for zone in scene.zones if zone.seat is None for piece in zone.pieces if piece.up]
    return [
        wire.Mark(
            piece.shape, 20 + 30 * (at % SIDE), 20 + 30 * (at // SIDE), 24, list(piece.colours), badge=piece.badge
        )
        for at, piece in enumerate(lying[: SIDE * SIDE])
    ]
