"""Polychrome: a box of eleven colour games, for people, bots and researchers.

    import polychrome

    polychrome.catalogue()                                  # what is in the box
    table = polychrome.new("coloretto", seats=4, seed=42)   # a game begins
    table.legal()                                           # what can be played now
    table.play("draw")                                      # play it
    print(table)                                            # see it
    polychrome.match("coloretto", bots=["sharp", "casual"]) # let bots play a hundred games

Each name below is imported when it is first used, so that `import polychrome` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from polychrome.engine import core

if TYPE_CHECKING:  # where each name comes from, for type checkers and editors; HOMES says the same at run time
    from polychrome.api.bots import bot as bot
    from polychrome.api.catalogue import Entry as Entry
    from polychrome.api.catalogue import catalogue as catalogue
    from polychrome.api.contest import Outcome as Outcome
    from polychrome.api.contest import match as match
    from polychrome.api.table import Table as Table
    from polychrome.api.table import load as load
    from polychrome.api.table import new as new
    from polychrome.engine.core import Bot as Bot
    from polychrome.engine.core import Explained as Explained
    from polychrome.engine.core import Refused as Refused
    from polychrome.engine.core import State as State
    from polychrome.engine.core import Unplayable as Unplayable
    from polychrome.engine.core import Unreadable as Unreadable
    from polychrome.engine.record import Broken as Broken

__version__ = "0.1.0"

HOMES: Final = {
    "Bot": "engine.core",
    "Broken": "engine.record",
    "Entry": "api.catalogue",
    "Explained": "engine.core",
    "Outcome": "api.contest",
    "Refused": "engine.core",
    "State": "engine.core",
    "Table": "api.table",
    "Unplayable": "engine.core",
    "Unreadable": "engine.core",
    "bot": "api.bots",
    "catalogue": "api.catalogue",
    "load": "api.table",
    "match": "api.contest",
    "new": "api.table",
}
__all__ = [*HOMES, "__version__"]  # noqa: PLE0604 – all of them texts


if not TYPE_CHECKING:  # or no checker would find a name that is none

    def __getattr__(name: str) -> object:
        if name not in HOMES:
            raise AttributeError(f"polychrome has no {name!r}; it has {', '.join(HOMES)}")
        found: object = getattr(import_module(f"polychrome.{HOMES[name]}"), name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})


def said(message: core.Message) -> str:
    """What an error says: the English catalogue is read when the first one is shown."""
    from polychrome.words import in_english

    return in_english(message)


core.VOICE[:] = [said]
