"""Before the game: what will be played, by how many, and who is ready."""

from __future__ import annotations

from typing import Any

from luck import NamedLuck
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from server.house import Eyes, Sitting


def at_table(*guests: str, seats: int = 4) -> tuple[Sitting, list[Eyes]]:
    sitting = Sitting.open(Catalogue(luck=NamedLuck("choosing", *guests)), "coloretto", seats)
    for guest in guests[1:]:
        sitting.join(guest)
    return sitting, [sitting.arrive(guest) for guest in guests]


def kinds(room: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in room["seats"]]


def ready(eyes: Eyes) -> list[bool]:
    return [seat["ready"] for seat in eyes.last("room")["seats"]]


def test_all_see_what_the_host_chooses_and_that_is_what_begins() -> None:
    sitting, (ann, bob) = at_table("ann", "bob")
    sitting.say(ann, wire.Choose("color_words", 3, {"language": "fr", "word_check": "none"}))
    for eyes in (ann, bob):
        room = eyes.last("room")
        assert room["game"] == "color_words"
        assert (room["options"]["language"], room["options"]["word_check"]) == ("fr", "none")
        assert kinds(room) == ["person", "person", "open"]
    sitting.say(ann, wire.Begin())
    assert bob.last("frame")["scene"]["game"] == "color_words"
    assert sitting.reloaded().options["language"] == "fr"


def test_seats_come_and_go_and_nobody_loses_theirs() -> None:
    sitting, (ann, bob) = at_table("ann", "bob", seats=2)
    sitting.say(ann, wire.Choose("coloretto", 5))
    assert kinds(bob.last("room")) == ["person", "person", "open", "open", "open"]
    sitting.say(ann, wire.Bot(seat=3, bot="kid"))
    sitting.join("cleo")
    sitting.say(ann, wire.Choose("coloretto", 4))  # an open one goes first
    assert kinds(bob.last("room")) == ["person", "person", "person", "bot"]
    sitting.say(ann, wire.Choose("coloretto", 3))
    assert kinds(bob.last("room")) == ["person", "person", "person"]
    sitting.say(ann, wire.Choose("coloretto", 2))
    assert ann.last("sorry")["reason"] == ["room.people_sit", {"n": 3}]
    assert [sitting.room.seating.seats_of(guest) for guest in ("ann", "bob", "cleo")] == [[0], [1], [2]]


def test_people_behind_a_seat_that_goes_move_up() -> None:
    sitting, (ann, bob) = at_table("ann", "bob", seats=3)
    sitting.say(bob, wire.Take(seat=2))
    sitting.say(bob, wire.Leave(seat=1))
    sitting.say(ann, wire.Choose("coloretto", 2))
    assert sitting.room.seating.seats_of("bob") == [1]
    assert bob.last("room")["you"] == [1]


def test_only_the_host_chooses_and_only_before_the_game() -> None:
    sitting, (ann, bob) = at_table("ann", "bob")
    sitting.say(bob, wire.Choose("trio", 3))
    assert bob.last("sorry")["reason"][0] == "room.not_host"
    for wrong in (wire.Choose("trio", 99), wire.Choose("trio", 3, {"colour": "blue"}), wire.Choose("chess", 2)):
        sitting.say(ann, wrong)
        assert ann.last("sorry")["reason"][0].startswith("setup.")
    assert sitting.room.game.name == "coloretto"
    sitting.say(ann, wire.Begin())
    sitting.say(ann, wire.Choose("trio", 3))
    assert ann.last("sorry")["reason"][0] == "room.begun"


def test_who_is_ready_is_seen_until_there_is_something_new_to_agree_on() -> None:
    sitting, (ann, bob) = at_table("ann", "bob", seats=3)
    sitting.say(bob, wire.Ready())
    assert ready(ann) == [False, True, False]
    sitting.join("cleo")  # who has nothing to do with it
    assert ready(ann) == [False, True, False]
    sitting.say(bob, wire.Ready(heard=False))
    assert ready(ann) == [False, False, False]
    for news in (wire.Choose("trio", 3), wire.Settings(look=5)):
        sitting.say(bob, wire.Ready())
        sitting.say(ann, news)
        assert ready(bob) == [False, False, False]
    sitting.say(bob, wire.Ready())
    sitting.say(ann, wire.Begin())
    assert ready(ann) == [False, False, False]
    assert not sitting.room.presence.ready  # in the game it means something else
