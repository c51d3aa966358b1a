"""What each level does in Chromino before any search: the easy tile first, the hard one first, or the best outlook."""

from __future__ import annotations

import pytest

from polychrome.bots.heuristics.chromino import ChrominoHeuristics, outlook
from polychrome.engine.dice import Dice
from polychrome.games.chromino.notation import TO_PLACE
from polychrome.games.chromino.rules import LOOK, PLACE, Chromino
from polychrome.games.chromino.tiles import tile_of
from polychrome.registry import find

GAME = find("chromino")


def positions(seats: int) -> list[Chromino]:
    """Views of games played at random, each with tiles to choose from that do not go into equally many places."""
    found = []
    for luck in range(3):
        state = GAME.begin(seats)
        dice = Dice(luck)
        for _ in range(250):
            if not state.acting():
                break
            seat = state.acting()[0]
            view = state.view(seat, recall=True)
            assert isinstance(view, Chromino)
            if view.phase == PLACE and len(set(places(view).values())) > 1:
                found.append(view)
            state.apply(seat, state.sample(seat, dice))
    assert len(found) >= 5
    return found


def places(view: Chromino) -> dict[int, int]:
    """By tile of the mover that fits: in how many places."""
    table = view.table()
    return {tile: table.places(tile) for tile in view.hand(view.seat) if table.takes(tile)}


@pytest.mark.parametrize("seats", [2, 4])
def test_a_child_lays_first_what_goes_anywhere_and_somebody_with_care_what_goes_hardly_anywhere(seats: int) -> None:
    for view in positions(seats):
        room = places(view)
        for care, wanted in ((False, max(room.values())), (True, min(room.values()))):
            heuristics = ChrominoHeuristics()
            heuristics.cunning = False
            heuristics.care = care
            heuristics.begin(view, view.seat)
            action = heuristics.quick(view, view.seat, Dice(1))
            assert action in view.legal(view.seat)
            assert room[tile_of(action - TO_PLACE)] == wanted


def test_somebody_with_care_looks_for_a_good_place_for_the_hard_tile() -> None:
    for view in positions(2):
        seat = view.seat
        heuristics = ChrominoHeuristics()
        heuristics.cunning = False
        heuristics.begin(view, seat)
        action = heuristics.quick(view, seat, Dice(1))
        alike = [each for each in view.legal(seat) if tile_of(each - TO_PLACE) == tile_of(action - TO_PLACE)]
        outlooks = [outlook(view, seat, each - TO_PLACE) for each in alike]
        assert outlook(view, seat, action - TO_PLACE) == max(outlooks)


@pytest.mark.parametrize("seats", [2, 4])
def test_who_is_cunning_lays_where_the_outlook_is_best(seats: int) -> None:
    for view in positions(seats):
        seat = view.seat
        heuristics = ChrominoHeuristics()
        heuristics.begin(view, seat)
        best = max(outlook(view, seat, action - TO_PLACE) for action in view.legal(seat))
        action = heuristics.quick(view, seat, Dice(1))
        assert outlook(view, seat, action - TO_PLACE) == best


@pytest.mark.parametrize("scoring", ["none", "B"])
def test_a_position_promises_more_to_whoever_is_further(scoring: str) -> None:
    state = GAME.begin(2, {"scoring": scoring})
    dice = Dice(1)
    compared = 0
    for _ in range(200):
        if not state.acting():
            break
        assert isinstance(state, Chromino)
        if state.phase == LOOK and state.draws == 0 and min(state.held) > 2:
            before = ChrominoHeuristics().judge(state)
            assert sum(before) == pytest.approx(1.0)
            less = state.clone()
            stuck = [tile for tile in less.hand(0) if not less.table().takes(tile)]
            if stuck:
                less.where[stuck[0]] = less.where[less.hand(1)[0]]  # what fits nowhere goes over to the other
                less.held[0] -= 1
                less.held[1] += 1
                assert ChrominoHeuristics().judge(less)[0] > before[0]
                compared += 1
        mover = state.acting()[0]
        state.apply(mover, state.sample(mover, dice))
    assert compared >= 4
