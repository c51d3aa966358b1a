"""The games for learning programs: PettingZoo, Gymnasium and OpenSpiel (extras `rl` and `openspiel`).

    from polychrome import rl

    env = rl.aec("coloretto", seats=2)  # PettingZoo
    envs = rl.vector("coloretto", 64)  # Gymnasium, many games in one call
    gymnasium.make("polychrome/coloretto-v1", opponents="casual")  # Gymnasium, one seat against bots
    print(rl.layout("coloretto"))  # what the numbers of an observation mean

All of them take the same words:

    name       of the game; polychrome.catalogue() lists them
    seats      how many play; the fewest unless said otherwise
    options    of the game, by name: {"score_side": "grey"}
    memory     what an observation knows of what was seen before: "none", "perfect", "child", "adult", (span, decay) or
               (span, decay, confusion)

and some of them one more: `render_mode` ("human", "ansi", "rgb_array"), `opponents` (a bot for all other seats, such as
"casual") and `seat` (the learner's; without it every game has another). What cannot be is a ValueError that says why.

`import polychrome.rl.openspiel` adds the games to OpenSpiel. docs/rl.md is the guide.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from polychrome.registry import GAMES

if TYPE_CHECKING:  # where each name comes from, for type checkers and editors; HOMES says the same at run time
    from polychrome.rl.gym_vector import vector as vector
    from polychrome.rl.setting import layout as layout
    from polychrome.rl.zoo import aec as aec
    from polychrome.rl.zoo import parallel as parallel

HOMES: Final = {"aec": "zoo", "layout": "setting", "parallel": "zoo", "vector": "gym_vector"}
__all__ = ["aec", "layout", "parallel", "register", "vector"]


def __getattr__(name: str) -> object:
    """Each framework is imported when it is first asked for."""
    if name not in HOMES:
        raise AttributeError(f"polychrome.rl has no {name!r}; it has {', '.join(__all__)}")
    found: object = getattr(import_module(f"polychrome.rl.{HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})


def register() -> None:
    """Make the games known to Gymnasium, as polychrome/<name>-v<version>; importing this package does it."""
    # Not from gymnasium itself: versions that read our entry point do so while they are only half imported.
    from gymnasium.envs import registration

    for game in GAMES:
        if (name := f"polychrome/{game.name}-v{game.version}") not in registration.registry:
            registration.register(
                name,
                entry_point="polychrome.rl.gym:Learner",
                vector_entry_point="polychrome.rl.gym_vector:Vector",
                kwargs={"name": game.name, "opponents": "casual"},  # one game or many: the same to learn
            )


if find_spec("gymnasium") is not None:
    register()
