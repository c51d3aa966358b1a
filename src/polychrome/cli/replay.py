"""`polychrome replay`: a recorded game, move by move."""

from __future__ import annotations

from typing import Final

import click

from polychrome.cli import spoken
from polychrome.cli.files import read_record
from polychrome.cli.screen import make_screen
from polychrome.cli.setup import named, names_of
from polychrome.cli.spoken import in_language, option, translate, words_of
from polychrome.engine.core import NATURE, SPECTATOR
from polychrome.engine.record import Record, other_data
from polychrome.engine.table import Table
from polychrome.scenes import draw
from polychrome.scenes.scene import Scene
from polychrome.scenes.turn import view_to_draw
from polychrome.scenes.walk import Walk

EXAMPLES: Final = """\
polychrome replay game.txt
polychrome replay game.txt --all --plain"""

NEXT: Final = ("", "n", "next")
BACK: Final = ("b", "back")
END: Final = ("e", "end")
QUIT: Final = ("q", "quit")


class OpenedRecord:
    """A record that can be opened at any move. A move is a player's action together with chance's answer."""

    def __init__(self, record: Record) -> None:
        self.table = Table(record.game, record.seats, record.options, None)
        self.table.replay(record.lines)
        seats = [line.seat for line in self.table.log]
        self.ends = [at for at, seat in enumerate(seats) if seat != NATURE] + [
            len(seats)
        ]  # of the set-up, of each move
        self.lines = record.lines

    def moves(self) -> int:
        return len(self.ends) - 1

    def scene(self, number: int) -> Scene:
        """The table after so many moves, as anybody may see it."""
        begin = self.ends[number - 1] if number else 0
        table = Table(self.table.game, self.table.state.seats, self.table.options, None)
        table.replay(self.lines[: self.ends[number]])
        return draw(table.game, view_to_draw(table.state, SPECTATOR), SPECTATOR, table.told(SPECTATOR, begin))


@spoken.command("replay", help="cli.replay.help", examples=EXAMPLES)
@click.argument("file")
@option("--all", "whole", is_flag=True, help="cli.help.all")
@named
@option("--plain", is_flag=True, help="cli.help.plain")
@option("--ascii", "ascii_only", is_flag=True, help="cli.help.ascii")
@in_language
@click.pass_context
def command(context: click.Context, file: str, whole: bool, names: str | None, plain: bool, ascii_only: bool) -> None:
    words = words_of(context)
    record = read_record(file)
    replay = OpenedRecord(record)
    screen = make_screen(words, names_of(words, names, replay.table.state.seats), plain, ascii_only)
    other = other_data(record)
    if other is not None:
        screen.write([words.translate(other)])
    if whole:
        for number in range(replay.moves() + 1):
            screen.show(
                Walk(replay.scene(number)), [translate(words, "cli.replay.at", number=number, moves=replay.moves())]
            )
        return
    at, note = 0, words.word("cli.replay.keys")
    while True:
        screen.show(Walk(replay.scene(at)), [translate(words, "cli.replay.at", number=at, moves=replay.moves()), note])
        note = words.word("cli.replay.keys")
        try:
            line = screen.ask("> ").casefold()
        except EOFError:
            click.echo()
            return
        if line in QUIT:
            return
        if line in NEXT and at == replay.moves():
            note = words.word("cli.replay.over")
        at = step(at, line, replay.moves())


def step(at: int, line: str, last: int) -> int:
    """Which move to look at next."""
    if line in NEXT:
        return min(at + 1, last)
    if line in BACK:
        return max(at - 1, 0)
    if line in END:
        return last
    return int(line) if line.isascii() and line.isdigit() and len(line) < 9 and int(line) <= last else at
