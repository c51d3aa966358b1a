"""`polychrome arena`: tournaments of bots, and what they show."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import click

from polychrome.arena import pool, schedule
from polychrome.arena.bar import bar
from polychrome.arena.book import Book
from polychrome.arena.pool import Died
from polychrome.arena.schedule import LADDER, PAIRS, TABLES, Pairing, Plan
from polychrome.arena.series import cores
from polychrome.arena.summary import Summary, data, summary
from polychrome.arena.table import markdown, mishaps, rated, rows
from polychrome.arena.tournament import Engine, local, play
from polychrome.cli.failed import INTERRUPTED, Misused, failed, meant, misused
from polychrome.cli.files import check_open, make_folder, write_record, write_text
from polychrome.cli.group import group
from polychrome.cli.setup import SEATS, bots_of, chosen, new_seed, optioned, seeded
from polychrome.cli.spoken import Number, in_language, option, translate, words_of
from polychrome.columns import columns, wrapped
from polychrome.engine.core import Message
from polychrome.engine.record import write
from polychrome.registry import GAMES, find
from polychrome.words import Words

BOTS = "random,kid,casual,sharp,master"  # the weakest first
FOLDER = "arena"
SELDOM = 30  # seconds between two lines where nobody watches
EXAMPLES = """\
polychrome arena run --seed 1 --markdown strength.md
polychrome arena report arena --html report.html"""
RUN_EXAMPLES = """\
polychrome arena run --game coloretto --bots random,flat:50,search:200 --pairs round-robin --out duel
polychrome arena run --games 100 --seats 2 --html report.html
polychrome arena run --cluster tcp://192.168.1.5:8786"""
REPORT_EXAMPLES = """\
polychrome arena report arena
polychrome arena report arena --html report.html --markdown strength.md"""
RECORD_EXAMPLES = """\
polychrome arena record arena 17
polychrome arena record arena 17 --out game.txt"""


command = group("arena", "arena.help", EXAMPLES, lambda name: f"arena.{name}.short")


# Playing.


@command.subcommand("run", "arena.run.help", RUN_EXAMPLES)
@option("--games", "-n", type=Number(1, 10**6), default=400, metavar="N", help="arena.option.games")
@option("--more", multiple=True, metavar="GAME=N", help="arena.option.more")
@option("--game", "-g", "names", multiple=True, metavar="A,B,…", help="arena.option.game")
@option("--seats", "-s", type=SEATS, multiple=True, metavar="N", help="arena.option.seats")
@option("--bots", "-b", multiple=True, metavar="A,B,…", help="arena.option.bots")
@option("--pairs", metavar="|".join(PAIRS), default=LADDER, help="arena.option.pairs")
@option("--both", is_flag=True, help="arena.option.both")
@optioned
@seeded
@option("--out", metavar="FOLDER", default=FOLDER, help="arena.option.out")
@option("--jobs", "-j", type=Number(1, 1000), metavar="N", help="cli.help.jobs")
@option("--limit", type=Number(1, 86400), default=int(pool.LIMIT), metavar="N", help="arena.option.limit")
@option("--cluster", metavar="ADDRESS", help="arena.option.cluster")
@option("--html", metavar="FILE", help="arena.option.html")
@option("--markdown", "text", metavar="FILE", help="arena.option.markdown")
@option("--json", "as_json", is_flag=True, help="cli.help.json")
@in_language
@click.pass_context
def run(
    context: click.Context,
    games: int,
    more: tuple[str, ...],
    names: tuple[str, ...],
    seats: tuple[int, ...],
    bots: tuple[str, ...],
    pairs: str,
    both: bool,
    options: tuple[str, ...],
    seed: int | None,
    out: str,
    jobs: int | None,
    limit: int,
    cluster: str | None,
    html: str | None,
    text: str | None,
    as_json: bool,
) -> None:
    words = words_of(context)
    folder = Path(out)
    for file in (html, text):
        if file is not None:
            check_open(Path(file))
    check_pairs(pairs)
    rivals = different(bots_of(bots or [BOTS]))
    larger = counts(more)
    rules = [find(name.strip()) for part in names for name in part.split(",")] or list(GAMES)
    found = schedule.pairings(rules, seats or TABLES, rivals, pairs, both)
    values = {}
    for pairing in found:
        values[pairing.game] = chosen(find(pairing.game), pairing.seats, fitting(pairing, found, options))
    engine = engine_of(cluster, jobs or cores(), limit)
    make_folder(folder)
    with closing(Book(folder, new=True)) as book:
        known = book.plan()
        if seed is None:  # a tournament that was begun goes on with its own luck
            seed = int(str(known["seed"])) if known is not None else new_seed()
        plan = Plan(found, values, games, seed, larger)
        book.settle(plan.identity(), games)
        again = repeated(games, more, names, seats, rivals, pairs, both, options, seed)
        book.note("command", again)
        for name in bare(plan):
            click.echo(translate(words, "arena.bare", game=name), err=True)
        trouble = played(words, plan, book, engine)
        done = summary(book)
    told(words, done, as_json)
    written(words, done, html, text, again)
    click.echo(translate(words, "arena.kept", file=str(book.file)), err=True)
    total = plan.total()
    if trouble is KeyboardInterrupt:
        click.echo(translate(words, "arena.stopped", n=done.games, games=total), err=True)
        context.exit(INTERRUPTED)
    if trouble is Died:
        raise failed("arena.died", n=done.games, games=total)


def check_pairs(pairs: str) -> None:
    if pairs not in PAIRS:
        raise Misused(
            Message("arena.usage.pairs", {"name": pairs[:40], "pairs": list(PAIRS)}), hint=meant(pairs, PAIRS)
        )


def counts(more: Sequence[str]) -> dict[str, int]:
    """How many games of each that is named."""
    found = {}
    for text in more:
        name, _, number = text.partition("=")
        game = find(name.strip())
        found[game.name] = Number(1, 10**6, "--more").convert(number, None, None)
    return found


def repeated(
    games: int,
    more: Sequence[str],
    names: Sequence[str],
    seats: Sequence[int],
    rivals: Sequence[str],
    pairs: str,
    both: bool,
    options: Sequence[str],
    seed: int,
) -> str:
    """The command that plays the same games on any machine."""
    words = ["polychrome", "arena", "run", "--seed", str(seed), "--games", str(games)]
    words += [word for one in more for word in ("--more", one)]
    words += [word for name in names for word in ("--game", name)]
    words += [word for table in seats for word in ("--seats", str(table))]
    words += ["--bots", ",".join(rivals), "--pairs", pairs]
    words += ["--both"] * both
    words += [word for one in options for word in ("--option", one)]
    return shlex.join(words)


def fitting(pairing: Pairing, every: Sequence[Pairing], options: Sequence[str]) -> list[str]:
    """The options that are this game's; those that are nobody's too, so that somebody objects."""
    known = {other.game: [option.name for option in find(other.game).options] for other in every}
    names = [(text, text.partition("=")[0].strip()) for text in options]
    everybodys = {name for options in known.values() for name in options}
    return [text for text, name in names if name in known[pairing.game] or name not in everybodys]


def bare(plan: Plan) -> list[str]:
    """Games that would be judged by a word list, if there were one."""
    judged = [pairing for pairing in plan.pairings if find(pairing.game).data is not None]
    return list(dict.fromkeys(pairing.game for pairing in judged if not schedule.outside(pairing, plan.options)))


def different(bots: list[str]) -> list[str]:
    if len(bots) < 2:
        raise misused("arena.usage.few")
    for bot in bots:
        if bots.count(bot) > 1:
            raise misused("arena.usage.twice", bot=bot)
    return bots


def engine_of(cluster: str | None, jobs: int, limit: int) -> Engine:
    if cluster is None:
        return local(jobs, limit)
    from polychrome.arena.cluster import engine

    return engine(cluster, limit)


def played(words: Words, plan: Plan, book: Book, engine: Engine) -> type[BaseException] | None:
    """Play what is left; what came in between, if anything did."""
    finished = book.finished()
    done = sum(fixture.number in finished for fixture in plan.fixtures())
    left = plan.total() - done
    click.echo(translate(words, "arena.begin", n=left, done=done), err=True)
    begun = time.perf_counter()
    counted = 0
    trouble: type[BaseException] | None = None
    try:
        with progress(words, done + left, done) as tick:

            def count(games: int) -> None:
                nonlocal counted
                counted += games
                tick(games)

            play(plan, book, engine, count)
    except (KeyboardInterrupt, Died) as came:
        trouble = type(came)
    if counted:
        seconds = time.perf_counter() - begun
        rate = counted / seconds if seconds else 0.0
        pace = f"{rate:.3g}" if rate < 100 else f"{rate:.0f}"
        click.echo(translate(words, "cli.simulate.pace", seconds=f"{seconds:.1f}", rate=pace), err=True)
    return trouble


@contextmanager
def progress(words: Words, games: int, done: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream if a person is watching it, otherwise a line now and then."""
    if not sys.stderr.isatty():
        yield ProgressLines(words, games, done).tick
        return
    with bar(words, games, done) as advance:
        yield advance


class ProgressLines:
    """How far it is, for a log."""

    def __init__(self, words: Words, games: int, done: int) -> None:
        self.words = words
        self.games = games
        self.before = self.done = done
        self.begun = self.told = time.monotonic()

    def tick(self, games: int) -> None:
        self.done += games
        now = time.monotonic()
        if now - self.told >= SELDOM:
            self.told = now
            left = (now - self.begun) / (self.done - self.before) * (self.games - self.done)
            minutes = max(1, round(left / 60))
            click.echo(translate(self.words, "arena.progress", done=self.done, games=self.games, n=minutes), err=True)


# Telling.


@command.subcommand("report", "arena.report.help", REPORT_EXAMPLES)
@click.argument("folder", default=FOLDER)
@option("--html", metavar="FILE", help="arena.option.html")
@option("--markdown", "text", metavar="FILE", help="arena.option.markdown")
@option("--json", "as_json", is_flag=True, help="cli.help.json")
@in_language
@click.pass_context
def report(context: click.Context, folder: str, html: str | None, text: str | None, as_json: bool) -> None:
    words = words_of(context)
    for file in (html, text):
        if file is not None:
            check_open(Path(file))
    with closing(Book(Path(folder))) as book:
        done = summary(book)
        made_by = book.about("command") or ""
    if as_json or not (html or text):
        told(words, done, as_json)
    written(words, done, html, text, made_by)


def told(words: Words, done: Summary, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(data(done), indent=2, ensure_ascii=False))
        return
    if not done.sheets:
        click.echo(words.word("arena.nothing"))
        return
    lines = columns(rows(words, done), right=(3, 4, 5, 6, 7))
    lines += ["", *columns(rated(words, done), right=(1, 2, 3, 4)), ""]
    for line in lines:
        click.echo(line)
    for line in [words.word("arena.page.how"), *mishaps(words, done)]:
        click.echo("\n".join(wrapped(line)))


def written(words: Words, done: Summary, html: str | None, text: str | None, made_by: str) -> None:
    if html is not None:
        from polychrome.arena.page import page

        write_text(Path(html), page(words, done))
        click.echo(translate(words, "arena.written", file=html), err=True)
    if text is not None:
        write_text(Path(text), markdown(words, done, made_by))
        click.echo(translate(words, "arena.written", file=text), err=True)


@command.subcommand("record", "arena.record.help", RECORD_EXAMPLES)
@click.argument("folder")
@click.argument("number", type=Number(0, 10**15))
@option("--out", metavar="FILE", help="arena.option.record")
@in_language
def record(folder: str, number: int, out: str | None) -> None:
    with closing(Book(Path(folder))) as book:
        text = write(book.record(number))
    if out is None:
        click.echo(text, nl=False)
    else:
        write_record(Path(out), text)
