"""`polychrome show`: one moment of a recorded game, as a picture or in words."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from polychrome.cli import spoken
from polychrome.cli.failed import Failed, Misused, meant, misused
from polychrome.cli.files import read_record, write_bytes, write_text
from polychrome.cli.replay import OpenedRecord
from polychrome.cli.setup import named, names_of
from polychrome.cli.spoken import Number, in_language, option, translate, words_of
from polychrome.engine.core import Message
from polychrome.palette import THEMES
from polychrome.scenes import text

EXAMPLES: Final = """\
polychrome show game.txt
polychrome show game.txt --svg game.svg --theme dark
polychrome show game.txt --png game.png
polychrome show game.txt --at 10 --lang de"""

PNG_WIDTH: Final = 1600  # pixels


@spoken.command("show", help="cli.show.help", examples=EXAMPLES)
@click.argument("file")
@option("--svg", metavar="FILE", help="cli.help.svg")
@option("--png", metavar="FILE", help="cli.help.png")
@option("--text", "as_text", is_flag=True, help="cli.help.text")
@option("--at", type=Number(0, 10**6), metavar="N", help="cli.help.at")
@option("--theme", default="light", metavar="light|dark", help="cli.help.theme")
@named
@in_language
@click.pass_context
def command(
    context: click.Context,
    file: str,
    svg: str | None,
    png: str | None,
    as_text: bool,
    at: int | None,
    theme: str,
    names: str | None,
) -> None:
    words = words_of(context)
    if theme not in THEMES:
        reason = Message("cli.usage.theme", {"name": theme[:40], "themes": list(THEMES)})
        raise Misused(reason, hint=meant(theme, THEMES))
    replay = OpenedRecord(read_record(file))
    number = replay.moves() if at is None else at
    if number > replay.moves():
        raise misused("cli.usage.at", at=number, moves=replay.moves())
    scene = replay.scene(number)
    people = names_of(words, names, replay.table.state.seats)
    if as_text or svg is png is None:
        click.echo(text.render(scene, words, people), nl=False)
    if svg is png is None:
        return
    from polychrome.scenes import picture

    drawing = picture.svg(scene, words, people, theme=theme)
    if svg == "-":
        click.echo(drawing)
    elif svg is not None:
        write_text(Path(svg), drawing)
        click.echo(translate(words, "cli.show.written", file=svg), err=True)
    if png is not None:
        write_bytes(Path(png), painted(drawing))
        click.echo(translate(words, "cli.show.written", file=png), err=True)


def painted(drawing: str) -> bytes:
    """A drawing as PNG, if the package for it is there."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise Failed(Message("cli.show.no_png", {})) from None
    return bytes(svg_to_bytes(svg_string=drawing, width=PNG_WIDTH))
