"""Who says that a program plays is marked as one, and stays so; the host may want none."""

from __future__ import annotations

from typing import Any

import pytest

from luck import NamedLuck
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.people import Denied
from polychrome.room.room import Room
from reasons import because
from server.erasing import erased
from server.house import Eyes, Sitting, opened


def seats(eyes: Eyes) -> list[tuple[str, bool]]:
    """Of each seat, what it is and whether a program plays there."""
    return [(seat["kind"], seat["program"]) for seat in eyes.last("room")["seats"]]


def table(game: str = "coloretto", number: int = 3) -> tuple[Sitting, Eyes]:
    sitting = Sitting(*opened(Catalogue(luck=NamedLuck("programs", game)), "ann", game, number))
    return sitting, sitting.arrive("ann")


def test_a_program_is_marked_for_everybody_and_a_person_is_not() -> None:
    sitting, ann = table()
    sitting.join("bot", program=True)
    sitting.join("cleo")
    assert seats(ann) == [("person", False), ("person", True), ("person", False)]
    assert seats(sitting.arrive("a stranger")) == seats(ann)


def everything_it_may_say(seat: int) -> list[wire.ToServer]:
    return [wire.Take(seat=seat), wire.Name(seat=seat, name=None), wire.Program(), wire.Ready(), wire.Rematch()]


def test_a_program_cannot_become_a_person_at_its_seat() -> None:
    sitting, ann = table(number=2)
    sitting.join("bot", program=True)
    bot = sitting.arrive("bot")
    sitting.say(ann, wire.Begin())
    for message in (*everything_it_may_say(1), wire.Leave(seat=1), wire.Take(seat=1)):
        sitting.say(bot, message)
        assert seats(ann)[1] == ("person", True), message
    sitting.say(bot, wire.Leave(seat=1))
    sitting.join("bot")  # back by the invitation, as if it were a person
    assert seats(ann)[1] == ("person", True)
    assert sitting.reloaded().chairs[1].program


@pytest.mark.parametrize("way", ["leaves", "is removed", "leaves, and the server is restarted"])
def test_a_program_that_left_the_lobby_does_not_come_back_as_a_person(way: str) -> None:
    sitting, ann = table()
    sitting.join("bot", program=True)
    if way == "is removed":
        sitting.say(ann, wire.Remove(seat=1))
    else:
        sitting.say(sitting.arrive("bot"), wire.Leave(seat=1))
    assert seats(ann)[1] == ("open", False)
    if "restarted" in way:
        sitting.room = sitting.reloaded()
        ann = sitting.arrive("ann")
    sitting.join("bot")  # this time it does not say what it is
    assert seats(ann)[1] == ("person", True)
    sitting.say(sitting.arrive("bot"), wire.Take(seat=2))
    assert seats(ann)[2] == ("person", True)


def test_somebody_else_at_the_seat_that_a_program_left_is_a_person() -> None:
    sitting, ann = table()
    sitting.join("bot", program=True)
    sitting.say(sitting.arrive("bot"), wire.Leave(seat=1))
    sitting.join("bob")
    assert seats(ann)[1] == ("person", False)


def test_a_program_that_left_is_not_let_in_again_where_the_host_has_come_to_want_none() -> None:
    sitting, ann = table()
    sitting.join("bot", program=True)
    sitting.say(sitting.arrive("bot"), wire.Leave(seat=1))
    sitting.say(ann, wire.Settings(programs=False))
    for as_program in (True, False):
        with pytest.raises(Denied, check=because("room.no_programs")):
            sitting.join("bot", program=as_program)
    assert seats(ann)[1] == ("open", False)


def test_a_program_that_left_asks_as_a_program_to_be_let_into_a_game_with_secrets() -> None:
    sitting, eyes = Sitting.between(Catalogue(luck=NamedLuck("again")), "chromino", ["ann", "bob", "bot"])
    ann, _, bot = eyes
    sitting.say(bot, wire.Program())
    sitting.say(ann, wire.Remove(seat=2))
    sitting.join("bot")
    sitting.arrive("bot")
    assert ann.last("room")["newcomer"] == {"seat": 2, "waiting": [0, 1], "program": True}


def test_a_second_seat_of_a_program_is_a_program_s() -> None:
    sitting, ann = table()
    sitting.join("bot", program=True)
    sitting.say(sitting.arrive("bot"), wire.Take(seat=2))
    assert seats(ann)[2] == ("person", True)


def test_a_person_who_lets_a_program_play_is_marked_from_then_on() -> None:
    sitting, ann = table(number=2)
    sitting.join("bob")
    bob = sitting.arrive("bob")
    sitting.say(ann, wire.Begin())
    sitting.say(bob, wire.Program())
    assert seats(ann)[1] == ("person", True)
    sitting, ann = table(number=2)
    sitting.join("bob")
    sitting.join("bob", program=True)  # the same by the invitation
    assert seats(ann)[1] == ("person", True)


def test_the_mark_goes_on_to_a_rematch_and_stays_when_names_are_erased() -> None:
    sitting, eyes = Sitting.between(Catalogue(luck=NamedLuck("rematch")), "coloretto", ["ann", "bot"])
    sitting.say(eyes[1], wire.Program())
    entries = [(at, entry) for (at, _), entry in zip(sitting.rows, erased(e for _, e in sitting.rows), strict=True)]
    assert Room.load(sitting.room.catalogue, "", sitting.room.header, entries, 0.0).chairs[1].program
    while sitting.acting():
        seat = sitting.acting()[0]
        sitting.move(eyes[seat], seat, sitting.legal(seat)[0], f"m{len(sitting.steps)}")
    sitting.say(eyes[0], wire.Rematch())
    opens = sitting.steps[-1].opens
    assert opens is not None
    assert [chair.program for chair in opens[0].chairs] == [False, True]


@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_a_host_who_wants_no_programs_keeps_them_out(phase: str) -> None:
    sitting, ann = table()
    sitting.say(ann, wire.Settings(programs=False))
    sitting.join("bob")
    bob = sitting.arrive("bob")
    if phase == "playing":
        sitting.say(ann, wire.Begin())
        sitting.say(ann, wire.Open(seat=2))
    before = len(sitting.rows)
    with pytest.raises(Denied, check=because("room.no_programs")):
        sitting.join("bot", program=True)
    sitting.say(bob, wire.Program())  # nor may a person let one play
    assert bob.last("sorry")["reason"][0] == "room.no_programs"
    assert len(sitting.rows) == before
    assert sitting.reloaded().settings.programs is False
    sitting.join("cleo")
    assert seats(ann)[2] == ("person", False)


def test_a_program_that_sits_there_already_plays_on() -> None:
    sitting, ann = table()
    sitting.join("bot", program=True)
    sitting.say(ann, wire.Settings(programs=False))
    sitting.join("bot", program=True)
    bot = sitting.arrive("bot")
    sitting.say(bot, wire.Program())
    assert bot.heard("sorry") == []
    assert seats(ann)[1] == ("person", True)


def test_only_who_sits_there_can_say_so() -> None:
    sitting, ann = table()
    stranger = sitting.arrive("a stranger")
    sitting.say(stranger, wire.Program())
    assert stranger.last("sorry")["reason"][0] == "room.not_seated"
    assert [program for _, program in seats(ann)] == [False, False, False]


def test_a_program_becomes_host_only_where_nobody_else_is_left() -> None:
    sitting, ann = table()
    sitting.join("bot", program=True)
    sitting.join("cleo")
    sitting.arrive("bot")
    cleo = sitting.arrive("cleo")
    sitting.say(ann, wire.Leave(seat=0))
    assert ann.last("room")["host"] == 2
    sitting.say(cleo, wire.Leave(seat=2))
    assert ann.last("room")["host"] == 1


def test_people_are_told_that_the_newcomer_is_a_program_and_programs_are_not_asked() -> None:
    sitting, eyes = Sitting.between(Catalogue(luck=NamedLuck("newcomer")), "chromino", ["ann", "bot", "cleo", "dan"])
    ann, bot, cleo, _ = eyes
    sitting.say(bot, wire.Program())
    sitting.say(ann, wire.Remove(seat=3))
    sitting.join("eve", program=True)
    sitting.arrive("eve")
    assert ann.last("room")["newcomer"] == {"seat": 3, "waiting": [0, 2], "program": True}
    for watcher in (ann, cleo):
        sitting.say(watcher, wire.Consent(yes=True))
    assert seats(ann)[3] == ("person", True)


def test_a_program_that_waits_is_forgotten_when_the_host_wants_none() -> None:
    sitting, eyes = Sitting.between(Catalogue(luck=NamedLuck("waiting")), "chromino", ["ann", "bob", "cleo"])
    ann = eyes[0]
    sitting.say(ann, wire.Remove(seat=2))
    sitting.join("eve", program=True)
    sitting.arrive("eve")
    sitting.say(ann, wire.Settings(programs=False))
    assert ann.last("room")["newcomer"] is None
    sitting.say(ann, wire.Consent(yes=True))
    assert ann.last("sorry")["reason"][0] == "room.no_newcomer"


def test_a_bot_of_the_table_is_no_program() -> None:
    sitting, ann = table()
    sitting.say(ann, wire.Bot(seat=1, bot="kid"))
    found: list[Any] = seats(ann)
    assert found[1] == ("bot", False)
