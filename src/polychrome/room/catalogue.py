"""The games that are offered, how they are drawn, and by what luck. Tests hand in catalogues of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Final, NamedTuple

from polychrome.engine.core import NATURE, SPECTATOR, Game, Message, State, Unplayable
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.engine.table import Line, Table
from polychrome.registry import GAMES
from polychrome.room.luck import Luck
from polychrome.scenes import draw
from polychrome.scenes.scene import Scene

GLANCES: Final = 200  # moves that are played to find out what kind of game it is


def by_dice(state: State, line: int, dice: Dice) -> int:
    """What nature does as this line of the log."""
    dice.seek(line)
    return state.sample(NATURE, dice)


class Catalogue(NamedTuple):
    games: tuple[Game, ...] = GAMES
    draw: Callable[[Game, State, int, Sequence[Line]], Scene] = draw
    chance: Callable[[State, int, Dice], int] = by_dice
    luck: Luck = Luck()
    dice: Callable[[bytes], Dice] = KeyedDice  # of a table with this key
    open_end: bool = False  # may the last move of a game be taken back? Not where its secrets are told then

    def find(self, name: str) -> Game:
        for game in self.games:
            if game.name == name:
                return game
        raise Unplayable(Message("setup.game", {"name": name, "games": [game.name for game in self.games]}))


def ours() -> Catalogue:
    return Catalogue()


def named(place: str) -> Catalogue:
    """The catalogue that `module:function` makes; for the processes that bots think in."""
    module, _, name = place.partition(":")
    found = getattr(import_module(module), name)()
    assert isinstance(found, Catalogue)
    return found


class Traits(NamedTuple):
    private: bool  # the view of one seat shows what that of another does not
    memory: bool  # people see what will be covered again


@cache
def traits(game: Game) -> Traits:
    """What can be seen of a game by playing it a little, always in the same way."""
    alone = glance(game, game.fewest)
    company = alone if game.fewest > 1 else glance(game, min(2, game.most))  # alone nobody has secrets
    return Traits(alone.private or company.private, alone.memory)


def glance(game: Game, seats: int) -> Traits:
    private = memory = False
    whims = Dice(1)
    table = Table(game, seats, None, Dice(2))
    for _ in range(GLANCES):
        acting = table.acting()
        if not acting or (private and memory):
            break
        state = table.state
        for seat in range(seats):
            view = state.view(seat)
            private = private or view != state.view(SPECTATOR)
            memory = memory or view != state.view(seat, recall=True)
        table.play(acting[0], state.sample(acting[0], whims))
    return Traits(private, memory)


def private(game: Game) -> bool:
    """Does whoever shares a device need a curtain between turns?"""
    return traits(game).private


def needs_memory(game: Game) -> bool:
    return traits(game).memory


def hides(game: Game) -> bool:
    """Is there anything that its end turns up?"""
    return traits(game).private or traits(game).memory
