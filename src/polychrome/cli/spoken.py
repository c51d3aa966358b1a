"""Click in the player's language: help texts are keys of the catalogues, said when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from polychrome.cli.failed import Misused, meant, misused
from polychrome.engine.core import Argument as Filling
from polychrome.engine.core import Message
from polychrome.words import LANGUAGES, Words

HELP = {"help_option_names": ["-h", "--help"]}


def words_of(context: click.Context) -> Words:
    words = context.find_object(Words)
    return Words() if words is None else words


def translate(words: Words, key: str, **args: Filling) -> str:
    return words.translate(Message(key, args))


def language_of(arguments: Sequence[str]) -> str | None:
    """What `--lang` asks for. Whatever else is wrong with the command line is to be said in this language."""
    for at, argument in enumerate(arguments):
        if argument == "--":
            return None
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and at + 1 < len(arguments):
            return arguments[at + 1]
    return None


class SpokenOption(click.Option):
    """An option whose help is a key."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None or self.help is None:
            return record
        return record[0], words_of(ctx).word(self.help)


class SpokenCommand(click.Command):
    """A command whose help is a key and whose epilog is a list of examples, one a line."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        settings.setdefault("context_settings", {**HELP, "allow_extra_args": True})
        super().__init__(*args, **settings)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = words_of(ctx).word("cli.help.help")
        return option

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        words = words_of(ctx)
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=words.word("cli.help.usage") + " ")
        if self.help:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(words.word(self.help))
        self.format_commands_in(words, formatter)
        records = [param.get_help_record(ctx) for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section(words.word("cli.help.options")):
            formatter.write_dl([record for record in records if record is not None])
        if self.epilog:
            with formatter.section(words.word("cli.help.examples")):
                for example in self.epilog.splitlines():
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Our options, explained in the language of the environment."""
        words = words_of(ctx)
        if not incomplete.startswith("-"):
            return []
        return [
            CompletionItem(name, help=words.word(param.help))
            for param in self.get_params(ctx)
            if isinstance(param, SpokenOption) and param.help
            for name in param.opts
            if name.startswith(incomplete)
        ]

    def format_commands_in(self, words: Words, formatter: click.HelpFormatter) -> None:
        """Only a group has commands."""

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.args:
            raise misused("cli.usage.extra", command=ctx.command_path, words=[str(word) for word in ctx.args])
        return super().invoke(ctx)


def command(name: str, help: str, examples: str) -> Callable[[Callable[..., Any]], SpokenCommand]:  # noqa: A002
    return click.command(name, cls=SpokenCommand, help=help, epilog=examples)


def option(*names: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(*names, cls=SpokenOption, **settings)


class Number(click.ParamType):  # type: ignore[type-arg]  # click 8.1 cannot be asked for one
    """A whole number within bounds."""

    name = "N"

    def __init__(self, low: int, high: int, called: str = name) -> None:
        self.low = low
        self.high = high
        self.called = called  # where it is not the whole of an option

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        text = str(value).strip()
        digits = text.removeprefix("-")
        number = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 20 else self.low - 1
        if not self.low <= number <= self.high:
            name = max(param.opts, key=len) if param is not None else self.called
            raise misused("cli.usage.number", name=name, value=text[:40], low=self.low, high=self.high)
        return number


class Language(click.ParamType):  # type: ignore[type-arg]
    name = "LANGUAGE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in LANGUAGES:
            reason = Message("cli.usage.language", {"name": str(value)[:40], "languages": list(LANGUAGES)})
            raise Misused(reason, hint=meant(str(value), LANGUAGES))
        return str(value)


# The language is picked before the command line is read (see `language_of`); here it is only checked and documented.
in_language = option(
    "--lang", type=Language(), metavar="|".join(LANGUAGES), expose_value=False, is_eager=True, help="cli.help.lang"
)
