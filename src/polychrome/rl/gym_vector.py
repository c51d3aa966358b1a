"""Many games in one call, as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from polychrome.engine.core import Bot, Value
from polychrome.rl.batch import ALL, BROKEN_OFF, ENDED, GOES_ON, STUCK, Batch
from polychrome.rl.gym import NO_LEARNER, checked_seat
from polychrome.rl.play import Episodes
from polychrome.rl.setting import Remembering, bots_of, encoding_of, memory_of, whole
from polychrome.rl.spaces import observation_space, observed


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
        num_envs = whole("the number of games", num_envs)
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
        if learner is not None and opponents is None:
            raise ValueError("A seat learns against opponents; without any, programs play all seats.")
        plays = [Episodes(encoding, None, [None] * encoding.seats) for _ in range(num_envs)]
        bots: list[list[Bot | None]] = []
        if opponents is not None:
            bots = [bots_of(opponents, encoding.seats, NO_LEARNER, number) for number in range(num_envs)]
        self.batch = Batch(plays, bots, ALL if learner is None else learner)
        self.observations = {
            "observation": np.frombuffer(self.batch.rows, np.uint8).reshape(num_envs, -1),
            "action_mask": np.frombuffer(self.batch.masks, np.int8).reshape(num_envs, -1),
        }

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise ValueError(f"There are {self.num_envs} games, and {len(seed)} seeds do not fit them.")
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
        if not batch.begun[0]:
            raise ResetNeeded("No game is under way; reset begins them.")
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            came = f"{actions.dtype} in the shape {actions.shape}"
            raise ValueError(f"A step takes {self.num_envs} whole numbers, one for each game, not {came}.")
        batch.step(actions.tolist())
        infos: dict[str, Any] = {"seat": np.array(batch.seats)}
        ended = np.array(batch.ended)
        done = ended != GOES_ON
        if done.any():
            self.tell(done, infos)
        broken_off = ended == BROKEN_OFF
        if broken_off.any():
            infos["illegal"] = np.where(broken_off, np.array(batch.why, object), "")
            infos["_illegal"] = broken_off
        terminated = (ended == ENDED) | broken_off
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
