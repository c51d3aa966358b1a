"""What somebody types at a table: a command, a word to be written, or words that fit a choice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from polychrome.engine.core import Message
from polychrome.scenes import text
from polychrome.scenes.scene import Choice, Scene
from polychrome.scenes.walk import Walk
from polychrome.words import Words


def command(words: Words, word: str, known: Iterable[str], begun: bool = False) -> str | None:
    """The command meant by a word, in English or the player's language, or by a beginning that no other has."""
    asked = word.casefold()
    if asked in ("?", "h"):
        return "help"
    found = []
    for name in known:
        spelled = (name, words.word(spelling_key(name)).casefold())
        if asked in spelled:
            return name
        if begun and any(other.startswith(asked) for other in spelled):
            found.append(name)
    return found[0] if len(found) == 1 else None


def help_lines(words: Words, own: Iterable[str]) -> list[str]:
    """Every command and what it does: these, and those that any scene answers."""
    lines = [*words.word("cli.play.help").split("\n"), ""]
    for name in own:
        word, about = words.word(spelling_key(name)), words.word(f"cli.command.{name}.about")
        lines.append(words.say(Message("text.zone", {"label": word, "content": about})))
    return [*lines, *text.help_lines(words)]


def spelling_key(name: str) -> str:
    return f"command.{name}" if name in text.COMMANDS else f"cli.command.{name}"


def fitting(walk: Walk, words: Words, names: Sequence[str], line: str) -> list[Choice]:
    """Choices whose words include all that was typed: "take b" is enough for "Take row B: red"."""
    typed = set(re.findall(r"\w+", line.casefold()))
    if len("".join(typed)) < 2:
        return []
    said = [(choice, words.say(choice.label, names).casefold()) for choice in walk.choices()]
    return [choice for choice, label in said if typed <= set(re.findall(r"\w+", label))]


def written(scene: Scene, line: str) -> str | None:
    """A word and a cell, with or without the verb before them, as an action; None if this is none."""
    composer, parts = scene.composer, line.split()
    if composer is None or not parts:
        return None
    if parts[0] == composer.verb:
        return line
    return f"{composer.verb} {line}" if len(parts) > 1 and parts[1].upper() in cells(scene, composer.zone) else None


def cells(scene: Scene, name: str) -> set[str]:
    pieces = [piece for zone in scene.zones if zone.id == name for piece in zone.pieces]
    return {str(piece.label.args.get("place")) for piece in pieces}
