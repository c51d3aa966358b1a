"""A policy that remembers against the same policy without memory, at Rondo for two: JAX and optax, on a CPU.

    pip install "polychrome[rl]" jax optax
    python examples/remember.py --minutes 4

Both see only a glimpse (`memory=(4.0, 0.0)`: surely the last two discs that were covered) and learn to do as `sharp`
does, which knows all that it ever saw, from the same games. One carries a state from decision to decision (a GRU) and
can keep what it glimpsed; the other begins every decision with an empty head. Then they meet.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from polychrome import rl
from polychrome.bots import make
from polychrome.rl.augment import sources, symbols
from polychrome.rl.play import OVER, Play
from polychrome.rl.setting import encoding_of, memory_of

GLIMPSE = (4.0, 0.0)
ENCODING = encoding_of("rondo", 2, None, GLIMPSE)
SIZE, SYMBOLS = ENCODING.layout.size, len(ENCODING.symbols)
SCALE = 1 / rl.vector("rondo", 1, 2, None, GLIMPSE).single_observation_space["observation"].high.astype(np.float32)
HIDDEN = 128
LOOK = 64  # what a look is boiled down to
LONGEST = 60  # decisions of one seat that are learned from
BATCH = 32


def lesson_games(count: int, seed: int) -> dict[str, Any]:
    """What each seat saw and did in games of `sharp` against itself."""
    shape = (2 * count, LONGEST)
    data = {
        "seen": np.zeros((*shape, SIZE), np.uint8),
        "mask": np.zeros((*shape, SYMBOLS), bool),
        "action": np.zeros(shape, np.int32),
        "there": np.zeros(shape, bool),
    }
    for number in range(count):
        bots = [make("sharp", 2 * (seed + number) + seat) for seat in range(2)]
        play = Play(ENCODING, memory_of(GLIMPSE, seed + number), [None, None])
        play.begin(seed + number)
        at = [0, 0]
        while play.seat != OVER and max(at) < LONGEST:
            seat = play.seat
            line, place = 2 * number + seat, at[seat]
            action = bots[seat].choose(play.state.view(seat, recall=True), seat)
            symbol = ENCODING.spell(play.state, seat, action)[0]
            data["seen"][line, place] = np.frombuffer(play.row(seat), np.uint8)
            data["mask"][line, place] = np.frombuffer(play.mask(seat), np.bool_)
            data["action"][line, place] = symbol
            data["there"][line, place] = True
            at[seat] += 1
            play.act(symbol)
    return data


def network(seed: int) -> dict[str, Any]:
    shapes = {"look": (SIZE, LOOK), "in": (LOOK, 3 * HIDDEN), "state": (HIDDEN, 3 * HIDDEN), "out": (HIDDEN, SYMBOLS)}
    keys = jax.random.split(jax.random.key(seed), len(shapes))
    return {
        name: jax.random.normal(key, shape) / np.sqrt(shape[0])
        for key, (name, shape) in zip(keys, shapes.items(), strict=True)
    }


def decide(params: Any, state: Any, seen: Any, mask: Any) -> tuple[Any, Any]:
    """One decision: the next state (a GRU) and the log-probabilities of the open symbols."""
    new, keep, fresh = jnp.split(jax.nn.relu(seen @ params["look"]) @ params["in"], 3, axis=-1)
    state_new, state_keep, state_fresh = jnp.split(state @ params["state"], 3, axis=-1)
    keep = jax.nn.sigmoid(keep + state_keep)
    thought = jnp.tanh(new + jax.nn.sigmoid(fresh + state_fresh) * state_new)
    state = keep * state + (1 - keep) * thought
    return state, jax.nn.log_softmax(jnp.where(mask, state @ params["out"], -1e9))


def loss(params: Any, batch: dict[str, Any], remembers: bool) -> Any:
    """How surprised the policy is by what the teacher does."""

    def step(state: Any, now: tuple[Any, Any]) -> tuple[Any, Any]:
        return decide(params, state if remembers else jnp.zeros_like(state), *now)

    across = (jnp.swapaxes(batch["seen"], 0, 1), jnp.swapaxes(batch["mask"], 0, 1))
    _, logits = jax.lax.scan(step, jnp.zeros((batch["seen"].shape[0], HIDDEN)), across)
    logits = jnp.swapaxes(logits, 0, 1)
    chosen = jnp.take_along_axis(logits, batch["action"][..., None], 2)[..., 0]
    return -(chosen * batch["there"]).sum() / batch["there"].sum()


def taught(data: dict[str, Any], remembers: bool, minutes: float, seed: int) -> Any:
    params = network(seed)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(2e-3))
    state = optimizer.init(params)

    @jax.jit
    def learn(params: Any, state: Any, batch: dict[str, Any]) -> tuple[Any, Any, Any]:
        surprise, slope = jax.value_and_grad(loss)(params, batch, remembers)
        updates, state = optimizer.update(slope, state)
        return optax.apply_updates(params, updates), state, surprise

    luck = np.random.default_rng(seed)
    began = time.monotonic()
    heard: list[float] = []
    while time.monotonic() - began < 60 * minutes:
        lines = luck.integers(len(data["action"]), size=BATCH)
        batch = {name: values[lines] for name, values in data.items()}
        colours = luck.permutation(
            ENCODING.colours
        ).tolist()  # the same games in other colours: nothing to know by heart
        batch["seen"] = batch["seen"][..., sources(ENCODING, colours)] * SCALE
        batch["action"] = np.array(symbols(ENCODING, colours))[batch["action"]]
        params, state, surprise = learn(params, state, batch)
        heard.append(float(surprise))
    name = "remembers" if remembers else "has no memory"
    print(f"who {name}: {len(heard)} lessons, surprise {heard[0]:.3f} to {np.mean(heard[-50:]):.3f}", flush=True)
    return params


def meet(keeper: Any, blank: Any, games: int, seed: int) -> tuple[float, float]:
    """The share of games that the one who remembers wins, ties counted half, and half of its 95 % interval."""
    count = 100
    envs = rl.vector("rondo", count, 2, None, GLIMPSE)
    step = jax.jit(decide)
    luck = np.random.default_rng(seed)
    seen, infos = envs.reset(seed=seed)
    number = np.arange(count)
    states = np.zeros((count, 2, HIDDEN), np.float32)  # of the one who remembers, wherever it sits
    left = np.full(count, games // count)
    won = 0.0
    while left.any():
        seat = infos["seat"]
        mine = (number + left) % 2 == seat
        now = seen["observation"] * SCALE, seen["action_mask"].astype(bool)
        after, logits = step(keeper, states[number, seat], *now)
        _, other = step(blank, jnp.zeros((count, HIDDEN)), *now)
        states[number, seat] = after
        chances = np.where(mine[:, None], logits, other) + luck.gumbel(size=logits.shape) * 0.1
        seen, rewards, ended, stuck, infos = envs.step(chances.argmax(1))
        over = ended | stuck
        counted = over & (left > 0)
        won += float(((np.where(mine, rewards, -rewards) + 1) / 2)[counted].sum())
        left -= counted
        states[over] = 0
    share = won / (games // count * count)
    return share, 1.96 * float(np.sqrt(share * (1 - share) / games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=4, help="of learning, each")
    parser.add_argument("--games", type=int, default=1000, help="to learn from")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    data = lesson_games(arguments.games, arguments.seed)
    print(f"{int(data['there'].sum()):,} decisions to learn from", flush=True)
    keeper, blank = (taught(data, remembers, arguments.minutes, arguments.seed) for remembers in (True, False))
    share, half = meet(keeper, blank, 400, seed=12345)
    print(f"400 games: who remembers wins {share:.1%} ± {half:.1%}")


if __name__ == "__main__":
    main()
