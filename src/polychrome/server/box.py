"""The games that a server offers, and how they are dealt and drawn. Tests hand in boxes of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from polychrome.engine.core import Game, Message, State, Unplayable, Value
from polychrome.engine.dice import KeyedDice
from polychrome.engine.table import Line, Table
from polychrome.games import GAMES
from polychrome.scenes import draw
from polychrome.scenes.scene import Scene


def deal(game: Game, seats: int, options: Mapping[str, Value], key: bytes) -> Table:
    return Table(game, seats, options, KeyedDice(key))


class Box(NamedTuple):
    games: tuple[Game, ...] = GAMES
    draw: Callable[[Game, State, int, Sequence[Line]], Scene] = draw
    deal: Callable[[Game, int, Mapping[str, Value], bytes], Table] = deal

    def find(self, name: str) -> Game:
        for game in self.games:
            if game.name == name:
                return game
        raise Unplayable(Message("setup.game", {"name": name, "games": [game.name for game in self.games]}))


def ours() -> Box:
    return Box()


def named(place: str) -> Box:
    """The box that `module:function` makes; for the processes that bots think in."""
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)()
    assert isinstance(found, Box)
    return found


@cache
def private(game: Game) -> bool:
    """Can somebody be told what others are not? Whoever shares a device then needs a curtain between turns."""
    kind = type(game.start(game.fewest, game.choose(game.fewest, {})))
    return any("audience" in vars(base) for base in kind.__mro__ if base is not State and issubclass(base, State))
