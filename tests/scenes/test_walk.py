"""Touching one target after the other."""

from __future__ import annotations

import pytest

from polychrome.engine.core import Message
from polychrome.scenes.scene import Button, Choice, Scene
from polychrome.scenes.walk import Walk
from scenes.played import MIDDLE, played, seen


def scene_of(*paths: str) -> Scene:
    """A scene with buttons only: "a.b" is a choice that is made by touching a, then b."""
    targets = dict.fromkeys(target for path in paths for target in path.split("."))
    return Scene(
        game="none",
        viewer=0,
        seats=(),
        zones=(),
        status=Message("scene.turn", {"seat": 0}),
        prompt=None,
        choices=tuple(Choice(path, tuple(path.split(".")), Message(f"choice {path}", {})) for path in paths),
        buttons=tuple(Button(target, Message(f"button {target}", {})) for target in targets),
    )


def labels(walk: Walk) -> dict[str, str]:
    return {target: label.key for target, label in walk.targets()}


def test_a_target_is_called_by_its_only_choice_or_by_itself() -> None:
    walk = Walk(scene_of("a", "b.c", "b.d"))
    assert labels(walk) == {"a": "choice a", "b": "button b"}
    assert walk.touch("b") is None
    assert labels(walk) == {"c": "choice b.c", "d": "choice b.d"}


def test_a_touch_that_leaves_one_choice_makes_it() -> None:
    walk = Walk(scene_of("a.b.c", "d"))
    assert labels(walk) == {"a": "choice a.b.c", "d": "choice d"}
    choice = walk.touch("a")
    assert choice is not None
    assert choice.action == "a.b.c"


def test_stepping_back_undoes_one_touch() -> None:
    walk = Walk(scene_of("a.b.c", "a.b.d", "a.e"))
    walk.touch("a")
    walk.touch("b")
    walk.back()
    assert list(labels(walk)) == ["b", "e"]
    walk.back()
    walk.back()  # there is nothing before the beginning
    assert list(labels(walk)) == ["a"]


def test_what_cannot_be_touched_is_refused_and_changes_nothing() -> None:
    walk = Walk(scene_of("a.b", "a.c"))
    with pytest.raises(KeyError, match="'b' cannot be touched now"):
        walk.touch("b")
    assert walk.path == []


def test_zones_and_pieces_are_targets_too() -> None:
    assert list(labels(Walk(seen(played(3, MIDDLE), 1)))) == ["deck", "row1"]


def test_whoever_has_no_choice_has_no_targets() -> None:
    assert Walk(seen(played(3, MIDDLE), 0)).targets() == []
