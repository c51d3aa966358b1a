"""Chromino: get rid of tiles that fit in few places, keep room for those that stay, and leave none to the others."""

from __future__ import annotations

from math import exp, log
from typing import Final

from polychrome.bots.heuristics.base import Heuristics
from polychrome.engine.core import State
from polychrome.engine.dice import Dice
from polychrome.games.chromino.ground import NO_SYSTEM, Ground
from polychrome.games.chromino.notation import TO_PLACE
from polychrome.games.chromino.rules import AWAY, IN_BAG, LOOK, ON_TABLE, PLACE, SCORING, SHOWN, Chromino
from polychrome.games.chromino.tiles import TILES, tile_of

AHEAD: Final = 6  # tiles of each player that a playout goes on for
PLACES_LOOKED_AT: Final = 10  # places that somebody who thinks looks at


class ChrominoHeuristics(Heuristics):
    EFFORTS = (0, 40, 300)

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0  # tiles on the table when somebody began to think
        self.best: list[int] = []  # the most promising places then, best first

    def world(self, view: State, dice: Dice) -> State:
        """The ground is copied rather than laid again tile by tile."""
        assert isinstance(view, Chromino)
        ground = view.table()
        world = view.clone()
        world.ground = [copied(ground)]
        world.imagine(dice)
        return world

    def begin(self, view: State, seat: int) -> None:
        """What looks best is worked out once, for the move at hand; deeper in the tree a glance must do.

        Who is not cunning has the tile in mind before the place: the one that fits in the fewest.
        """
        assert isinstance(view, Chromino)
        self.asked = len(view.laid)
        self.best = []
        if view.phase == PLACE and self.care:
            actions = view.legal(seat)
            if not self.cunning:
                hardest = hard_tile(view, seat)
                actions = [action for action in actions if tile_of(action - TO_PLACE) == hardest]
            ranked = sorted([(-outlook(view, seat, action - TO_PLACE), action) for action in actions])
            self.best = [action for _, action in ranked[:PLACES_LOOKED_AT]]

    def moves(self, state: State, seat: int) -> list[int]:
        assert isinstance(state, Chromino)
        if self.best and len(state.laid) == self.asked and state.phase == PLACE:
            return sorted(self.best)
        actions = state.legal(seat)
        if state.phase != PLACE or len(actions) <= PLACES_LOOKED_AT:
            return actions
        likings = self.likings(state, seat, actions)
        ranked = sorted([(-likings[at], actions[at]) for at in range(len(actions))])
        return sorted([action for _, action in ranked[:PLACES_LOOKED_AT]])

    def quick(self, state: State, seat: int, dice: Dice) -> int:
        """What was worked out for the move at hand; in playouts the tile that fits in the fewest places, anywhere."""
        assert isinstance(state, Chromino)
        if state.phase != PLACE:
            return state.sample(seat, dice)
        if self.best and len(state.laid) == self.asked:
            return self.best[0]
        # Children lay first what goes anywhere, and are left with what goes nowhere.
        tile = hard_tile(state, seat) if self.care else easy_tile(state, seat)
        table = state.table()
        return TO_PLACE + table.place(tile, dice.below(table.places(tile)))

    def settled(self, state: State) -> bool:
        """Some tiles on: what follows is luck."""
        assert isinstance(state, Chromino)
        return state.phase == LOOK and state.draws == 0 and len(state.laid) >= self.asked + AHEAD * state.seats

    def judge(self, state: State) -> list[float]:
        assert isinstance(state, Chromino)
        weights = [exp(standing) for standing in standings(state)]
        total = sum(weights)
        return [weight / total for weight in weights]

    def likings(self, state: State, seat: int, actions: list[int]) -> list[float]:
        """First tiles that are hard to place; where they go is left to the search."""
        assert isinstance(state, Chromino)
        if state.phase != PLACE:
            return []
        if self.best and len(state.laid) == self.asked:
            return [
                1.0 - self.best.index(action) / PLACES_LOOKED_AT if action in self.best else 0.0 for action in actions
            ]
        table = state.table()
        system = state.options[SCORING]
        places = {tile: table.places(tile) for tile in state.hand(seat)}
        likings = []
        for action in actions:
            laid = action - TO_PLACE
            liking = 1.0 / (1 + places[tile_of(laid)])
            if system != NO_SYSTEM:
                liking += table.points(laid, system) / 20
            likings.append(min(1.0, liking))
        return likings


def hard_tile(state: Chromino, seat: int) -> int:
    """The tile that fits in the fewest places, but somewhere."""
    table = state.table()
    choice = -1
    fewest = 0
    for tile in state.hand(seat):
        places = table.places(tile)
        if places and (choice < 0 or places < fewest):
            choice, fewest = tile, places
    return choice


def easy_tile(state: Chromino, seat: int) -> int:
    """The tile that fits in the most places."""
    table = state.table()
    choice = -1
    most = 0
    for tile in state.hand(seat):
        places = table.places(tile)
        if places > most:
            choice, most = tile, places
    return choice


def standings(state: Chromino) -> list[float]:
    """By seat: how far it has come, so that its share of the wins grows with the exponent. Measured in 700 games."""
    table = state.table()
    scores = state.scores()
    counted = state.options[SCORING] != NO_SYSTEM
    found = []
    for seat in range(state.seats):
        hand = state.hand(seat)
        fits = 0
        for tile in hand:
            if table.takes(tile):
                fits += 1
        if counted:
            found.append(0.1 * scores[seat] - 0.2 * len(hand) - 0.06 * (len(hand) - fits))
        else:
            # The last tiles go slowest. The more there are at the table, the shorter the game and the surer a lead.
            share = fits / len(hand) if hand else 1.0
            found.append(1.3 * share - 0.5 * state.seats * log(1 + len(hand)))
    return found


def outlook(state: Chromino, seat: int, laid: int) -> float:
    """How a tile laid here leaves the table: room for the rest of one's own hand, and none for what others may hold."""
    table = state.table()
    ground = copied(table)
    ground.lay(laid)
    placed = tile_of(laid)
    own = fits = 0
    others = theirs = 0
    for tile in range(TILES):
        where = state.where[tile]
        if where == ON_TABLE or where == AWAY or tile == placed:
            continue
        if where == seat or where == seat + SHOWN:
            own += 1
            if ground.takes(tile):
                fits += 1
        elif where != IN_BAG:  # in a hand, or nobody knows where
            others += 1
            if ground.takes(tile):
                theirs += 1
    good = fits / own if own else 2.0
    bad = theirs / others if others else 0.0
    points = table.points(laid, state.options[SCORING]) / 20
    return good - 2.0 * bad + points  # measured: to block counts for more


def copied(ground: Ground) -> Ground:
    new = Ground.__new__(Ground)
    new.side = ground.side
    new.laid = ground.laid[:]
    new.asks = ground.asks[:]
    new.owner = ground.owner[:]
    new.lines = ground.lines[:]
    new.spots = [spots[:] for spots in ground.spots]
    return new


HEURISTICS: Final = ChrominoHeuristics
