"""Touching one target after the other until a choice is made: the prefix tree that every renderer walks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

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
        return [choice for choice in self.scene.choices if self.rest(choice) is not None]

    def rest(self, choice: Choice) -> Sequence[str] | None:
        """What is still to be touched for a choice; None if it is no longer open."""
        if self.scene.loose:
            return without(choice.path, self.path)
        depth = len(self.path)
        return choice.path[depth:] if choice.path[:depth] == tuple(self.path) else None

    def targets(self) -> list[tuple[str, Message]]:
        """What can be touched now. A target that leaves one choice is called by that choice, else by itself."""
        return [
            (target, behind[0].label if len(behind) == 1 else self.labels[target])
            for target, behind in self.branches().items()
        ]

    def branches(self) -> dict[str, Sequence[Choice]]:
        branches: dict[str, list[Choice]] = {}
        for choice in self.scene.choices:
            rest = self.rest(choice) or ()
            for target in dict.fromkeys(rest if self.scene.loose else rest[:1]):
                branches.setdefault(target, []).append(choice)
        if self.scene.loose:  # in the order of the table, whatever was touched first
            return {target: branches[target] for target in self.labels if target in branches}
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

    def total(self) -> int | None:
        """What has been touched so far comes to, where there is such a thing."""
        for tally in self.scene.tallies:
            others = without(self.path, tally.path)
            if others is not None and all(target in tally.gains for target in others):
                return tally.points + sum(tally.gains[target] for target in others)
        return None

    def back(self) -> None:
        """Undo the last touch, if there is any."""
        if self.path:
            self.path.pop()


def without(targets: Iterable[str], touched: Iterable[str]) -> list[str] | None:
    """What is left of some targets; None if not all that was touched is among them."""
    left = list(targets)
    for target in touched:
        if target not in left:
            return None
        left.remove(target)
    return left
