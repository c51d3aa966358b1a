"""Information-set Monte Carlo tree search, written once against the contract (Cowling, Powley & Whitehouse 2012).

Each iteration imagines one world that fits the view, walks the tree as far as it knows it, adds one node, plays on
quickly and credits every node on the way to whoever moved there. Nature moves by weight. What the searcher is not told
is one branch, whatever it was, so that the tree never knows more than the searcher will.

What it knows of a game beyond the rules are its heuristics: which actions to try, which of them first, how to play on.
"""

from __future__ import annotations

from math import log, sqrt
from time import monotonic
from typing import Final

from polychrome.bots.endgames import solved
from polychrome.bots.heuristics import heuristics_of
from polychrome.bots.heuristics.base import Heuristics
from polychrome.bots.worth import Worth
from polychrome.engine.core import NATURE, Bot, State
from polychrome.engine.dice import Dice

UNTOLD: Final = -1  # stands for every action the searcher is not told
CURIOSITY: Final = 0.5  # how much a rarely tried action is worth trying again
BIAS: Final = 0.5  # how much the first sight counts, the less the oftener an action was tried


class Node:
    """What followed one action: how often it was tried, could have been tried, and what it brought its mover."""

    def __init__(self) -> None:
        self.visits = 0
        self.chances = 0
        self.value = 0.0
        self.won = 0.0  # as `value`, but wins alone: points do not count
        self.liking = 0.0
        self.children: dict[int, Node] = {}
        self.likings: dict[int, float] = {}  # of actions, at first sight


class SearchBot(Bot):
    """Searches a number of iterations (the same move for the same seed), or for a time when `milliseconds` is set."""

    def __init__(
        self, seed: int, iterations: int, milliseconds: int, limit: int, heuristics: Heuristics | None = None
    ) -> None:
        self.dice = Dice(seed)
        self.iterations = iterations
        self.milliseconds = milliseconds
        self.limit = limit  # of a playout, in actions
        self.heuristics = Heuristics() if heuristics is None else heuristics
        self.solves = False  # works out the end of a game where it is small enough
        self.hurry = 0  # milliseconds at most, whatever the budget; 0: no hurry. Then nothing is worked out
        self.searched = 0  # iterations in the last search

    def choose(self, view: State, seat: int) -> int:
        known = heuristics_of(view)
        if not known.LISTED:
            return known.compose(view, seat, self.dice, "champion")
        self.heuristics.begin(view, seat)
        found = solved(view, seat) if self.solves and not self.hurry and len(view.legal(seat)) > 1 else None
        if found is not None:
            return self.heuristics.any_like(view, seat, found.actions[0], self.dice)
        if not self.iterations and not self.milliseconds:
            return self.heuristics.quick(view, seat, self.dice)
        actions = self.heuristics.moves(view, seat)
        action = actions[0] if len(actions) == 1 else favourite(self.search(view, seat), seat, actions)
        return self.heuristics.any_like(view, seat, action, self.dice)

    def search(self, view: State, seat: int) -> Node:
        """The tree below this view, as far as the budget goes."""
        root = Node()
        worth = Worth()
        self.searched = 0
        allowed = self.milliseconds
        if self.hurry and (not allowed or self.hurry < allowed):
            allowed = self.hurry
        deadline = monotonic() + allowed / 1000
        while True:
            if allowed and self.searched and monotonic() >= deadline:
                return root
            if not self.milliseconds and self.searched >= self.iterations:
                return root
            self.iterate(root, view, seat, worth)
            self.searched += 1

    def iterate(self, root: Node, view: State, seat: int, worth: Worth) -> None:
        dice = self.dice
        heuristics = self.heuristics
        world = heuristics.world(view, dice)
        path = [root]
        movers = [NATURE]
        node = root
        mover = seat
        fresh = False
        while not fresh:
            action = world.sample(mover, dice)
            told = world.audience(mover, action) >> seat & 1
            if told and mover != NATURE:
                action = self.select(node, world, heuristics.moves(world, mover), mover)
            edge = key(mover, action if told else UNTOLD)
            child = node.children.get(edge)
            if child is None:
                child = Node()
                child.liking = node.likings.get(action, 0.0)
                node.children[edge] = child
                fresh = mover != NATURE
            world.apply(mover, action)
            path.append(child)
            movers.append(mover)
            node = child
            seats = world.acting()
            if not seats:
                break
            mover = seats[0] if len(seats) == 1 else seats[dice.below(len(seats))]
        if self.play_on(world):
            values = shares = heuristics.judge(world)
        else:
            values = worth.values(world)
            shares = worth.shares
        for i in range(len(path)):
            path[i].visits += 1
            if movers[i] != NATURE:
                path[i].value += values[movers[i]]
                path[i].won += shares[movers[i]]

    def play_on(self, world: State) -> bool:
        """Play in place, quickly, as far as need be. Is the game still under way, but settled?"""
        dice = self.dice
        heuristics = self.heuristics
        steps = 0
        seats = world.acting()
        while seats and steps < self.limit:
            if heuristics.settled(world):
                return True
            seat = seats[0] if len(seats) == 1 else seats[dice.below(len(seats))]
            world.apply(seat, world.sample(seat, dice) if seat == NATURE else heuristics.quick(world, seat, dice))
            steps += 1
            seats = world.acting()
        return False

    def select(self, node: Node, world: State, actions: list[int], mover: int) -> int:
        """An action never tried here, the likeliest first; else the one with the highest bound.

        That is UCB1, by chances to try it, and a progressive bias for what looks good at first sight.
        """
        untried: list[int] = []
        best = actions[0]
        top = -1.0
        for action in actions:
            child = node.children.get(key(mover, action))
            if child is None:
                untried.append(action)
                continue
            child.chances += 1
            if not untried:
                bound = child.value / child.visits + CURIOSITY * sqrt(log(child.chances) / child.visits)
                bound += BIAS * child.liking / (1 + child.visits)
                if bound > top:
                    best, top = action, bound
        return self.first(node, world, untried, mover) if untried else best

    def first(self, node: Node, world: State, untried: list[int], mover: int) -> int:
        """The action to try first of those never tried: the one liked best, or any where none is liked more."""
        if len(untried) == 1:
            return untried[0]
        likings = node.likings
        for action in untried:
            if action not in likings:
                found = self.heuristics.likings(world, mover, untried)
                if not found:
                    return self.dice.pick(untried)
                for at in range(len(untried)):
                    likings[untried[at]] = found[at]
                break
        best = untried[0]
        top = -1.0
        ties = 0
        for action in untried:
            liking = likings[action]
            if liking > top:
                best, top, ties = action, liking, 1
            elif liking == top:
                ties += 1
                if self.dice.below(ties) == 0:
                    best = action
        return best


def favourite(root: Node, seat: int, actions: list[int]) -> int:
    """Sixty discs share few iterations: of the actions tried most often, the one that brought most."""
    best = actions[0]
    most = -1.0
    for action in actions:
        child = root.children.get(key(seat, action))
        if child is not None:
            trust = child.visits + 0.5 * child.value / child.visits
            if trust > most:
                best, most = action, trust
    return best


def key(mover: int, action: int) -> int:
    """Names a branch: several seats may act at once, so the mover is part of the name."""
    return action << 4 | mover + 1
