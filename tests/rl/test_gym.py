"""Gymnasium's own checks on every game, and games that are stepped side by side."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from polychrome import rl
from polychrome.engine.core import Game
from polychrome.registry import GAMES
from polychrome.rl.batch import Batch
from rl.ways import ALL_WAYS, EXTREMES, Way

ROOT = Path(__file__).parents[2]
FIRST_OF = {way.name: way for way in reversed(EXTREMES)}


@pytest.mark.parametrize("way", EXTREMES, ids=str)
def test_check_env(way: Way) -> None:
    env = gymnasium.make(f"polychrome/{way.name}-v1", seats=way.seats, opponents="random")
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.long
@pytest.mark.parametrize("way", ALL_WAYS, ids=str)
def test_check_every_way_to_play(way: Way) -> None:
    env = gymnasium.make(f"polychrome/{way.name}-v1", seats=way.seats, options=way.options, opponents="quick")
    check_env(env.unwrapped)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rendering(game: Game) -> None:
    """As Gymnasium's users ask for it: by name, without a warning."""
    env = gymnasium.make(f"polychrome/{game.name}-v{game.version}", opponents="random", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().shape[2] == 3


def test_the_opponents_are_our_levels() -> None:
    env = gymnasium.make("polychrome/coloretto-v1", seats=2, opponents="casual")
    _, info = env.reset(seed=7)
    over = False
    while not over:
        _, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        over = terminated or truncated
    assert reward in (-1.0, 0.0, 1.0)
    assert "score" in info


def runs(code: str) -> None:
    """A program of its own, in which nothing has been imported yet."""
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_name_of_the_package_brings_the_games_with_it() -> None:
    runs("import gymnasium; gymnasium.make('polychrome.rl:polychrome/rondo-v1').reset(seed=1)")


def test_the_package_brings_the_games_as_gymnasium_asks_for_it() -> None:
    code = "import gymnasium, polychrome.rl; gymnasium.register_envs(polychrome.rl)"
    runs(f"{code}; gymnasium.make('polychrome/rondo-v1').reset(seed=1)")


def test_the_entry_point_brings_the_games_where_gymnasium_reads_it() -> None:
    """As versions before 1.0 do: in our namespace, before `gymnasium` itself has its names."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    (name, value), *others = points["gymnasium.envs"].items()
    assert not others
    assert callable(EntryPoint(name, value, "gymnasium.envs").load())
    runs(
        "import gymnasium\n"
        "from importlib.metadata import EntryPoint\n"
        "from gymnasium.envs import registration\n"
        "del gymnasium.register, gymnasium.registry\n"
        f"with registration.namespace({name!r}):\n"
        f"    EntryPoint({name!r}, {value!r}, 'gymnasium.envs').load()()\n"
        f"assert {[f'polychrome/{game.name}-v{game.version}' for game in GAMES]} == [\n"
        "    name for name in registration.registry if name.startswith('polychrome/')]\n"
    )


def test_one_game_or_many_by_the_same_name_are_the_same_to_learn() -> None:
    one = gymnasium.make("polychrome/coloretto-v1")
    many = gymnasium.make_vec("polychrome/coloretto-v1", num_envs=3)
    assert many.single_observation_space == one.observation_space
    assert many.single_action_space == one.action_space
    assert one.unwrapped.opponents == "casual"
    assert [len(bots) for bots in many.unwrapped.batch.bots] == [2, 2, 2]
    assert gymnasium.make_vec("polychrome/coloretto-v1", num_envs=3, opponents=None).unwrapped.batch.bots == []


def test_what_is_not_open_ends_the_game_and_says_why() -> None:
    env = gymnasium.make("polychrome/coloretto-v1", seats=2, opponents="random", seat=0)
    _, info = env.reset(seed=7)
    shut = int(np.flatnonzero(~info["action_mask"])[0])
    _, reward, terminated, _, info = env.step(shut)
    assert (reward, terminated) == (-1.0, True)
    assert "may not choose" in info["illegal"]


def played(count: int, steps: int, name: str = "coloretto", **how: object) -> list[bytes]:
    """What each of the games shows, step by step; each chooses by what it sees itself."""
    env = rl.vector(name, count, **how)
    seen, _ = env.reset(seed=[100 + number for number in range(count)])
    shown = [b""] * count
    for step in range(steps):
        masks = seen["action_mask"]
        actions = [int(np.flatnonzero(mask)[step % int(mask.sum())]) for mask in masks]
        seen, rewards, terminated, truncated, _ = env.step(np.array(actions))
        for number in range(count):
            row = seen["observation"][number].tobytes() + seen["action_mask"][number].tobytes()
            shown[number] += row + f"{rewards[number]}{terminated[number]}{truncated[number]}".encode()
    return shown


def test_games_side_by_side_are_the_games_alone() -> None:
    together = played(5, 300)
    assert len(set(together)) == 5
    assert played(2, 300) == together[:2]


@pytest.mark.parametrize("way", FIRST_OF.values(), ids=str)
def test_a_vector_shows_what_its_spaces_promise(way: Way) -> None:
    env = rl.vector(way.name, 3, way.seats)
    env.action_space.seed(1)
    seen, _ = env.reset(seed=1)
    for _ in range(20):
        assert env.observation_space.contains(seen)
        actions = [env.single_action_space.sample(mask) for mask in seen["action_mask"]]
        seen, *_ = env.step(np.array(actions))


def test_a_vector_tells_what_came_of_a_game() -> None:
    env = rl.vector("coloretto", 8, seats=3, opponents="random")
    seen, infos = env.reset(seed=5)
    learners = set()
    ended = 0
    while ended < 20:
        learners.update(infos["seat"].tolist())
        seen, rewards, terminated, _, infos = env.step(seen["action_mask"].argmax(1))
        for number in np.flatnonzero(terminated):
            ended += 1
            assert infos["_results"][number]
            assert rewards[number] in infos["results"][number]
            assert abs(infos["results"][number].sum()) < 1e-9
            assert infos["final_obs"][number]["observation"].shape == seen["observation"][number].shape
    assert learners == {0, 1, 2}  # the learner's seat goes round


def test_what_is_not_open_ends_one_game_of_a_vector() -> None:
    env = rl.vector("coloretto", 2)
    seen, _ = env.reset(seed=1)
    shut = int(np.flatnonzero(seen["action_mask"][0] == 0)[0])
    _, rewards, terminated, _, infos = env.step(np.array([shut, 0]))
    assert rewards.tolist() == [-1.0, 0.0]
    assert terminated.tolist() == [True, False]
    assert "may not choose" in infos["illegal"][0]
    assert infos["_illegal"].tolist() == [True, False]
    *_, infos = env.step(np.array([0, 1]))
    assert "illegal" not in infos


def test_arrays_are_written_in_place() -> None:
    env = rl.vector("trio", 4)
    assert isinstance(env.batch, Batch)
    first, _ = env.reset(seed=1)
    kept = first["observation"]
    second, *_ = env.step(first["action_mask"].argmax(1))
    assert second["observation"] is kept
