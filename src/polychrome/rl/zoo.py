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
from polychrome.rl.picture import MODES, checked, rendered
from polychrome.rl.play import OVER, Episodes
from polychrome.rl.setting import Remembering, encoding_of, memory_of, symbol_of, whole
from polychrome.rl.spaces import observation_space, observed


class Agents:
    """What both kinds of environment are made of: a game, its seats as agents, and what these see and do."""

    together = False  # do all seats answer in every step?

    def __init__(
        self,
        name: str,
        seats: int | None = None,
        options: Mapping[str, Value] | None = None,
        memory: Remembering = "none",
        render_mode: str | None = None,
    ) -> None:
        encoding = encoding_of(name, seats, options, memory)
        if self.together and not encoding.together:
            raise ValueError(
                f"In {name}, played like this, one seat is asked after the other: rl.aec makes it. rl.parallel is for "
                "games in which several seats are asked at once; docs/rl.md says which."
            )
        self.encoding = encoding
        self.memory = memory
        self.render_mode = checked(render_mode)
        self.metadata = {
            "render_modes": MODES,
            "name": f"{encoding.game.name}_v{encoding.game.version}",
            "is_parallelizable": self.together,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(encoding.seats)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.play = Episodes(encoding, memory_of(memory, 0), [None] * encoding.seats)
        symbols = len(encoding.symbols) + self.together  # to wait is one more
        self.observation_spaces = {agent: observation_space(encoding, symbols) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(symbols) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def begin(self, seed: int | None) -> None:
        seed = randbits(31) if seed is None else whole("seed", seed)
        self.play.memory = memory_of(self.memory, seed)
        self.play.begin(seed)
        self.agents = self.possible_agents[:]

    def render(self) -> Any:
        return rendered(self.play, self.render_mode)

    def close(self) -> None:
        """Nothing to close."""


class AECTable(Agents, AECEnv[str, Any, int]):
    """A game in which one seat is asked after the other. An action that is not open raises ValueError."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
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
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self.play
        symbol = symbol_of(action, play.symbols)
        try:
            play.act(symbol)
        except Refused:
            raise ValueError(play.why_not(play.seat, symbol)) from None
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


class Together(Agents, ParallelEnv[str, Any, int]):
    """A game in which seats act together, as a parallel environment of PettingZoo.

    All seats answer in every step; whoever is not asked has one symbol more, the last, to wait. Where the first answer
    settles a question, answers count clockwise from the seat whose turn it is.
    """

    together = True

    @property
    def wait(self) -> int:
        """The symbol of whoever is not asked."""
        return len(self.encoding.symbols)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.begin(seed)
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
        if not self.agents:
            raise ValueError("No game is under way; reset begins one.")
        if not isinstance(actions, Mapping) or actions.keys() != self.seat_of.keys():
            everybody = ", ".join(self.possible_agents)
            raise ValueError(f"A step takes one action each of {everybody}; who is not asked waits ({self.wait}).")
        opened = [play.open_to(seat) or [self.wait] for seat in range(seats)]
        answers = [symbol_of(actions[agent], self.wait + 1) for agent in self.possible_agents]
        wrong = [seat for seat in range(seats) if answers[seat] not in opened[seat]]
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        rewards = [0.0] * seats
        if wrong:
            for seat in wrong:
                rewards[seat] = ILLEGAL
                infos[self.possible_agents[seat]]["illegal"] = self.why_not(seat, answers[seat])
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

    def why_not(self, seat: int, symbol: int) -> str:
        """Why a symbol is not open to a seat, which may be to wait."""
        if not 0 <= symbol <= self.wait:
            return f"{symbol} is no action; there are {self.wait + 1}, from 0."
        if symbol == self.wait:
            return f"Seat {seat} is asked now, and may not wait ({symbol})."
        if not self.play.open_to(seat):
            return f"Seat {seat} is not asked now: it can only wait ({self.wait})."
        return self.play.why_not(seat, symbol)


def aec(
    name: str,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    memory: Remembering = "none",
    render_mode: str | None = None,
) -> AECEnv[str, Any, int]:
    """A game as an environment of PettingZoo in which one seat acts after the other.

    It comes as PettingZoo's classics do: whoever plays what is not open loses at once. Not so `unwrapped`.
    """
    env: AECEnv[str, Any, int] = AECTable(name, seats, options, memory, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)


parallel = Together
