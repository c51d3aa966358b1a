"""What cannot be, each framework is told in the way it wants, in one clear sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from polychrome import rl
from polychrome.engine.core import Game
from polychrome.registry import GAMES

SENTENCE = re.compile(r"([A-Z0-9“'-]|array\().*[^.]\.")  # one line with a full stop, which may begin with what came
NO_NUMBERS: list[Any] = [None, 1.5, "draw", np.array([0])]


def answered(act: Callable[[], object], *words: str, wrong: type[Exception] = ValueError) -> None:
    """It fails with a sentence that has these words in it."""
    with pytest.raises(wrong) as failure:
        act()
    sentence(str(failure.value), *words)


def sentence(said: str, *words: str) -> None:
    assert SENTENCE.fullmatch(said), said
    for word in words:
        assert word in said


def made(name: str = "coloretto", **how: Any) -> object:
    return gymnasium.make(f"polychrome/{name}-v1", **how)


DOORS: dict[str, Callable[..., object]] = {
    "aec": rl.aec,
    "parallel": rl.parallel,
    "vector": lambda name="coloretto", **how: rl.vector(name, 2, **how),
    "layout": rl.layout,
    "make": made,
}
BAD: list[tuple[dict[str, Any], str]] = [
    ({"seats": 9}, "2 to 5 players, not for 9"),
    ({"seats": 0}, "not for 0"),
    ({"seats": "2"}, "'2' is no whole number"),
    ({"seats": 2.5}, "2.5 is no whole number"),
    ({"options": {"score_side": "pink"}}, "possible: beige and grey"),
    ({"options": {"scores": "pink"}}, "its options are score_side and final_choice"),
    ({"options": ["grey"]}, "not ['grey']"),
    ({"options": {"score_side": None}}, "cannot be “None” here"),
    ({"options": {3: "grey"}}, "no option “3”"),
    ({"memory": "good"}, "There is no memory 'good'"),
    ({"memory": None}, "There is no memory None"),
    ({"memory": 4.0}, "There is no memory 4.0"),
    ({"memory": (4.0,)}, "There is no memory (4.0,)"),
    ({"memory": (4.0, 0.0, 0.0, 0.0)}, "There is no memory"),
    ({"memory": (-1.0, 0.0)}, "span from 0"),
    ({"memory": (4.0, 2.0)}, "from 0 to 1"),
    ({"memory": ("four", "none")}, "There is no memory ('four', 'none')"),
]


@pytest.mark.parametrize(("how", "words"), BAD, ids=str)
@pytest.mark.parametrize("door", DOORS)
def test_every_door_answers_what_cannot_be(door: str, how: dict[str, Any], words: str) -> None:
    answered(lambda: DOORS[door]("coloretto", **how), words)


@pytest.mark.parametrize("door", [door for door in DOORS if door != "make"])
def test_every_door_names_the_games_there_are(door: str) -> None:
    for name in ("halma", None, 3):
        answered(lambda name=name: DOORS[door](name), f"“{name}”", "coloretto")


def test_a_game_without_options_says_so() -> None:
    answered(lambda: rl.aec("blackout", options={"side": "grey"}), "blackout", "“side”", "it has no options")


@pytest.mark.filterwarnings("ignore:.*being initialised with render_mode='hologram'")  # which Gymnasium says first
@pytest.mark.parametrize("door", ["aec", "make"])
def test_render_modes_are_named(door: str) -> None:
    answered(lambda: DOORS[door]("coloretto", render_mode="hologram"), "'hologram'", "rgb_array")


@pytest.mark.parametrize("door", ["vector", "make"])
def test_opponents_and_the_seat_of_the_learner(door: str) -> None:
    answered(lambda: DOORS[door]("coloretto", opponents="genius"), "“genius”", "casual")
    answered(lambda: DOORS[door]("coloretto", opponents=["casual"]), "name of one bot", "['casual']")
    answered(lambda: DOORS[door]("coloretto", opponents="random", seat=2), "There is no seat 2; there are 2")
    answered(lambda: DOORS[door]("coloretto", opponents="random", seat="left"), "'left' is no whole number")


def test_what_only_a_vector_is_asked() -> None:
    answered(lambda: rl.vector("coloretto", 0), "one game at least, not 0")
    answered(lambda: rl.vector("coloretto", 2.5), "2.5 is no whole number")
    answered(lambda: rl.vector("coloretto", 2, seat=1), "without any, programs play all seats")
    env = rl.vector("coloretto", 2)
    answered(lambda: env.step(np.array([0, 0])), "reset", wrong=gymnasium.error.ResetNeeded)
    answered(lambda: env.reset(seed=[1]), "2 games", "1 seeds")
    env.reset(seed=1)
    for actions in (np.array([0]), np.array([0, 0, 0]), np.array([0.5, 0.5]), np.array([[0], [0]]), None, "ab"):
        answered(lambda actions=actions: env.step(actions), "A step takes 2 whole numbers")
    env.step([0, 0])  # whatever NumPy makes an array of


@pytest.mark.parametrize("action", NO_NUMBERS, ids=repr)
def test_an_action_is_a_number(action: Any) -> None:
    table = rl.aec("coloretto").unwrapped
    table.reset(seed=1)
    answered(lambda: table.step(action), "is no action; actions are whole numbers from 0 to 10")
    learner = made(opponents="random")
    learner.reset(seed=1)
    answered(lambda: learner.step(action), "is no action; actions are whole numbers from 0 to 10")
    together = rl.parallel("les_aveugles")
    together.reset(seed=1)
    answered(lambda: together.step({"seat_0": action, "seat_1": together.wait}), "from 0 to 67")


@pytest.mark.parametrize("seed", ["1", 1.5])
def test_a_seed_is_a_number(seed: Any) -> None:
    answered(lambda: rl.aec("coloretto").unwrapped.reset(seed=seed), "seed must be one")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_not_open_is_answered_in_every_game(game: Game) -> None:
    """By PettingZoo's raw environment with an error that changes nothing, by Gymnasium with a lost game."""
    table = rl.aec(game.name).unwrapped
    learner = made(game.name, opponents="random")
    for _ in range(3):
        table.reset(seed=1)
        seen = table.observe(table.agent_selection)
        shut = [*np.flatnonzero(seen["action_mask"] == 0)[:3].tolist(), -1, len(seen["action_mask"])]
        for symbol in shut:
            answered(lambda symbol=symbol: table.step(symbol))
            assert np.array_equal(table.observe(table.agent_selection)["observation"], seen["observation"])
            _, info = learner.reset(seed=1)
            if not 0 <= symbol < len(info["action_mask"]) or not info["action_mask"][symbol]:
                _, reward, terminated, _, info = learner.step(symbol)
                assert (reward, terminated) == (-1.0, True)
                sentence(info["illegal"])


def test_a_step_together_takes_one_action_each() -> None:
    env = rl.parallel("les_aveugles")
    wait = env.wait
    answered(lambda: env.step({"seat_0": wait, "seat_1": wait}), "reset")
    env.reset(seed=1)
    for actions in ({}, {"seat_0": 0}, {"seat_0": 0, "seat_1": 0, "seat_2": 0}, [0, 0], None):
        answered(lambda actions=actions: env.step(actions), "one action each of seat_0, seat_1", f"waits ({wait})")


def test_what_is_not_open_together_is_answered_to_each() -> None:
    env = rl.parallel("les_aveugles")
    wait = env.wait

    def said(*answers: int) -> list[str]:
        env.reset(seed=1)
        asked = env.play.seat
        ordered = answers if asked == 0 else answers[::-1]
        *_, infos = env.step(dict(zip(env.possible_agents, ordered, strict=True)))
        assert not env.agents
        told = [infos[agent].get("illegal", "") for agent in env.possible_agents]
        return told if asked == 0 else told[::-1]

    asked, other = said(wait, 0)
    sentence(asked, f"is asked now, and may not wait ({wait})")
    sentence(other, f"is not asked now: it can only wait ({wait})")
    asked, other = said(0, 99)
    sentence(asked, "may not choose “move 0” now, but: roll")
    sentence(other, f"99 is no action; there are {wait + 1}")
    answered(lambda: env.step({"seat_0": wait, "seat_1": wait}), "reset")
