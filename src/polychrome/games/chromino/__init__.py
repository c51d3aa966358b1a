"""Chromino: tiles of three squares, laid so that at least two squares meet their own colour."""

from __future__ import annotations

from polychrome.games.chromino.rules import GAME

__all__ = ["GAME"]
