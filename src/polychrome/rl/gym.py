"""The games as environments of Gymnasium: one seat that learns, against bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from polychrome.engine.core import Value
from polychrome.rl.batch import ILLEGAL
from polychrome.rl.picture import MODES, checked, rendered
from polychrome.rl.play import OVER, Episodes
from polychrome.rl.setting import Remembering, bots_of, encoding_of, memory_of, symbol_of, whole
from polychrome.rl.spaces import observation_space, observed

NO_LEARNER = -1  # no seat learns: bots for all of them


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
        bots_of(opponents, self.encoding.seats, NO_LEARNER, 0)  # says at once if there are none of this name
        self.play = Episodes(self.encoding, memory_of(memory, 0), [None] * self.encoding.seats)
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
        """The mask of open symbols, as sb3-contrib asks for it."""
        return np.frombuffer(self.play.mask(self.me), np.bool_)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        play = self.play
        symbol = symbol_of(action, play.symbols)
        info = self.info()
        if symbol not in play.open or play.seat == OVER:
            info["illegal"] = play.why_not(self.me, symbol)
            play.seat = OVER
            return self.seen(), ILLEGAL, True, False, info
        play.answer(symbol)
        if self.render_mode == "human":
            self.render()
        info = self.info()
        if play.seat != OVER:
            return self.seen(), 0.0, False, False, info
        info["score"] = play.state.scores()[self.me]
        return self.seen(), play.results()[self.me], not play.stuck, play.stuck, info

    def render(self) -> Any:
        return rendered(self.play, self.render_mode)


def checked_seat(seat: int | None, seats: int) -> int | None:
    if seat is None:
        return None
    number = whole("seat", seat)
    if not 0 <= number < seats:
        raise ValueError(f"There is no seat {seat}; there are {seats}, from 0.")
    return number
