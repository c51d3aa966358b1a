"""`polychrome puzzle`: the puzzles of a day in the terminal, and the stock that they come from."""

from __future__ import annotations

import json
import sys
import time
from datetime import date
from pathlib import Path

import click

from polychrome.arena.bar import bar
from polychrome.arena.daily import today
from polychrome.cli.failed import Misused, misused
from polychrome.cli.files import explained, make_folder
from polychrome.cli.group import group
from polychrome.cli.local_room import LocalRoom
from polychrome.cli.play import edit_lines, own_language, run
from polychrome.cli.screen import make_screen
from polychrome.cli.setup import games_like, names_of, new_seed
from polychrome.cli.sitting import Sitting
from polychrome.cli.spoken import Number, in_language, option, translate, words_of
from polychrome.columns import wrapped
from polychrome.engine.core import Game, Message
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.puzzles import SOLVER, Puzzle, edition_for, editions, file_name, puzzle_of
from polychrome.puzzles.makers import maker_of
from polychrome.puzzles.making import make
from polychrome.registry import GAMES, find
from polychrome.room.guided import COMPANION
from polychrome.words import Words

SEED = 1  # of the stock that comes with Polychrome
STOCK = 60  # puzzles of a game
EXAMPLES = """\
polychrome puzzle play
polychrome puzzle play ronde
polychrome puzzle make --out stock"""
PLAY_EXAMPLES = """\
polychrome puzzle play coloretto
polychrome puzzle play ronde --date 2026-11-18 --plain"""
MAKE_EXAMPLES = """\
polychrome puzzle make --out stock
polychrome puzzle make colorio --count 6 --seed 7 --json"""


command = group("puzzle", "cli.puzzle.help", EXAMPLES, lambda name: f"cli.puzzle.{name}.short")


# Playing.


class Solving(Sitting):
    """A sitting at a puzzle: what is to be reached is said first, and again with the position."""

    kept = False

    def greet(self) -> None:
        task = self.room.telling.task()
        assert task is not None
        self.note_that(task.goal)
        self.note(f"puzzle.grade.{task.grade}")
        self.note(f"puzzle.par.{self.room.game.name}", n=task.par)

    def finish(self) -> bool:
        """There is nothing to be taken back: the answer is given."""
        frame = self.local.look_together()
        self.behold(frame, SOLVER)
        self.show()
        return True


@command.subcommand("play", "cli.puzzle.play.help", PLAY_EXAMPLES)
@click.argument("game", required=False, metavar="[GAME]", shell_complete=games_like)
@option("--date", "day", metavar="YYYY-MM-DD", help="cli.puzzle.option.date")
@option("--plain", is_flag=True, help="cli.help.plain")
@option("--ascii", "ascii_only", is_flag=True, help="cli.help.ascii")
@option("--json", "as_json", is_flag=True, help="cli.puzzle.option.json")
@in_language
@click.pass_context
def play(
    context: click.Context, game: str | None, day: str | None, plain: bool, ascii_only: bool, as_json: bool
) -> None:
    words = words_of(context)
    wanted = day_of(day)
    if game is None:
        overview(words, wanted, as_json)
        return
    known = find(game)
    puzzle = puzzle_for(known, words, wanted)
    if puzzle is None:
        raise unpuzzled(known)
    if as_json:
        click.echo(json.dumps(facts(known, puzzle, words, wanted), ensure_ascii=False))
        return
    screen = make_screen(words, names_of(words, None, puzzle.seats), plain, ascii_only)
    if sys.stdin.isatty():
        edit_lines()
    bots = {seat: COMPANION for seat in range(puzzle.seats) if seat != SOLVER}
    sitting = Solving(LocalRoom(empty(known, puzzle), bots, puzzle=wanted), screen, True, None)
    code = run(sitting)
    task = sitting.room.telling.task()
    if task is not None and task.reached is not None:
        if task.reached < task.par:
            best = " ".join(words.translate(message, screen.names) for message in task.best)
            screen.write([translate(words, "puzzle.best", best=best)])
        screen.write([shared(words, known, wanted, puzzle.result(task.reached))])
    context.exit(code)


def unpuzzled(game: Game) -> Misused:
    """There are no puzzles of this game, on no day; but of others there are."""
    return misused(
        "cli.usage.no_puzzle", game=game.name, games=[one.name for one in GAMES if maker_of(one) is not None]
    )


def day_of(text: str | None) -> str:
    """The day that is asked for, as everybody writes it: today, or one that has been."""
    now = today()
    try:
        found = now if text is None else date.fromisoformat(text)
    except ValueError:
        raise misused("cli.usage.date", text=str(text)[:40]) from None
    if found > now:
        raise misused("cli.usage.later", date=found.isoformat())
    return found.isoformat()


def puzzle_for(game: Game, words: Words, day: str) -> Puzzle | None:
    return puzzle_of(game, edition_for(game, own_language(game, words)), day)


def empty(game: Game, puzzle: Puzzle) -> Table:
    """The table before the puzzle is laid out; what comes after it is left to chance."""
    table = Table(game, puzzle.seats, puzzle.options, None)
    table.dice = Dice(new_seed())
    return table


def shared(words: Words, game: Game, day: str, result: Message) -> str:
    """The sentence to tell others."""
    title = words.word(f"game.{game.name}")
    return translate(words, "puzzle.share", title=title, date=day, result=words.translate(result))


def facts(game: Game, puzzle: Puzzle, words: Words, day: str) -> dict[str, object]:
    return {
        "game": game.name,
        "date": day,
        "goal": words.translate(puzzle.goal),
        "par": puzzle.par,
        "grade": puzzle.grade,
    }


def overview(words: Words, day: str, as_json: bool) -> None:
    """The puzzles of a day, and how to begin one."""
    found = [(game, puzzle) for game in GAMES if (puzzle := puzzle_for(game, words, day)) is not None]
    if as_json:
        click.echo(json.dumps([facts(game, puzzle, words, day) for game, puzzle in found], ensure_ascii=False))
        return
    click.echo(translate(words, "cli.puzzle.day", date=day))
    for game, puzzle in found:
        title, goal = words.word(f"game.{game.name}"), words.translate(puzzle.goal)
        par = translate(words, f"puzzle.par.{game.name}", n=puzzle.par)
        line = translate(words, "cli.puzzle.one", title=title, goal=goal, par=par)
        click.echo("\n".join([*wrapped(line, indent="  "), f"    polychrome puzzle play {game.name}"]))


# Making.


@command.subcommand("make", "cli.puzzle.make.help", MAKE_EXAMPLES)
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=games_like)
@option("--count", "-n", type=Number(1, 10_000), default=STOCK, metavar="N", help="cli.puzzle.option.count")
@option("--seed", type=Number(0, 10**18), default=SEED, metavar="N", help="cli.puzzle.option.seed")
@option("--out", metavar="FOLDER", default="stock", help="cli.puzzle.option.out")
@option("--json", "as_json", is_flag=True, help="cli.help.json")
@in_language
@click.pass_context
def making(context: click.Context, games: tuple[str, ...], count: int, seed: int, out: str, as_json: bool) -> None:
    words = words_of(context)
    wanted = [find(name) for name in games] if games else [game for game in GAMES if maker_of(game) is not None]
    for game in wanted:
        if maker_of(game) is None:
            raise unpuzzled(game)
    shipped_lists()
    folder = Path(out).expanduser()
    make_folder(folder)
    told = [stocked(words, folder, game, edition, seed, count) for game in wanted for edition in editions(game)]
    if as_json:
        click.echo(json.dumps(told))


def shipped_lists() -> None:
    """By the words that came with Polychrome, and by no others: everybody shall make the same puzzles."""
    from polychrome.games.color_words.lexicon import SHELF
    from polychrome.lexicon import shelf

    SHELF.fill_from(lambda language: shelf.from_file(shelf.shipped(language)), shelf.bands)


def stocked(words: Words, folder: Path, game: Game, edition: str, seed: int, count: int) -> dict[str, object]:
    """Make what is missing of one file; what there is then."""
    maker = maker_of(game)
    assert maker is not None
    began, steps = time.process_time(), make(folder, game, edition, maker, seed, count)
    with explained(folder / file_name(game, edition), writing=True):
        there = next(steps)
    have = max(count, there)
    with bar(words, have, there, "cli.puzzle.making") as advance:
        for _ in steps:
            advance(1)
    title = " ".join([words.word(f"game.{game.name}"), edition]).strip()
    seconds = round(time.process_time() - began, 1)
    click.echo(
        translate(words, "cli.puzzle.made", title=title, n=have, made=have - there, seconds=str(seconds)), err=True
    )
    return {"game": game.name, "edition": edition, "puzzles": have, "made": have - there, "seconds": seconds}
