"""Many games between bots."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager

from polychrome.api.bots import Player, enlisted
from polychrome.api.table import places
from polychrome.arena.match import Result
from polychrome.arena.series import Series, cores, run
from polychrome.arena.standings import lines, seated
from polychrome.arena.tally import Standing, tally
from polychrome.bots import hire
from polychrome.engine.core import Message, Unplayable, Value
from polychrome.lexicon.shelf import hand_over
from polychrome.registry import find
from polychrome.words import Words


class Outcome:
    """What came of a match. `print` shows it as `polychrome simulate` does."""

    def __init__(self, series: Series, results: dict[int, Result]) -> None:
        self.series = series
        """What was played: game, bots, options, seed."""
        self.results = results
        """By the number of the game: scores, winners, failures of bots."""
        self.tally = tally(series, results)
        """Wins and points of each bot, with how sure one can be of them."""

    @property
    def standings(self) -> dict[str, Standing]:
        """By the name of the bot: `wins`, `share` (with a 95 % interval), `score`, `failures`."""
        return {standing.bot: standing for standing in self.tally.standings}

    def __str__(self) -> str:
        return "\n".join(lines(Words(), self.series, self.tally))

    def __repr__(self) -> str:
        shares = ", ".join(f"{bot} {one.share.middle:.1%}" for bot, one in self.standings.items())
        return f"<Outcome of {self.tally.games} games of {self.series.game}: {shares}>"


def match(
    game: str,
    bots: Sequence[Player] | Player,
    games: int = 100,
    seats: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    progress: bool | None = None,
    **options: Value,
) -> Outcome:
    """Let bots play many games and count; the last one named fills the seats that are left.

    A bot is a name (see `polychrome.bot`), a bot that was made already, or a class or a function of your own. Named
    ones play on all cores (or `jobs` of them), all others in this process. Bots move on by a seat from game to game,
    and the same seed gives the same games. A bar shows the progress where somebody watches, or if `progress` says so.

    >>> match("coloretto", ["random"], games=10, seed=1)
    <Outcome of 10 games of coloretto: random 100.0%>

    Raises `Unplayable`, with a sentence, before anything begins, if it cannot be played like that.
    """
    hand_over()
    rules = find(game)
    players = list(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else [bots]
    if not players:
        raise Unplayable(Message("setup.no_bots", {}))
    if not isinstance(games, int) or games < 1:
        raise Unplayable(Message("setup.games", {"games": str(games)}))
    names = seated(rules, enlisted(players), None if seats is None else places(rules, seats))
    for name in dict.fromkeys(names):
        hire(name, 0)  # what is wrong with it is said before anything begins
    rules.begin(len(names), options)
    series = Series(game, names, options, games, secrets.randbelow(10**15) if seed is None else seed)
    here = any(not isinstance(bot, str) for bot in players)
    arriving = ((number, series.play(number)) for number in range(games)) if here else run(series, jobs or cores())
    results: dict[int, Result] = {}
    with watched(games, sys.stderr.isatty() if progress is None else progress) as tick, closing(arriving):
        for number, result in arriving:
            results[number] = result
            tick()
    return Outcome(series, results)


@contextmanager
def watched(games: int, shown: bool) -> Iterator[Callable[[], None]]:
    if not shown:
        yield lambda: None
        return
    from polychrome.arena.bar import bar

    with bar(Words(), games) as advance:
        yield lambda: advance(1)
