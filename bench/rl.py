"""How fast the games are for learning programs, beside others', measured in one run.

    python bench/rl.py [--compiled DIR] [--peers DIR] [--seconds S] [--json]

Each figure is CPU time in microseconds per decision with random legal actions, observations and masks included, at its
best of several rounds; machines are noisy, so compare within a run. The compiled build is looked for in build/compiled
(made by scripts/test) unless --compiled names another folder. Peers: PettingZoo's connect_four, and Coloretto as a
PettingZoo and as an OpenSpiel game from --peers, if they are there. Needs `polychrome[rl,openspiel]`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
ROUNDS = 20  # short ones: on a busy machine few are undisturbed
COUNTS = (1, 16, 256)


def best(play: Callable[[], int], seconds: float) -> float:
    """Microseconds per decision: `play` plays some and says how many."""
    play()
    found = []
    for _ in range(ROUNDS):
        began = time.process_time()
        decisions = 0
        while time.process_time() - began < seconds / ROUNDS:
            decisions += play()
        found.append(1e6 * (time.process_time() - began) / decisions)
    return min(found)


class Chooser:
    """Any open action, and how long choosing one takes: what is not the environment's time."""

    def __init__(self, seconds: float) -> None:
        import numpy as np

        self.chance = np.random.default_rng(1)
        mask = np.ones(11, np.int8)
        self.cost = best(lambda: sum(self(mask) >= 0 for _ in range(256)), seconds)

    def __call__(self, mask: Any) -> int:
        return int((self.chance.random(len(mask), "float32") * mask).argmax())


def aec_game(env: Any, pick: Callable[[Any], int]) -> Callable[[], int]:
    """A game in PettingZoo, as its guide plays it."""
    games = [0]

    def play() -> int:
        games[0] += 1
        env.reset(seed=games[0])
        decisions = 0
        for _ in env.agent_iter(400):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(pick(seen["action_mask"]))
                decisions += 1
        return decisions

    return play


def vector_steps(env: Any, chance: Any) -> Callable[[], int]:
    """Many games side by side; the actions are drawn in NumPy."""
    count = env.num_envs
    seen, _ = env.reset(seed=1)

    def play() -> int:
        for _ in range(max(1, 256 // count)):
            mask = seen["action_mask"]
            env.step((chance.random(mask.shape, "float32") * mask).argmax(1))
        return count * max(1, 256 // count)

    return play


def spiel_game(game: Any, chance: Any, tensors: bool) -> Callable[[], int]:
    """A game in OpenSpiel, perhaps with an observation tensor for every decision."""

    def play() -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal() and decisions < 400:
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance.random() * len(outcomes))][0])
            else:
                if tensors:
                    state.observation_tensor()
                actions = state.legal_actions()
                state.apply_action(actions[int(chance.random() * len(actions))])
                decisions += 1
        return decisions

    return play


def ours(seconds: float) -> dict[str, Any]:
    """The figures of the build that is imported here."""
    import numpy as np

    from polychrome import rl
    from polychrome.registry import GAMES

    pick = Chooser(seconds)
    figures: dict[str, Any] = {"games": {}, "vector": {}}
    env = rl.aec("coloretto", seats=4)
    figures["wrapped"] = best(aec_game(env, pick), seconds) - pick.cost
    figures["aec"] = best(aec_game(env.unwrapped, pick), seconds) - pick.cost
    for count in COUNTS:
        figures["vector"][str(count)] = best(vector_steps(rl.vector("coloretto", count, 4), pick.chance), seconds)
    for game in GAMES:
        seats = max(2, game.fewest)
        raw = rl.aec(game.name, seats).unwrapped
        figures["games"][game.name] = {
            "size": raw.encoding.layout.size,
            "symbols": len(raw.encoding.symbols),
            "aec": best(aec_game(raw, pick), seconds) - pick.cost,
            "vector": best(vector_steps(rl.vector(game.name, 64, seats), pick.chance), seconds),
        }
    try:
        import pyspiel

        import polychrome.rl.openspiel  # noqa: F401
    except ImportError:
        return figures
    spiel = pyspiel.load_game("polychrome_coloretto(players=4)")
    figures["openspiel"] = best(spiel_game(spiel, np.random.RandomState(1), tensors=False), seconds)
    figures["tensors"] = best(spiel_game(spiel, np.random.RandomState(1), tensors=True), seconds)
    return figures


def peers(folder: Path, seconds: float) -> dict[str, float]:
    """The same for others' environments, as far as they are there."""
    import numpy as np

    pick = Chooser(seconds)
    found = {}
    try:
        from pettingzoo.classic import connect_four_v3
    except ImportError as problem:
        print(f"connect_four is left out: {problem}", file=sys.stderr)
    else:
        env = connect_four_v3.env()
        found["PettingZoo's connect_four, wrapped"] = best(aec_game(env, pick), seconds) - pick.cost
        found["PettingZoo's connect_four, unwrapped"] = best(aec_game(env.unwrapped, pick), seconds) - pick.cost
    if not folder.is_dir():
        return found
    sys.path[:0] = [str(folder / "pettingzoo"), str(folder / "openspiel")]
    import coloretto_pettingzoo

    env = coloretto_pettingzoo.env(n=4)
    found["Coloretto for PettingZoo, wrapped"] = best(aec_game(env, pick), seconds) - pick.cost
    found["Coloretto for PettingZoo, unwrapped"] = best(aec_game(env.unwrapped, pick), seconds) - pick.cost
    try:
        import coloretto_openspiel  # noqa: F401
        import pyspiel
    except ImportError as problem:
        print(f"OpenSpiel is left out: {problem}", file=sys.stderr)
        return found
    game = pyspiel.load_game("python_coloretto", {"players": 4})
    found["Coloretto for OpenSpiel"] = best(spiel_game(game, np.random.RandomState(1), tensors=False), seconds)
    return found


def measured(package: Path, seconds: float) -> dict[str, Any]:
    """The figures of one build, from a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(package)}
    command = [sys.executable, str(HERE / "rl.py"), "--here", "--seconds", str(seconds)]
    return dict(json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout))


def report(builds: dict[str, dict[str, Any]], others: dict[str, float]) -> list[str]:
    lines = ["µs per decision, observation and mask included; choosing the action is left out in AEC", ""]
    lines.append(f"{'Coloretto, four seats':<38}" + "".join(f"{build:>14}" for build in builds))
    rows = {"AEC, unwrapped": "aec", "AEC, wrapped": "wrapped", "OpenSpiel": "openspiel", "… with tensors": "tensors"}
    for label, key in rows.items():
        cells = [figures.get(key, float("nan")) for figures in builds.values()]
        lines.append(f"{label:<38}" + "".join(f"{cell:>14.2f}" for cell in cells))
    for count in COUNTS:
        cells = [figures["vector"][str(count)] for figures in builds.values()]
        lines.append(f"{f'vector of {count}':<38}" + "".join(f"{cell:>14.2f}" for cell in cells))
    last = list(builds)[-1]
    fast = builds[last]["vector"][str(COUNTS[-1])]
    lines.append(f"{'decisions a second, vector of 256':<38}" + f"{1e6 / fast:>14,.0f} ({last})")
    lines += ["", *[f"{label:<38}{figure:>14.2f}" for label, figure in others.items()], ""]
    lines.append(f"{f'fewest seats (two on), {last}':<32}{'numbers':>9}{'symbols':>9}{'AEC':>9}{'vector of 64':>14}")
    for name, figures in builds[last]["games"].items():
        lines.append(
            f"{name:<32}{figures['size']:>9}{figures['symbols']:>9}{figures['aec']:>9.1f}{figures['vector']:>14.1f}"
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiled", type=Path, default=ROOT / "build" / "compiled")
    parser.add_argument("--peers", type=Path, default=ROOT.parent / "shared" / "peers")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time for each figure")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.here:
        print(json.dumps(ours(arguments.seconds)))
        return
    builds = {"interpreted": measured(ROOT / "src", arguments.seconds)}
    if arguments.compiled.is_dir():
        builds["compiled"] = measured(arguments.compiled, arguments.seconds)
    others = peers(arguments.peers, arguments.seconds)
    print(json.dumps([builds, others]) if arguments.json else "\n".join(report(builds, others)))


if __name__ == "__main__":
    main()
