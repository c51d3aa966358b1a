"""The program: its commands, and how it ends."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, NoReturn

import click
from click.shell_completion import CompletionItem, shell_complete

from polychrome import __version__
from polychrome.cli.completion import VARIABLE
from polychrome.cli.failed import CLOSED_PIPE, FAILURE, INTERRUPTED, MISUSE, Failed, Misused, hint_for, meant
from polychrome.cli.spoken import HELP, SpokenCommand, in_language, language_of, option, translate, words_of
from polychrome.engine.core import Explained, Message, Unplayable
from polychrome.words import LANGUAGES, Words, language_from_environment

# Each is a module beside this one with a `command`, imported only when it is called: `--help` must be quick.
COMMANDS: Final = {
    "serve": "server.cli.short",
    "play": "cli.play.short",
    "learn": "cli.learn.short",
    "puzzle": "cli.puzzle.short",
    "join": "cli.join.short",
    "games": "cli.games.short",
    "simulate": "cli.simulate.short",
    "arena": "arena.short",
    "replay": "cli.replay.short",
    "show": "cli.show.short",
    "verify": "server.verify.short",
    "site": "site.short",
    "data": "server.data.short",
    "words": "words.short",
    "doctor": "cli.doctor.short",
    "completion": "cli.completion.short",
}
WITH_WORDS: Final = (
    "play",
    "learn",
    "puzzle",
    "join",
    "simulate",
    "arena",
    "replay",
    "show",
    "verify",
)  # may need the lists of Color Words
EXAMPLES: Final = """\
polychrome play coloretto
polychrome simulate coloretto --games 100 --bots search,random,random"""


def words_for(arguments: Sequence[str]) -> Words:
    """In the language that is asked for, or else in that of the environment."""
    wanted = language_of(arguments)
    return Words(wanted if wanted in LANGUAGES else language_from_environment(os.environ))


class CommandLine(SpokenCommand, click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        if cmd_name in WITH_WORDS:
            import_module("polychrome.lexicon.shelf").hand_over()
        found = import_module(f"polychrome.cli.{cmd_name}").command
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            reason = Message("cli.usage.command", {"name": args[0][:40], "commands": list(COMMANDS)})
            raise Misused(reason, hint=meant(args[0], COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands_in(self, words: Words, formatter: click.HelpFormatter) -> None:
        with formatter.section(words.word("cli.help.commands")):
            formatter.write_dl([(name, words.word(key)) for name, key in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        words = words_of(ctx)
        names = [
            CompletionItem(name, help=words.word(COMMANDS[name])) for name in COMMANDS if name.startswith(incomplete)
        ]
        return names + SpokenCommand.shell_complete(self, ctx, incomplete)

    def invoke(self, ctx: click.Context) -> Any:
        return click.Group.invoke(self, ctx)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any) -> NoReturn:  # type: ignore[override]
        """Run, say in one sentence what could not be done, and leave with the right exit code."""
        arguments = list(sys.argv[1:] if args is None else args)
        words = words_for(arguments)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a terminal that lacks a letter shows a question mark instead
                stream.reconfigure(errors="replace")
        try:
            code = self.run(arguments, prog_name or "polychrome", words)
            sys.stdout.flush()
        except BrokenPipeError:
            quiet()
            code = CLOSED_PIPE
        except OSError as error:
            if error.errno != errno.EPIPE:
                complain(translate(words, "cli.trouble.system", why=error.strerror or str(error)))
            quiet()
            code = CLOSED_PIPE if error.errno == errno.EPIPE else FAILURE
        except (KeyboardInterrupt, click.Abort):
            complain("\n" + words.word("cli.stopped"))
            code = INTERRUPTED
        except Exception as error:
            if os.environ.get("POLYCHROME_DEBUG"):
                raise
            complain(translate(words, "cli.trouble.ours", what=f"{type(error).__name__}: {error}"))
            code = FAILURE
        sys.exit(code)

    def run(self, arguments: list[str], name: str, words: Words) -> int:
        """Run the command; its exit code. What is foreseen is said here."""
        asked = os.environ.get(VARIABLE)  # a shell wants to know how a command line could go on
        if asked:
            return shell_complete(self, {"obj": words}, name, VARIABLE, asked)
        try:
            with self.make_context(name, arguments, obj=words) as context:
                self.invoke(context)
            return 0
        except click.exceptions.Exit as leaving:
            return leaving.exit_code
        except click.UsageError as error:
            called = " ".join([name, *(word for word in arguments[:1] if word in COMMANDS)])
            complain(sentence(words, usage(error, error.ctx.command_path if error.ctx else called)))
            return MISUSE
        except Failed as trouble:
            complain(sentence(words, trouble))
            return trouble.code
        except Explained as trouble:
            complain(sentence(words, Failed(trouble.reason, hint=hint_for(trouble.reason))))
            return MISUSE if isinstance(trouble, Unplayable) else FAILURE


def sentence(words: Words, trouble: Failed) -> str:
    parts = [words.translate(trouble.reason)]
    if trouble.about:
        parts[0] = f"{trouble.about}: {parts[0]}"
    if trouble.hint is not None:
        parts.append(words.translate(trouble.hint))
    return " ".join(parts)


def usage(error: click.UsageError, command: str) -> Misused:
    """What click found wrong, for our catalogues."""
    if isinstance(error, click.NoSuchOption):
        known = [name for param in error.ctx.command.params for name in param.opts] if error.ctx else []
        reason = Message("cli.usage.option", {"name": error.option_name, "command": command})
        return Misused(reason, hint=meant(error.option_name, known))
    if isinstance(error, click.BadOptionUsage):
        return Misused(Message("cli.usage.value", {"name": error.option_name, "command": command}))
    if isinstance(error, click.MissingParameter) and error.param is not None:
        option = isinstance(error.param, click.Option)
        name = max(error.param.opts, key=len) if option else error.param.human_readable_name
        return Misused(Message("cli.usage.missing", {"name": name, "command": command}))
    return Misused(Message("cli.usage.other", {"what": error.format_message(), "command": command}))


def complain(text: str) -> None:
    from polychrome.columns import wrapped  # only who has something to say waits for it

    try:
        click.echo("\n".join(wrapped(text, stream=sys.stderr)), err=True)
    except OSError:  # nobody listens
        quiet()


def quiet() -> None:
    """Let nothing more be written: the interpreter would try once more at its end, and fail once more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def version(context: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        click.echo(f"polychrome {__version__}")
        context.exit()


@click.group(
    "polychrome",
    cls=CommandLine,
    help="cli.help.program",
    epilog=EXAMPLES,
    invoke_without_command=True,
    context_settings=HELP,
)
@option("--version", is_flag=True, is_eager=True, expose_value=False, callback=version, help="cli.help.version")
@in_language
@click.pass_context
def program(context: click.Context) -> None:
    if context.invoked_subcommand is not None:
        return
    from polychrome.cli.serve import command as serve

    context.invoke(serve)
