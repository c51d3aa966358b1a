"""Whoever touches something in vain is told why, and nobody else is told anything."""

from __future__ import annotations

from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from server.hands import box
from server.house import Eyes, Sitting


def why(sitting: Sitting, eyes: Eyes, seat: int, *path: str) -> str:
    sitting.say(eyes, wire.Why(seat=seat, id="y", path=list(path)))
    assert eyes.last("because")["id"] == "y"
    return str(eyes.last("because")["reason"][0])


def test_the_rule_is_told_to_whoever_asked_and_nothing_happens() -> None:
    sitting, eyes = Sitting.between(Catalogue(), "coloretto", ["ann", "bob"])
    seat = sitting.acting()[0]
    before, steps = sitting.room.count, len(sitting.steps)
    other = eyes[1 - seat]
    other.forget()
    assert why(sitting, eyes[seat], seat, "row0") == "coloretto.refused.draw_first"
    assert eyes[seat].last("because")["chapter"] == "draw"
    assert (sitting.room.count, len(sitting.steps), other.heard()) == (before, steps, [])
    assert why(sitting, other, 1 - seat, "deck") == "scene.turn"
    assert other.last("because")["chapter"] is None


def test_behind_the_curtain_nothing_is_explained() -> None:
    sitting = Sitting.open(box(), seats=2)
    ann = sitting.arrive("ann")
    sitting.say(ann, wire.Take(seat=1))
    sitting.say(ann, wire.Begin())
    assert why(sitting, ann, 0, "hand0") == "room.secret"
    sitting.say(ann, wire.Curtain(seat=0))
    assert why(sitting, ann, 0, "hand0") != "room.secret"
    assert why(sitting, ann, 1, "hand1") == "room.secret"
