"""A box whose tables of Color Words all begin with a theme, for the tests of what only themes bring."""

from __future__ import annotations

from luck import NamedLuck
from polychrome.engine.core import NATURE, State
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.games.color_words.rules import ColorWords
from polychrome.room.catalogue import Catalogue, by_dice

TRIES = 100  # a third of the bonus cards are themes


def with_theme(state: State, line: int, dice: Dice) -> int:
    """What chance brings, by the first of many dice with which a theme follows."""
    assert isinstance(dice, KeyedDice)
    for number in range(TRIES):
        other = KeyedDice(dice.key[:-1] + bytes([number]))
        after, at = state.clone(), line
        while NATURE in after.acting():
            after.apply(NATURE, by_dice(after, at, other))
            at += 1
        if not isinstance(after, ColorWords) or after.theme_round():
            return by_dice(state, line, other)
    raise AssertionError("no theme in a hundred shuffles")


def box() -> Catalogue:
    return Catalogue(chance=with_theme, luck=NamedLuck("themes"))
