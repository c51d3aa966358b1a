"""`polychrome doctor`: what this installation is made of, and what it lacks."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import platform
import shlex
import shutil
import sqlite3
import sys
import sysconfig
from importlib.resources import files

import click

from polychrome import __version__
from polychrome.cli import spoken
from polychrome.cli.columns import wrapped
from polychrome.cli.spoken import in_language, option, words_of
from polychrome.engine.core import COMPILED
from polychrome.games import GAMES

EXAMPLES = """\
polychrome doctor
polychrome doctor --json"""


@spoken.command("doctor", help="cli.doctor.help", examples=EXAMPLES)
@option("--json", "as_json", is_flag=True, help="cli.help.json")
@in_language
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    words = words_of(context)
    found: dict[str, str | None] = {
        "polychrome": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "sqlite": sqlite3.sqlite_version,
        "click": importlib.metadata.version("click"),
        "rich": importlib.metadata.version("rich"),
        "games": str(len(GAMES)),
        "rules": "compiled" if COMPILED else "interpreted",
        "compiler": compiler(),
        "encoding": sys.stdout.encoding or "?",
        "language": words.language,
    }
    missing = lacking(found["compiler"])
    if as_json:
        click.echo(json.dumps({**found, "missing": missing}, indent=2, ensure_ascii=False))
        return
    for name, value in found.items():
        shown = words.word(f"cli.doctor.{value}") if name == "rules" else value or words.word("cli.doctor.none")
        click.echo(f"{words.word(f'cli.doctor.part.{name}'):20} {shown}")
    for name in missing:
        click.echo("\n".join(wrapped(words.word(f"cli.doctor.missing.{name}"))))
    if not missing:
        click.echo(words.word("cli.doctor.well"))


def compiler() -> str | None:
    """The C compiler that an installation would use."""
    wanted = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    for command in (wanted, "cc", "gcc", "clang", "cl"):
        program = shlex.split(command)[:1]
        if program and shutil.which(program[0]):
            return program[0]
    return None


def has_page() -> bool:
    """Without, the server only talks to programs (an installation may be made so, with POLYCHROME_PAGE=no)."""
    return files("polychrome").joinpath("web_dist", "index.html").is_file()


def lacking(compiler: str | None) -> list[str]:
    """Optional parts that are not there: keys of `cli.doctor.missing`."""
    missing = []
    if not COMPILED:
        missing.append("compiled" if compiler else "compiler")
    if not has_page():
        missing.append("page")
    if importlib.util.find_spec("readline") is None:
        missing.append("readline")
    if not (sys.stdout.encoding or "").casefold().startswith("utf"):
        missing.append("unicode")
    return missing
