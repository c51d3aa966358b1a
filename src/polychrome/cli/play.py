"""`polychrome play`: a game in the terminal, against bots or around one keyboard."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import click

from polychrome.cli import spoken
from polychrome.cli.failed import INTERRUPTED, misused
from polychrome.cli.files import check_writable, read_record, write_record
from polychrome.cli.local_room import LocalRoom
from polychrome.cli.saves import Save, keep, waiting
from polychrome.cli.screen import make_screen
from polychrome.cli.setup import (
    SEATS,
    bots_like,
    bots_of,
    chosen,
    games_like,
    named,
    names_of,
    new_seed,
    optioned,
    seeded,
)
from polychrome.cli.sitting import Left, Sitting
from polychrome.cli.spoken import Number, in_language, option, translate, words_of
from polychrome.engine.core import Game, Value
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.engine.record import resume, write
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find
from polychrome.words import Words, language_from_environment

OPPONENT = "casual"
COMPANY = 3  # seats at a table when nobody says how many

EXAMPLES = """\
polychrome play coloretto
polychrome play coloretto --seats 4 --bot master --option score_side=grey
polychrome play coloretto --humans 2 --names Ada,Grace --bot random
polychrome play coloretto --plain --lang fr
polychrome play color_words --daily
polychrome play saved-game.txt"""


class Wishes(NamedTuple):
    """How people want to play, apart from the game itself."""

    humans: int
    bots: list[str]
    names: str | None
    plain: bool
    ascii_only: bool
    pause: bool
    look: int
    hints: bool
    remember: bool

    def again(self, words: Words, file: Path) -> str:
        """The command that goes on with a saved game in the same way."""
        parts = ["polychrome", "play", str(file)]
        parts += ["--humans", str(self.humans)] if self.humans != 1 else []
        parts += ["--bot", ",".join(self.bots)] if self.bots != [OPPONENT] else []
        parts += ["--names", self.names] if self.names else []
        parts += ["--plain"] if self.plain else []
        parts += ["--ascii"] if self.ascii_only else []
        parts += ["--textures"] if words.textures else []
        parts += [] if self.pause else ["--no-pause"]
        parts += ["--look", str(self.look)] if self.look else []
        parts += ["--hints"] if self.hints else []
        parts += ["--remember"] if self.remember else []
        parts += ["--lang", words.language] if words.language != language_from_environment(os.environ) else []
        return shlex.join(parts)


@spoken.command("play", help="cli.play.help_text", examples=EXAMPLES)
@click.argument("game", required=False, metavar="[GAME|FILE]", shell_complete=games_like)
@option("--seats", "-s", type=SEATS, metavar="N", help="cli.help.seats")
@option("--humans", "-p", type=Number(0, 14), default=1, metavar="N", help="cli.help.humans")
@option("--bot", "--bots", "-b", "bots", multiple=True, metavar="BOT", help="cli.help.bot", shell_complete=bots_like)
@optioned
@seeded
@option("--daily", is_flag=True, help="cli.help.daily")
@named
@option("--resume", metavar="FILE", help="cli.help.resume")
@option("--record", "record_file", metavar="FILE", help="cli.help.record")
@option("--pause/--no-pause", default=True, help="cli.help.pause")
@option("--look", type=Number(0, 10), default=0, metavar="SECONDS", help="cli.help.look")
@option("--hints", is_flag=True, help="cli.help.hints")
@option("--remember", is_flag=True, help="cli.help.remember")
@option("--plain", is_flag=True, help="cli.help.plain")
@option("--ascii", "ascii_only", is_flag=True, help="cli.help.ascii")
@option("--textures", is_flag=True, help="cli.help.textures")
@in_language
@click.pass_context
def command(
    context: click.Context,
    game: str | None,
    seats: int | None,
    humans: int,
    bots: tuple[str, ...],
    options: tuple[str, ...],
    seed: int | None,
    daily: bool,
    names: str | None,
    resume: str | None,
    record_file: str | None,
    pause: bool,
    look: int,
    hints: bool,
    remember: bool,
    plain: bool,
    ascii_only: bool,
    textures: bool,
) -> None:
    words = words_of(context)
    if textures:
        context.obj = words = Words(words.language, textures=True)
    company = bots_of(bots or [OPPONENT])
    wishes = Wishes(humans, company, names, plain, ascii_only, pause, look, hints, remember)
    target = Path(record_file) if record_file is not None else None
    if target is not None:
        check_writable(target)
    if resume is not None and game is not None:
        raise misused("cli.usage.both", game=game, file=resume)
    file = resume
    if game is None and file is None:
        game, file, seats, wishes = menu(words, seats, wishes)
    elif game is not None and is_file(game):
        file = game
    table, place = laid(game, file, seats, options, seed, daily, words)
    play(context, table, wishes, place, target)


def laid(
    game: str | None,
    file: str | None,
    seats: int | None,
    options: tuple[str, ...],
    seed: int | None,
    daily: bool,
    words: Words,
) -> tuple[Table, Path | None]:
    """The table to play at, and where to keep its game if that is settled."""
    if file is not None:
        if seats is not None or options or seed is not None or daily:
            raise misused("cli.usage.settled", file=file)
        return old_table(file)
    assert game is not None
    return (day_table if daily else new_table)(game, seats, options, seed, words), None


def is_file(word: str) -> bool:
    """Does somebody name a file rather than a game?"""
    if word in [game.name for game in GAMES]:
        return False
    looks = any(mark in word for mark in (".", "/", os.sep))
    try:
        return looks or Path(word).exists()
    except (OSError, ValueError):
        return looks


def new_table(name: str, seats: int | None, options: tuple[str, ...], seed: int | None, words: Words) -> Table:
    game = find(name)
    places = min(max(COMPANY, game.fewest), game.most) if seats is None else seats
    picked = {**own_language(game, words), **chosen(game, places, options)}
    return Table(game, places, picked, Dice(new_seed() if seed is None else seed))


def day_table(name: str, seats: int | None, options: tuple[str, ...], seed: int | None, words: Words) -> Table:
    """The game of the day: alone, with the same luck as everybody else."""
    from polychrome.arena import daily

    game = find(name)
    if seed is not None or seats not in (None, 1):
        raise misused("cli.usage.daily")
    key = daily.key(game, 1, daily.today())
    return Table(game, 1, {**own_language(game, words), **chosen(game, 1, options)}, KeyedDice(key))


def own_language(game: Game, words: Words) -> dict[str, Value]:
    """Where a game is played with words, those of the host (CWO-4a)."""
    return {option.name: words.language for option in game.options if option.name == "language"}


def old_table(file: str) -> tuple[Table, Path | None]:
    """A saved game, and where to save it again. A record without its luck gets new luck, and stays as it is."""
    kept = read_record(file)
    if kept.luck:
        return resume(kept), Path(file)
    return resume(kept, Dice(new_seed())), None


def play(context: click.Context, table: Table, wishes: Wishes, place: Path | None, target: Path | None) -> None:
    words = words_of(context)
    seats = table.state.seats
    if wishes.humans > seats:
        raise misused("cli.usage.humans", humans=wishes.humans, seats=seats)
    names = names_of(words, wishes.names, seats)
    bots = {seat: wishes.bots[at % len(wishes.bots)] for at, seat in enumerate(range(wishes.humans, seats))}
    screen = make_screen(words, names, wishes.plain, wishes.ascii_only)
    if sys.stdin.isatty():
        edit_lines()
    local = LocalRoom(table, bots, wishes.hints, wishes.remember)
    sitting = Sitting(local, screen, wishes.pause, place, wishes.look)
    code = run(sitting)
    if not local.table.over():
        file = keep(local.record(), sitting.file)
        screen.write([sitting.translate("cli.play.kept"), "  " + wishes.again(words, file)])
    else:
        if sitting.file is not None:
            keep(local.record(), sitting.file)
        if target is not None:
            write_record(target, write(local.record()))
            screen.write([sitting.translate("cli.play.recorded", file=str(target))])
    context.exit(code)


def run(sitting: Sitting) -> int:
    """Play until it is over or people leave; how the program ends then."""
    try:
        with ending_politely():
            sitting.run()
    except (Left, EOFError):
        sitting.screen.write([""])
    except KeyboardInterrupt:
        sitting.screen.write([""])
        return INTERRUPTED
    return 0


@contextmanager
def ending_politely() -> Iterator[None]:
    """A closed terminal or a request to end is Ctrl-C to us: the game is kept."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {}
    try:
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                before[getattr(signal, name)] = signal.signal(getattr(signal, name), interrupt)
    except ValueError:  # not in the main thread: then signals are somebody else's business
        pass
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def edit_lines() -> None:
    """Arrow keys and history at the prompt, where Python has them."""
    with suppress(ImportError):
        import readline  # noqa: F401


# Without a game: a short menu.


def menu(words: Words, seats: int | None, wishes: Wishes) -> tuple[str | None, str | None, int | None, Wishes]:
    if not sys.stdin.isatty():
        raise misused("cli.usage.which", games=[game.name for game in GAMES])
    saves = waiting(3)
    click.echo(words.word("cli.menu.title"))
    lines = [menu_save(words, save) for save in saves]
    for game in GAMES:
        title = words.word(f"game.{game.name}")
        lines.append(
            translate(words, "cli.menu.game", title=title, fewest=game.fewest, most=game.most, minutes=game.minutes)
        )
    for number, line in enumerate(lines, 1):
        click.echo(f"  {number}. {line}")
    picked = pick(words, words.word("cli.menu.which"), 1, len(lines), 1)
    if picked <= len(saves):
        save = saves[picked - 1]
        return None, str(save.file), None, wishes._replace(humans=ask_humans(words, save.seats, wishes))
    game = GAMES[picked - len(saves) - 1]
    if seats is None:
        usual = min(max(COMPANY, game.fewest), game.most)
        seats = pick(words, words.word("cli.menu.seats"), game.fewest, game.most, usual)
        wishes = wishes._replace(humans=ask_humans(words, seats, wishes))
    return game.name, None, seats, wishes


def ask_humans(words: Words, seats: int, wishes: Wishes) -> int:
    return pick(words, words.word("cli.menu.humans"), 0, seats, min(wishes.humans, seats))


def menu_save(words: Words, save: Save) -> str:
    return translate(
        words, "cli.menu.save", title=words.word(f"game.{save.game}"), seats=save.seats, file=save.file.name
    )


def pick(words: Words, question: str, low: int, high: int, usual: int) -> int:
    """Ask for a number until there is one; Enter takes the usual."""
    while True:
        try:
            line = input(f"{question} ({low}–{high}) [{usual}]: ").strip()
        except EOFError:
            raise KeyboardInterrupt from None
        if not line:
            return usual
        if line.isascii() and line.isdigit() and len(line) < 6 and low <= int(line) <= high:
            return int(line)
        click.echo(translate(words, "cli.menu.number", low=low, high=high))
