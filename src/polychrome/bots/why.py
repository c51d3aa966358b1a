"""Why: what a bot would play, how often it expects to win with that, and what else it thought of."""

from __future__ import annotations

from typing import Final, NamedTuple

from polychrome.bots.endgames import solved
from polychrome.bots.forgetful import ForgetfulBot
from polychrome.bots.heuristics import heuristics_of
from polychrome.bots.keen import KeenBot
from polychrome.bots.levels import LevelBot
from polychrome.bots.search import Node, SearchBot, favourite, key
from polychrome.engine.core import Bot, State

OTHERS: Final = 3  # alternatives that are worth mentioning


class WeighedAction(NamedTuple):
    action: int
    estimate: float  # the share of wins expected, from 0 to 1


class Explanation(NamedTuple):
    action: int
    estimate: float | None  # exact in a solved endgame; None: it has not thought ahead
    alternatives: list[WeighedAction]  # the best first


def explain(bot: Bot, view: State, seat: int) -> Explanation:
    """What the bot plays and why. It sees what it would see at the table, and no more."""
    if not heuristics_of(view).LISTED or len(view.legal(seat)) == 1:
        return Explanation(bot.choose(view, seat), None, [])
    if isinstance(bot, ForgetfulBot):
        return explain(bot.head, bot.memory.fade(view, seat), seat)
    if isinstance(bot, LevelBot):
        return of_search(bot.head(view), bot.recalled(view, seat), seat)
    if isinstance(bot, KeenBot):
        bot.heuristics = heuristics_of(view)
        bot.solves = True
    if isinstance(bot, SearchBot):
        return of_search(bot, view, seat)
    return Explanation(bot.choose(view, seat), None, [])


def of_search(bot: SearchBot, view: State, seat: int) -> Explanation:
    heuristics = bot.heuristics
    heuristics.begin(view, seat)
    exact = solved(view, seat) if bot.solves and not bot.hurry else None
    if exact is not None:
        weighed = [WeighedAction(action, share) for action, share in zip(exact.actions, exact.shares, strict=True)]
        action = heuristics.any_like(view, seat, weighed[0].action, bot.dice)
        return Explanation(action, weighed[0].estimate, weighed[1 : 1 + OTHERS])
    actions = heuristics.moves(view, seat)
    if len(actions) == 1 or not (bot.iterations or bot.milliseconds):
        return Explanation(bot.choose(view, seat), None, [])
    root = bot.search(view, seat)
    best = favourite(root, seat, actions)
    others: list[tuple[int, float, int]] = []
    for action in actions:
        child = root.children.get(key(seat, action))
        if child is not None and action != best:
            others.append((-child.visits, -child.value, action))
    others.sort()
    return Explanation(
        heuristics.any_like(view, seat, best, bot.dice),
        expected(root, seat, best),
        [WeighedAction(action, expected(root, seat, action)) for _, _, action in others[:OTHERS]],
    )


def expected(root: Node, seat: int, action: int) -> float:
    child = root.children[key(seat, action)]
    return child.won / child.visits
