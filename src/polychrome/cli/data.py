"""`polychrome data`: copies of the server's file, moving to another store, forgetting old games, bringing them back."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from polychrome.cli import spoken
from polychrome.cli.failed import Misused, meant, misused
from polychrome.cli.spoken import Number, in_language, option, translate, words_of
from polychrome.engine.core import Message

EXAMPLES = """\
polychrome data backup games.db
polychrome data restore games.db
polychrome data prune --days 30
polychrome data unprune
polychrome data move ~/.local/share/polychrome postgresql://user@host/name"""

JOBS = ("backup", "restore", "prune", "unprune", "move")


@spoken.command("data", help="server.data.help", examples=EXAMPLES)
@click.argument("job", metavar="|".join(JOBS))
@click.argument("file", required=False)  # for unprune: a table; for move: from where
@click.argument("target", required=False)  # for move
@option("--data", metavar="FOLDER", help="server.cli.data")
@option("--days", type=Number(0, 36500), default=30, metavar="N", help="server.data.days")
@option("--force", is_flag=True, help="server.data.force")
@in_language
@click.pass_context
def command(
    context: click.Context,
    job: str,
    file: str | None,
    target: str | None,
    data: str | None,
    days: int,
    force: bool,
) -> None:
    from polychrome.folders import data_folder
    from polychrome.server import archive, moving

    words = words_of(context)
    folder = Path(data).expanduser() if data else data_folder()
    if job not in JOBS:
        raise Misused(Message("server.data.job", {"job": job[:40], "jobs": list(JOBS)}), hint=meant(job, JOBS))
    if target is not None and job != "move":
        raise misused("cli.usage.extra", command=f"polychrome data {job}", words=[target])
    if job == "prune":
        if file is not None:
            raise misused("cli.usage.extra", command="polychrome data prune", words=[file])
        count = archive.forget(folder, days)
        click.echo(translate(words, "server.data.pruned", n=count))
        if count and days:
            click.echo(words.word("server.data.for_a_while"))
        return
    if job == "unprune":
        click.echo(translate(words, "server.data.returned", n=archive.bring_back(folder, file)))
        return
    if job == "move":
        if file is None or target is None:
            raise misused("cli.usage.missing", name="TO" if file else "FROM", command="polychrome data move")
        click.echo(translate(words, "server.data.moved", n=asyncio.run(moving.move(file, target))))
        return
    if file is None:
        raise misused("cli.usage.missing", name="FILE", command=f"polychrome data {job}")
    if job == "backup":
        archive.backup(folder, Path(file))
        click.echo(translate(words, "server.data.backed_up", file=file))
        return
    old = archive.restore(folder, Path(file), force)
    click.echo(translate(words, "server.data.restored", file=file))
    if old is not None:
        click.echo(translate(words, "server.data.old", file=str(old)))
