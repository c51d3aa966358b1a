"""Chromino with open hands: where everybody knows who holds what, the few tiles that are left are played to the end.

Everybody plays for the own share of the win (max^n) and expects every tile of the bag equally soon. Hands are open by
agreement, or because all that is hidden must be in one place: the bag is empty and only one hand is unknown, or every
other player is down to the one tile that lies face up (CHR-10).
"""

from __future__ import annotations

from typing import Final

from polychrome.bots.endgames.answer import POINT, Solved, TooLarge, ranked
from polychrome.bots.endgames.coloretto import favoured
from polychrome.bots.heuristics.chromino import copied
from polychrome.engine.core import HIDDEN, NATURE
from polychrome.games.chromino.rules import DRAW, DRAWN, IN_BAG, PLACE, Chromino
from polychrome.games.chromino.tiles import TILES

BUDGET: Final = 2_000  # positions
NEAR: Final = 10  # tiles in hands, and twice those in the bag; with more there are hardly ever few enough


def solved(view: Chromino, seat: int, budget: int = BUDGET) -> Solved | None:
    """Every place for every tile of the seat that moves, if all hands are known and little is left."""
    if view.phase != PLACE or seat != view.seat or sum(view.held) + 2 * view.left > NEAR:
        return None
    world = opened(view)
    if world is None:
        return None
    rest = Rest(budget)
    actions = view.legal(seat)
    try:
        return ranked(actions, [rest.worth(after(world, seat, action))[seat] for action in actions])
    except TooLarge:
        return None


def opened(view: Chromino) -> Chromino | None:
    """The position behind a view, if there is only one."""
    holders = [other for other in range(view.seats) if len(view.hand(other)) < view.held[other]]
    if view.left > len(view.bag()):
        holders.append(IN_BAG)
    if len(holders) > 1:
        return None
    world = view.clone()
    for tile in range(TILES):
        if world.where[tile] == HIDDEN:
            world.where[tile] = holders[0]
    return world


def after(state: Chromino, mover: int, action: int) -> Chromino:
    new = state.clone()
    new.ground = [copied(state.table())]
    new.apply(mover, action)
    return new


class Rest:
    """What is known so far of the positions that may follow."""

    def __init__(self, budget: int) -> None:
        self.known: dict[tuple[int, ...], list[float]] = {}
        self.budget = budget

    def worth(self, state: Chromino) -> list[float]:
        """What the game is worth, by seat, if everybody plays their best from here on. The state is used up."""
        acting = state.acting()
        while acting and (state.phase == DRAW or (acting[0] == NATURE and state.phase != DRAWN)):
            state.apply(acting[0], state.legal(acting[0])[0])  # there is no choice
            acting = state.acting()
        if not acting:
            return ended(state)
        # In which order tiles were laid matters no more.
        key = (state.phase, state.seat, state.draws, state.quiet, *state.points, *state.where, *sorted(state.laid))
        found = self.known.get(key)
        if found is not None:
            return found
        if len(self.known) >= self.budget:
            raise TooLarge
        self.known[key] = []  # counts; no course comes back to the same position
        mover = acting[0]
        options = [self.worth(after(state, mover, action)) for action in state.legal(mover)]
        if mover == NATURE:
            found = [sum([option[seat] for option in options]) / len(options) for seat in range(state.seats)]
        else:
            found = favoured(options, mover)
        self.known[key] = found
        return found


def ended(state: Chromino) -> list[float]:
    """By seat: the win, shared; points only tell equal wins apart."""
    found = [POINT * score for score in state.scores()]
    winners = state.winners()
    for seat in winners:
        found[seat] += 1.0 / len(winners)
    return found
