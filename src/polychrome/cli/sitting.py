"""People and bots around one terminal, from the first question to the last word."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from polychrome.arena.match import derived, move
from polychrome.bots import explain, hire
from polychrome.cli.failed import Failed
from polychrome.cli.saves import keep
from polychrome.cli.screen import Screen
from polychrome.engine.core import NATURE, SPECTATOR, Argument, Message, Refused, Unreadable
from polychrome.engine.dice import Dice
from polychrome.engine.table import Line, Table
from polychrome.scenes import WEIGHERS, draw, text
from polychrome.scenes.glimpse import fleeting
from polychrome.scenes.scene import Choice, Scene
from polychrome.scenes.walk import Walk

OWN_COMMANDS: Final = ("help", "rules", "hint", "back", "undo", "save", "quit")  # besides those of `scenes.text`
COMMANDS: Final = (*OWN_COMMANDS, *text.COMMANDS)
WEIGH: Final = "weigh"  # only where words are written
ADVISER: Final = "sharp"  # gives hints; where it may remember, it forgets as people do


class Left(Exception):
    """Somebody wants to stop here."""


class Sitting:
    """One game at one keyboard. `bots` says which seats play by themselves, and how."""

    def __init__(
        self, table: Table, screen: Screen, bots: dict[int, str], pause: bool, file: Path | None, look_time: int = 0
    ) -> None:
        self.table = table
        self.screen = screen
        self.words = screen.words
        self.bots = bots
        self.pause = pause  # let people look at their move, and take it back, before the bots answer
        self.look_time = look_time  # seconds that people look at what will be covered; 0: until they have seen enough
        self.file = file  # where `save` writes to; None until there is one
        self.people = [seat for seat in range(table.state.seats) if seat not in bots]
        self.hints = len(self.people) < 2  # among several people they are for whoever sets the table to allow
        self.remember = False  # hints know what has been covered again, too
        self.viewer = self.people[0] if self.people else SPECTATOR  # through whose eyes the screen looks
        self.shown = {viewer: self.since(viewer) for viewer in [*self.people, SPECTATOR]}  # how much of the log
        self.told: list[Line] = []  # by the scene on the screen
        self.covered = len(table.log)  # whatever was turned up before is not shown any more
        self.scene = self.look()
        self.walk = Walk(self.scene)
        self.notes: list[str] = []  # to be said next
        self.stale = True  # the scene has not been said yet

    # The course of the game.

    def run(self) -> None:
        """Play to the end. Left, EOFError or KeyboardInterrupt come out when people stop before it."""
        self.greet()
        while True:
            acting = self.table.acting()
            if not self.people and self.table.stuck():
                self.screen.write([self.say("cli.play.adjudicated", seats=self.table.state.winners())])
                return
            bot = next((seat for seat in acting if seat in self.bots), None)
            if bot is not None and self.memorising() and self.people:
                self.memorise(bot)
            elif bot is not None:
                self.let(bot)
            elif acting:
                self.turn(acting[0])
            elif self.finish():
                return

    def greet(self) -> None:
        if self.bots:
            names = self.screen.names
            self.note("cli.play.bots", bots=[f"{names[seat]} ({spec})" for seat, spec in self.bots.items()])
        if self.people:
            self.note("cli.play.hint")

    def let(self, seat: int) -> None:
        """A bot moves. Its luck depends on the line alone, so a resumed game goes on as it would have."""
        self.screen.wait(self.say("cli.play.thinking", seat=seat))
        line = len(self.table.log)
        seed = self.table.dice.seed if self.table.dice is not None else 0
        bot = hire(self.bots[seat], derived(seed, "bot", seat, line))
        if move(self.table, bot, self.table.state.view(seat, recall=True), seat) is not None:
            self.note("cli.play.stumbled", seat=seat)
            self.table.play(seat, self.table.state.sample(seat, Dice(derived(seed, "spare", line))))
        if not self.people and not self.table.over():
            self.hold(SPECTATOR)
        self.glimpse()

    def turn(self, seat: int) -> None:
        """Ask a person until something is played or taken back."""
        if seat != self.viewer and self.table.state.view(seat) != self.table.state.view(SPECTATOR):
            self.curtain(seat)
        self.behold(seat)
        before = len(self.table.log)
        while len(self.table.log) == before:
            self.show(self.say("cli.play.back") if self.walk.path else "")
            self.answer(self.ask(), seat)
        if len(self.table.log) > before and self.pause and self.hasty(seat):
            self.hold(seat)
        self.glimpse()

    def curtain(self, seat: int) -> None:
        """Nobody else shall see what this seat may see."""
        self.screen.wipe()
        self.screen.page([self.say("cli.play.curtain", seat=seat)])
        self.screen.ask("")

    def hasty(self, seat: int) -> bool:
        """Would a bot act now, before the person can take the move back?"""
        return self.table.undoable(seat) and any(seat in self.bots for seat in self.table.acting())

    def hold(self, seat: int) -> None:
        """A moment to look at a move before the bots go on."""
        self.behold(seat)
        before = len(self.table.log)
        while len(self.table.log) == before:
            self.show(self.say("cli.play.watch" if seat == SPECTATOR else "cli.play.go_on") if self.pause else "")
            line = self.ask() if self.pause else ""
            if not line:
                return
            self.answer(line, seat)

    # Games of memory.

    def glimpse(self) -> None:
        """Let people look at what the rules have covered again, and then really cover it."""
        if not self.people:  # whoever watches has seen every move, or wants to see the end only
            self.covered = len(self.table.log)
        elif fleeting(self.drawn(self.viewer), self.drawn(self.viewer, plain=True)):
            self.behold(self.viewer)
            self.linger()
            self.covered = len(self.table.log)
            self.behold(self.viewer)

    def memorising(self) -> bool:
        """Do all look at something that one of them will cover?"""
        return dict(self.table.game.timed).get(self.table.state.phase) == "memorise"

    def memorise(self, bot: int) -> None:
        """A bot shows something: it covers when the people have seen enough."""
        self.behold(self.viewer)
        if self.screen.fluent:
            self.notes += text.answer(self.scene, self.words, self.screen.names, "board", "", self.walk).split("\n")
        self.linger()
        idle = self.table.state.idle(bot)
        assert idle is not None
        self.table.play(bot, idle)
        self.behold(self.viewer)

    def linger(self) -> None:
        """Show what will be gone soon, for as long as people want."""
        self.walk = Walk(replace(self.scene, prompt=None, choices=(), buttons=()))
        self.show("" if self.look_time else self.say("cli.play.look"))
        if self.look_time:
            time.sleep(self.look_time)
        else:
            self.screen.ask("")
        self.screen.wipe()

    def finish(self) -> bool:
        """Who won and why. Nothing more to do, or was the last move taken back?"""
        if len(self.people) > 1:  # "you win" would be news to more than one
            self.shown[SPECTATOR] = self.shown[self.viewer]
            self.viewer = SPECTATOR
        self.behold(self.viewer)
        before = len(self.table.log)
        if self.screen.fluent:
            self.notes += text.Reader(self.scene, self.words, self.screen.names).seats()
        while len(self.table.log) == before:
            self.show(self.say("cli.play.over") if self.people else "")
            try:
                line = self.ask() if self.people else ""
                if not line:
                    return True
                self.answer(line, self.viewer)
            except (EOFError, Left):
                return True
        return False

    # What is shown.

    def behold(self, viewer: int) -> None:
        """Look at the table through somebody's eyes, with all that has happened since they last looked."""
        self.viewer = viewer
        self.told = self.table.told(viewer, self.shown[viewer])
        self.scene = self.look()
        self.shown[viewer] = len(self.table.log)
        self.walk = Walk(self.scene)
        self.stale = True

    def since(self, viewer: int) -> int:
        """Where a viewer who comes back to a saved game has missed something: after their own last move."""
        own = [at for at, line in enumerate(self.table.log) if line.seat == viewer]
        return own[-1] + 1 if own else 0

    def look(self) -> Scene:
        """The table as people may see it now; the news is of what they have not been told yet."""
        scene = self.drawn(self.viewer)
        news = draw(self.table.game, self.table.state.view(self.viewer), self.viewer, self.told).news
        return replace(scene, news=news)

    def drawn(self, viewer: int, plain: bool = False) -> Scene:
        """With what was turned up in this turn and since people last looked; or without any of it."""
        since = max(self.covered, min(self.shown[viewer], self.turn_began()))
        lines = [] if plain else self.table.told(viewer, since)
        return draw(self.table.game, self.table.state.view(viewer), viewer, lines)

    def turn_began(self) -> int:
        """The first line of whoever acted last, from where nobody else did."""
        log = self.table.log
        players = [at for at, line in enumerate(log) if line.seat != NATURE]
        began = len(log)
        for at in reversed(players):
            if log[at].seat != log[players[-1]].seat:
                break
            began = at
        return began

    def show(self, hint: str = "") -> None:
        """The scene, unless it was just told and only an answer has to follow."""
        notes, self.notes = self.notes, []
        if self.stale or not self.screen.fluent:
            self.screen.show(self.walk, [*notes, hint] if hint else notes)
            self.stale = False
        elif notes:
            self.screen.write(notes)

    def ask(self) -> str:
        name = self.screen.names[self.viewer] if self.viewer < len(self.screen.names) else ""
        return self.screen.ask(f"{name}> ")

    def say(self, key: str, **args: Argument) -> str:
        return self.words.say(Message(key, args), self.screen.names)

    def note(self, key: str, **args: Argument) -> None:
        self.notes.append(self.say(key, **args))

    # What people answer.

    def answer(self, line: str, seat: int) -> None:
        """A number, a command, a move in notation or in words."""
        word, _, rest = line.partition(" ")
        if not line:
            self.stale = True
        elif self.writes(line):
            self.write(line, seat)
        elif line.isascii() and line.isdigit():
            self.touch(int(line[:6]), seat)
        elif (command := self.command(word)) is not None:
            self.obey(command, rest.strip(), seat)
        else:
            self.move(line, seat)

    def writes(self, line: str) -> bool:
        """Is this a word and a cell, as the notation has it or without its verb?"""
        composer, words = self.scene.composer, line.split()
        if composer is None:
            return False
        return words[0] == composer.verb or (len(words) > 1 and words[1].upper() in self.cells(composer.zone))

    def cells(self, name: str) -> set[str]:
        return {str(cell.label.args["place"]) for zone in self.scene.zones if zone.id == name for cell in zone.pieces}

    def spelled(self, line: str) -> str:
        """A word and its way as an action."""
        assert self.scene.composer is not None
        verb = self.scene.composer.verb
        return line if line.split()[:1] == [verb] else f"{verb} {line}"

    def write(self, line: str, seat: int) -> None:
        try:
            self.table.play(seat, self.table.read(self.spelled(line)))
        except (Refused, Unreadable) as no:
            self.notes.append(self.words.say(no.reason, self.screen.names))

    def weigh(self, line: str, seat: int) -> None:
        """Say what a word would bring, without writing it."""
        if self.scene.composer is None or not line:
            self.note("text.compose" if self.scene.composer else "text.no_moves")
            return
        view = self.table.state.view(seat)
        weighing = WEIGHERS[self.table.game.name](view, seat, self.spelled(line), True)
        parts = [self.words.say(part, self.screen.names) for part in weighing.parts]
        self.note("cli.play.weighed", n=weighing.points, parts=parts or [self.words.word("text.nothing")])
        for said in (weighing.reason, weighing.verdict):
            if said is not None:
                self.notes.append(self.words.say(said, self.screen.names))

    def move(self, line: str, seat: int) -> None:
        """A move in the notation of the rules, or in words that fit one choice only, or the beginning of a command."""
        word, _, rest = line.partition(" ")
        try:
            self.table.play(seat, self.table.read(line))
        except Refused as refused:
            self.notes.append(self.words.say(refused.reason, self.screen.names))
        except Unreadable:
            fitting = self.fitting(line)
            if len(fitting) == 1:
                self.play(fitting[0], seat)
            elif (command := self.command(word, begun=True)) is not None:
                self.obey(command, rest.strip(), seat)
            elif fitting:
                self.note("cli.play.several", text=line[:60])
            else:
                self.note("cli.play.unclear", text=line[:60])

    def touch(self, number: int, seat: int) -> None:
        targets = self.walk.targets()
        if not 1 <= number <= len(targets):
            self.refuse_number(len(targets))
            return
        choice = self.walk.touch(targets[number - 1][0])
        if choice is None:
            self.stale = True
        else:
            self.play(choice, seat)

    def refuse_number(self, targets: int) -> None:
        if targets:
            self.note("cli.play.numbers", n=targets)
        else:
            self.note("cli.play.no_moves")

    def play(self, choice: Choice, seat: int) -> None:
        """Play what was touched; a choice of weight that cannot be taken back is asked for twice."""
        action = self.table.game.parse(choice.action)
        if choice.weighty and not self.revocable(seat, action):
            self.screen.write([self.say("cli.play.sure", choice=self.words.say(choice.label, self.screen.names))])
            if self.screen.ask("> "):
                self.walk = Walk(self.scene)
                return
        self.table.play(seat, action)

    def revocable(self, seat: int, action: int) -> bool:
        after = self.table.state.clone()
        after.apply(seat, action)
        acting = after.acting()
        return NATURE not in acting and (self.pause or not any(other in self.bots for other in acting))

    def fitting(self, line: str) -> list[Choice]:
        """Choices whose words include all that was typed: "take b" is enough for "Take row B: red"."""
        typed = set(re.findall(r"\w+", line.casefold()))
        if len("".join(typed)) < 2:
            return []
        found = []
        for choice in self.walk.choices():
            label = self.words.say(choice.label, self.screen.names).casefold()
            if typed and typed <= set(re.findall(r"\w+", label)):
                found.append(choice)
        return found

    # Commands.

    def command(self, word: str, begun: bool = False) -> str | None:
        """The command meant by a word, in English or the player's language, or by a beginning that no other has."""
        asked = word.casefold()
        if asked in ("?", "h"):
            return "help"
        found = []
        for name in (*COMMANDS, *self.more()):
            spelled = (name, self.words.word(spelling_key(name)).casefold())
            if asked in spelled:
                return name
            if begun and any(other.startswith(asked) for other in spelled):
                found.append(name)
        return found[0] if len(found) == 1 else None

    def more(self) -> tuple[str, ...]:
        """Commands of this game alone."""
        return (WEIGH,) if self.table.game.name in WEIGHERS else ()

    def obey(self, command: str, argument: str, seat: int) -> None:
        if command == "help":
            self.page(self.help())
        elif command == "rules":
            self.page(self.words.word(f"cli.rules.{self.table.game.name}").split("\n"))
        elif command == "back":
            self.walk.back()
            self.stale = True
        elif command == "hint":
            self.hint(seat)
        elif command == "undo":
            self.undo()
        elif command == "save":
            self.save(argument)
        elif command == "quit":
            raise Left
        elif command == WEIGH:
            self.weigh(argument, seat)
        else:
            answer = text.answer(self.scene, self.words, self.screen.names, command, argument, self.walk).split("\n")
            if len(answer) > 6:
                self.page(answer)
            else:
                self.notes += answer

    def help(self) -> list[str]:
        """Every command and what it does."""
        own = []
        for name in (*OWN_COMMANDS, *self.more()):
            word, about = self.words.word(spelling_key(name)), self.words.word(f"cli.command.{name}.about")
            own.append(self.say("text.zone", label=word, content=about))
        return [*self.say("cli.play.help").split("\n"), "", *own, *text.help_lines(self.words)]

    def page(self, lines: Sequence[str]) -> None:
        """Show something longer; where it hides the table, wait until it is read."""
        if self.screen.page([*lines, ""]):
            line = self.screen.ask(self.say("cli.play.read"))
            if line:
                self.answer(line, self.viewer)

    def hint(self, seat: int) -> None:
        """What a good player would do here, and why; it sees what this seat sees now."""
        if seat not in self.table.acting():
            self.note("cli.play.no_moves")
            return
        if not self.hints:
            self.note("cli.play.hint_off")
            return
        self.screen.wait(self.say("cli.play.thinking", seat=seat))
        seed = self.table.dice.seed if self.table.dice is not None else 0
        adviser = hire(ADVISER, derived(seed, "hint", seat, len(self.table.log)))
        found = explain(adviser, self.table.state.view(seat, recall=self.remember), seat)
        move = self.called(found.action)
        if found.estimate is None:
            self.note("hint.plain", move=move)
            return
        others = [
            self.say("hint.other", move=self.called(other.action), percent=round(100 * other.estimate))
            for other in found.alternatives
        ]
        key = "hint.others" if others else "hint.why"
        self.note(key, move=move, percent=round(100 * found.estimate), others=others)

    def called(self, action: int) -> str:
        """A move as the choices on the screen call it."""
        spelled = self.table.game.text(action)
        for choice in self.scene.choices:
            if choice.action == spelled:
                return self.words.say(choice.label, self.screen.names)
        return spelled

    def undo(self) -> None:
        """Take back the last line if a person here played it: then nobody has acted since, and nothing was revealed."""
        log = self.table.log
        last = log[-1].seat if log else NATURE
        if last in self.people and self.table.undoable(last):
            self.table.rewind(len(log) - 1)
            self.shown = {viewer: min(lines, len(self.table.log)) for viewer, lines in self.shown.items()}
            self.note("cli.undo.done")
        elif last in self.bots:
            self.note("cli.undo.others", seat=last)
        elif any(line.seat in self.people for line in log):
            self.note("cli.undo.revealed")
        else:
            self.note("cli.undo.nothing")

    def save(self, name: str) -> None:
        try:
            self.file = keep(self.table, Path(name).expanduser() if name else self.file)
            self.note("cli.play.saved", file=str(self.file))
        except Failed as trouble:
            self.notes.append(self.words.say(trouble.reason))


def spelling_key(command: str) -> str:
    return f"command.{command}" if command in text.COMMANDS else f"cli.command.{command}"
