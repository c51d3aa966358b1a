"""`polychrome verify`: was the luck of a finished game what was promised at its start?"""

from __future__ import annotations

import click

from polychrome.cli import spoken
from polychrome.cli.failed import Failed
from polychrome.cli.files import read_record
from polychrome.cli.spoken import in_language, option, translate, words_of
from polychrome.engine.core import NATURE, Message
from polychrome.engine.dice import KeyedDice
from polychrome.engine.record import Record, dice_of
from polychrome.engine.table import Table, line_text

EXAMPLES = """\
polychrome verify game.txt
polychrome verify game.txt --promise 46343ba1…"""


@spoken.command("verify", help="server.verify.help", examples=EXAMPLES)
@click.argument("file")
@option("--promise", "commitment", metavar="HASH", help="server.verify.promise")
@in_language
@click.pass_context
def command(context: click.Context, file: str, commitment: str | None) -> None:
    words = words_of(context)
    record = read_record(file)
    dice = dice_of(record.luck)
    if dice is None:
        raise Failed(Message("server.verify.no_luck", {}), about=file)
    wrong = first_wrong(record)
    if wrong is not None:
        at, expected = wrong
        found = line_text(record.game, *record.lines[at])
        args: dict[str, int | str | list[int] | list[str]] = {
            "line": first_line(record) + at,
            "found": found,
            "expected": expected,
        }
        raise Failed(Message("server.verify.wrong", args), about=file)
    made = dice.commitment() if isinstance(dice, KeyedDice) else None
    if commitment is not None and made != commitment.strip().lower():
        raise Failed(Message("server.verify.other_promise", {"promise": made or "-"}), about=file)
    click.echo(translate(words, "server.verify.right", n=sum(seat == NATURE for seat, _ in record.lines)))
    if commitment is not None:
        click.echo(words.word("server.verify.kept"))
    elif made is not None:
        click.echo(translate(words, "server.verify.compare", promise=made))


def first_line(record: Record) -> int:
    """The line of the file where the game begins: after title, game, seats, options, luck and an empty line."""
    return 3 + len(record.options) + 1 + 1 + 1


def first_wrong(record: Record) -> tuple[int, str] | None:
    """The first line of chance that does not follow from the record's luck, and what should stand there."""
    dice = dice_of(record.luck)
    assert dice is not None
    table = Table(record.game, record.seats, record.options, None)
    for at, (seat, action) in enumerate(record.lines):
        if seat == NATURE:
            dice.seek(at)
            outcome = table.state.sample(NATURE, dice)
            if outcome != action:
                return at, line_text(record.game, NATURE, outcome)
        table.put(seat, action)
    return None
