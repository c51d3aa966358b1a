"""What commands share: options of the game, bots, names, luck."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import click

from polychrome.bots import KINDS, LEVELS, hire
from polychrome.cli.failed import misused
from polychrome.cli.spoken import Number, option
from polychrome.engine.core import Game, Value
from polychrome.engine.record import option_value
from polychrome.registry import GAMES
from polychrome.words import Words

SEED = Number(0, 10**18)
SEATS = Number(1, 14)

seeded = option("--seed", type=SEED, metavar="N", help="cli.help.seed")
optioned = option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="cli.help.option")
named = option("--names", metavar="A,B,…", help="cli.help.names")


def games_like(context: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For shells: the games whose names begin like this."""
    return [game.name for game in GAMES if game.name.startswith(incomplete)]


def bots_like(context: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """For shells: what is written so far with each of our bots behind the last comma."""
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + bot for bot in (*LEVELS, *KINDS) if bot.startswith(last)]


def new_seed() -> int:
    """Luck that nobody asked to repeat."""
    return secrets.randbelow(10**15)


def chosen(game: Game, seats: int, options: Sequence[str]) -> dict[str, Value]:
    """Options as they were typed, checked against the game."""
    values: dict[str, Value] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise misused("cli.usage.form", text=text[:60])
        values[name.strip()] = option_value(game, name.strip(), value.strip())
    game.begin(seats, values)  # raises Unplayable
    return values


def bots_of(texts: Sequence[str]) -> list[str]:
    """Bots as they were typed, with commas or one by one; each is tried on."""
    specs = [spec.strip() for text in texts for spec in text.split(",")]
    for spec in specs:
        hire(spec, 0)
    return specs


def names_of(words: Words, text: str | None, seats: int) -> list[str]:
    """The names of all seats: those given, then animals that nobody has taken."""
    given = [
        "".join(letter for letter in name if letter.isprintable()).strip()[:20] for name in (text or "").split(",")
    ]
    given = [name for name in given if name][:seats]
    animals = [name for name in words.names(seats + len(given)) if name not in given]
    return (given + animals)[:seats]
