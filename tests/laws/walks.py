"""Random games for the laws to look at: which games there are to play, and every position of one of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count, cycle, groupby, product
from operator import itemgetter
from typing import NamedTuple

from polychrome.engine.core import NATURE, SPECTATOR, Game, State
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from samples import few

FEW = 6  # combinations of options
STRIDE = 31  # through many of them, so that values meet in ever other company


class Case(NamedTuple):
    """One random game. The laws that look at a position through every pair of eyes look at `looks` positions of it."""

    game: Game
    seats: int
    options: tuple[int, ...]
    seed: int
    looks: int = few(40)

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


def few_ways(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every number of seats, and every value of each option; where options are few, all their combinations."""
    groups = [(seats, [options for _, options in found]) for seats, found in groupby(ways(game), key=itemgetter(0))]
    choices = {choice for _, combinations in groups for options in combinations for choice in enumerate(options)}
    missing = set(choices)
    met: set[tuple[int, int]] = set()
    for seats, combinations in groups:
        if len(combinations) <= FEW:
            yield from ((seats, options) for options in combinations)
            continue
        picked = 0
        while picked < 2 or (met != choices and seats == game.most):
            # Whatever has most that is new; when nothing is new any more, from the beginning.
            at = STRIDE * (seats + picked) % len(combinations)
            turned = combinations[at:] + combinations[:at]
            best = max(turned, key=lambda options: len(missing.intersection(enumerate(options))))
            met.update(enumerate(best))
            missing.difference_update(enumerate(best))
            missing = missing or set(choices)
            picked += 1
            yield seats, best


def cases(games: Iterable[Game], seeds: Iterable[int]) -> list[Case]:
    return [Case(game, seats, options, seed) for game in games for seats, options in few_ways(game) for seed in seeds]


def endless_cases(games: Iterable[Game], seed: int, looks: int) -> Iterator[Case]:
    """The games in turn, for ever, and all ways to play each of them in turn, each time with the next seed."""
    turns = [(game, cycle(ways(game))) for game in games]
    for number, (game, turn) in zip(count(seed), cycle(turns), strict=False):
        yield Case(game, *next(turn), number, looks)


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
