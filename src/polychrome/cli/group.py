"""A command that has commands of its own."""

from __future__ import annotations

from collections.abc import Callable

import click

from polychrome.cli import spoken
from polychrome.cli.failed import MISUSE, Misused, meant
from polychrome.cli.spoken import HELP, SpokenCommand, in_language
from polychrome.engine.core import Message
from polychrome.words import Words


class Group(SpokenCommand, click.Group):
    short: Callable[[str], str]  # the key of what one of its commands is for, in a few words

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands:
            reason = Message("cli.usage.command", {"name": args[0][:40], "commands": list(self.commands)})
            raise Misused(reason, hint=meant(args[0], self.commands))
        return super().resolve_command(ctx, args)

    def format_commands_in(self, words: Words, formatter: click.HelpFormatter) -> None:
        with formatter.section(words.word("cli.help.commands")):
            formatter.write_dl([(name, words.word(self.short(name))) for name in self.commands])

    def invoke(self, ctx: click.Context) -> object:
        return click.Group.invoke(self, ctx)

    def subcommand(
        self,
        name: str,
        help: str,  # noqa: A002
        examples: str,
    ) -> Callable[[Callable[..., object]], click.Command]:
        def add(function: Callable[..., object]) -> click.Command:
            made = spoken.command(name, help=help, examples=examples)(function)
            self.add_command(made)
            return made

        return add


def group(name: str, help: str, examples: str, short: Callable[[str], str]) -> Group:  # noqa: A002
    """Without one of its commands it says which there are."""

    @click.group(name, cls=Group, help=help, epilog=examples, invoke_without_command=True, context_settings=HELP)
    @in_language
    @click.pass_context
    def command(context: click.Context) -> None:
        if context.invoked_subcommand is None:
            click.echo(context.get_help())
            context.exit(MISUSE)

    assert isinstance(command, Group)
    command.short = short
    return command
