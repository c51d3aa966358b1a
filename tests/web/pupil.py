"""Somebody who follows a guide and sees nothing: what is to be done is what was said, and keys do it."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

from web.blind import ARROWS, Listener
from web.people import Person

TRIES = 12  # keys that a step may need, ways apart
MANY = 25  # targets: fewer are found by any arrows


def parts(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def likeness(name: str, move: str) -> float:
    """How much what something is called has in common with the move; places most of all."""
    own, wanted = parts(name), parts(move)
    return sum(4 if any(letter.isdigit() for letter in part) else 1 for part in own & wanted) - len(own - wanted) / 5


class Pupil(Listener):
    def __init__(self, fox: Person, luck: Random, first: str) -> None:
        super().__init__(fox, luck)
        self.first = first  # what is said to whoever does something else

    def said(self, pattern: str) -> str:
        """The newest that was said like this; nothing if nothing was."""
        self.listen()
        return next((text for text in reversed(self.heard) if re.search(pattern, text)), "")

    def follow(self, sentences: list[str]) -> None:
        """From each step to the next one, to the last sentence."""
        for here, there in pairwise(sentences):
            said = self.fox.look(lambda here=here: self.said(here), here)
            if "Now: " in said:
                self.do(said.partition("Now: ")[2], there)
            else:
                self.press("Enter")  # it is to be looked at
        self.fox.look(lambda: self.said(sentences[-1]), "the last sentence")

    def do(self, move: str, there: str) -> None:
        wrong: set[str] = set()
        for _ in range(TRIES):
            self.fox.look(lambda: self.said(there) or self.found(), "something to touch")
            if self.said(there):
                return
            name = self.fox.look(lambda: self.go(move, wrong), f"a way to {move}")
            told = len(self.heard)
            self.fox.breathe()
            self.press("Enter")
            self.fox.look(lambda told=told: self.listen() or len(self.heard) > told, "what the key has done")
            if any(self.first in text for text in self.heard[told:]):
                wrong.add(name)
        pytest.fail(f"never done: {move}; {self.heard[-6:]}")

    def found(self) -> bool:
        """Is there something under the focus? The first arrow leads to it."""
        name = self.focus()
        if self.waits_for_us():
            self.looked = len(self.heard)
            self.press("Enter")
            return False
        if not name:
            self.press("ArrowDown")
        return bool(name)

    def go(self, move: str, wrong: set[str]) -> str | None:
        """By arrows to what is called most like the move, of all that the table lists."""
        here = self.focus()
        if "Tap again" in here and move in here:
            return here
        nodes = self.fox.page.locator("main [data-target]").all()
        names = [str(node.get_attribute("aria-label") or node.inner_text()).strip() for node in nodes]
        fitting = [at for at, name in enumerate(names) if name not in wrong]
        if not fitting:
            return None
        best = max(fitting, key=lambda at: likeness(names[at], move))
        target = nodes[best].get_attribute("data-target")
        for turn in range(300):
            x, y, there = self.fox.page.evaluate(AWAY, target)
            if there:
                return names[best]
            if len(names) <= MANY or turn % 5 == 4:
                self.press(self.luck.choice(ARROWS))
            elif abs(y) < 4 or (turn % 2 and abs(x) >= 4):
                self.press("ArrowRight" if x > 0 else "ArrowLeft")
            else:
                self.press("ArrowDown" if y > 0 else "ArrowUp")
        return None


# How far it is from what has the focus to a target, and whether that is it.
AWAY = """(id) => {
    const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x, box.y] }
    const [here, there] = [document.activeElement, document.querySelector(`[data-target="${CSS.escape(id)}"]`)]
    if (!there) return [0, 0, false]
    const [from, to] = [middle(here), middle(there)]
    return [to[0] - from[0], to[1] - from[1], here === there]
}"""
