"""Our four levels under each memory: baselines for programs that learn to remember.

    python bench/memory.py [--games N] [--seed S] [names of games]

One seat is played by a level that is shown what `memory` leaves of the view, as an environment would; the others
by `kid` as it is. What a level forgets by itself comes on top. The same seed gives the same table. Where nothing that
was seen is covered again (Coloretto, Chromino) every memory sees the same, and one column says it all. Color Words is
left out: it has nothing to remember either, and where no word list is installed all levels pass and tie.
Each figure is a share of wins, with the half of its 95 % interval (Wilson) behind it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt

from polychrome.bots import LEVELS, make
from polychrome.engine.core import Bot, State
from polychrome.engine.pieces.facedown import FaceDown
from polychrome.registry import GAMES, find
from polychrome.rl.encoding import Encoding
from polychrome.rl.play import Episodes
from polychrome.rl.setting import encoding_of, memory_of

MEMORIES = ("none", (4.0, 0.0), (8.0, 0.01), "perfect")


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


def share(encoding: Encoding, level: str, memory: str | tuple[float, ...], games: int, seed: int) -> float:
    """Of what there is to win."""
    won = 0.0
    for number in range(games):
        luck = seed * 1_000_003 + number
        me = number % encoding.seats
        bots: list[Bot | None] = [make("kid", 64 * luck + seat) for seat in range(encoding.seats)]
        bots[me] = Shown(level, memory, luck)
        play = Episodes(encoding, None, bots)
        play.begin(luck)
        winners = play.state.winners()
        won += (me in winners) / len(winners)
    return won / games


def half_interval(share: float, games: int) -> float:
    z = 1.96
    return z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)


def table(encoding: Encoding, games: int, seed: int) -> Iterator[str]:
    """A line for each level."""
    memories = MEMORIES if isinstance(encoding.begin(), FaceDown) else MEMORIES[:1]
    for level in LEVELS:
        shares = [share(encoding, level, memory, games, seed) for memory in memories]
        cells = [f"{each:.0%} ±{100 * half_interval(each, games):.0f}" for each in shares]
        cells += ["the same"] * (len(MEMORIES) - len(memories))
        yield f"| {encoding.game.name} | {level} | " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=[game.name for game in GAMES if game.name != "color_words"])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print("| game | level | " + " | ".join(str(memory) for memory in MEMORIES) + " |")
    print("|---|---|" + "---:|" * len(MEMORIES))
    for name in arguments.names:
        for line in table(encoding_of(name, max(2, find(name).fewest)), arguments.games, arguments.seed):
            print(line, flush=True)


if __name__ == "__main__":
    main()
