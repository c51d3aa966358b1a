"""`polychrome join`: a seat at a table that is served elsewhere, for a person at this terminal or for a bot."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import click

from polychrome.arena.match import spelled
from polychrome.bots import hire
from polychrome.cli import spoken
from polychrome.cli.failed import INTERRUPTED, failed
from polychrome.cli.keyboard import Command, Keyboard, Move
from polychrome.cli.screen import Screen, make_screen
from polychrome.cli.setup import bots_like, seeded
from polychrome.cli.spoken import in_language, option, say, words_of
from polychrome.client import Place, Question, sit
from polychrome.client.clean import clean
from polychrome.engine.core import Bot, Explained, Message, Refused
from polychrome.engine.table import Table
from polychrome.games import find
from polychrome.scenes import text
from polychrome.scenes.walk import Walk
from polychrome.words import Words

EXAMPLES: Final = """\
polychrome join
polychrome join --plain
polychrome join https://games.example.org/t/ID#SECRET --bot sharp"""

COMMANDS: Final = ("help", "rules", "back", "quit")  # besides those of `scenes.text`
STDIN: Final = 0
LONGEST_THOUGHT: Final = 120.0  # seconds


class Tolerant(Words):
    """A newer server may have words that we do not know yet: their key is better than nothing."""

    def say(self, message: Message, names: Any = (), you: int = -1) -> str:
        try:
            return super().say(message, names, you)
        except (KeyError, IndexError, RecursionError):
            return message.key


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
    lines = Lines()
    address = invitation if invitation is not None else asked_for(words, lines)
    screen = make_screen(words, [], plain or not sys.stdout.isatty(), ascii_only)
    guest = Person(words, screen, lines) if player is None else Machine(words, screen, player, str(bot))
    try:
        asyncio.run(guest.visit(address))
    except KeyboardInterrupt:
        context.exit(INTERRUPTED)


class Lines:
    """What is typed, past Python's own buffer: a thread that waits in that one would keep us from ending."""

    def __init__(self) -> None:
        self.rest = b""

    def next(self) -> str | None:
        """The next line without what no keyboard has; None when there is nothing more to come."""
        while b"\n" not in self.rest:
            try:
                part = os.read(STDIN, 4096)
            except OSError:  # there is no terminal, or it is gone
                part = b""
            if not part and not self.rest:
                return None
            self.rest += part or b"\n"
        line, _, self.rest = self.rest.partition(b"\n")
        return clean(line.decode(errors="replace")).strip()


def asked_for(words: Words, lines: Lines) -> str:
    if sys.stdin is not None and sys.stdin.isatty():
        click.echo(words.word("cli.join.prompt"), nl=False, err=True)
    return lines.next() or ""


class Guest:
    """Whoever sits down, and what is told in any case."""

    def __init__(self, words: Words, screen: Screen) -> None:
        self.words = words
        self.screen = screen
        self.said = ""

    async def visit(self, address: str) -> None:
        async with sit(address) as place:
            await self.play(place)

    def play(self, place: Place) -> Coroutine[Any, Any, None]:
        raise NotImplementedError

    def told(self, place: Place, message: dict[str, Any]) -> None:
        """What is not the game: who is there, what went wrong, where it goes on."""
        match message:
            case {"t": "room", "phase": phase, "you": you}:
                self.screen.names = names = self.names(place)
                if not you:
                    self.once(self.words.word("cli.join.watching"))
                elif phase == "lobby":
                    self.once(say(self.words, "cli.join.lobby", names=names))
            case {"t": "sorry", "reason": [str(key), dict(args)]}:
                self.screen.write([self.words.say(Message(key, args), self.screen.names)])
            case {"t": "moved", "table": str(table)}:
                self.screen.write([say(self.words, "cli.join.moved", address=f"{place.door.base}/t/{table}")])

    def once(self, line: str) -> None:
        """Rooms are told again whenever anything about them changes; people need not hear the same twice."""
        if line != self.said:
            self.screen.write([line])
        self.said = line

    def names(self, place: Place) -> list[str]:
        """As people at the table call each other; what they wrote themselves has been cleaned on its way in."""
        animals = self.words.names(len(place.room["seats"]))
        found = []
        for seat, info in enumerate(place.room["seats"]):
            match info:
                case {"kind": "open"}:
                    found.append(self.words.word("cli.join.open_seat"))
                case {"name": str(name)}:
                    found.append(name)
                case {"nickname": [str(key), dict(args)]}:
                    found.append(self.words.say(Message(key, args)))
                case _:
                    found.append(animals[seat])
        return found


class Machine(Guest):
    """A bot that thinks here."""

    def __init__(self, words: Words, screen: Screen, bot: Bot, name: str) -> None:
        super().__init__(words, screen)
        self.bot = bot
        self.name = name

    def told(self, place: Place, message: dict[str, Any]) -> None:
        match message:
            case {"t": "room", "you": [], "newcomer": None}:  # a bot does not come to look on
                raise failed("cli.join.no_seat")
        super().told(place, message)

    async def play(self, place: Place) -> None:
        async for question in place.questions(self.told):
            await question.play(await self.choice(question))
        if place.frame is not None:
            status = place.scene(place.frame).status
            self.screen.write([self.words.say(status, self.screen.names)])

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


class Person(Guest):
    """Somebody at this keyboard. Lines are read in a thread of their own, so that news can come in between."""

    def __init__(self, words: Words, screen: Screen, lines: Lines) -> None:
        super().__init__(words, screen)
        self.lines = lines
        self.keyboard = Keyboard(words, COMMANDS)
        self.walk: Walk | None = None
        self.question: Question | None = None

    async def play(self, place: Place) -> None:
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def read() -> None:
            line: str | None = ""
            while line is not None:
                line = self.lines.next()
                with suppress(RuntimeError):  # the game is over
                    loop.call_soon_threadsafe(lines.put_nowait, line)

        threading.Thread(target=read, daemon=True).start()
        news = place.messages()
        waiting: dict[asyncio.Task[Any], str] = {
            asyncio.ensure_future(anext(news)): "news",
            asyncio.ensure_future(lines.get()): "line",
        }
        while True:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                kind, found = waiting.pop(task), task.result()
                if kind == "news":
                    if await self.heard(place, found):
                        return
                    waiting[asyncio.ensure_future(anext(news))] = kind
                elif found is None or await self.typed(place, found):
                    return
                else:
                    waiting[asyncio.ensure_future(lines.get())] = kind

    async def heard(self, place: Place, message: dict[str, Any]) -> bool:
        """Show what happened. Is the game over?"""
        self.told(place, message)
        if message["t"] == "curtain":
            await place.send(t="curtain", seat=message["seat"])
        if message["t"] != "frame":
            return False
        scene = place.scene(message)
        self.walk = Walk(scene)
        self.question = Question(place, message) if message["question"] is not None else None
        look = message.get("look") is not None
        self.screen.show(self.walk, [self.words.word("cli.play.look")] if look else [])
        return scene.over

    async def typed(self, place: Place, line: str) -> bool:
        """A number, a command, a move in its own words, or nothing: then they have seen enough. Do they leave?"""
        if not line:
            await place.send(t="ready")
        elif self.walk is not None:
            match self.keyboard.understand(line, self.walk, self.screen.names, notation(place)):
                case Command("quit", _):
                    return True
                case Command("back", _):
                    self.walk.back()
                    self.screen.show(self.walk, [])
                case Command(name, rest):
                    self.screen.write(self.answered(place, self.walk, name, rest))
                case Move(action, _):
                    await self.moved(action)
                case Message() as said:
                    self.screen.write([self.words.say(said, self.screen.names)])
                case None:
                    self.screen.show(self.walk, [])
        return False

    def answered(self, place: Place, walk: Walk, command: str, argument: str) -> list[str]:
        if command == "help":
            return self.keyboard.help()
        if command == "rules":
            return self.words.word(f"cli.rules.{place.room['game']}").split("\n")
        return text.answer(walk.scene, self.words, self.screen.names, command, argument, walk).split("\n")

    async def moved(self, action: str) -> None:
        if self.question is None:
            self.screen.write([self.words.word("cli.play.no_moves")])
            return
        try:
            await self.question.play(action)
        except Refused as no:
            self.screen.write([self.words.say(no.reason, self.screen.names)])


def notation(place: Place) -> Callable[[str], int]:
    """How moves are written at this table; in a game that only the server knows, anything may be one."""
    room = place.room
    try:
        return Table(find(room["game"]), len(room["seats"]), room["options"], None).read
    except Explained:
        return len
