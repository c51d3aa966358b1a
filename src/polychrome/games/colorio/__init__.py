"""Colorio: strips of colours under twenty-five caps."""

from __future__ import annotations

from polychrome.games.colorio.rules import GAME

__all__ = ["GAME"]
