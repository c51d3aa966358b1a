"""Our four levels under each memory: baselines for programs that learn to remember.

    python bench/memory.py [--games N] [--seed S] [names of games]

One seat is played by a level that is shown what `memory` leaves of the view, as an environment would; the others
by `kid` as it is. What a level forgets by itself comes on top. The same seed gives the same table.
"""

from __future__ import annotations

import argparse

from polychrome.bots import LEVELS, make
from polychrome.engine.core import Bot, State
from polychrome.rl.play import Play
from polychrome.rl.setting import encoding_of, memory_of

MEMORIES = ("none", (4.0, 0.0), (8.0, 0.01), "perfect")
GAMES = ("ronde", "trio", "rondo", "blackout", "les_aveugles", "colorio")


class Shown(Bot):
    """A level that gets its views as an environment with this memory gives them."""

    def __init__(self, level: str, memory: str | tuple[float, ...], seed: int) -> None:
        self.level = make(level, seed)
        self.recall = memory != "none"
        self.memory = memory_of(memory, seed)

    def choose(self, view: State, seat: int) -> int:
        if not self.recall:
            view = view.view(seat)
        elif self.memory is not None:
            view = self.memory.fade(view, seat)
        return self.level.choose(view, seat)


def share(name: str, level: str, memory: str | tuple[float, ...], games: int, seed: int) -> float:
    """Of what there is to win."""
    encoding = encoding_of(name)
    won = 0.0
    for number in range(games):
        luck = seed * 1_000_003 + number
        me = number % encoding.seats
        bots: list[Bot | None] = [make("kid", 64 * luck + seat) for seat in range(encoding.seats)]
        bots[me] = Shown(level, memory, luck)
        play = Play(encoding, None, bots)
        play.begin(luck)
        winners = play.state.winners()
        won += (me in winners) / len(winners)
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=GAMES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("| game | level | " + " | ".join(str(memory) for memory in MEMORIES) + " |")
    print("|---|---|" + "---:|" * len(MEMORIES))
    for name in arguments.names:
        for level in LEVELS:
            cells = [share(name, level, memory, arguments.games, arguments.seed) for memory in MEMORIES]
            print(f"| {name} | {level} | " + " | ".join(f"{cell:.0%}" for cell in cells) + " |", flush=True)


if __name__ == "__main__":
    main()
