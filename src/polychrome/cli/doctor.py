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
from pathlib import Path
from typing import Final

import click

from polychrome import __version__
from polychrome.cli import spoken
from polychrome.cli.spoken import in_language, option, translate, words_of
from polychrome.columns import wrapped
from polychrome.engine.core import COMPILED, Message
from polychrome.folders import data_folder
from polychrome.lexicon.shelf import file_at_hand
from polychrome.lexicon.sources import SOURCES
from polychrome.registry import GAMES
from polychrome.words import Words

EXAMPLES = """\
polychrome doctor
polychrome doctor --json
polychrome doctor --data /var/lib/polychrome"""

EXTRAS: Final = {  # by the name that pip knows them by, what each brings
    "png": ("resvg_py",),
    "cluster": ("distributed",),
    "postgres": ("asyncpg",),
    "rl": ("gymnasium", "numpy", "pettingzoo", "PIL", "resvg_py"),
    "openspiel": ("pyspiel",),
}
REMEDIES: Final = {  # the line that mends it, for whatever is missing
    **{name: f'pip install "polychrome[{name}]"' for name in EXTRAS},
    "compiled": "pip install --force-reinstall --no-cache-dir --no-deps .",
    "compiler": "sudo apt install gcc python3-dev",
    "words": "polychrome words {language} build",
}


@spoken.command("doctor", help="cli.doctor.help", examples=EXAMPLES)
@option("--json", "as_json", is_flag=True, help="cli.help.json")
@option("--data", metavar="FOLDER", help="server.cli.data")
@in_language
@click.pass_context
def command(context: click.Context, as_json: bool, data: str | None) -> None:
    words = words_of(context)
    kept, trouble = games(Path(data).expanduser() if data else data_folder())
    found = {**parts(), "language": words.language, "data": kept}
    missing = lacking(found["compiler"])
    optional = [name for name in (*EXTRAS, "words") if found[name] is None]
    if as_json:
        said = None if trouble is None else words.translate(trouble)
        more = {"missing": missing, "optional": optional, "trouble": said}
        click.echo(json.dumps({**found, **more}, indent=2, ensure_ascii=False))
        return
    for name, value in found.items():
        click.echo(f"{words.word(f'cli.doctor.part.{name}'):20} {called(words, name, value)}")
    advice = [f"cli.doctor.missing.{name}" for name in missing] + [f"cli.doctor.optional.{name}" for name in optional]
    for key in advice:
        click.echo("\n".join(wrapped(translate(words, key, line=remedy(words, key.rpartition(".")[2])))))
    if trouble is not None:
        click.echo("\n".join(wrapped(words.translate(trouble))))
    if not missing and trouble is None:
        click.echo(words.word("cli.doctor.well"))


def called(words: Words, name: str, value: str | None) -> str:
    """How a part is, in words."""
    if value is None:
        return words.word("cli.doctor.none")
    return words.word(f"cli.doctor.{value}") if name in ("rules", "data") or value == "here" else value


def parts() -> dict[str, str | None]:
    """What of us is installed, and on what; None: it is not there."""
    return {
        "polychrome": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "sqlite": sqlite3.sqlite_version,
        "click": importlib.metadata.version("click"),
        "rich": importlib.metadata.version("rich"),
        "games": str(len(GAMES)),
        "rules": "compiled" if COMPILED else "interpreted",
        "compiler": compiler(),
        "page": "here" if has_page() else None,
        **{name: "here" if all(map(importlib.util.find_spec, brought)) else None for name, brought in EXTRAS.items()},
        "words": ", ".join(language for language in SOURCES if file_at_hand(language)) or None,
        "encoding": sys.stdout.encoding or "?",
    }


def remedy(words: Words, name: str) -> str:
    """The line to type; for some things there is none."""
    return REMEDIES.get(name, "").format(language=words.language)


def games(folder: Path) -> tuple[str, Message | None]:
    """How the server's file is, and what is wrong with it."""
    from polychrome.server.archive import examine
    from polychrome.server.store import Unusable

    try:
        return ("whole" if examine(folder) else "unused"), None
    except Unusable as problem:
        return "damaged", problem.reason


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
