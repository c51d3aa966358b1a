"""What one build of the engine costs, as one JSON line. Run by playouts.py under each build, alone or by hand."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from time import process_time

import naive

from polychrome.bots import make
from polychrome.bots.search import SearchBot
from polychrome.engine.core import COMPILED, NATURE, State
from polychrome.engine.dice import Dice
from polychrome.engine.playout import playout
from polychrome.registry import GAMES, find

ROUNDS = 15  # each figure is the best of so many, so that a busy neighbour does not count


def costs(*works: tuple[Callable[[], object], int]) -> list[float]:
    """CPU seconds of one call of each work, at best; the works take turns, so that all meet the same neighbours."""
    best = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for i, (work, times) in enumerate(works):
            start = process_time()
            for _ in range(times):
                work()
            best[i] = min(best[i], (process_time() - start) / times)
    return best


def cost(work: Callable[[], object], times: int) -> float:
    return costs((work, times))[0]


def decisions(name: str, seats: int, games: int = 50) -> float:
    """Players' choices in a random game, in the mean; nature's steps are not counted."""
    dice = Dice(1)
    count = 0
    for _ in range(games):
        state = find(name).begin(seats)
        while seats_now := state.acting():
            count += seats_now[0] != NATURE
            state.apply(seats_now[0], state.sample(seats_now[0], dice))
    return count / games


def middle(name: str, seats: int) -> State:
    """A position some way into a game, where somebody has a real choice."""
    dice = Dice(3)
    state = find(name).begin(seats)
    playout(state, dice, 30)
    while state.acting() == [NATURE] or len(state.legal(state.acting()[0])) < 2:
        playout(state, dice, 1)
    return state


def whole_game(name: str, seats: int, dice: Dice) -> None:
    state = find(name).begin(seats)
    playout(state, dice, find(name).limit)
    state.scores()


def growth(name: str, seats: int) -> list[float]:
    """Microseconds an action in playouts cut off after more and more actions: flat if cost is linear in steps."""
    dice = Dice(4)
    figures = []
    for length in (50, 100, 150, 200):
        begun = find(name).begin(seats)
        empty = cost(begun.clone, 200)
        played = cost(lambda length=length, begun=begun: playout(begun.clone(), dice, length), 40)  # type: ignore[misc]
        figures.append((played - empty) / length * 1e6)
    return figures


def figures() -> dict[str, object]:
    dice = Dice(2)
    per_game = decisions("coloretto", 4)
    position = middle("coloretto", 4)
    seat = position.acting()[0]
    bot = make("search:1000", 1)
    assert isinstance(bot, SearchBot)
    rng = random.Random(5)
    plain_decisions = sum(naive.playout(rng) for _ in range(50)) / 50
    plain_position = naive.start(rng)
    for _ in range(30):
        plain_position.play(rng.choice(plain_position.legal_actions()))
    game, plain_game, clone, plain_clone, view, search = costs(
        (lambda: whole_game("coloretto", 4, dice), 60),
        (lambda: naive.playout(rng), 15),
        (position.clone, 2000),
        (plain_position.clone, 50),
        (lambda: position.view(seat), 2000),
        (lambda: bot.search(position.view(seat), seat), 1),
    )
    return {
        "compiled": COMPILED,
        "games_s": 1 / game,
        "decision_us": game / per_game * 1e6,
        "clone_us": clone * 1e6,
        "view_us": view * 1e6,
        "search_s": bot.iterations / search,
        "growth_us": growth("coloretto", 4),
        "naive_us": plain_game / plain_decisions * 1e6,
        "naive_clone_us": plain_clone * 1e6,
        "all_games_us": {
            f"{other.name} {seats}": cost(lambda o=other, s=seats: whole_game(o.name, s, dice), 20)  # type: ignore[misc]
            / decisions(other.name, seats, 20)
            * 1e6
            for other in GAMES
            for seats in (other.fewest, other.most)
        },
    }


if __name__ == "__main__":
    json.dump(figures(), sys.stdout)
