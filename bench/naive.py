"""Coloretto as one would first write it, with enums and dataclasses: the reference that the bench compares with.

Four seats, beige side, automatic scoring, uniformly random play. Idiomatic, correct, and not tuned in any way: actions
are frozen dataclasses, every action is checked before it is played, a copy is a deep copy.
"""

from __future__ import annotations

import copy
import random
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations_with_replacement

Card = Enum("Card", "RED ORANGE YELLOW GREEN BLUE PURPLE NEUTRAL PLUS JOKER LAST")
COLOURS = list(Card)[:7]
POINTS = [0, 1, 3, 6, 10, 15, 21]


@dataclass(frozen=True)
class Draw:
    pass


@dataclass(frozen=True)
class Place:
    row: int


@dataclass(frozen=True)
class Take:
    row: int


Action = Draw | Place | Take


@dataclass
class Row:
    cards: list[Card] = field(default_factory=list)
    taken: bool = False

    @property
    def has_room(self) -> bool:
        return not self.taken and len(self.cards) < 3


@dataclass
class Player:
    cards: list[Card] = field(default_factory=list)
    has_taken: bool = False


@dataclass
class Game:
    deck: list[Card]
    rows: list[Row]
    players: list[Player]
    current: int = 0
    drawn: Card | None = None
    last_round: bool = False
    over: bool = False

    def legal_actions(self) -> list[Action]:
        if self.drawn is not None:
            return [Place(i) for i, row in enumerate(self.rows) if row.has_room]
        actions: list[Action] = [Draw()] if any(row.has_room for row in self.rows) else []
        return actions + [Take(i) for i, row in enumerate(self.rows) if not row.taken and row.cards]

    def play(self, action: Action) -> None:
        if action not in self.legal_actions():
            raise ValueError(f"{action} is not legal")
        match action:
            case Draw():
                self.drawn = self.deck.pop()
                if self.drawn is Card.LAST:
                    self.last_round = True
                    self.drawn = self.deck.pop()
            case Place(row):
                assert self.drawn is not None
                self.rows[row].cards.append(self.drawn)
                self.drawn = None
                self.pass_on()
            case Take(row):
                player = self.players[self.current]
                player.cards += self.rows[row].cards
                player.has_taken = True
                self.rows[row] = Row(taken=True)
                if all(player.has_taken for player in self.players):
                    self.end_round()
                else:
                    self.pass_on()

    def pass_on(self) -> None:
        self.current = (self.current + 1) % len(self.players)
        while self.players[self.current].has_taken:
            self.current = (self.current + 1) % len(self.players)

    def end_round(self) -> None:
        self.over = self.last_round
        self.rows = [Row() for _ in self.players]
        for player in self.players:
            player.has_taken = False

    def clone(self) -> Game:
        return copy.deepcopy(self)

    def scores(self) -> list[int]:
        return [score(player.cards) for player in self.players]


def score(cards: list[Card]) -> int:
    jokers = cards.count(Card.JOKER)
    totals = []
    for assigned in combinations_with_replacement(COLOURS, jokers):
        points = sorted(POINTS[min(cards.count(c) + assigned.count(c), 6)] for c in COLOURS)
        totals.append(sum(points[-3:]) - sum(points[:-3]))
    return max(totals) + 2 * cards.count(Card.PLUS)


def start(rng: random.Random, seats: int = 4) -> Game:
    deck = [colour for colour in COLOURS for _ in range(9)] + [Card.PLUS] * 10 + [Card.JOKER] * 3
    players = [Player() for _ in range(seats)]
    for player, colour in zip(players, rng.sample(COLOURS, seats), strict=True):
        player.cards.append(colour)
        deck.remove(colour)
    rng.shuffle(deck)
    deck.insert(15, Card.LAST)
    return Game(deck, [Row() for _ in players], players, rng.randrange(seats))


def playout(rng: random.Random) -> int:
    """Play one random game; how many decisions it took."""
    game = start(rng)
    decisions = 0
    while not game.over:
        game.play(rng.choice(game.legal_actions()))
        decisions += 1
    game.scores()
    return decisions
