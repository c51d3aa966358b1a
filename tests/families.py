"""Games that share their pieces."""

from __future__ import annotations

from polychrome.registry import GAMES, HOMES

COLOMO = tuple(game for game, home in zip(GAMES, HOMES, strict=True) if home.startswith("colomo/"))
