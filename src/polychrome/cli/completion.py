"""`polychrome completion`: what a shell needs to complete our command lines."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

from polychrome.cli import spoken
from polychrome.cli.failed import Misused, meant
from polychrome.cli.spoken import in_language
from polychrome.engine.core import Message

EXAMPLES: Final = """\
polychrome completion bash >> ~/.bashrc
polychrome completion zsh >> ~/.zshrc
polychrome completion fish > ~/.config/fish/completions/polychrome.fish"""

SHELLS: Final = ("bash", "zsh", "fish")
VARIABLE: Final = "_POLYCHROME_COMPLETE"  # the script sets it when it asks us


@spoken.command("completion", help="cli.completion.help", examples=EXAMPLES)
@click.argument("shell", metavar="|".join(SHELLS))
@in_language
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    kind = get_completion_class(shell) if shell in SHELLS else None
    if kind is None:
        reason = Message("cli.usage.shell", {"name": shell[:40], "shells": list(SHELLS)})
        raise Misused(reason, hint=meant(shell, SHELLS))
    made = kind(context.find_root().command, {}, "polychrome", VARIABLE)
    click.echo(made.source_template % made.source_vars())  # `source()` would start a bash to ask for its version
