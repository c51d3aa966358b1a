"""Chromino's actions: their numbers and their words."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import Argument, Reason, Unreadable
from polychrome.games.chromino.tiles import (
    BY_NAME,
    NAMES,
    REACH,
    TILES,
    column,
    laid_at,
    name_of,
    reading_of,
    row,
    tile_read,
    upright,
)

MOST_PLAYERS: Final = 8  # players

# Actions. Each number means one thing in the whole game.
TO_DRAW: Final = 0
FITS: Final = 1  # nature's from here
STUCK: Final = 2
START: Final = 8  # + seat
TILE: Final = 100  # + tile
TURN_UP: Final = 200  # + tile
FIRST: Final = 300  # + tile
TO_PLACE: Final = 1 << 27  # + where it lies, see tiles.py; a player's again


def of_nature(action: int) -> bool:
    """Is this something that only nature does?"""
    if FITS <= action <= STUCK or START <= action < START + MOST_PLAYERS:
        return True
    return any(first <= action < first + TILES for first in (TILE, TURN_UP, FIRST))


def named(reading: int) -> dict[str, Argument]:
    """What a message needs to call a tile by its colours."""
    name = name_of(reading)
    return {"tile": "chromino.tile", "a": name[0], "b": name[1], "c": name[2]}


def text(action: int) -> str:
    if action >= TO_PLACE:
        laid = action - TO_PLACE
        return f"place {reading_of(laid)} {column(laid)} {row(laid)} {'v' if upright(laid) else 'h'}"
    if action < START:
        return ("draw", "* fits", "* stuck")[action]
    for first, word in ((FIRST, "* base"), (TURN_UP, "* show"), (TILE, "* tile")):
        if action >= first:
            return f"{word} {NAMES[action - first]}"
    return f"* start {action - START}"


def parse(text: str) -> int:
    """A tile may be read from either end; as placed, the reading says how it lies (CHR-6)."""
    words = text.split()
    if words in (["draw"], ["*", "fits"], ["*", "stuck"]):
        return {"draw": TO_DRAW, "fits": FITS, "stuck": STUCK}[words[-1]]
    if len(words) == 5 and words[0] == "place" and words[1] in BY_NAME and words[4] in ("h", "v"):
        x, y = number(words[2]), number(words[3])
        if x is not None and y is not None:
            if not (-REACH <= x <= REACH and -REACH <= y <= REACH):
                raise Unreadable(Reason("chromino.unreadable.far", {"text": text, "reach": REACH}))
            return TO_PLACE + laid_at(BY_NAME[words[1]], x, y, words[4] == "v")
    if len(words) == 3 and words[0] == "*":
        if words[1] == "start" and words[2] in ("0", "1", "2", "3", "4", "5", "6", "7"):
            return START + int(words[2])
        first = {"tile": TILE, "show": TURN_UP, "base": FIRST}.get(words[1])
        if first is not None and words[2] in BY_NAME:
            return first + tile_read(BY_NAME[words[2]])
    raise Unreadable(Reason("chromino.unreadable", {"text": text}))


def number(word: str) -> int | None:
    """A whole number in plain digits, perhaps below zero."""
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
