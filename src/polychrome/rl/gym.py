"""The games as environments of Gymnasium: one seat that learns, against bots; and many games in one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from polychrome.engine.core import Bot, Value
from polychrome.rl.batch import ALL, BROKEN_OFF, ENDED, GOES_ON, ILLEGAL, STUCK, Batch
from polychrome.rl.picture import MODES, checked, rendered
from polychrome.rl.play import OVER, Play
from polychrome.rl.setting import Remembering, bots_of, encoding_of, memory_of, why_not
from polychrome.rl.spaces import observation_space, observed

NOBODY = -1  # no seat learns: bots for all of them


class Learner(gymnasium.Env[dict[str, Any], Any]):
    """One seat of a game; bots have the others. Which seat, is drawn for each game unless `seat` says it.

    An action that is not open ends the game with a reward of -1, and the info says why it is not.
    """

    metadata = {"render_modes": MODES, "render_fps": 2}  # noqa: RUF012 – Gymnasium reads it before there is a game

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        memory: Remembering = "none",
        opponents: str = "casual",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.encoding = encoding_of(name, seats, options, memory)
        self.seat = checked_seat(seat, self.encoding.seats)
        self.memory = memory
        self.opponents = opponents
        self.render_mode = checked(render_mode)
        self.observation_space = observation_space(self.encoding)
        self.action_space = spaces.Discrete(len(self.encoding.symbols))
        bots_of(opponents, self.encoding.seats, NOBODY, 0)  # says at once if there are none of this name
        self.play = Play(self.encoding, memory_of(memory, 0), [None] * self.encoding.seats)
        self.me = 0  # the seat that learns in this game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        luck = int(self.np_random.integers(1 << 31))
        self.play.memory = memory_of(self.memory, luck)
        self.me = luck % self.encoding.seats if self.seat is None else self.seat
        self.play.bots = bots_of(self.opponents, self.encoding.seats, self.me, luck)
        self.play.begin(luck)
        return self.seen(), self.info()

    def seen(self) -> dict[str, Any]:
        return observed(self.play.row(self.me), self.play.mask(self.me))

    def info(self) -> dict[str, Any]:
        return {"seat": self.me, "action_mask": self.action_masks()}

    def action_masks(self) -> Any:
        """As sb3-contrib asks for them."""
        return np.frombuffer(self.play.mask(self.me), np.bool_)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        play = self.play
        info = self.info()
        if int(action) not in play.open or play.seat == OVER:
            info["illegal"] = why_not(play, self.me, int(action))
            play.seat = OVER
            return self.seen(), ILLEGAL, True, False, info
        play.answer(int(action))
        if self.render_mode == "human":
            self.render()
        info = self.info()
        if play.seat != OVER:
            return self.seen(), 0.0, False, False, info
        info["score"] = play.state.scores()[self.me]
        return self.seen(), play.results()[self.me], not play.stuck, play.stuck, info

    def render(self) -> Any:
        return rendered(self.play, self.render_mode)


class Vector(VectorEnv[dict[str, Any], Any, Any]):
    """`num_envs` games in one call. Arrays are allocated once and written again in every step: copy what you keep.

    Without opponents programs play all seats: each row is what the seat in `infos["seat"]` sees, and a reward belongs
    to the seat that has just acted. Of games that have just ended (`infos["_results"]`), `infos["results"]` has the
    reward of every seat. The next game begins in the same step.
    """

    def __init__(
        self,
        name: str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        memory: Remembering = "none",
        opponents: str | None = None,
        seat: int | None = None,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"There must be one game at least, not {num_envs}.")
        encoding = encoding_of(name, seats, options, memory)
        self.encoding = encoding
        self.memory = memory
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_space(encoding)
        self.single_action_space = spaces.Discrete(len(encoding.symbols))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        learner = checked_seat(seat, encoding.seats)
        plays = [Play(encoding, None, [None] * encoding.seats) for _ in range(num_envs)]
        bots: list[list[Bot | None]] = []
        if opponents is not None:
            bots = [bots_of(opponents, encoding.seats, NOBODY, number) for number in range(num_envs)]
        self.batch = Batch(plays, bots, ALL if learner is None else learner)
        self.observations = {
            "observation": np.frombuffer(self.batch.rows, np.uint8).reshape(num_envs, -1),
            "action_mask": np.frombuffer(self.batch.masks, np.int8).reshape(num_envs, -1),
        }

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        if isinstance(seed, list):
            seeds = [int(np.random.SeedSequence(each).generate_state(1)[0]) for each in seed]
        else:
            super().reset(seed=seed)
            seeds = self.np_random.integers(1 << 31, size=self.num_envs).tolist()
        for play, luck in zip(self.batch.plays, seeds, strict=True):
            play.memory = memory_of(self.memory, luck)
        self.batch.begin(seeds)
        return self.observations, {"seat": np.array(self.batch.seats)}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        batch = self.batch
        batch.step(actions.tolist())
        infos: dict[str, Any] = {"seat": np.array(batch.seats)}
        ended = np.array(batch.ended)
        done = ended != GOES_ON
        if done.any():
            self.tell(done, infos)
        terminated = (ended == ENDED) | (ended == BROKEN_OFF)
        return self.observations, np.array(batch.rewards), terminated, ended == STUCK, infos

    def tell(self, done: Any, infos: dict[str, Any]) -> None:
        """What came of the games that have just ended, as Gymnasium's own vectors say it."""
        batch = self.batch
        results = np.zeros((self.num_envs, self.encoding.seats))
        scores = np.zeros((self.num_envs, self.encoding.seats), np.int64)
        final = np.empty(self.num_envs, object)
        shut = bytearray(len(self.encoding.symbols))
        for number in np.flatnonzero(done).tolist():
            results[number] = batch.results[number]
            scores[number] = batch.scores[number]
            final[number] = observed(batch.last[number], shut)
        for key, value in (("results", results), ("scores", scores), ("final_obs", final)):
            infos[key] = value
            infos[f"_{key}"] = done


def checked_seat(seat: int | None, seats: int) -> int | None:
    if seat is not None and not 0 <= seat < seats:
        raise ValueError(f"There is no seat {seat}; there are {seats}, from 0.")
    return seat


def vector(
    name: str,
    count: int,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    memory: Remembering = "none",
    opponents: str | None = None,
    seat: int | None = None,
) -> Vector:
    """`count` games as one vector environment of Gymnasium; without opponents, programs play all seats."""
    return Vector(name, count, seats, options, memory, opponents, seat)
