"""`polychrome join`: a seat at a table that is served elsewhere, for a person at this terminal or for a bot."""

from __future__ import annotations

import asyncio
import sys
import threading
from contextlib import suppress
from typing import Any, Final

import click

from polychrome.arena.match import spelled
from polychrome.bots import hire
from polychrome.cli import spoken
from polychrome.cli.failed import INTERRUPTED, failed
from polychrome.cli.guest import Guest, Tolerant
from polychrome.cli.person import Person, TypedLines
from polychrome.cli.screen import Screen, make_screen
from polychrome.cli.setup import bots_like, seeded
from polychrome.cli.spoken import in_language, option, words_of
from polychrome.client import Place, Question
from polychrome.engine.core import Bot
from polychrome.registry import find
from polychrome.words import Words

EXAMPLES: Final = """\
polychrome join
polychrome join --plain
polychrome join https://games.example.org/t/ID#SECRET --bot sharp"""

LONGEST_THOUGHT: Final = 120.0  # seconds


@spoken.command("join", help="cli.join.help", examples=EXAMPLES)
@click.argument("invitation", required=False, metavar="[INVITATION]")
@option("--bot", metavar="BOT", help="cli.help.join_bot", shell_complete=bots_like)
@seeded
@option("--plain", is_flag=True, help="cli.help.plain")
@option("--ascii", "ascii_only", is_flag=True, help="cli.help.ascii")
@in_language
@click.pass_context
def command(
    context: click.Context, invitation: str | None, bot: str | None, seed: int | None, plain: bool, ascii_only: bool
) -> None:
    words = Tolerant(words_of(context).language)
    player = None if bot is None else hire(bot, seed or 0)
    lines = TypedLines()
    address = invitation if invitation is not None else asked_for(words, lines)
    screen = make_screen(words, [], plain or not sys.stdout.isatty(), ascii_only)
    guest = Person(words, screen, lines) if player is None else Machine(words, screen, player, str(bot))
    try:
        asyncio.run(guest.visit(address))
    except KeyboardInterrupt:
        context.exit(INTERRUPTED)


def asked_for(words: Words, lines: TypedLines) -> str:
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(words.word("cli.join.prompt"), nl=False, err=True)
    return lines.next() or ""


class Machine(Guest):
    """A bot that thinks here. It says so, and everybody at the table sees it."""

    program = True

    def __init__(self, words: Words, screen: Screen, bot: Bot, name: str) -> None:
        super().__init__(words, screen)
        self.bot = bot
        self.name = name

    def told(self, place: Place, message: dict[str, Any]) -> None:
        match message:
            case {"t": "room", "you": [], "newcomer": None, "seats": seats}:  # a bot does not come to look on
                turned_up = not self.invited and any(seat["kind"] == "open" for seat in seats)
                raise failed("cli.join.no_secret" if turned_up else "cli.join.no_seat")
        super().told(place, message)

    async def play(self, place: Place) -> None:
        async for question in place.questions(self.told):
            await question.play(await self.choice(question))
        if place.frame is not None:
            status = place.scene(place.frame).status
            self.screen.write([self.words.translate(status, self.screen.names)])

    async def choice(self, question: Question) -> str:
        """What the bot plays. It thinks in a thread of its own, which ends with us if it never does by itself."""
        view = await question.view()
        loop = asyncio.get_running_loop()
        thought: asyncio.Future[int] = loop.create_future()

        def think() -> None:
            found: int | Exception
            try:
                found = self.bot.choose(view, question.seat)
            except Exception as trouble:  # whatever somebody's bot does
                found = trouble
            with suppress(RuntimeError):  # nobody waits any more
                loop.call_soon_threadsafe(settle, found)

        def settle(found: int | Exception) -> None:
            if thought.done():
                return
            if isinstance(found, Exception):
                thought.set_exception(found)
            else:
                thought.set_result(found)

        threading.Thread(target=think, daemon=True).start()
        game = find(question.place.room["game"])
        try:
            return spelled(game, await asyncio.wait_for(thought, LONGEST_THOUGHT))
        except TimeoutError:
            raise failed("cli.join.hung", bot=self.name, seconds=round(LONGEST_THOUGHT)) from None
        except Exception as trouble:
            why = f"{type(trouble).__name__}: {trouble}"[:200]
            raise failed("cli.join.fell", bot=self.name, why=why) from None
