"""Where a table is shown: redrawn in place on a terminal, or told line by line for screen readers."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import normalize

from msgspec.structs import replace

from polychrome.cli.failed import CLOSED_PIPE
from polychrome.columns import WIDTH, wrapped
from polychrome.engine.core import Message
from polychrome.scenes.text import SceneReader
from polychrome.scenes.walk import Walk
from polychrome.words import Words

SIGNS: Final = "×○•▲≈▚□★│─…"  # what pieces are drawn with
FEW: Final = 2  # news that a small window still tells
MANY: Final = 20  # moves
TALL: Final = 40  # lines that push everything out of sight


class Screen:
    """Shows scenes and asks for lines. This one tells: only what is new, the whole table when asked."""

    fluent = True  # an answer follows the question; nothing has to be drawn again

    def __init__(self, words: Words, names: Sequence[str], ascii_only: bool) -> None:
        self.words = words
        self.names = names
        self.ascii = ascii_only or not sayable(SIGNS)

    def show(self, walk: Walk, notes: Sequence[str]) -> None:
        """The table as it stands, what can be done from where the walk is, and something to note."""
        reader = SceneReader(walk.scene, self.words, self.names)
        moves = reader.moves(walk)
        if len(moves) > MANY:  # nobody wants to hear them all every time
            moves = [self.words.translate(Message("cli.play.many", {"n": len(moves), "move": moves[len(moves) // 2]}))]
        self.write([*reader.news(), *reader.faces(), *notes, reader.turn(), *moves])

    def write(self, lines: Sequence[str]) -> None:
        """Some lines, after whatever is there."""
        print(*self.wrapped(lines), sep="\n", flush=True)

    def wrapped(self, lines: Sequence[str]) -> list[str]:
        return [row for line in lines for row in wrapped(in_ascii(line) if self.ascii else line)]

    def page(self, lines: Sequence[str]) -> bool:
        """Something longer to read. Does it hide the table?"""
        self.write(lines)
        return False

    def wait(self, line: str) -> None:
        """Say that something takes a moment."""

    def wipe(self) -> None:
        """What was shown shall be seen no more: out of sight is all that lines on paper can do."""
        print("\n" * TALL, flush=True)

    def ask(self, prompt: str) -> str:
        """What the person types. EOFError when there is nothing more to come."""
        line = input(in_ascii(prompt) if self.ascii else prompt)
        return "".join(character for character in line if character.isprintable()).strip()


class Pretty(Screen):
    """Draws the table; on a terminal always in the same place."""

    fluent = False

    def __init__(self, words: Words, names: Sequence[str], ascii_only: bool) -> None:
        super().__init__(words, names, ascii_only)
        from rich.console import Console

        class PipedConsole(Console):
            def on_broken_pipe(self) -> None:  # by itself Rich would leave with 1
                raise SystemExit(CLOSED_PIPE)

        self.console = PipedConsole(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else WIDTH)
        self.redraws = sys.stdout.isatty() and not self.console.is_dumb_terminal and os.name != "nt"
        self.begun = False

    def show(self, walk: Walk, notes: Sequence[str]) -> None:
        below = ["", *self.wrapped(notes)] if notes else []
        room = self.console.size.height - len(below) - 1 if self.redraws else 1000
        for smaller in shrinking(walk):
            rows = self.painted(smaller)
            if len(rows) <= room:
                break
        self.draw([*rows, *below])

    def painted(self, walk: Walk) -> list[str]:
        from polychrome.scenes import terminal

        with self.console.capture() as captured:
            self.console.print(terminal.render(walk.scene, self.words, self.names, self.ascii, walk))
        return captured.get().rstrip("\n").split("\n")

    def page(self, lines: Sequence[str]) -> bool:
        self.draw(self.wrapped(lines))
        return self.redraws

    def draw(self, rows: Sequence[str]) -> None:
        if not self.redraws:
            print("", *rows, sep="\n", flush=True)
            return
        height = self.console.size.height
        if not self.begun:  # what was on the screen before stays in the scrollback
            print("\n" * (height - 1), end="")
            self.begun = True
        # One write, each line cleared behind its end: nothing flickers. What is too long simply scrolls.
        print("\x1b[H" + "".join(f"{row}\x1b[K\n" for row in rows) + "\x1b[J", end="", flush=True)

    def wipe(self) -> None:
        if self.redraws:
            print("\x1b[H\x1b[2J", end="", flush=True)
        else:
            super().wipe()

    def wait(self, line: str) -> None:
        if self.redraws:
            print(f"\r{line}\x1b[K", end="", flush=True)


def make_screen(words: Words, names: Sequence[str], plain: bool, ascii_only: bool) -> Screen:
    """A screen that tells or draws, in full or with ASCII letters only."""
    return Screen(words, names, ascii_only) if plain else Pretty(words, names, ascii_only)


def in_ascii(text: str) -> str:
    """Spelled with ASCII: accents fall off, except where that would mislead."""
    from polychrome.scenes.terminal.brush import SPELLED

    return normalize("NFKD", text.translate(SPELLED)).encode("ascii", "ignore").decode()


def shrinking(walk: Walk) -> Iterator[Walk]:
    """The same table with less and less to say about it, for small windows: facts go first, then old news."""
    yield walk
    facts, news = walk.scene.facts, walk.scene.news
    while facts or len(news) > FEW:
        facts, news = (facts[:-1], news) if facts else ((), news[1:])
        smaller = Walk(replace(walk.scene, facts=facts, news=news))
        smaller.path = walk.path
        yield smaller


def sayable(text: str) -> bool:
    """Can the terminal's encoding show this?"""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
