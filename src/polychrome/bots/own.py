"""Bots of one's own: a class or a function somewhere else, by `module:name` or by an entry point of `polychrome.bots`.

To load one is to run somebody's code. So `make` knows only those that were enlisted: by whoever types the command, or
by whoever runs the server; never by a guest.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import entry_points
from inspect import signature
from typing import Any, Final

from polychrome.engine.core import Bot, Message, State, Unplayable

GROUP: Final = "polychrome.bots"
ENLISTED: dict[str, Any] = {}  # by name: a class, or a function of a view and a seat


class CalledBot(Bot):
    """A function, or anything with a method `choose`, at a seat."""

    def __init__(self, call: Callable[[State, int], int]) -> None:
        self.call = call

    def choose(self, view: State, seat: int) -> int:
        return self.call(view, seat)


def enlist(spec: str) -> None:
    """Load somebody's bot, so that `make` has it under this name. Unplayable says why it cannot be had."""
    if spec in ENLISTED:
        return
    try:
        found = loaded(spec)
    except Exception as error:  # whatever a stranger's module does when it is imported
        why = f"{type(error).__name__}: {error}"[:200]
        raise Unplayable(Message("setup.own_bot", {"spec": spec, "why": why})) from None
    if not callable(found):
        raise Unplayable(Message("setup.no_bot_there", {"spec": spec}))
    ENLISTED[spec] = found


def enlist_as(name: str, found: Any) -> str:
    """Give a class or a function that is at hand already a name for `make`; a new one of that name replaces the old."""
    ENLISTED[name] = found
    return name


def loaded(spec: str) -> Any:
    for entry in entry_points(group=GROUP):
        if entry.name == spec:
            return entry.load()
    module, _, name = spec.partition(":")
    found: Any = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def installed() -> list[str]:
    """The names of bots that other packages bring."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


def somebody(spec: str, seed: int) -> Bot:
    """An enlisted bot: of a class, an object made with the seed, or without if it wants none."""
    found = ENLISTED[spec]
    if not isinstance(found, type):
        return CalledBot(found)
    made: Any = found(seed) if takes_a_seed(found) else found()
    return made if isinstance(made, Bot) else CalledBot(made.choose)


def takes_a_seed(kind: type) -> bool:
    try:
        signature(kind).bind(0)
    except TypeError:
        return False
    except ValueError:  # compiled, and silent about it: ours all take one
        return True
    return True
