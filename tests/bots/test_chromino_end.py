"""Chromino with open hands: what is solved agrees with a walk through every course, and only what is sure is solved."""

from __future__ import annotations

import pytest

from polychrome.bots import explain, make
from polychrome.bots.endgames import solved
from polychrome.bots.endgames.answer import POINT
from polychrome.bots.endgames.chromino import opened
from polychrome.bots.endgames.chromino import solved as solved_within
from polychrome.engine.core import NATURE, State
from polychrome.engine.dice import Dice
from polychrome.games.chromino.rules import AWAY, LOOK, SHOWN, Chromino
from polychrome.registry import find

GAME = find("chromino")


def late(seats: int, options: dict[str, str | int], tiles: int, bag: int, seed: int) -> Chromino:
    """A table of some twenty tiles, so many in each hand and in the bag; the rest is away. Somebody must lay a tile."""
    for luck in range(100 * seed, 100 * seed + 100):
        dice = Dice(luck)
        state = GAME.begin(seats, options)
        assert isinstance(state, Chromino)
        for _ in range(160):
            at_rest = state.phase == LOOK and state.draws == 0
            if not state.acting() or (at_rest and len(state.laid) >= 20 and min(state.held) >= tiles):
                break
            mover = state.acting()[0]
            state.apply(mover, state.sample(mover, dice))
        if state.phase != LOOK or state.draws or min(state.held) < tiles:
            continue
        for seat in range(seats):
            for tile in state.hand(seat)[tiles:]:
                state.where[tile] = AWAY
            state.held[seat] = tiles
        for tile in state.bag()[bag:]:
            state.where[tile] = AWAY
        state.left = len(state.bag())
        if state.left == bag and state.can_place():
            state.apply(NATURE, state.legal(NATURE)[0])
            if len(state.legal(state.seat)) > 1:
                return state
    raise AssertionError("no such position in a hundred games")


def walked(state: State) -> list[float]:
    """By seat, what is won if all play their best: the contract alone, nothing remembered."""
    acting = state.acting()
    if not acting:
        winners = state.winners()
        scores = state.scores()
        return [(seat in winners) / max(1, len(winners)) + POINT * scores[seat] for seat in range(state.seats)]
    mover = acting[0]
    courses = []
    for action in state.legal(mover):
        world = state.clone()
        world.apply(mover, action)
        courses.append(walked(world))
    if mover != NATURE:
        top = max(course[mover] for course in courses)
        courses = [course for course in courses if course[mover] > top - 1e-9]
    return [sum(course[seat] for course in courses) / len(courses) for seat in range(state.seats)]


@pytest.mark.parametrize(
    ("seats", "tiles", "bag", "options"),
    [
        (2, 2, 0, {}),
        (2, 3, 0, {}),
        (2, 2, 1, {}),
        (2, 2, 2, {"draw_variant": "b"}),
        (3, 2, 0, {}),
        (2, 2, 0, {"scoring": "B"}),
        (2, 2, 1, {"scoring": "C"}),
    ],
)
def test_every_course_walked_says_the_same(seats: int, tiles: int, bag: int, options: dict[str, str | int]) -> None:
    for seed in range(2):
        state = late(seats, {"reserve": "open", **options}, tiles, bag, seed)
        seat = state.seat
        found = solved(state.view(seat, recall=True), seat)
        assert found is not None
        assert sorted(found.actions) == state.legal(seat)
        for action, share in zip(found.actions, found.shares, strict=True):
            world = state.clone()
            world.apply(seat, action)
            assert share == pytest.approx(min(1.0, max(0.0, walked(world)[seat])), abs=1e-9)
        assert found.shares[0] == max(found.shares)


def test_the_only_unknown_hand_is_known_once_the_bag_is_empty() -> None:  # CHR-10
    state = late(2, {}, 3, 0, 1)
    view = state.view(state.seat, recall=True)
    assert view != state
    world = opened(view)
    assert world is not None
    assert world.where == state.where
    assert solved(view, state.seat) is not None


def test_the_bag_is_known_once_everybody_else_shows_a_last_tile() -> None:  # CHR-10
    state = late(3, {}, 2, 2, 1)
    for seat in range(3):
        if seat != state.seat:
            tile, gone = state.hand(seat)
            state.where[gone] = AWAY
            state.where[tile] = seat + SHOWN
            state.held[seat] = 1
    world = opened(state.view(state.seat, recall=True))
    assert world is not None
    assert world.where == state.where
    assert len(world.bag()) == 2


def test_nothing_is_solved_while_it_is_not_sure_who_holds_what() -> None:  # CHR-10
    state = late(2, {}, 3, 2, 2)
    view = state.view(state.seat, recall=True)
    assert opened(view) is None
    assert solved(view, state.seat) is None


def test_nothing_is_solved_where_there_is_too_much_to_look_at() -> None:
    state = late(2, {"reserve": "open"}, 3, 0, 2)
    assert solved_within(state, state.seat) is not None
    assert solved_within(state, state.seat, budget=1) is None
    large = late(2, {"reserve": "open"}, 6, 0, 2)
    assert solved_within(large, large.seat) is None


def test_whoever_thinks_plays_the_solved_move_and_says_what_it_is_worth() -> None:
    state = late(2, {"reserve": "open"}, 3, 0, 1)
    view = state.view(state.seat, recall=True)
    found = solved(view, state.seat)
    assert found is not None
    assert found.shares[0] > found.shares[-1]  # otherwise anything would do
    for level in ("sharp", "master"):
        assert make(level, 1).choose(view, state.seat) == found.actions[0]
    why = explain(make("master", 1), view, state.seat)
    assert (why.action, why.estimate) == (found.actions[0], found.shares[0])
