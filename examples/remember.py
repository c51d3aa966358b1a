"""A policy that remembers against the same policy without memory, at Rondo for two: JAX and optax, on a CPU.

    pip install "polychrome[rl]" jax optax
    python examples/remember.py

Both see only a glimpse (`memory=(4.0, 0.0)`: surely the last two discs that were covered) and learn to do as `master`
does, which knows all that it ever saw, from the same games in the same order. The network is the same, too: a small
recurrent cell (GRU) for each place of the circle, all with the same weights. One policy keeps its cells from decision
to decision; the other begins every decision with empty ones. Then they meet.
"""

from __future__ import annotations

import argparse
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax

from polychrome import rl
from polychrome.bots import make
from polychrome.engine.dice import Dice
from polychrome.rl.augment import sources
from polychrome.rl.play import OVER, Episodes
from polychrome.rl.setting import encoding_of, memory_of

GLIMPSE = (4.0, 0.0)
ENCODING = encoding_of("rondo", 2, None, GLIMPSE)
SIZE, SYMBOLS = ENCODING.layout.size, len(ENCODING.symbols)
PLACES = SYMBOLS - 1  # the last symbol draws a disc; where it is open, nothing else is
CELL = 32  # numbers that are kept of each place
LONGEST = 120  # decisions of one seat that are learned from
BATCH = 16  # seats whose games are learned from at once
CARELESS = (0, 15, 40)  # moves in a hundred that are made at random, so that lessons are not only of perfect games


def lesson_games(count: int, seed: int) -> dict[str, Any]:
    """What each seat saw in games of `master`, more or less careless, and what `master` would have done there."""
    shape = (2 * count, LONGEST)
    data = {
        "seen": np.zeros((*shape, SIZE), np.uint8),
        "mask": np.zeros((*shape, SYMBOLS), bool),
        "action": np.zeros(shape, np.int32),
        "there": np.zeros(shape, bool),
    }
    for number in range(count):
        teachers = [make("master", 2 * (seed + number) + seat) for seat in range(2)]
        play = Episodes(ENCODING, memory_of(GLIMPSE, seed + number), [None, None])
        play.begin(seed + number)
        dice = Dice(seed + number)
        at = [0, 0]
        while play.seat != OVER and max(at) < LONGEST:
            seat = play.seat
            line, place = 2 * number + seat, at[seat]
            action = teachers[seat].choose(play.state.view(seat, recall=True), seat)
            symbol = ENCODING.spell(play.state, seat, action)[0]
            data["seen"][line, place] = np.frombuffer(play.row(seat), np.uint8)
            data["mask"][line, place] = np.frombuffer(play.mask(seat), np.bool_)
            data["action"][line, place] = symbol
            data["there"][line, place] = len(play.open) > 1
            at[seat] += 1
            careless = dice.below(100) < CARELESS[number % len(CARELESS)]
            play.act(dice.pick(play.open) if careless else symbol)
    return data


def looks(seen: Any) -> Any:
    """By place: what an observation says of it, and which colour is looked for."""
    part = ENCODING.layout
    around = [seen[..., part[name].start : part[name].stop] for name in ("target", "tried")]
    every = [jnp.repeat(each[..., None, :], PLACES, -2) for each in around]
    discs = seen[..., part["disc"].start : part["disc"].stop].reshape(*seen.shape[:-1], *part["disc"].shape)
    flags = [seen[..., part[name].start : part[name].stop, None] > 0 for name in ("up", "place")]
    return jnp.concatenate([discs, *flags, *every], -1).astype(jnp.float32)


LOOK = looks(np.zeros(SIZE, np.uint8)).shape[-1]


def network(seed: int) -> dict[str, Any]:
    shapes = {
        "look": (LOOK, 3 * CELL),
        "state": (CELL, 3 * CELL),
        "share": (CELL + LOOK, CELL),
        "think": (2 * CELL + LOOK, 2 * CELL),
        "out": (2 * CELL, 1),
    }
    keys = jax.random.split(jax.random.key(seed), len(shapes))
    return {
        name: jax.random.normal(key, shape) / np.sqrt(shape[0])
        for key, (name, shape) in zip(keys, shapes.items(), strict=True)
    }


def decide(params: Any, state: Any, seen: Any, mask: Any) -> tuple[Any, Any]:
    """One decision: the next state of each place's cell (a GRU) and the log-probabilities of the open symbols."""
    look = looks(seen)
    new, keep, fresh = jnp.split(look @ params["look"], 3, axis=-1)
    state_new, state_keep, state_fresh = jnp.split(state @ params["state"], 3, axis=-1)
    keep = jax.nn.sigmoid(keep + state_keep + 1)
    thought = jnp.tanh(new + jax.nn.sigmoid(fresh + state_fresh) * state_new)
    state = keep * state + (1 - keep) * thought
    known = jnp.concatenate([state, look], -1)
    shared = jax.nn.relu(known @ params["share"]).max(-2, keepdims=True)
    known = jnp.concatenate([known, jnp.repeat(shared, PLACES, -2)], -1)
    places = (jax.nn.relu(known @ params["think"]) @ params["out"])[..., 0]
    symbols = jnp.concatenate([places, jnp.zeros_like(places[..., :1])], -1)
    return state, jax.nn.log_softmax(jnp.where(mask, symbols, -1e9))


def loss(params: Any, batch: dict[str, Any], remembers: bool) -> Any:
    """How surprised the policy is by what the teacher does, where there is a choice."""

    def step(state: Any, now: tuple[Any, Any]) -> tuple[Any, Any]:
        return decide(params, state if remembers else jnp.zeros_like(state), *now)

    across = (jnp.swapaxes(batch["seen"], 0, 1), jnp.swapaxes(batch["mask"], 0, 1))
    _, logits = jax.lax.scan(step, jnp.zeros((len(batch["seen"]), PLACES, CELL)), across)
    logits = jnp.swapaxes(logits, 0, 1)
    chosen = jnp.take_along_axis(logits, batch["action"][..., None], 2)[..., 0]
    return -(chosen * batch["there"]).sum() / batch["there"].sum()


def taught(data: dict[str, Any], remembers: bool, lessons: int, seed: int) -> Any:
    """A policy after so many lessons. The last tenth of the games is kept to see how it does on games it never met."""
    params = network(seed)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(optax.cosine_decay_schedule(3e-3, lessons)))
    state = optimizer.init(params)

    @jax.jit
    def learn(params: Any, state: Any, batch: dict[str, Any]) -> tuple[Any, Any]:
        updates, state = optimizer.update(jax.grad(loss)(params, batch, remembers), state)
        return optax.apply_updates(params, updates), state

    kept = len(data["action"]) * 9 // 10
    test = {name: values[kept:] for name, values in data.items()}
    surprise = jax.jit(lambda params: loss(params, test, remembers))
    print("who remembers" if remembers else "who has no memory", flush=True)
    luck = np.random.default_rng(seed)
    for lesson in range(lessons):
        lines = luck.integers(kept, size=BATCH)
        batch = {name: values[lines] for name, values in data.items()}
        colours = luck.permutation(ENCODING.colours).tolist()  # the same games in other colours
        batch["seen"] = batch["seen"][..., sources(ENCODING, colours)]
        params, state = learn(params, state, batch)
        if (lesson + 1) % max(1, lessons // 5) == 0:
            print(f"  {lesson + 1:>5} lessons: surprise {surprise(params):.3f} in games it never met", flush=True)
    return params


def meet(keeper: Any, blank: Any, games: int, seed: int) -> tuple[float, float, float]:
    """The share of games that the one who remembers wins, ties counted half, and a 95 % interval (Wilson).

    Both draw from their probabilities: who always did what seems best, without memory, would do the same for ever.
    """
    count = 100  # side by side
    envs = rl.vector("rondo", count, 2, None, GLIMPSE)
    step = jax.jit(decide)
    luck = np.random.default_rng(seed)
    seen, infos = envs.reset(seed=seed)
    number = np.arange(count)
    empty = np.zeros((count, PLACES, CELL), np.float32)
    states = np.stack([empty, empty], 1)  # by seat: of the one who remembers, wherever it sits
    left = np.full(count, games // count)
    won = 0.0
    while left.any():
        seat = infos["seat"]
        mine = (number + left) % 2 == seat  # seats change from game to game
        now = seen["observation"], seen["action_mask"].astype(bool)
        states[number, seat], logits = step(keeper, states[number, seat], *now)
        _, other = step(blank, empty, *now)
        chances = np.where(mine[:, None], logits, other) + luck.gumbel(size=logits.shape)
        seen, rewards, ended, stuck, infos = envs.step(chances.argmax(1))
        over = ended | stuck
        counted = over & (left > 0)
        won += float(((np.where(mine, rewards, -rewards) + 1) / 2)[counted].sum())
        left -= counted
        states[over] = 0
    share, z = won / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * np.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return share, middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="to learn from")
    parser.add_argument("--lessons", type=int, default=150, help="for each of the two")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    data = lesson_games(arguments.games, arguments.seed)
    print(f"{int(data['there'].sum()):,} decisions to learn from, seed {arguments.seed}", flush=True)
    keeper, blank = (taught(data, remembers, arguments.lessons, arguments.seed) for remembers in (True, False))
    share, low, high = meet(keeper, blank, 400, seed=arguments.seed)
    print(f"400 games: who remembers wins {share:.1%}, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
