"""People and bots around one terminal, from the first question to the last word: what the screen shows and when, and
what becomes of what is typed. Everything that is true of the table, the local room knows."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from polychrome.cli.failed import Failed
from polychrome.cli.keyboard import Keyboard, TypedCommand, TypedMove, with_verb
from polychrome.cli.local_room import LocalRoom
from polychrome.cli.saves import keep
from polychrome.cli.screen import Screen
from polychrome.engine.core import SPECTATOR, Argument, Message
from polychrome.room.moves import Turn
from polychrome.room.people import Denied
from polychrome.room.wire import Frame
from polychrome.scenes import text, weigher
from polychrome.scenes.reasons import reason
from polychrome.scenes.scene import Scene
from polychrome.scenes.walk import Walk

HINTLESS: Final = {"room.hint_off": "cli.play.hint_off", "room.hint_turn": "cli.play.no_moves"}
COMMANDS: Final = ("help", "rules", "hint", "back", "undo", "save", "quit")  # besides those of `scenes.text`
WEIGH: Final = "weigh"  # only where words are written
SHORT: Final = 6  # lines of an answer that leaves the table in sight


class Left(Exception):
    """Somebody wants to stop here."""


class Sitting:
    """One game at one keyboard."""

    kept = True  # when somebody leaves it

    def __init__(self, local: LocalRoom, screen: Screen, pause: bool, file: Path | None, look_time: int = 0) -> None:
        self.local = local
        self.room = local.room
        self.screen = screen
        self.words = screen.words
        self.pause = pause  # let people look at their move, and take it back, before the bots answer
        self.look_time = look_time  # seconds that people look at what will be covered; 0: until they have seen enough
        self.file = file  # where `save` writes to; None until there is one
        commands = (*COMMANDS, WEIGH) if weigher(self.room.game.name) else COMMANDS
        self.keyboard = Keyboard(self.words, commands, self.kept)
        self.viewer = local.people[0] if local.people else SPECTATOR  # as whom the screen shows the table
        self.question: int | None = None  # the number of what the viewer is asked
        self.scene: Scene  # on the screen
        self.walk: Walk  # to a choice of it
        self.notes: list[str] = []  # to be said next
        self.stale = True  # the scene has not been said yet

    # The course of the game.

    def run(self) -> None:
        """Play to the end. Left, EOFError or KeyboardInterrupt come out when people stop before it."""
        self.greet()
        while True:
            if self.local.looking():
                self.linger()
            elif not self.room.asked:
                if self.finish():
                    return
            elif (turn := self.room.bot_turn()) is not None:
                self.let(turn)
            elif not self.local.go_on():
                self.turn(next(seat for seat in self.room.asked if seat in self.local.people))

    def greet(self) -> None:
        if self.local.bots:
            names = self.screen.names
            self.note("cli.play.bots", bots=[f"{names[seat]} ({spec})" for seat, spec in self.local.bots.items()])
        if self.local.people:
            self.note("cli.play.hint")

    def let(self, turn: Turn) -> None:
        """Let a bot move."""
        self.screen.wait(self.translate("cli.play.thinking", seat=turn.seat))
        if not self.local.think(turn):
            self.note("cli.play.stumbled", seat=turn.seat)
        if not self.local.people and self.room.asked:
            self.hold(SPECTATOR)

    def turn(self, seat: int) -> None:
        """Ask a person until something is played or taken back."""
        if seat != self.viewer and self.local.secret(seat):
            self.curtain(seat)
        self.behold(self.local.look(seat), seat)
        before, length = self.room.count, len(self.local.table.log)
        while self.room.count == before:
            self.show(self.translate("cli.play.back") if self.walk.path else "")
            self.answer(self.ask())
        if len(self.local.table.log) > length and self.pause and self.hasty(seat):
            self.hold(seat)

    def curtain(self, seat: int) -> None:
        """Nobody else shall see what this seat may see."""
        self.screen.wipe()
        self.screen.page([self.translate("cli.play.curtain", seat=seat)])
        self.screen.ask("")

    def hasty(self, seat: int) -> bool:
        """Would a bot act now, before the person can take the move back?"""
        return self.room.undoable() == seat and self.room.bot_turn() is not None

    def hold(self, viewer: int) -> None:
        """A moment to look at a move before the bots go on."""
        self.behold(self.local.look(viewer), viewer)
        before = self.room.count
        while self.room.count == before:
            self.show(
                self.translate("cli.play.watch" if viewer == SPECTATOR else "cli.play.go_on") if self.pause else ""
            )
            line = self.ask() if self.pause else ""
            if not line:
                return
            self.answer(line)

    def linger(self) -> None:
        """Show what will be gone soon, for as long as people want."""
        self.behold(self.local.look(self.viewer), self.viewer)
        if self.screen.fluent and self.room.clocks.memorising():
            self.notes += text.answer(self.scene, self.words, self.screen.names, "board", "", self.walk).split("\n")
        self.walk = Walk(replace(self.scene, prompt=None, choices=(), buttons=()))
        self.show("" if self.look_time else self.translate("cli.play.look"))
        if self.look_time:
            time.sleep(self.look_time)
        else:
            self.screen.ask("")
        self.screen.wipe()
        self.local.ready()

    def finish(self) -> bool:
        """Who won and why. Nothing more to do, or was the last move taken back?"""
        if self.room.playing().adjudicated:
            self.screen.write([self.translate("cli.play.adjudicated", seats=self.local.table.state.winners())])
            return True
        frame = self.local.look_together()
        self.behold(frame, SPECTATOR if frame.viewer is None else frame.viewer)
        if self.screen.fluent:
            self.notes += text.SceneReader(self.scene, self.words, self.screen.names).seats()
        before = self.room.count
        while self.room.count == before:
            self.show(self.translate("cli.play.over") if self.local.people else "")
            try:
                line = self.ask() if self.local.people else ""
                if not line:
                    return True
                self.answer(line)
            except (EOFError, Left):
                return True
        return False

    # What is shown.

    def behold(self, frame: Frame, viewer: int) -> None:
        """Look at the table through somebody's eyes."""
        assert isinstance(frame.scene, Scene)
        self.viewer = viewer
        self.question = frame.question
        self.scene = frame.scene
        self.walk = Walk(self.scene)
        self.stale = True

    def show(self, hint: str = "") -> None:
        """The scene, unless it was just told and only an answer has to follow."""
        notes, self.notes = self.notes, []
        if self.stale or not self.screen.fluent:
            self.screen.show(self.walk, [*notes, hint] if hint else notes)
            self.stale = False
        elif notes:
            self.screen.write(notes)

    def page(self, lines: Sequence[str]) -> None:
        """Show something longer; where it hides the table, wait until it is read."""
        if self.screen.page([*lines, ""]):
            line = self.screen.ask(self.translate("cli.play.read"))
            if line:
                self.answer(line)

    def ask(self) -> str:
        name = self.screen.names[self.viewer] if self.viewer < len(self.screen.names) else ""
        return self.screen.ask(f"{name}> ")

    def translate(self, key: str, **args: Argument) -> str:
        return self.words.translate(Message(key, args), self.screen.names)

    def note(self, key: str, **args: Argument) -> None:
        self.note_that(Message(key, args))

    def note_that(self, *messages: Message | None) -> None:
        self.notes += [self.words.translate(said, self.screen.names) for said in messages if said is not None]

    # What people answer.

    def answer(self, line: str) -> None:
        """A number, a command, a move in notation or in words."""
        match self.keyboard.understand(line, self.walk, self.screen.names, self.local.table.read):
            case None:
                self.stale = True
            case TypedCommand(name, rest):
                self.obey(name, rest)
            case TypedMove() as move:
                self.play(move)
            case Message() as said:
                self.note_that(said)

    def play(self, move: TypedMove) -> None:
        """A choice of weight that cannot be taken back is asked for twice."""
        choice = move.choice
        if choice is not None and choice.weighty and not self.local.revocable(self.viewer, move.action, self.pause):
            self.screen.write(
                [self.translate("cli.play.sure", choice=self.words.translate(choice.label, self.screen.names))]
            )
            if self.screen.ask("> "):
                self.walk = Walk(self.scene)
                return
        self.note_that(self.local.move(self.viewer, self.question, move.action))

    def obey(self, command: str, argument: str) -> None:
        match command:
            case "help":
                self.page(self.keyboard.help())
            case "rules":
                self.page(self.words.word(f"cli.rules.{self.room.game.name}").split("\n"))
            case "back":
                self.walk.back()
                self.stale = True
            case "hint":
                self.hint()
            case "undo":
                self.note_that(self.local.undo())
            case "save":
                self.save(argument)
            case "quit":
                raise Left
            case "weigh":
                self.weigh(argument)
            case _:
                self.tell(text.answer(self.scene, self.words, self.screen.names, command, argument, self.walk))

    def tell(self, answer: str) -> None:
        lines = answer.split("\n")
        if len(lines) > SHORT:
            self.page(lines)
        else:
            self.notes += lines

    def weigh(self, line: str) -> None:
        """Say what a word would bring, without writing it."""
        composer = self.scene.composer
        if composer is None or not line:
            self.note("text.compose" if composer else "text.no_moves")
            return
        found = self.local.weigh(self.viewer, with_verb(composer, line))
        parts = [self.words.translate(part, self.screen.names) for part in found.parts]
        self.note("cli.play.weighed", n=found.points, parts=parts or [self.words.word("text.nothing")])
        self.note_that(found.reason, found.verdict)

    def hint(self) -> None:
        """What a good player would do here, and why."""
        seat = self.viewer
        try:
            self.room.moves.hinting(self.local.watcher, seat)
        except Denied as no:
            here = HINTLESS.get(no.reason.key)  # the room speaks of hosts and settings
            self.note_that(no.reason if here is None else Message(here, {}))
            return
        self.screen.wait(self.translate("cli.play.thinking", seat=seat))
        found = self.local.advise(seat)
        move = self.called(found.action)
        said = reason(self.room.game, self.room.moves.hint_view(seat), seat, found.action)
        if found.estimate is None:
            self.note("hint.plain", move=move)
            self.note_that(said)
            return
        others = [
            self.translate("hint.other", move=self.called(other.action), percent=round(100 * other.estimate))
            for other in found.alternatives
        ]
        key = "hint.others" if others else "hint.why"
        self.note(key, move=move, percent=round(100 * found.estimate), others=others)
        self.note_that(said)

    def called(self, action: int) -> str:
        """A move as the choices on the screen call it."""
        spelled = self.room.game.text(action)
        labels = (choice.label for choice in self.scene.choices if choice.action == spelled)
        label = next(labels, None)
        return spelled if label is None else self.words.translate(label, self.screen.names)

    def save(self, name: str) -> None:
        try:
            self.file = keep(self.local.record(), Path(name).expanduser() if name else self.file)
            self.note("cli.play.saved", file=str(self.file))
        except Failed as trouble:
            self.note_that(trouble.reason)
