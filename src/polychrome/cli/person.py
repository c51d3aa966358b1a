"""Somebody at this keyboard who has a seat at a table that is served elsewhere."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from polychrome.cli.guest import Guest
from polychrome.cli.keyboard import Keyboard, TypedCommand, TypedMove, with_verb
from polychrome.cli.screen import Screen
from polychrome.cli.spoken import translate
from polychrome.client import Place, Question
from polychrome.client.clean import clean
from polychrome.engine.core import Argument, Explained, Message, Refused
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find
from polychrome.scenes import text, weigher
from polychrome.scenes.scene import Choice
from polychrome.scenes.walk import Walk
from polychrome.words import Words

STDIN: Final = 0
COMMANDS: Final = ("help", "rules", "hint", "back", "undo", "quit")  # besides those of `scenes.text`
WEIGH: Final = "weigh"  # only where words are written
LONG: Final = 6  # lines that hide the table


class TypedLines:
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


class Person(Guest):
    """Lines are read in a thread of their own, so that news can come in between."""

    def __init__(self, words: Words, screen: Screen, lines: TypedLines) -> None:
        super().__init__(words, screen)
        self.lines = lines
        self.greeted = False
        self.walk: Walk | None = None
        self.question: Question | None = None
        self.sure: Choice | None = None  # touched, and asked for once more
        self.reading = False  # something long hides the table
        self.leaving = False

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
                elif found is None:
                    return
                else:
                    await self.typed(place, found)
                    if self.leaving:
                        return
                    waiting[asyncio.ensure_future(lines.get())] = kind

    # What happens.

    async def heard(self, place: Place, message: dict[str, Any]) -> bool:
        """Show what happened. Is the game over?"""
        self.told(place, message)
        match message:
            case {"t": "curtain", "seat": seat}:
                await place.send(t="curtain", seat=seat)
            case {"t": "hinted", "action": str(action), "percent": percent, "others": list(others)}:
                self.hinted(action, percent, others, message.get("reason"))
            case {"t": "weighed", "points": int(points), "parts": list(parts), "reason": reason, "verdict": verdict}:
                self.weighed(points, parts, [reason, verdict])
            case {"t": "frame"}:
                return self.framed(place, message)
        return False

    def framed(self, place: Place, frame: dict[str, Any]) -> bool:
        scene = self.scene(place, frame)
        asked = Question(place, frame) if frame["question"] is not None else None
        self.walk, self.question, self.sure, self.reading = Walk(scene), asked, None, False
        notes = []
        if not self.greeted:
            self.greeted = True
            bots = [name for seat, name in enumerate(self.names(place)) if seat in self.bots(place)]
            notes += [self.translate("cli.play.bots", bots=bots)] if bots else []
            notes += [self.translate("cli.play.hint")] if place.room["you"] else []
        if frame.get("look") is not None:
            notes.append(self.translate("cli.play.look"))
        if frame.get("undo") in place.room["you"]:
            notes.append(self.translate("cli.join.undo"))
        try:
            self.screen.show(self.walk, notes)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):  # no table that we could draw
            raise place.foreign() from None
        return scene.over

    def hinted(self, action: str, percent: object, others: list[Any], reason: list[Any] | None) -> None:
        """What a good player would do, and why; moves are called as the choices on the screen call them."""
        if isinstance(percent, int):
            known = [(other["action"], other["percent"]) for other in others if {"action", "percent"} <= set(other)]
            also = [
                self.translate("hint.other", move=self.called(str(one)), percent=str(chance)) for one, chance in known
            ]
            self.note("hint.others" if also else "hint.why", move=self.called(action), percent=percent, others=also)
        else:
            self.note("hint.plain", move=self.called(action))
        if reason is not None:
            self.write([self.words.translate(Message(*reason), self.screen.names)])

    def called(self, action: str) -> str:
        choices = self.walk.scene.choices if self.walk else ()
        label = next((choice.label for choice in choices if choice.action == action), None)
        return action if label is None else self.words.translate(label, self.screen.names)

    def weighed(self, points: int, parts: list[Any], rest: list[Any]) -> None:
        """What a word would bring, what earns it, and what stands against it."""
        earned = [self.words.translate(Message(key, args), self.screen.names) for key, args in parts]
        self.note("cli.play.weighed", n=points, parts=earned or [self.words.word("text.nothing")])
        self.write([self.words.translate(Message(*said), self.screen.names) for said in rest if said is not None])

    # What is typed.

    async def typed(self, place: Place, line: str) -> None:
        """A number, a command, a word to write, or a move in notation or in words."""
        sure, self.sure = self.sure, None
        if sure is not None and not line:
            await self.moved(sure.action)
        elif sure is not None:  # not that one, then
            self.show(Walk(self.walk.scene) if self.walk else None)
        elif not line and self.reading:
            self.show(self.walk)
        elif not line:  # one has seen enough
            await place.send(t="ready")
        elif self.walk is None:
            await self.waiting(place, line)
        else:
            await self.understood(place, self.walk, line)

    async def waiting(self, place: Place, line: str) -> None:
        """Before the game begins there is nothing to choose from."""
        word, _, rest = line.partition(" ")
        command = self.keyboard(place).command(word, begun=True)
        if command is None:
            self.note("cli.play.no_moves")
        else:
            await self.obey(place, command, rest.strip())

    async def understood(self, place: Place, walk: Walk, line: str) -> None:
        match self.keyboard(place).understand(line, walk, self.screen.names, notation(place)):
            case None:
                self.show(walk)
            case TypedCommand(name, rest):
                await self.obey(place, name, rest)
            case Message() as said:
                self.write([self.words.translate(said, self.screen.names)])
            case TypedMove() if self.question is None:
                self.note("cli.play.no_moves")
            case TypedMove(action, None):
                await self.moved(action)
            case TypedMove(_, Choice() as choice):
                await self.chosen(choice)

    def keyboard(self, place: Place) -> Keyboard:
        writes = any(weigher(game.name) for game in GAMES if game.name == place.room.get("game"))
        return Keyboard(self.words, (*COMMANDS, WEIGH) if writes else COMMANDS)

    async def chosen(self, choice: Choice) -> None:
        """Play what was touched; a choice of weight is asked for twice."""
        if not choice.weighty:
            await self.moved(choice.action)
            return
        self.sure = choice
        self.note("cli.join.sure", choice=self.words.translate(choice.label, self.screen.names))

    async def moved(self, action: str) -> None:
        if self.question is not None:
            await self.tried(self.question.play(action))

    async def tried(self, doing: Any) -> None:
        try:
            await doing
        except Refused as no:
            self.write([self.words.translate(no.reason, self.screen.names)])

    # Commands.

    async def obey(self, place: Place, command: str, argument: str) -> None:
        if command == "help":
            self.write(self.keyboard(place).help())
        elif command == "rules":
            self.write(self.words.word(f"cli.rules.{find(place.room['game']).name}").split("\n"))
        elif command == "quit":
            self.leaving = True
            self.note("cli.join.kept", address=f"{place.door.base}/t/{place.table}")
        elif self.walk is None:
            self.note("room.not_begun")
        elif command == "back":
            self.walk.back()
            self.show(self.walk)
        elif command == "undo":
            await self.undo(place)
        elif command == "hint":
            await self.hint(place)
        elif command == WEIGH:
            await self.weigh(place, argument)
        else:
            answer = text.answer(self.walk.scene, self.words, self.screen.names, command, argument, self.walk)
            self.write(answer.split("\n"))

    async def undo(self, place: Place) -> None:
        """Take back what one has just done, if nobody has acted since and nothing came to light."""
        mine = place.room["you"]
        if place.frame is not None and place.frame.get("undo") in mine:
            await self.tried(place.undo())
        else:
            acted = any(line.partition(" ")[0] in map(str, mine) for line in place.told)
            self.note("room.undo" if acted else "cli.undo.nothing")

    async def hint(self, place: Place) -> None:
        if self.question is None:
            self.note("room.hint_turn")
        else:
            self.note("page.hint.thinking")
            await place.send(t="hint", seat=self.question.seat)

    async def weigh(self, place: Place, line: str) -> None:
        """Ask what a word would bring, without writing it."""
        if self.question is None or self.walk is None or self.walk.scene.composer is None or not line:
            self.note("text.compose" if self.walk and self.walk.scene.composer else "text.no_moves")
            return
        action = with_verb(self.walk.scene.composer, line)
        await place.send(t="weigh", seat=self.question.seat, id=place.new_id(), action=action, ask=True)

    # What is shown.

    def show(self, walk: Walk | None) -> None:
        self.walk, self.reading = walk, False
        if walk is not None:
            self.screen.show(walk, [self.translate("cli.play.back")] if walk.path else [])

    def write(self, lines: Sequence[str]) -> None:
        if len(lines) > LONG:
            self.reading = self.screen.page([*lines, ""])
        elif lines:
            self.screen.write(lines)

    def note(self, key: str, **args: Argument) -> None:
        self.write([self.translate(key, **args)])

    def translate(self, key: str, **args: Argument) -> str:
        return translate(self.words, key, **args)


def notation(place: Place) -> Callable[[str], int]:
    """How moves are written at this table; in a game that only the server knows, anything may be one."""
    room = place.room
    try:
        return Table(find(room["game"]), len(room["seats"]), room["options"], None).read
    except Explained:
        return len
