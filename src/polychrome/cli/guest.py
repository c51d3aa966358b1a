"""Whoever sits down at a table that is served elsewhere: what is told in any case, and who is there."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from msgspec.structs import replace

from polychrome.cli.failed import Failed
from polychrome.cli.screen import Screen
from polychrome.cli.spoken import translate
from polychrome.client import Invitation, Place, sit
from polychrome.engine.core import Message, Unplayable
from polychrome.scenes.scene import Scene
from polychrome.words import Words


class Tolerant(Words):
    """A newer server may have words that we do not know yet: their key is better than nothing."""

    def translate(self, message: Message, names: Any = (), you: int = -1) -> str:
        try:
            return super().translate(message, names, you)
        except (AttributeError, KeyError, IndexError, RecursionError, TypeError, ValueError):
            return message.key


class Guest:
    program = False  # does a bot play?

    def __init__(self, words: Words, screen: Screen) -> None:
        self.words = words
        self.screen = screen
        self.said = ""
        self.invited = False  # or have we only been told where the table is?

    async def visit(self, address: str) -> None:
        where = Invitation.read(address)
        self.invited = bool(where.secret or where.code)
        try:
            async with sit(where, program=self.program) as place:
                await self.play(place)
        except Unplayable as no:  # a game of the server's that is not in our box: nobody here asked for it
            raise Failed(no.reason) from None

    def play(self, place: Place) -> Coroutine[Any, Any, None]:
        raise NotImplementedError

    def told(self, place: Place, message: dict[str, Any]) -> None:
        """What is not the game: who is there, what went wrong, where it goes on."""
        match message:
            case {"t": "room", "phase": phase, "you": you}:
                self.screen.names = self.names(place)
                if not you:
                    self.once(self.words.word("cli.join.watching"))
                elif phase == "lobby":
                    self.once(translate(self.words, "cli.join.lobby", names=self.company(place)))
            case {"t": "sorry", "reason": [str(key), dict(args)]}:
                self.screen.write([self.words.translate(Message(key, args), self.screen.names)])
            case {"t": "moved", "table": str(table)}:
                self.screen.write([translate(self.words, "cli.join.moved", address=f"{place.door.base}/t/{table}")])

    def once(self, line: str) -> None:
        """Rooms are told again whenever anything about them changes; people need not hear the same twice."""
        if line != self.said:
            self.screen.write([line])
        self.said = line

    # Who is there.

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
                    found.append(self.words.translate(Message(key, args)))
                case _:
                    found.append(animals[seat])
        return found

    def company(self, place: Place) -> list[str]:
        """The names, bots marked as such."""
        bots = self.bots(place)
        return [
            translate(self.words, "cli.join.bot", name=name) if seat in bots else name
            for seat, name in enumerate(self.names(place))
        ]

    def bots(self, place: Place) -> dict[int, Message]:
        """By seat, what is said of those at which no person plays."""
        found = {}
        for seat, info in enumerate(place.room["seats"]):
            match info:
                case {"program": True}:
                    found[seat] = Message("text.program", {})
                case {"kind": "bot", "bot": str(bot)}:
                    found[seat] = Message("text.bot", {"bot": bot})
        return found

    def scene(self, place: Place, frame: dict[str, Any]) -> Scene:
        """The table, with a note at every seat where a bot plays, for whoever looks and whoever listens."""
        scene, bots = place.scene(frame), self.bots(place)
        places = [
            replace(spot, notes=(*spot.notes, bots[spot.seat])) if spot.seat in bots else spot for spot in scene.seats
        ]
        return replace(scene, seats=tuple(places))
