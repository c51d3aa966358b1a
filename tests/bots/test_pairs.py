"""Pairs alone on the shared disc table: a perfect memory plays as well as can be, a poor one does not."""

from __future__ import annotations

from statistics import fmean

import pytest

from polychrome.bots.forgetful import ForgetfulBot
from polychrome.bots.memory import PERFECT, Memory
from polychrome.bots.pairs import PairsBot
from polychrome.engine.core import HIDDEN, NATURE
from polychrome.engine.dice import Dice
from toys.pairs import PAIRS, Pairs, expected, fewest, moves, start


def test_the_table_has_thirty_colours_and_two_discs_of_each() -> None:
    state = start()
    assert state.pieces() == [2] * 30
    assert state.acting() == [0]
    assert state.legal(0) == list(range(60))


def test_the_known_optimum_is_what_working_backwards_finds() -> None:
    """The formula is for many pairs; for thirty it is right to a tenth of a per mille."""
    assert expected(PAIRS) == pytest.approx(47.9, abs=0.001)
    assert fewest(PAIRS) == pytest.approx(expected(PAIRS), rel=0.0001)
    assert fewest(1) == 1
    assert fewest(2) == pytest.approx(8 / 3)  # by hand: a match at once (1/3) takes two moves, else three


def test_perfect_memory_plays_pairs_at_the_known_optimum() -> None:
    """A game has a standard deviation of 1.15 moves, so the mean of 500 has one of 0.05, a tenth of a per cent.

    Half a per cent is allowed, which is more than four of them. `bench/pairs.py` plays ten thousand games.
    """
    assert fmean(moves(PairsBot(), seed) for seed in range(500)) == pytest.approx(expected(), rel=0.005)


@pytest.mark.parametrize("pairs", [2, 3, 5])
def test_few_pairs_too_take_as_many_moves_as_they_must(pairs: int) -> None:
    """Four standard errors: no game of five pairs or fewer strays by more than a move."""
    assert fmean(moves(PairsBot(), seed, pairs) for seed in range(1500)) == pytest.approx(fewest(pairs), abs=0.1)


def test_a_known_pair_is_taken_before_anything_else() -> None:
    state = shown({40: 3, 7: 3, 12: 5})
    assert PairsBot().choose(state, 0) == 40
    state.apply(0, 40)
    state.apply(NATURE, state.legal(NATURE)[0])
    assert PairsBot().choose(state, 0) == 7


def test_what_nobody_has_seen_is_turned_up_first_and_its_mate_is_taken_if_known() -> None:
    state = shown({0: 4, 1: 5})
    assert PairsBot().choose(state, 0) == 2
    state.apply(0, 2)
    state.apply(NATURE, 60 + 5)
    assert PairsBot().choose(state, 0) == 1


def test_a_first_disc_of_a_new_colour_is_followed_by_another_unseen_one() -> None:
    state = shown({0: 4, 1: 5})
    state.apply(0, 2)
    state.apply(NATURE, 60 + 6)
    assert PairsBot().choose(state, 0) == 3


def shown(discs: dict[int, int]) -> Pairs:
    """A table on which these discs have been seen."""
    state = start()
    for place, colour in discs.items():
        state.show(place, colour)
        state.cover(place)
    return state


@pytest.mark.parametrize("seed", range(5))
def test_no_disc_is_looked_at_without_need(seed: int) -> None:
    """Every look at a disc that is known takes a pair home."""
    state = start()
    dice = Dice(seed)
    bot = PairsBot()
    while acting := state.acting():
        if acting == [NATURE]:
            state.apply(NATURE, state.sample(NATURE, dice))
            continue
        place = bot.choose(state.view(0, recall=True), 0)
        known = state.disc[place]
        if known != HIDDEN:
            mates = [other for other in range(60) if other != place and state.disc[other] == known]
            assert mates
        state.apply(0, place)
    assert state.left == []


def test_a_perfect_span_is_no_handicap() -> None:
    forgetful = ForgetfulBot(PairsBot(), Memory(PERFECT, 0, 0, seed=1))
    assert [moves(forgetful, seed) for seed in range(5)] == [moves(PairsBot(), seed) for seed in range(5)]
