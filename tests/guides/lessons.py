"""A guided first game at a real table without sockets, for tests."""

from __future__ import annotations

import json
from typing import Any

from luck import NamedLuck
from polychrome.guides import LEARNER, Guide, guide_to
from polychrome.registry import find
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.guided import open_guided
from polychrome.scenes.drawn import built
from polychrome.scenes.scene import Scene
from server.house import Sitting

A_WHILE = 10.0  # seconds; no look at a guided table is longer
LOOK = "look"  # what is to be done where nothing is to be played


def guide_of(name: str) -> Guide:
    guide = guide_to(find(name))
    assert guide is not None
    return guide


class Lesson:
    """The table, and the learner who looks at it."""

    def __init__(self, game: str, language: str = "en") -> None:
        self.guide = guide_of(game)
        wish = wire.NewTable(game, 0, {"language": language}, guide=True)
        self.sitting = Sitting(
            *open_guided(Catalogue(luck=NamedLuck("guided", game, language)), "", "ann", wish, 1000.0)
        )
        self.room = self.sitting.room
        self.eyes = self.sitting.arrive("ann")
        self.said = 0

    def frame(self) -> dict[str, Any]:
        """The last one."""
        return next(json.loads(text) for text in reversed(self.eyes.texts) if text.startswith(b'{"t":"frame"'))

    @property
    def lesson(self) -> dict[str, Any] | None:
        return self.frame().get("lesson")

    def scene(self) -> Scene:
        scene = built(Scene, self.frame()["scene"])
        assert isinstance(scene, Scene)
        return scene

    def wait(self) -> str:
        """Time passes and the others play, until the learner is to act: what is to be played, or LOOK; nothing when
        the guide has ended."""
        while self.lesson is not None:
            if self.lesson.get("said") is not None:
                self.sitting.wait(A_WHILE)
                return self.doing()
            self.sitting.wait(A_WHILE)
            turn = self.room.bot_turn()
            assert turn is not None, "nobody goes on"
            assert turn.told is not None
            self.sitting.bot_move(turn, turn.told)
        return ""

    def doing(self) -> str:
        assert self.lesson is not None
        ended = self.lesson["said"][0].endswith(".end")
        return "" if ended else self.lesson.get("action", LOOK)

    def do(self, what: str) -> None:
        if what == LOOK:
            self.sitting.say(self.eyes, wire.Ready())
        else:
            self.move(what)

    def move(self, action: str) -> str:
        """Play; the key of the reason if it is refused."""
        self.said += 1
        before = len(self.eyes.texts)
        self.sitting.move(self.eyes, LEARNER, action, f"m{self.said}")
        answers = [json.loads(text) for text in self.eyes.texts[before:] if text.startswith(b'{"t":"refused"')]
        return str(answers[0]["reason"][0]) if answers else ""

    def walk(self) -> list[str]:
        """Everything that the guide says, to its end."""
        done = []
        while what := self.wait():
            done.append(what)
            self.do(what)
        return done
