"""Random games for the laws to look at: which games there are to play, and every position of one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count, cycle, product
from typing import NamedTuple

from polychrome.engine.core import NATURE, SPECTATOR, Game, State
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table


class Case(NamedTuple):
    """One random game. The laws that look at a position through every pair of eyes look at `looks` positions of it."""

    game: Game
    seats: int
    options: tuple[int, ...]
    seed: int
    looks: int = 40

    def __str__(self) -> str:
        values = [str(value) for value in self.game.named(self.options).values()]
        return "-".join([self.game.name, str(self.seats), *values, str(self.seed)])

    def table(self, dice: Dice | None) -> Table:
        return Table(self.game, self.seats, self.game.named(self.options), dice)

    def viewers(self) -> list[int]:
        return [*range(self.seats), SPECTATOR]


class Walk(NamedTuple):
    table: Table  # where the game has ended
    positions: list[State]  # before each line of the log, and after the last


def ways(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every number of seats with every combination of options that fits it."""
    for seats in range(game.fewest, game.most + 1):
        choices = [
            [index for index, value in enumerate(option.choices) if option.fits(seats, value)]
            for option in game.options
        ]
        for options in product(*choices):
            yield seats, options


def cases(games: Iterable[Game], seeds: Iterable[int]) -> list[Case]:
    return [Case(game, seats, options, seed) for game in games for seats, options in ways(game) for seed in seeds]


def endless_cases(games: Iterable[Game], seed: int, looks: int) -> Iterator[Case]:
    """All ways to play in turn, for ever, each time with the next seed."""
    turns = cycle([(game, seats, options) for game in games for seats, options in ways(game)])
    for number, (game, seats, options) in zip(count(seed), turns, strict=False):
        yield Case(game, seats, options, number, looks)


@lru_cache(maxsize=2)
def walk(case: Case) -> Walk:
    """Play at random to the end, or as far as the game's limit."""
    table = case.table(Dice(case.seed))
    whims = players_dice(case)
    while table.acting() and len(table.log) < case.game.limit:
        acting = table.acting()
        seat = acting[whims.below(len(acting))]
        table.put(seat, table.state.sample(seat, whims))  # unchecked: whether it is allowed is for a law to say
        table.settle()
    state = case.game.begin(case.seats, case.game.named(case.options))
    positions = [state.clone()]
    for line in table.log:
        state.apply(line.seat, line.action)
        positions.append(state.clone())
    return Walk(table, positions)


def players_dice(case: Case) -> Dice:
    return Dice(-1 - case.seed)


def some_positions(case: Case) -> list[State]:
    """As many positions as the case wants looked at, spread over the game; always the last one."""
    positions = walk(case).positions
    dice = Dice(case.seed + 1)
    chosen = {dice.below(len(positions)) for _ in range(case.looks - 1)}
    return [position for at, position in enumerate(positions) if at in chosen or at == len(positions) - 1]


def questions(state: State) -> list[tuple[int, list[int]]]:
    """Who may act, nature included, and what each may do."""
    return [(seat, state.legal(seat)) for seat in state.acting()]


def answers(state: State) -> tuple[object, ...]:
    """What a position says when asked everything."""
    asked = questions(state)
    return (
        [(seat, list(legal)) for seat, legal in asked],
        [(seat, state.idle(seat)) for seat, _ in asked if seat != NATURE],
        [[state.weight(outcome) for outcome in legal] for seat, legal in asked if seat == NATURE],
        [[state.audience(seat, action) for action in legal[:50]] for seat, legal in asked],
        state.scores(),
        state.winners(),
        state.pieces(),
    )
