"""Ways to play that the frameworks' tests try: every game with few and many seats, and every value of each option."""

from __future__ import annotations

from typing import NamedTuple

from laws.walks import few_ways
from polychrome.engine.core import Value
from polychrome.registry import GAMES, find


class Way(NamedTuple):
    name: str
    seats: int
    options: dict[str, Value]

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *map(str, self.options.values())])


ALL_WAYS = [Way(game.name, seats, game.named(options)) for game in GAMES for seats, options in few_ways(game)]
EXTREMES = [Way(game.name, seats, {}) for game in GAMES for seats in (game.fewest, game.most)]
TOGETHER = [
    *[way for way in EXTREMES if way.name in ("color_words", "les_aveugles", "a_l_aveuglette")],
    *[Way("coloretto", seats, {"final_choice": "manual"}) for seats in (2, find("coloretto").most)],
]
