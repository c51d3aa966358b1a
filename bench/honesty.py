#!/usr/bin/env python3
"""Bots see views only: the same view and the same seed give the same move, whatever is hidden behind it.

    python bench/honesty.py [--bot B …] [--game G …] [--decisions 10000]

Plays games at random, and at every decision lets the bot choose twice: once in the real position, and once in another
world that looks the same to its seat but is not. Ends with the first difference. In most games there is no such world,
because a position holds nothing that nobody has seen (luck is drawn when needed): there a bot is only asked twice.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
try:
    import polychrome  # noqa: F401 - the build at hand, or else the sources of this clone
except ImportError:
    sys.path.insert(0, str(ROOT / "src"))

from polychrome.bots import LEVELS, make  # noqa: E402
from polychrome.engine.core import Game, State  # noqa: E402
from polychrome.engine.dice import Dice  # noqa: E402
from polychrome.engine.table import Table  # noqa: E402
from polychrome.lexicon.shelf import hand_over  # noqa: E402
from polychrome.registry import GAMES, find  # noqa: E402

BOTS = ["random", "quick", "flat:20", "search:20", "keen:20", *LEVELS]
PROBES = 500  # decisions that show whether a game has secrets
TWICE = 100  # decisions in each game that has none
QUIET = 20  # seconds between two signs of life where nobody watches


def decisions(game: Game, dice: Dice) -> Iterator[tuple[State, State, int]]:
    """Positions met at random, each with another that looks the same to the seat that is asked."""
    number = 0
    while True:
        seats = game.fewest + dice.below(game.most - game.fewest + 1)
        table = Table(game, seats, None, Dice(number))
        number += 1
        while table.acting() and len(table.log) < 400:
            for seat in table.acting():
                if len(table.state.legal(seat)) > 1:
                    world = table.state.view(seat, recall=True)
                    world.imagine(dice)
                    yield table.state, world, seat
            seat = table.acting()[0]
            table.play(seat, table.state.sample(seat, dice))


def secretive(game: Game) -> bool:
    """Does a position of this game ever hold what somebody who is asked cannot see?"""
    return any(state != world for state, world, _ in islice(decisions(game, Dice(0)), PROBES))


def compare(bot: str, game: Game, most: int, seed: int, secrets: bool) -> int:
    """How many decisions were compared; where there are secrets, with others behind the same view."""
    live = sys.stderr.isatty()
    told = time.monotonic()
    at = 0
    for state, world, seat in decisions(game, Dice(seed)):
        if secrets and state == world:
            continue
        at += 1
        views = [each.view(seat, recall=True) for each in (state, world)]
        assert views[0] == views[1], f"{game.name}: another world, another view"
        one, two = (make(bot, at).choose(view, seat) for view in views)
        if one != two:
            print(f"{bot} at {game.name}, decision {at}: {game.text(one)} or {game.text(two)}, by what it cannot see")
            sys.exit(1)
        if time.monotonic() - told > (1 if live else QUIET):
            told = time.monotonic()
            text = f"{bot} at {game.name}: {at} of {most}"
            print(f"\r{text}  " if live else text, end="" if live else "\n", file=sys.stderr, flush=True)
        if at == most:
            break
    return at


def main() -> int:
    parser = argparse.ArgumentParser(description="Do bots play the same whatever is hidden from them?")
    parser.add_argument("--bot", action="append", help=f"only this one ({', '.join(BOTS)})")
    parser.add_argument("--game", choices=[game.name for game in GAMES], action="append", help="only this one")
    parser.add_argument("--decisions", type=int, default=10_000, help="of each bot, shared among the games (10000)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    hand_over()
    games = [find(name) for name in chosen.game or [game.name for game in GAMES]]
    hiding = [game for game in games if secretive(game)]
    for bot in chosen.bot or BOTS:
        begun = time.monotonic()
        twice = sum(compare(bot, game, TWICE, chosen.seed, False) for game in games if game not in hiding)
        compared = 0
        for number, game in enumerate(hiding, 1):
            share = chosen.decisions * number // len(hiding) - compared
            compared += compare(bot, game, share, chosen.seed, True)
        seconds = time.monotonic() - begun
        print(
            f"\r{bot:<12}{compared:>7} decisions with other secrets, {twice} where nobody has any: 0 differences, "
            f"{seconds:.1f} s",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
