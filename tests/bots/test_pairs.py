"""Pairs alone on the shared disc table: a perfect memory plays as well as can be, a poor one does not."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

import pytest

from polychrome.arena.stats import Interval, mean
from polychrome.bots.forgetful import ForgetfulBot
from polychrome.bots.memory import MEMORIES, PERFECT, Memory
from polychrome.engine.core import HIDDEN, NATURE, Bot, State
from polychrome.engine.dice import Dice
from toys.pairs import PAIRS, Endless, Pairs, expected, fewest, moves, start
from toys.pairs_bot import PairsBot


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
    place = PairsBot().choose(state, 0)
    assert place > 1
    state.apply(0, place)
    state.apply(NATURE, 60 + 5)
    assert PairsBot().choose(state, 0) == 1


def test_a_first_disc_of_a_new_colour_is_followed_by_another_unseen_one() -> None:
    state = shown({0: 4, 1: 5})
    state.apply(0, 2)
    state.apply(NATURE, 60 + 6)
    assert PairsBot().choose(state, 0) > 2


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


def test_which_unseen_disc_is_turned_up_depends_on_the_moment_alone() -> None:
    """Not always the same one, or a bad memory would never get on; but the same view gives the same move."""
    state = shown({0: 4, 1: 5})
    chosen = []
    for played in range(200):
        state.played = played
        chosen.append(PairsBot().choose(state, 0))
        bot = PairsBot()
        assert [bot.choose(state, 0), bot.choose(state, 0)] == [chosen[-1]] * 2
    assert len(set(chosen)) > 40
    assert min(chosen) > 1


# With a memory that fades.


def test_a_perfect_span_is_no_handicap() -> None:
    forgetful = ForgetfulBot(PairsBot(), Memory(PERFECT, 0, 0, seed=1))
    assert [moves(forgetful, seed) for seed in range(5)] == [moves(PairsBot(), seed) for seed in range(5)]


def needed(span: float, decay: float, confusion: float) -> Interval:
    """Moves for fifteen pairs, with another memory in every game."""
    games = [moves(ForgetfulBot(PairsBot(), Memory(span, decay, confusion, seed)), seed, 15) for seed in range(25)]
    return mean(games)


def test_the_poorer_the_memory_the_more_moves_are_needed() -> None:
    """Not even their intervals touch. Without any memory at all each move wins a pair with luck alone."""
    memories = [(PERFECT, 0.0, 0.0), MEMORIES["adult"], MEMORIES["child"], (0.0, 1.0, 0.0)]
    found = [needed(*memory) for memory in memories]
    for better, poorer in pairwise(found):
        assert better.high < poorer.low
    assert found[0].middle == pytest.approx(expected(15), rel=0.03)
    blind = sum(2 * left - 1 for left in range(1, 16))
    assert found[-1].low < blind < found[-1].high


@pytest.mark.parametrize("confusion", [0, 0.3, 1])
@pytest.mark.parametrize("decay", [0, 0.05, 1])
@pytest.mark.parametrize("span", [0, 1, 3, PERFECT])
def test_however_poor_the_memory_the_table_gets_cleared(span: float, decay: float, confusion: float) -> None:
    """Blind luck needs 64 moves for eight pairs in the mean."""
    for seed in range(3):
        bot = ForgetfulBot(PairsBot(), Memory(span, decay, confusion, seed))
        assert moves(bot, seed, 8, most=500) >= 8


@pytest.mark.parametrize("confusion", [0.1, 0.3, 1])
def test_the_same_mistake_is_not_made_for_ever(confusion: float) -> None:
    """Nothing is forgotten, much is mixed up: on a full table the wrong pairs are turned up, and then others."""
    for seed in range(5):
        bot = ForgetfulBot(PairsBot(), Memory(PERFECT, 0, confusion, seed))
        assert moves(bot, seed, most=200) > PAIRS


class Stubborn(Bot):
    """Always turns up the first two."""

    def choose(self, view: State, seat: int) -> int:
        return view.legal(seat)[0]


def test_somebody_who_gets_nowhere_is_stopped() -> None:
    with pytest.raises(Endless, match=r"60 of 60 discs are still there after 50 moves \(seed 1\)"):
        moves(Stubborn(), 1, most=50)
