"""Learn Coloretto for two by playing against oneself, then meet `casual`: PPO in JAX and optax, on a CPU.

    pip install "polychrome[rl]" jax optax
    python examples/selfplay.py --minutes 25 --save policy.npz

One network plays both seats of many games at once. Each row of the vector environment is what the seat to move sees, so
the value of the next row counts for this one if the same seat moves again, and against it if the other does. Colours
may be called by each other's names: every batch is relabelled at random, and no colour is ever anything special.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from polychrome import rl
from polychrome.rl.augment import sources

GAMES = 256  # side by side
STEPS = 64  # of each game between two lessons
HIDDEN = 256
DISCOUNT, TRACE, CLIP, ENTROPY, EPOCHS, PARTS = 1.0, 0.95, 0.2, 0.01, 2, 8
LEAD = 0.02  # what a point more than the other is worth, beside the win: it tells wins apart from the start


def layers(key: Any, sizes: list[int]) -> list[tuple[Any, Any]]:
    keys = jax.random.split(key, len(sizes) - 1)
    shapes = list(pairwise(sizes))
    return [
        (jax.random.normal(k, shape) * np.sqrt(2 / shape[0]), jnp.zeros(shape[1]))
        for k, shape in zip(keys, shapes, strict=True)
    ]


def forward(params: Any, seen: Any, mask: Any) -> tuple[Any, Any]:
    """Log-probabilities of the open actions, and the value for the seat to move."""
    for weights, bias in params[:-1]:
        seen = jax.nn.relu(seen @ weights + bias)
    weights, bias = params[-1]
    out = seen @ (weights * 0.1) + bias
    return jax.nn.log_softmax(jnp.where(mask, out[:, :-1], -1e9)), jnp.tanh(out[:, -1])


@jax.jit
def choose(params: Any, seen: Any, mask: Any, key: Any) -> tuple[Any, Any, Any]:
    logits, value = forward(params, seen, mask)
    action = jax.random.categorical(key, logits)
    return action, jnp.take_along_axis(logits, action[:, None], 1)[:, 0], value


def loss(params: Any, batch: dict[str, Any]) -> Any:
    logits, value = forward(params, batch["seen"], batch["mask"])
    chosen = jnp.take_along_axis(logits, batch["action"][:, None], 1)[:, 0]
    ratio = jnp.exp(chosen - batch["chosen"])
    gain = batch["gain"]
    policy = -jnp.minimum(ratio * gain, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * gain).mean()
    surprise = ((value - batch["target"]) ** 2).mean()
    spread = -(jnp.exp(logits) * jnp.where(batch["mask"], logits, 0)).sum(1).mean()
    return policy + 0.5 * surprise - ENTROPY * spread


def learner(optimizer: Any) -> Any:
    @jax.jit
    def learn(params: Any, state: Any, batch: dict[str, Any]) -> tuple[Any, Any]:
        updates, state = optimizer.update(jax.grad(loss)(params, batch), state)
        return optax.apply_updates(params, updates), state

    return learn


class School:
    """Games being played, and what is learned from them."""

    def __init__(self, seed: int) -> None:
        self.envs = rl.vector("coloretto", GAMES, seats=2)
        self.encoding = self.envs.encoding
        self.scale = 1 / self.envs.single_observation_space["observation"].high.astype(np.float32)
        self.luck = np.random.default_rng(seed)
        self.key = jax.random.key(seed)
        sizes = [self.encoding.layout.size, HIDDEN, HIDDEN, len(self.encoding.symbols) + 1]
        self.params = layers(jax.random.key(seed + 1), sizes)
        optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(5e-4))
        self.state = optimizer.init(self.params)
        self.learn = learner(optimizer)
        seen, infos = self.envs.reset(seed=seed)
        self.now = (seen["observation"] * self.scale, seen["action_mask"].astype(bool), infos["seat"])

    def play(self) -> list[dict[str, Any]]:
        """Every game goes on for some steps."""
        steps = []
        for _ in range(STEPS):
            seen, mask, seat = self.now
            self.key, key = jax.random.split(self.key)
            action, chosen, value = choose(self.params, seen, mask, key)
            after, rewards, ended, stuck, infos = self.envs.step(np.asarray(action))
            over = ended | stuck
            if over.any():
                scores = infos["scores"]
                lead = scores[np.arange(GAMES), seat] - scores[np.arange(GAMES), 1 - seat]
                rewards = np.where(over, 0.5 * rewards + np.clip(LEAD * lead, -0.5, 0.5), 0)
            same = np.where(infos["seat"] == seat, 1.0, -1.0)
            step = {"seen": seen, "mask": mask, "action": action, "chosen": chosen, "value": value}
            steps.append(step | {"reward": rewards, "over": over, "same": same})
            self.now = (after["observation"] * self.scale, after["action_mask"].astype(bool), infos["seat"])
        return steps

    def lesson(self) -> None:
        steps = self.play()
        *_, value = choose(self.params, *self.now[:2], self.key)
        value, trace = np.asarray(value), np.zeros(GAMES)
        for step in reversed(steps):
            on = np.where(step["over"], 0.0, step["same"])
            before = np.asarray(step["value"])
            trace = step["reward"] + DISCOUNT * on * (value + TRACE * trace) - before
            step["gain"], step["target"] = trace, trace + before
            value = before
        names = ("seen", "mask", "action", "chosen", "gain", "target")
        data = {name: np.concatenate([np.asarray(step[name]) for step in steps]) for name in names}
        data["gain"] = ((data["gain"] - data["gain"].mean()) / data["gain"].std()).astype(np.float32)
        data["target"] = data["target"].astype(np.float32)
        for _ in range(EPOCHS):
            order = self.luck.permutation(len(data["gain"]))
            for part in np.array_split(order, PARTS):
                batch = {name: values[part] for name, values in data.items()}
                colours = self.luck.permutation(self.encoding.colours).tolist()
                batch["seen"] = batch["seen"][:, sources(self.encoding, colours)]
                self.params, self.state = self.learn(self.params, self.state, batch)


def meet(params: Any, opponents: str, games: int, seed: int) -> tuple[float, float, float]:
    """The share of wins against a level, ties counted half, and a 95 % interval (Wilson); the best action is played."""
    envs = rl.vector("coloretto", 50, seats=2, opponents=opponents)
    scale = 1 / envs.single_observation_space["observation"].high.astype(np.float32)
    best = jax.jit(lambda seen, mask: forward(params, seen, mask)[0].argmax(1))
    seen, _ = envs.reset(seed=seed)
    left = np.full(50, games // 50)  # as many from each, or short games would count more often
    won = 0.0
    while left.any():
        actions = np.asarray(best(seen["observation"] * scale, seen["action_mask"].astype(bool)))
        seen, rewards, ended, stuck, _ = envs.step(actions)
        counted = (ended | stuck) & (left > 0)
        won += float(((rewards[counted] + 1) / 2).sum())
        left -= counted
    games = games // 50 * 50
    share, z = won / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * np.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return share, middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--lessons", type=int, default=0, help="end after so many, whatever the clock says")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", default="")
    arguments = parser.parse_args()
    school = School(arguments.seed)
    began = time.monotonic()
    number = 0
    while time.monotonic() - began < 60 * arguments.minutes and number != (arguments.lessons or -1):
        school.lesson()
        number += 1
        if number % 50 == 0:
            share, low, high = meet(school.params, "casual", 100, seed=number)
            at = f"{(time.monotonic() - began) / 60:5.1f} min {number * GAMES * STEPS:>10,} decisions"
            print(f"{at}: {share:.0%} against casual ({low:.0%}–{high:.0%})", flush=True)
    if arguments.save:
        np.savez(arguments.save, *[array for layer in school.params for array in layer])
    share, low, high = meet(school.params, "casual", 400, seed=12345)
    print(f"{number} lessons, {number * GAMES * STEPS:,} decisions, seed {arguments.seed}")
    print(f"400 games against casual: {share:.1%} won, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
