"""Color Words: words along coloured staircases."""

from __future__ import annotations

from polychrome.games.color_words.rules import GAME

__all__ = ["GAME"]
