"""Information-set Monte Carlo tree search, written once against the contract (Cowling, Powley & Whitehouse 2012).

Each iteration imagines one world that fits the view, walks the tree as far as it knows it, adds one node, plays on at
random and credits every node on the way to whoever moved there. Nature moves by weight. What the searcher is not told
is one branch, whatever it was, so that the tree never knows more than the searcher will.
"""

from __future__ import annotations

from math import log, sqrt
from time import monotonic
from typing import Final

from polychrome.bots.worth import Worth
from polychrome.engine.core import NATURE, Bot, State
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout

UNTOLD: Final = -1  # stands for every action the searcher is not told
CURIOSITY: Final = 0.5  # how much a rarely tried action is worth trying again


class Node:
    """What followed one action: how often it was tried, could have been tried, and what it brought its mover."""

    def __init__(self) -> None:
        self.visits = 0
        self.chances = 0
        self.value = 0.0
        self.children: dict[int, Node] = {}


class SearchBot(Bot):
    """Searches a number of iterations (the same move for the same seed), or for a time when `milliseconds` is set."""

    def __init__(self, seed: int, iterations: int, milliseconds: int, limit: int) -> None:
        self.dice = Dice(seed)
        self.iterations = iterations
        self.milliseconds = milliseconds
        self.limit = limit  # of a playout, in actions
        self.searched = 0  # iterations in the last search

    def choose(self, view: State, seat: int) -> int:
        actions = view.legal(seat)
        if len(actions) == 1:
            return actions[0]
        root = self.search(view, seat)
        best = actions[0]
        most = -1.0
        for action in actions:
            child = root.children.get(key(seat, action))
            if child is not None:
                # Sixty discs share few iterations: of the actions tried most often, the one that brought most.
                trust = child.visits + 0.5 * child.value / child.visits
                if trust > most:
                    best, most = action, trust
        return best

    def search(self, view: State, seat: int) -> Node:
        """The tree below this view, as far as the budget goes."""
        root = Node()
        worth = Worth()
        self.searched = 0
        deadline = monotonic() + self.milliseconds / 1000
        while True:
            if self.milliseconds:
                if self.searched % 16 == 0 and self.searched and monotonic() >= deadline:
                    return root
            elif self.searched >= self.iterations:
                return root
            self.iterate(root, view, seat, worth)
            self.searched += 1

    def iterate(self, root: Node, view: State, seat: int, worth: Worth) -> None:
        dice = self.dice
        world = view.clone()
        world.imagine(dice)
        path = [root]
        movers = [NATURE]
        node = root
        mover = seat
        fresh = False
        while not fresh:
            action = world.sample(mover, dice)
            told = world.audience(mover, action) >> seat & 1
            if told and mover != NATURE:
                action = self.select(node, world.legal(mover), mover)
            edge = key(mover, action if told else UNTOLD)
            child = node.children.get(edge)
            if child is None:
                child = Node()
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
        playout(world, dice, self.limit)
        values = worth.values(world)
        for i in range(len(path)):
            path[i].visits += 1
            if movers[i] != NATURE:
                path[i].value += values[movers[i]]

    def select(self, node: Node, actions: list[int], mover: int) -> int:
        """An action never tried here, at random; else the one with the best promise (UCB1, by chances to try it)."""
        best = actions[0]
        top = -1.0
        untried = 0
        for action in actions:
            child = node.children.get(key(mover, action))
            if child is None:
                untried += 1
                if untried == 1 or self.dice.below(untried) == 0:
                    best = action
                continue
            child.chances += 1
            if untried == 0:
                promise = child.value / child.visits + CURIOSITY * sqrt(log(child.chances) / child.visits)
                if promise > top:
                    best, top = action, promise
        return best


def key(mover: int, action: int) -> int:
    """Names a branch: several seats may act at once, so the mover is part of the name."""
    return action << 4 | mover + 1
