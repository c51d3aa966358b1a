"""PettingZoo's own tests on every game, at the fewest and the most seats."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from polychrome import rl
from polychrome.engine.dice import Dice
from polychrome.games.color_words.lexicon import SHELF
from rl.ways import ALL_WAYS, EXTREMES, TOGETHER, Way

# PettingZoo knows by name the environments whose observations come as a dict, and those where nothing is open to who
# is not asked or after the end; it warns of all others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
CYCLES = 30  # of all seats; PettingZoo's 1000 are in the long tests


@pytest.fixture(autouse=True)
def no_lists() -> Iterator[None]:
    yield
    SHELF.fill_from(None)


@pytest.mark.parametrize("way", EXTREMES, ids=str)
def test_api(way: Way) -> None:
    api_test(rl.aec(*way), num_cycles=CYCLES)


@pytest.mark.parametrize("way", EXTREMES, ids=str)
def test_seed(way: Way) -> None:
    seed_test(lambda: rl.aec(*way), num_cycles=10)


@pytest.mark.parametrize("way", TOGETHER, ids=str)
def test_parallel_api(way: Way) -> None:
    parallel_api_test(rl.parallel(*way), num_cycles=CYCLES)


@pytest.mark.parametrize("way", TOGETHER, ids=str)
def test_parallel_seed(way: Way) -> None:
    parallel_seed_test(lambda: rl.parallel(*way), num_cycles=10)


@pytest.mark.parametrize("way", EXTREMES, ids=str)
def test_render(way: Way, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: rl.aec(*way, render_mode=render_mode))
    assert capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("memory", ["none", "perfect", (5.0, 0.01, 0.05)], ids=str)
@pytest.mark.parametrize("way", ALL_WAYS, ids=str)
def test_every_way_to_play(way: Way, memory: Any) -> None:
    api_test(rl.aec(*way, memory=memory), num_cycles=200)
    seed_test(lambda: rl.aec(*way, memory=memory), num_cycles=20)


def test_what_is_not_open_loses_the_game() -> None:
    env = rl.aec("coloretto", seats=3)
    env.reset(seed=1)
    taker = env.agent_selection
    env.step(6)  # take an empty row; PettingZoo logs a warning
    assert env.rewards[taker] == -1
    assert all(env.terminations.values())


def test_what_is_not_open_is_said_in_a_sentence() -> None:
    env = rl.aec("coloretto", seats=3).unwrapped
    env.reset(seed=1)
    with pytest.raises(ValueError, match="may not choose “take 0” now, but: draw"):
        env.step(6)
    with pytest.raises(ValueError, match="99 is no action; there are 11"):
        env.step(99)


def test_a_game_of_turns_is_no_parallel_one() -> None:
    with pytest.raises(ValueError, match="one seat is asked after the other"):
        rl.parallel("trio")


def test_memory_is_what_an_observation_knows() -> None:
    """The same game: nothing is known of a covered disc without memory, everything with a perfect one."""
    known = [discs_known(memory) for memory in ("none", (5.0, 0.0), "perfect")]
    assert known[0] <= 1 < known[1] < known[2]


def discs_known(memory: Any) -> int:
    """Colours that the mover of a game of Ronde knows after a while, if it remembers like this."""
    env = rl.aec("ronde", memory=memory)
    env.reset(seed=3)
    dice = Dice(3)
    for _ in range(40):
        env.step(dice.pick(env.unwrapped.play.open))
    part = env.unwrapped.encoding.layout["disc"]
    faces = env.last()[0]["observation"][part.start : part.stop].reshape(part.shape)
    return int(faces[:, :6].sum())
