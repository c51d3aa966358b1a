"""`polychrome simulate`: many games between bots, and what they show."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from polychrome.arena.bar import bar
from polychrome.arena.match import Result
from polychrome.arena.pool import Died
from polychrome.arena.series import Series, cores, run
from polychrome.arena.standings import lines, seated
from polychrome.arena.stats import Interval, finite
from polychrome.arena.tally import SeriesTally, tally
from polychrome.cli import spoken
from polychrome.cli.failed import INTERRUPTED, failed
from polychrome.cli.files import make_folder, write_record
from polychrome.cli.setup import SEATS, bots_like, bots_of, chosen, games_like, new_seed, optioned, seeded
from polychrome.cli.spoken import Number, in_language, option, translate, words_of
from polychrome.columns import wrapped
from polychrome.engine.core import Game, Value
from polychrome.engine.record import Record, write
from polychrome.registry import find
from polychrome.words import Words

EXAMPLES = """\
polychrome simulate coloretto --games 400 --bots sharp,casual --seats 4
polychrome simulate coloretto --bots search,flat,random --option score_side=grey --json
polychrome simulate coloretto --games 50 --bots random --seats 5 --records games/"""


@spoken.command("simulate", help="cli.simulate.help", examples=EXAMPLES)
@click.argument("game", shell_complete=games_like)
@option("--games", "-n", type=Number(1, 10**7), default=100, metavar="N", help="cli.help.games")
@option("--bots", "-b", required=True, multiple=True, metavar="A,B,…", help="cli.help.bots", shell_complete=bots_like)
@option("--seats", "-s", type=SEATS, metavar="N", help="cli.help.seats_bots")
@optioned
@seeded
@option("--jobs", "-j", type=Number(1, 1000), metavar="N", help="cli.help.jobs")
@option("--records", metavar="FOLDER", help="cli.help.records")
@option("--json", "as_json", is_flag=True, help="cli.help.json")
@in_language
@click.pass_context
def command(
    context: click.Context,
    game: str,
    games: int,
    bots: tuple[str, ...],
    seats: int | None,
    options: tuple[str, ...],
    seed: int | None,
    jobs: int | None,
    records: str | None,
    as_json: bool,
) -> None:
    words = words_of(context)
    rules = find(game)
    series = Series(
        game=game,
        bots=seated(rules, bots_of(bots), seats),
        options={},
        games=games,
        seed=new_seed() if seed is None else seed,
        logs=records is not None,
    )
    series = series._replace(options=chosen(rules, len(series.bots), options))
    keep = keeper(rules, series, Path(records)) if records is not None else None
    started = time.perf_counter()
    results, trouble = play(words, series, jobs or cores(), keep)
    seconds = time.perf_counter() - started
    counted = tally(series, results)
    if as_json:
        click.echo(json.dumps(data(series, rules, counted), indent=2, ensure_ascii=False))
    else:
        for line in lines(words, series, counted):
            click.echo("\n".join(wrapped(line)) if "  " not in line else line)
    click.echo(pace(words, counted.games, seconds), err=True)
    if trouble is KeyboardInterrupt:
        click.echo(translate(words, "cli.simulate.stopped", n=counted.games, games=games), err=True)
        context.exit(INTERRUPTED)
    if trouble is Died:
        raise failed("cli.simulate.died", n=counted.games, games=games)


def play(
    words: Words, series: Series, jobs: int, keep: Callable[[int, Result], None] | None
) -> tuple[dict[int, Result], type[BaseException] | None]:
    """All games, or those that were finished when something came in between."""
    results: dict[int, Result] = {}
    try:
        with progress(words, series.games) as tick, closing(run(series, jobs)) as games:
            for number, result in games:
                if keep is not None:
                    keep(number, result)
                results[number] = result._replace(log=[])
                tick()
    except (KeyboardInterrupt, Died) as trouble:
        return results, type(trouble)
    return results, None


@contextmanager
def progress(words: Words, games: int) -> Iterator[Callable[[], None]]:
    """A bar on the error stream, if a person is watching it."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    with bar(words, games) as advance:
        yield lambda: advance(1)


def keeper(game: Game, series: Series, folder: Path) -> Callable[[int, Result], None]:
    """Writes each game as a record of its own into the folder, which is made if need be."""
    make_folder(folder)
    options = game.named(game.choose(len(series.bots), series.options))
    digits = len(str(series.games))

    def keep(number: int, result: Result) -> None:
        record = Record(game, len(series.bots), options, result.log, f"seed {result.seed}")
        write_record(folder / f"{game.name}-{number + 1:0{digits}}.txt", write(record))

    return keep


def data(series: Series, game: Game, counted: SeriesTally) -> dict[str, object]:
    """Everything but the time it took, so that the same seed gives the same bytes."""
    options: dict[str, Value] = game.named(game.choose(len(series.bots), series.options))
    return {
        "game": series.game,
        "version": game.version,
        "seats": len(series.bots),
        "options": options,
        "seed": series.seed,
        "games": counted.games,
        "asked": series.games,
        "adjudicated": counted.adjudicated,
        "actions": counted.steps,
        "bots": [
            {
                "bot": standing.bot,
                "seats": standing.seats,
                "wins": round(standing.wins, 9),
                "share": interval(standing.share),
                "fair": round(standing.fair, 9),
                "score": interval(standing.score),
                "failures": [
                    {
                        "game": number + 1,
                        "seat": failure.seat,
                        "line": failure.line + 1,
                        "illegal": failure.illegal,
                        "kind": failure.kind,
                        "what": failure.what,
                    }
                    for number, failure in standing.failures
                ],
            }
            for standing in counted.standings
        ],
    }


def interval(value: Interval) -> dict[str, float | None]:
    sure = finite(value)
    return {
        "mean": round(value.middle, 9),
        "low": round(value.low, 9) if sure else None,
        "high": round(value.high, 9) if sure else None,
    }


def pace(words: Words, games: int, seconds: float) -> str:
    rate = games / seconds if seconds else 0.0
    return translate(
        words, "cli.simulate.pace", seconds=f"{seconds:.1f}", rate=f"{rate:.3g}" if rate < 100 else f"{rate:.0f}"
    )
