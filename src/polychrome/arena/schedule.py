"""Who plays whom, on which seat, with which luck. Everything follows from the plan, so nobody has to remember it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from polychrome import __version__
from polychrome.arena.match import Failure, derived
from polychrome.engine.core import Game, Value
from polychrome.engine.record import data_at_hand
from polychrome.registry import find

TABLES: Final = (2, 4)  # seats of the tables that are wanted, unless somebody says otherwise
LADDER: Final = "ladder"
ROUND_ROBIN: Final = "round-robin"
PAIRS: Final = (LADDER, ROUND_ROBIN)


class Pairing(NamedTuple):
    """One seat of a bot among others: with two seats simply two rivals."""

    game: str
    seats: int
    one: str
    rest: str  # on all other seats

    def seated(self, seat: int) -> tuple[str, ...]:
        return tuple(self.one if other == seat else self.rest for other in range(self.seats))


class Match(NamedTuple):
    """One game to be played. Plain data, for other processes and machines."""

    number: int
    game: str
    bots: tuple[str, ...]  # by seat
    options: dict[str, Value]
    seed: int  # of the bots
    luck: int  # of nature
    barred: dict[int, Failure]  # seats whose bots are known to fail, and how
    losses: int = 0  # processes that have died over it
    logs: bool = False  # bring home every line, nature's included
    data: str | None = None  # which data from outside it is to be played with (see Game.data), if that matters


class Played(NamedTuple):
    """What came of a match."""

    number: int
    scores: list[int]
    winners: list[int]
    steps: int  # nature's included
    adjudicated: bool
    failures: list[Failure]
    moves: str  # the players' lines; with the luck they are the whole record
    decisions: list[int]  # by seat
    seconds: list[float]  # thought, by seat
    slowest: list[float]  # the longest thought of a seat
    log: list[tuple[int, int]]  # seat and action of every line, if asked for


class Fixture(NamedTuple):
    """Where a match stands in the plan."""

    number: int
    pairing: Pairing
    seat: int  # of the one
    block: int  # games with the same luck, once with the one on every seat


class Plan(NamedTuple):
    pairings: tuple[Pairing, ...]
    options: Mapping[str, Mapping[str, Value]]  # by game
    games: int  # of every pairing, rounded up so that everybody sits everywhere equally often
    seed: int
    more: Mapping[str, int] = {}  # by game, how many instead: where luck is large, many are needed to see through it

    def fixtures(self) -> Iterator[Fixture]:
        """All matches, every pairing in turn: whoever stops half-way knows something of everybody.

        Numbers do not depend on the number of games, so a longer plan begins with the shorter one.
        """
        for round_ in range(max((self.rounds(pairing) for pairing in self.pairings), default=0)):
            for at, pairing in enumerate(self.pairings):
                if round_ < self.rounds(pairing):
                    number = round_ * len(self.pairings) + at
                    yield Fixture(number, pairing, round_ % pairing.seats, round_ // pairing.seats)

    def rounds(self, pairing: Pairing) -> int:
        games = self.more.get(pairing.game, self.games)
        return -(-games // pairing.seats) * pairing.seats

    def total(self) -> int:
        return sum(self.rounds(pairing) for pairing in self.pairings)

    def match(self, fixture: Fixture) -> Match:
        pairing = fixture.pairing
        return Match(
            number=fixture.number,
            game=pairing.game,
            bots=pairing.seated(fixture.seat),
            options=dict(self.options.get(pairing.game, {})),
            seed=derived(self.seed, "bots", *pairing, fixture.block, fixture.seat),
            # The same for every seating and every pair of rivals: luck is to favour nobody.
            luck=derived(self.seed, "luck", pairing.game, pairing.seats, fixture.block),
            barred={},
            data=outside(pairing, self.options),
        )

    def identity(self) -> dict[str, object]:
        """What two plans must share for their games to belong together; a plan may grow by more games."""
        return {
            "pairings": [list(pairing) for pairing in self.pairings],
            "options": {name: dict(chosen) for name, chosen in self.options.items() if chosen},
            "seed": self.seed,
            "version": __version__,
            "rules": {name: find(name).version for name in dict.fromkeys(pairing.game for pairing in self.pairings)},
            "data": {pairing.game: outside(pairing, self.options) for pairing in self.pairings},
        }


def outside(pairing: Pairing, options: Mapping[str, Mapping[str, Value]]) -> str:
    """Name and fingerprint of what a game is judged by from outside, a word list for instance."""
    game = find(pairing.game)
    return data_at_hand(game, game.choose(pairing.seats, options.get(pairing.game, {})))


def tables(game: Game, wanted: Sequence[int]) -> list[int]:
    """The wanted numbers of seats, or the nearest that the game allows."""
    return list(dict.fromkeys(min(max(seats, game.fewest), game.most) for seats in wanted))


def duels(bots: Sequence[str], pairs: str) -> list[tuple[str, str]]:
    """Who meets whom, the later named first. A ladder: each the one before it, and the last also the first."""
    if pairs == ROUND_ROBIN:
        return [(bots[high], bots[low]) for high in range(len(bots)) for low in range(high)]
    steps = [(bots[at], bots[at - 1]) for at in range(1, len(bots))]
    return [*steps, (bots[-1], bots[0])] if len(bots) > 2 else steps


def pairings(
    games: Sequence[Game], seats: Sequence[int], bots: Sequence[str], pairs: str, both: bool
) -> tuple[Pairing, ...]:
    """Every duel at every table; `both`: at larger tables also one of the weaker among the stronger."""
    found = []
    for game in games:
        for table in tables(game, seats):
            for one, rest in duels(bots, pairs):
                found.append(Pairing(game.name, table, one, rest))
                if both and table > 2:
                    found.append(Pairing(game.name, table, rest, one))
    return tuple(found)
