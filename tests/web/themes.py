"""A box whose tables of Color Words all begin with a theme, for the tests of what only themes bring."""

from __future__ import annotations

from collections.abc import Mapping

from luck import NamedLuck
from polychrome.engine.core import Game, Value
from polychrome.engine.dice import KeyedDice
from polychrome.engine.table import Table
from polychrome.games.color_words.rules import ColorWords
from polychrome.server.box import Box

TRIES = 100  # a third of the bonus cards are themes


def deal(game: Game, seats: int, options: Mapping[str, Value], key: bytes) -> Table:
    for number in range(TRIES):
        table = Table(game, seats, options, KeyedDice(key[:-1] + bytes([number])))
        state = table.state
        if not isinstance(state, ColorWords) or state.theme_round():
            return table
    raise AssertionError("no theme in a hundred shuffles")


def box() -> Box:
    return Box(deal=deal, luck=NamedLuck("themes"))
