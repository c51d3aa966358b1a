"""The game of the day: the same luck for everybody who plays it alone on one date."""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import blake2b

from polychrome.engine.core import Game, Message, Unplayable


def today() -> date:
    """The date of the game that is played now, everywhere on earth the same."""
    return datetime.now(UTC).date()


def key(game: Game, seats: int, day: date) -> bytes:
    """What the dice of that day are made of; like every key it can be checked afterwards."""
    if game.fewest > 1 or seats != 1:
        raise Unplayable(Message("setup.daily", {}))
    return blake2b(f"polychrome {game.name} {day.isoformat()}".encode(), digest_size=32).digest()
