"""What belongs to a game is found by the game's name: in each layer, one module of a package."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any


@cache
def module_of(package: str, name: str) -> Any:
    """What this package has for the game of this name; None if it has nothing, or the game is none of ours."""
    module = f"{package}.{name}"
    try:
        return import_module(module) if name else None
    except ModuleNotFoundError as missing:
        if missing.name != module:  # it is there, and lacks something itself
            raise
        return None
