"""Touching one target after the other until a choice is made: the prefix tree that every renderer walks."""

from __future__ import annotations

from collections.abc import Sequence

from polychrome.engine.core import Message
from polychrome.scenes.scene import Choice, Scene


class Walk:
    """Where the viewer stands on the way to a choice."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.path: list[str] = []
        self.labels: dict[str, Message] = {button.id: button.label for button in scene.buttons}
        for zone in scene.zones:
            self.labels[zone.id] = zone.label
            self.labels.update((piece.id, piece.label) for piece in zone.pieces)

    def choices(self) -> list[Choice]:
        """The choices that are still open."""
        depth = len(self.path)
        return [choice for choice in self.scene.choices if choice.path[:depth] == tuple(self.path)]

    def targets(self) -> list[tuple[str, Message]]:
        """What can be touched now. A target that leaves one choice is called by that choice, else by itself."""
        return [
            (target, behind[0].label if len(behind) == 1 else self.labels[target])
            for target, behind in self.branches().items()
        ]

    def branches(self) -> dict[str, Sequence[Choice]]:
        depth = len(self.path)
        branches: dict[str, list[Choice]] = {}
        for choice in self.choices():
            if len(choice.path) > depth:
                branches.setdefault(choice.path[depth], []).append(choice)
        return dict(branches)

    def touch(self, target: str) -> Choice | None:
        """Go on to a target: the choice if only one is left, so nobody has to touch what follows anyway."""
        behind = self.branches().get(target)
        if behind is None:
            raise KeyError(f"{target!r} cannot be touched now")
        if len(behind) == 1:
            return behind[0]
        self.path.append(target)
        return None

    def back(self) -> None:
        """Undo the last touch, if there is any."""
        if self.path:
            self.path.pop()
