"""Guided first games: a prepared position, and the first moves of a game with a sentence for each.

A guide is a file, `<game>.json`, found by the game's name:

    seats, options   of the table; a game that is played with words gets the player's own language
    teaches          what whoever has played it knows, for whoever writes or changes it
    lines            of a record, in order, chance and the other seats included; `[line, n]` is a line with a sentence,
                     `guide.<game>.n` in the catalogues

What comes before the first sentence is the prepared position; then everything is played at a real table: the learner,
always on the first seat, plays the lines that have a sentence, and chance and the others do what is written (GEN-4). A
line of somebody else with a sentence is something to look at. After the last line the game goes on like any other.

The law is in tests/guides: each line is legal when its turn comes, so that a guide fails when the rules change.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from polychrome.engine.core import NATURE, Game, Message, Value
from polychrome.engine.table import Line

LEARNER: Final = 0  # the seat
LANGUAGE: Final = "language"  # the option of games that are played with words


class GuideStep(NamedTuple):
    """A line of a guide that has a sentence."""

    at: int  # the line
    said: Message


class GuideProgress(NamedTuple):
    """Where a learner is."""

    step: int  # the last that has come, from 1
    said: Message | None  # None: the others play
    action: int | None = None  # to be played; None: there is something to look at, or all is played


class Guide(NamedTuple):
    game: str
    seats: int
    options: dict[str, Value]
    teaches: str
    lines: tuple[tuple[int, int], ...]  # seat and action
    steps: tuple[GuideStep, ...]
    end: Message  # said when all is played

    @property
    def opening(self) -> int:
        """How many lines lead to the prepared position."""
        return self.steps[0].at

    def next(self, played: int) -> tuple[int, int] | None:
        """The line to come after so many; None when all is played."""
        return self.lines[played] if played < len(self.lines) else None

    def lesson(self, log: Sequence[Line]) -> GuideProgress | None:
        """What is said to the learner now; None when that has been heard, and the game is like any other."""
        played = len(log)
        if played >= len(self.lines):
            alone = any(line.seat == LEARNER for line in log[len(self.lines) :])
            return None if alone else GuideProgress(len(self.steps), self.end)
        come = [step for step in self.steps if step.at <= played]
        if not come or come[-1].at < played:
            return GuideProgress(len(come), None)
        seat, action = self.lines[played]
        return GuideProgress(len(come), come[-1].said, action if seat == LEARNER else None)

    def chosen(self, game: Game, options: Mapping[str, Value]) -> dict[str, Value]:
        """The options of the guide; of what somebody wants, only the language, where words are written."""
        worded = LANGUAGE in options and any(option.name == LANGUAGE for option in game.options)
        return {**self.options, LANGUAGE: options[LANGUAGE]} if worded else self.options


@cache
def guide_to(game: Game) -> Guide | None:
    """The guide to a game, if it has one."""
    file = files(__name__).joinpath(f"{game.name}.json")
    return read(game, file.read_text(encoding="utf-8")) if file.is_file() else None


def read(game: Game, text: str) -> Guide:
    """A guide as it is written."""
    found = json.loads(text)
    lines: list[tuple[int, int]] = []
    steps: list[GuideStep] = []
    for at, written in enumerate(found["lines"]):
        line = written if isinstance(written, str) else written[0]
        lines.append(parsed(game, line))
        if not isinstance(written, str):
            steps.append(GuideStep(at, sentence(game, written[1])))
    end = sentence(game, "end")
    return Guide(game.name, found["seats"], found["options"], found["teaches"], tuple(lines), tuple(steps), end)


def sentence(game: Game, which: int | str) -> Message:
    return Message(f"guide.{game.name}.{which}", {"other": LEARNER + 1})


def parsed(game: Game, line: str) -> tuple[int, int]:
    """A line of a record as seat and action."""
    if line.startswith("*"):
        return NATURE, game.parse(line)
    seat, _, action = line.partition(" ")
    return int(seat), game.parse(action)
