"""The games as environments of PettingZoo: seat after seat (AEC), or all seats at once (parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from polychrome.engine.core import Refused, Value
from polychrome.rl.batch import ILLEGAL
from polychrome.rl.encoding import Encoding
from polychrome.rl.picture import MODES, checked, rendered
from polychrome.rl.play import OVER, Play
from polychrome.rl.setting import Remembering, encoding_of, memory_of, why_not
from polychrome.rl.spaces import observation_space, observed


def new_seed(seed: int | None) -> int:
    return randbits(31) if seed is None else seed


class Table(AECEnv[str, Any, int]):
    """A game in which one seat is asked after the other. An action that is not open raises ValueError."""

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        memory: Remembering = "none",
        render_mode: str | None = None,
    ) -> None:
        self.encoding = encoding_of(name, seats, options, memory)
        self.memory = memory
        self.render_mode = checked(render_mode)
        self.metadata = metadata(self.encoding)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.encoding.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.play = Play(self.encoding, memory_of(memory, 0), [None] * self.encoding.seats)
        symbols = len(self.encoding.symbols)
        self.observation_spaces = {agent: observation_space(self.encoding) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(symbols) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        seed = new_seed(seed)
        self.play.memory = memory_of(self.memory, seed)
        self.play.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[self.play.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.seat_of[agent]
        return observed(self.play.row(seat), self.play.mask(seat))

    def step(self, action: int | None) -> None:
        play = self.play
        if play.seat == OVER or self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        try:
            play.act(int(action))  # type: ignore[arg-type]
        except Refused:
            raise ValueError(why_not(play, play.seat, int(action))) from None  # type: ignore[arg-type]
        if play.seat == OVER:
            self.end()
        else:
            self.agent_selection = self.possible_agents[play.seat]
        if self.render_mode == "human":
            self.render()

    def end(self) -> None:
        """The game is over, or goes nowhere: everybody has what the standing brings."""
        over = "truncations" if self.play.stuck else "terminations"
        setattr(self, over, dict.fromkeys(self.agents, True))
        self.rewards = dict(zip(self.agents, self.play.results(), strict=True))
        scores = self.play.state.scores()
        self.infos = {agent: {"score": scores[seat]} for seat, agent in enumerate(self.agents)}
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        return rendered(self.play, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


class Together(ParallelEnv[str, Any, int]):
    """A game in which all seats answer in every step; whoever is not asked has one symbol more, the last, to wait.

    Where the first answer settles a question, answers count clockwise from the seat whose turn it is.
    """

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        memory: Remembering = "none",
        render_mode: str | None = None,
    ) -> None:
        self.encoding = encoding_of(name, seats, options, memory)
        if not self.encoding.together:
            raise ValueError(
                f"In {name}, played like this, one seat is asked after the other: rl.aec makes it. All at once play "
                "color_words, les_aveugles, a_l_aveuglette with challenges, and coloretto with the final_choice manual."
            )
        self.memory = memory
        self.render_mode = checked(render_mode)
        self.metadata = metadata(self.encoding) | {"is_parallelizable": True}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.encoding.seats)]
        self.agents: list[str] = []
        self.play = Play(self.encoding, memory_of(memory, 0), [None] * self.encoding.seats)
        self.wait = len(self.encoding.symbols)
        seen = observation_space(self.encoding, self.wait + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = {agent: spaces.Discrete(self.wait + 1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        seed = new_seed(seed)
        self.play.memory = memory_of(self.memory, seed)
        self.play.begin(seed)
        self.agents = self.possible_agents[:]
        return self.observations(), {agent: {} for agent in self.agents}

    def observations(self) -> dict[str, Any]:
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = bytearray(self.wait + 1)
            for symbol in self.play.open_to(seat) or [self.wait]:
                mask[symbol] = 1
            found[agent] = observed(self.play.row(seat), mask)
        return found

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        play = self.play
        seats = len(self.possible_agents)
        opened = [play.open_to(seat) or [self.wait] for seat in range(seats)]
        answers = [int(actions[agent]) for agent in self.possible_agents]
        wrong = [seat for seat in range(seats) if answers[seat] not in opened[seat]]
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        rewards = [0.0] * seats
        if wrong:
            for seat in wrong:
                rewards[seat] = ILLEGAL
                infos[self.possible_agents[seat]]["illegal"] = why_not(play, seat, answers[seat])
        else:
            first = play.state.seat + 1
            for seat in ((first + step) % seats for step in range(seats)):
                if answers[seat] != self.wait and seat in play.state.acting():
                    play.compose(seat, answers[seat])
            play.settle()
            if play.seat == OVER:
                rewards = play.results()
        over = bool(wrong) or (play.seat == OVER and not play.stuck)
        stuck = play.stuck and not wrong
        agents = self.agents
        if over or stuck:
            scores = play.state.scores()
            for seat, agent in enumerate(agents):
                infos[agent]["score"] = scores[seat]
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return (
            self.observations(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, stuck),
            infos,
        )

    def render(self) -> Any:
        return rendered(self.play, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


def metadata(encoding: Encoding) -> dict[str, Any]:
    name = f"{encoding.game.name}_v{encoding.game.version}"
    return {"render_modes": MODES, "name": name, "is_parallelizable": False, "render_fps": 2}


def aec(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    memory: Remembering = "none",
    render_mode: str | None = None,
) -> AECEnv[str, Any, int]:
    """The game as PettingZoo's classics come: whoever plays what is not open loses at once."""
    env: AECEnv[str, Any, int] = Table(name, seats, options, memory, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)
