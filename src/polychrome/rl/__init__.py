"""The games for learning programs: PettingZoo, Gymnasium and OpenSpiel (extras `rl` and `openspiel`).

    from polychrome import rl

    env = rl.aec("coloretto", seats=2)  # PettingZoo
    envs = rl.vector("coloretto", 64)  # Gymnasium, many games in one call
    gymnasium.make("polychrome/coloretto-v1", opponents="casual")  # Gymnasium, one seat against bots
    print(rl.layout("coloretto"))  # what the numbers of an observation mean

`import polychrome.rl.openspiel` adds the games to OpenSpiel. docs/rl.md is the guide.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from polychrome.engine.core import Value
from polychrome.games import GAMES

if TYPE_CHECKING:
    from polychrome.rl.slices import Layout

__all__ = ["aec", "layout", "parallel", "register", "vector"]

Remembering = str | tuple[float, ...]


def aec(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    memory: Remembering = "none",
    render_mode: str | None = None,
) -> Any:
    """A game as an environment of PettingZoo in which one seat acts after the other."""
    from polychrome.rl import zoo

    return zoo.aec(name, seats, options, memory, render_mode)


def parallel(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    memory: Remembering = "none",
    render_mode: str | None = None,
) -> Any:
    """A game in which seats act together, as a parallel environment of PettingZoo."""
    from polychrome.rl import zoo

    return zoo.Together(name, seats, options, memory, render_mode)


def vector(
    name: str,
    count: int,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    memory: Remembering = "none",
    opponents: str | None = None,
    seat: int | None = None,
) -> Any:
    """`count` games as one vector environment of Gymnasium; without opponents, programs play all seats."""
    from polychrome.rl import gym

    return gym.Vector(name, count, seats, options, memory, opponents, seat)


def layout(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    memory: Remembering = "none",
) -> Layout:
    """The named slices of a game's observations; print it."""
    from polychrome.rl.setting import encoding_of

    return encoding_of(name, seats, options, memory).layout


def register() -> None:
    """Make the games known to Gymnasium, as polychrome/<name>-v<version>; importing this package does it."""
    import gymnasium

    for game in GAMES:
        if (name := f"polychrome/{game.name}-v{game.version}") not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="polychrome.rl.gym:Learner",
                vector_entry_point="polychrome.rl.gym:Vector",
                kwargs={"name": game.name},
            )


if find_spec("gymnasium") is not None:
    register()
