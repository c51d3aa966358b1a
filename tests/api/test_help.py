"""What `help` shows, in both builds: every public thing says what it is."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import polychrome
import polychrome.api
import polychrome.client
from polychrome.engine.core import Game, Message, Option
from polychrome.engine.table import Line
from polychrome.registry import find

FILLER = "mypyc filler docstring"
TOLD = (property, classmethod, staticmethod)


def public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The public names of a module, and of its classes; whatever has a documented name is documented itself."""
    for name in getattr(module, "__all__", dir(module)):
        found = getattr(module, name)
        if name.startswith("_") or not callable(found):
            continue
        yield name, found
        if inspect.isclass(found) and found.__module__.startswith("polychrome"):
            fields = getattr(found, "_fields", ())  # of a NamedTuple; Python itself speaks of them
            for part, value in vars(found).items():
                if not part.startswith("_") and part not in fields and (callable(value) or isinstance(value, TOLD)):
                    yield f"{name}.{part}", getattr(found, part)


@pytest.mark.parametrize("module", [polychrome, polychrome.api, polychrome.client], ids=lambda module: module.__name__)
def test_everything_public_says_what_it_is(module: ModuleType) -> None:
    assert module.__doc__
    silent = [name for name, found in public(module) if not inspect.getdoc(found) or found.__doc__ in ("", FILLER)]
    assert silent == []


@pytest.mark.parametrize("kind", [Game, Message, Option, Line])
def test_what_mypyc_makes_in_a_way_of_its_own_says_what_it_is(kind: type) -> None:
    """NamedTuples, and the methods of one."""
    assert kind.__doc__
    assert kind.__doc__ != FILLER
    assert Game.begin.__doc__
    assert find("ronde").choose.__doc__
