"""What people type, understood: the number of a choice, a command, a move in notation or in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from polychrome.engine.core import Message, Unreadable
from polychrome.scenes import text
from polychrome.scenes.scene import Choice, Composer, Scene
from polychrome.scenes.walk import Walk
from polychrome.words import Words

SHOWN: Final = 60  # signs of what was not understood


class TypedCommand(NamedTuple):
    name: str
    rest: str


class TypedMove(NamedTuple):
    action: str  # in the notation of the rules
    choice: Choice | None = None  # on the screen


Meant = (
    TypedCommand | TypedMove | Message | None
)  # what to say to it instead; None: nothing yet, the table is to be shown again


class Keyboard:
    """`own` are the commands that are obeyed here, besides the questions that every scene answers."""

    def __init__(self, words: Words, own: Sequence[str], kept: bool = True) -> None:
        self.words = words
        self.own = own
        self.kept = kept  # is the game kept when somebody leaves it?

    def understand(self, line: str, walk: Walk, names: Sequence[str], read: Callable[[str], int]) -> Meant:
        """What a line means to somebody who stands here on the way to a choice. `read` knows the notation."""
        word, _, rest = line.partition(" ")
        composer = walk.scene.composer
        if not line:
            return None
        if composer is not None and writes(walk.scene, composer, line):
            return TypedMove(with_verb(composer, line))
        if line.isascii() and line.isdigit():
            return touch(walk, int(line[:6]))
        if walk.scene.loose and re.fullmatch(r"\d{1,6}(?:[ ,]+\d{1,6})+", line, re.ASCII):
            return touch_all(walk, [int(number) for number in re.findall(r"\d+", line)])
        command = self.command(word)
        if command is not None:
            whole = self.fitting(line, walk, names) if rest else []  # "Quitter le plateau depuis b5" is a move
            return TypedMove(whole[0].action, whole[0]) if len(whole) == 1 else TypedCommand(command, rest.strip())
        try:
            read(line)
        except Unreadable:
            return self.guess(line, walk, names)
        return TypedMove(line)

    def guess(self, line: str, walk: Walk, names: Sequence[str]) -> Meant:
        """Words that fit one choice only, or the beginning of a command."""
        word, _, rest = line.partition(" ")
        fitting = self.fitting(line, walk, names)
        if len(fitting) == 1:
            return TypedMove(fitting[0].action, fitting[0])
        command = self.command(word, begun=True)
        if command is not None:
            return TypedCommand(command, rest.strip())
        return Message("cli.play.several" if fitting else "cli.play.unclear", {"text": line[:SHOWN]})

    def fitting(self, line: str, walk: Walk, names: Sequence[str]) -> list[Choice]:
        """Choices whose words include all that was typed: "take b" is enough for "Take row B: red"."""
        typed = set(re.findall(r"\w+", line.casefold()))
        if len("".join(typed)) < 2:
            return []
        labels = [(choice, self.words.translate(choice.label, names).casefold()) for choice in walk.choices()]
        return [choice for choice, label in labels if typed <= set(re.findall(r"\w+", label))]

    # Commands.

    def command(self, word: str, begun: bool = False) -> str | None:
        """The command meant by a word, in English or the player's language, or by a beginning that no other has."""
        asked = word.casefold()
        if asked in ("?", "h") and "help" in self.own:
            return "help"
        found = []
        for name in (*self.own, *text.COMMANDS):
            spelled = (name, self.words.word(spelling_key(name)).casefold())
            if asked in spelled:
                return name
            if begun and any(other.startswith(asked) for other in spelled):
                found.append(name)
        return found[0] if len(found) == 1 else None

    def help(self) -> list[str]:
        """Every command and what it does."""
        own = []
        for name in self.own:
            told = "unkept" if name == "quit" and not self.kept else "about"
            word, about = self.words.word(spelling_key(name)), self.words.word(f"cli.command.{name}.{told}")
            own.append(self.words.translate(Message("text.zone", {"label": word, "content": about})))
        return [*self.words.word("cli.play.help").split("\n"), "", *own, *text.help_lines(self.words)]


def touch(walk: Walk, number: int) -> Meant:
    targets = walk.targets()
    if not targets:
        return Message("cli.play.no_moves", {})
    if not 1 <= number <= len(targets):
        return Message("cli.play.numbers", {"n": len(targets)})
    choice = walk.touch(targets[number - 1][0])
    return None if choice is None else TypedMove(choice.action, choice)


def touch_all(walk: Walk, numbers: Sequence[int]) -> Meant:
    """A set in one line: the numbers mean what they stood for when it was typed. All of it, or nothing."""
    targets, before = walk.targets(), len(walk.path)
    if not all(1 <= number <= len(targets) for number in numbers):
        return Message("cli.play.numbers", {"n": len(targets)})
    choice = None
    for number in numbers:
        target = targets[number - 1][0]
        if choice is not None or target not in walk.branches():
            del walk.path[before:]
            return Message("cli.play.not_together", {})
        choice = walk.touch(target)
    return None if choice is None else TypedMove(choice.action, choice)


def writes(scene: Scene, composer: Composer, line: str) -> bool:
    """Is this a word and a cell, as the notation has it or without its verb?"""
    cells = {str(cell.label.args["place"]) for zone in scene.zones if zone.id == composer.zone for cell in zone.pieces}
    words = line.split()
    return words[0] == composer.verb or (len(words) > 1 and words[1].upper() in cells)


def with_verb(composer: Composer, line: str) -> str:
    """A word and its way as an action: the verb goes without saying."""
    return line if line.split()[:1] == [composer.verb] else f"{composer.verb} {line}"


def spelling_key(command: str) -> str:
    return f"command.{command}" if command in text.COMMANDS else f"cli.command.{command}"
