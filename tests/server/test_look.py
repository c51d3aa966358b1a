"""Games of memory in a room: what was turned up can be looked at for a while, and is then really gone."""

from __future__ import annotations

import json
import random

import pytest
from msgspec.json import encode

from families import COLOMO
from polychrome.registry import GAMES, find
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue, needs_memory, private
from polychrome.room.entries import Seated
from polychrome.scenes import draw
from polychrome.scenes.games.colomo.table import PALETTE
from server.house import Eyes, Heard, Sitting, play_on

BOX = Catalogue()


def faces(frame: Heard, zone: str = "table") -> dict[str, str]:
    """What lies face up in a zone, and its colour."""
    found = next(found for found in frame["scene"]["zones"] if found["id"] == zone)
    return {
        piece["id"]: piece["colours"][0] for piece in found["pieces"] if piece.get("up", True) and "colours" in piece
    }


def trio(*guests: str, look: int = 3) -> tuple[Sitting, list[Eyes]]:
    sitting, eyes = Sitting.between(BOX, "trio", list(guests))
    sitting.say(eyes[0], wire.Settings(look=look))
    return sitting, eyes


def turn(sitting: Sitting, eyes: list[Eyes], *places: int) -> None:
    """The seat whose turn it is turns up discs."""
    seat = sitting.acting()[0]
    for place in places:
        sitting.move(eyes[seat], seat, f"flip {place}", f"m{len(sitting.steps)}")


def miss(sitting: Sitting, eyes: list[Eyes], first: int = 0, pause: float = 0) -> tuple[int, int]:
    """Turn up two discs that differ, and answer where: the game is dealt by lot, so we try until it happens."""
    seat = sitting.acting()[0]
    lying: list[int] = []
    for place in range(first, 60):
        turn(sitting, eyes, place)
        if not lying:
            sitting.wait(pause)
        lying.append(place)
        if sitting.acting() != [seat]:
            return lying[0], place
        if len(lying) == 3:  # three alike: taken, and the turn goes on
            lying = []
    raise AssertionError("all discs are equal?")


def test_what_kind_of_game_it_is_can_be_seen_by_playing() -> None:
    assert {game.name for game in GAMES if not needs_memory(game)} == {"coloretto", "chromino", "color_words"}
    assert [game.name for game in GAMES if private(game)] == ["chromino", "color_words"]


def test_discs_that_differ_stay_visible_for_the_look_and_then_are_gone() -> None:
    sitting, (ann, bob) = trio("ann", "bob")
    places = miss(sitting, [ann, bob])
    for eyes in (ann, bob):
        frame = eyes.last("frame")
        assert {f"disc{place}" for place in places} <= set(faces(frame))
        assert frame["look"] == 3000
        eyes.forget()
    sitting.wait(2.9)
    assert ann.heard("frame") == bob.heard("frame") == []
    sitting.wait(0.1)
    for eyes in (ann, bob):
        (frame,) = eyes.heard("frame")
        assert faces(frame) == {}
        assert frame["told"] == []
        assert "look" not in frame


def test_the_first_disc_of_a_turn_lies_open_with_the_second_however_long_it_took() -> None:
    sitting, (ann, bob) = trio("ann", "bob")
    turn(sitting, [ann, bob], 0)
    assert "look" not in ann.last("frame")
    sitting, (ann, bob) = trio("ann", "bob")
    first, _ = miss(sitting, [ann, bob], pause=100)
    assert f"disc{first}" in faces(bob.last("frame"))


def test_the_next_player_need_not_wait_and_the_others_look_on() -> None:
    sitting, (ann, bob) = trio("ann", "bob")
    places = miss(sitting, [ann, bob])
    sitting.wait(1)
    turn(sitting, [ann, bob], 50)
    frame = ann.last("frame")
    assert {f"disc{place}" for place in places} | {"disc50"} <= set(faces(frame))
    assert frame["look"] == 2000
    sitting.wait(2)
    assert set(faces(ann.last("frame"))) == {"disc50"}  # that one is open by the rules


def test_a_look_lasts_until_it_is_spoken_and_nobody_can_hold_up_the_others_for_long() -> None:
    for spoken in (True, False):
        sitting, (ann, bob) = trio("ann", "bob")
        miss(sitting, [ann, bob])
        sitting.say(bob, wire.Ready(heard=False))
        sitting.wait(6)
        assert faces(ann.last("frame"))
        if spoken:
            sitting.say(bob, wire.Ready())
            sitting.wait(0)
        else:
            sitting.wait(4)
        assert faces(ann.last("frame")) == faces(bob.last("frame")) == {}


def test_it_is_over_as_soon_as_all_have_looked() -> None:
    sitting, (ann, bob) = trio("ann", "bob", look=0)
    miss(sitting, [ann, bob])
    assert ann.last("frame")["look"] == 0
    sitting.wait(1000)
    assert faces(ann.last("frame"))
    sitting.say(ann, wire.Ready())
    assert bob.last("looking")["seats"] == [1]
    assert faces(bob.last("frame"))
    sitting.say(bob, wire.Ready())
    assert faces(ann.last("frame")) == faces(bob.last("frame")) == {}


def test_nobody_waits_for_somebody_who_left() -> None:
    sitting, (ann, bob) = trio("ann", "bob", look=0)
    miss(sitting, [ann, bob])
    sitting.room.depart(bob, sitting.now)
    sitting.say(ann, wire.Ready())
    assert faces(ann.last("frame")) == {}


def test_whoever_comes_back_is_not_shown_it_again() -> None:
    sitting, (ann, bob) = trio("ann", "bob")
    places = miss(sitting, [ann, bob])
    again = sitting.arrive("bob")
    assert faces(again.last("frame")) == {}
    sitting.room.depart(bob, sitting.now)
    turn(sitting, [ann, again], 50)
    assert set(faces(again.last("frame"))) == {"disc50"}
    assert {f"disc{place}" for place in places} <= set(faces(ann.last("frame")))


def test_whoever_was_away_hears_where_but_not_which() -> None:
    sitting, (ann, bob) = trio("ann", "bob")
    sitting.room.depart(bob, sitting.now)
    if sitting.acting() == [1]:
        bob = sitting.arrive("bob")
        miss(sitting, [ann, bob], 10)
        sitting.wait(3)
        sitting.room.depart(bob, sitting.now)
    miss(sitting, [ann, bob])
    sitting.wait(3)
    bob = sitting.arrive("bob")
    frame = bob.last("frame")
    assert faces(frame) == {}
    assert frame["scene"]["news"]


def test_bots_wait_until_people_have_looked() -> None:
    sitting = Sitting.open(BOX, "trio", 2, fill="random")
    ann = sitting.arrive("ann")
    while sitting.acting() == [1]:
        turn_of = sitting.room.bot_turn()
        assert turn_of is not None
        sitting.bot_move(turn_of, None)
        sitting.wait(3)
    miss(sitting, [ann, ann])
    assert sitting.room.bot_turn() is None
    sitting.say(ann, wire.Ready())
    assert sitting.room.bot_turn() is not None


def test_a_restart_shows_nothing_that_is_covered() -> None:
    sitting, (ann, bob) = trio("ann", "bob")
    miss(sitting, [ann, bob])
    assert faces(ann.last("frame"))
    eyes = Eyes("ann")
    sitting.reloaded().arrive(eyes, sitting.now)
    assert faces(eyes.last("frame")) == {}


# In Blackout a disc that was turned up stays so, and what all look at is covered by the room.
@pytest.mark.parametrize("name", [game.name for game in COLOMO if game.name != "blackout"])
def test_after_the_look_a_page_knows_what_lies_open_and_nothing_else(name: str) -> None:
    """Whatever was told, the frame that ends a look is the one that somebody who saw nothing of it would get."""
    whims = random.Random(name)
    game = find(name)
    guests = ["ann", "bob", "cid"][: max(2, game.fewest)]
    sitting, eyes = Sitting.between(BOX, name, guests)
    table = sitting.room.table
    assert table is not None
    looks = 0
    for _ in range(150):
        for watcher in eyes:
            watcher.forget()
        if not play_on(sitting, eyes, whims, most=1):
            break
        looked = [watcher for watcher in eyes if "look" in watcher.last("frame")]
        looks += len(looked)
        sitting.wait(3)
        for seat, watcher in enumerate(eyes):
            if watcher in looked:
                frame = watcher.last("frame")
                assert frame["told"] == []
                assert frame["scene"] == json.loads(encode(draw(game, table.state.view(seat), seat)))
    assert looks


# Blackout: a line of six, looked at by all until they are ready.


def blackout(*guests: str, **settings: int) -> tuple[Sitting, list[Eyes], int]:
    sitting, eyes = Sitting.between(BOX, "blackout", list(guests))
    sitting.say(eyes[0], wire.Settings(**settings))
    seat = sitting.acting()[0]
    sitting.move(eyes[seat], seat, "arrange VBGYOR", "a")
    return sitting, eyes, seat


def test_the_room_covers_the_line_after_twenty_seconds() -> None:
    sitting, eyes, _ = blackout("ann", "bob", "cid")
    for watcher in eyes:
        frame = watcher.last("frame")
        assert list(faces(frame, "line").values()) == list(PALETTE[::-1])
        assert (frame["look"], frame["question"]) == (20_000, None)
        assert "choices" not in frame["scene"]
    sitting.wait(19.9)
    assert faces(eyes[0].last("frame"), "line")
    sitting.wait(0.1)
    for watcher in eyes:
        assert faces(watcher.last("frame"), "line") == {}


def test_the_room_covers_the_line_when_all_are_ready_and_never_in_haste() -> None:
    sitting, eyes, shower = blackout("ann", "bob", "cid", memorise=0)
    sitting.move(eyes[shower], shower, "cover", "b")
    assert eyes[shower].last("refused")["reason"][0] == "room.looking"
    sitting.wait(1000)
    for watcher in eyes:
        assert faces(watcher.last("frame"), "line")
        sitting.say(watcher, wire.Ready())
    assert faces(eyes[0].last("frame"), "line") == {}


def test_a_bot_does_not_cover_in_haste_either() -> None:
    sitting = Sitting.open(BOX, "blackout", 3, fill="random")
    ann = sitting.arrive("ann")
    if sitting.acting() == [0]:
        sitting.move(ann, 0, "arrange VBGYOR", "a")
    else:
        turn_of = sitting.room.bot_turn()
        assert turn_of is not None
        sitting.bot_move(turn_of, None)
    assert sitting.room.bot_turn() is None
    assert faces(ann.last("frame"), "line")
    sitting.say(ann, wire.Ready())
    assert faces(ann.last("frame"), "line") == {}


# Calling that a pawn is not the mover's.


def challenged(seats: list[str]) -> tuple[Sitting, list[Eyes]]:
    """A l'aveuglette, up to the first question."""
    sitting, eyes = Sitting.between(BOX, "a_l_aveuglette", seats)
    for at in range(200):
        if len(sitting.acting()) > 1 or sitting.legal(sitting.acting()[0]) == ["accept", "challenge"]:
            break
        seat = sitting.acting()[0]
        sitting.move(eyes[seat], seat, sitting.legal(seat)[0], f"m{at}")
    return sitting, eyes


def test_all_may_call_for_eight_seconds_and_then_the_pawn_stays() -> None:
    sitting, eyes = challenged(["ann", "bob", "cid"])
    asked = sitting.acting()
    assert len(asked) == 2
    assert {eyes[seat].last("frame")["wait"] for seat in asked} == {8000}
    sitting.move(eyes[asked[0]], asked[0], "accept", "x")
    assert sitting.acting() == [asked[1]]
    sitting.wait(8)
    assert asked[1] not in sitting.acting() or len(sitting.acting()) == 1
    assert sitting.legal(sitting.acting()[0]) != ["accept", "challenge"]


def test_without_a_timer_all_wait_for_the_answers() -> None:
    sitting, eyes = challenged(["ann", "bob"])
    sitting.say(eyes[0], wire.Settings(challenge=0))
    sitting.wait(10_000)
    assert sitting.legal(sitting.acting()[0]) == ["accept", "challenge"]


def test_bots_answer_a_call_without_delay_once_it_cannot_be_taken_back_any_more() -> None:  # A31
    sitting, _ = challenged(["ann", "bob", "cid"])
    for seat in sitting.acting():
        sitting.put(Seated(seat, sitting.room.chairs[seat].played_by("random")))
    first = sitting.room.bot_turn()
    assert first is not None
    assert first.pause == 0.6
    sitting.bot_move(first, "accept")
    second = sitting.room.bot_turn()
    assert second is not None
    assert second.pause == 0


# Bots among themselves.


def test_bots_that_get_nowhere_are_stopped_and_the_standing_counts() -> None:  # GEN-15
    game = find("trio")._replace(limit=30)
    box = Catalogue(games=(game,))
    sitting = Sitting.open(box, "trio", 2, fill="random")
    ann = sitting.arrive("ann")
    sitting.say(ann, wire.Leave(0))
    other = sitting.arrive("ben")
    sitting.put(Seated(0, sitting.room.chairs[0].played_by("random")))
    for _ in range(100):
        turn_of = sitting.room.bot_turn()
        if turn_of is None:
            if not sitting.room.asked:
                break
            sitting.wait(3)
            continue
        sitting.bot_move(turn_of, "nonsense")
    room = other.last("room")
    assert (room["phase"], room["adjudicated"]) == ("over", True)
    frame = other.last("frame")
    assert frame["scene"]["over"]
    table = sitting.room.table
    assert table is not None
    assert 30 <= len(table.log) <= 33
    assert any(seat["winner"] for seat in room["seats"])
    loaded = sitting.reloaded()
    assert (loaded.phase, loaded.asked) == ("over", {})
