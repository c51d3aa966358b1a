"""Rooms, without sockets: who may do what, what everybody is told, and what is stored before they are."""

from __future__ import annotations

import json
import random

import pytest
from msgspec.json import encode

from polychrome.engine.core import NATURE, SPECTATOR, Explained, Unplayable
from polychrome.engine.record import read
from polychrome.registry import GAMES
from polychrome.room import ended, wire
from polychrome.room.catalogue import Catalogue, private
from polychrome.room.entries import Moved
from polychrome.room.people import check_bot
from polychrome.room.presence import GRACE
from polychrome.room.seating import STAND_IN
from polychrome.server.store import FIRST, Write
from reasons import because
from samples import few
from server.hands import box
from server.house import Eyes, Sitting, opened, play_on

TOYS = box()


# Sitting down.


def test_whoever_opens_a_table_is_host_on_the_first_seat() -> None:
    sitting = Sitting.open(TOYS, seats=3)
    ann = sitting.arrive("ann")
    room = ann.last("room")
    assert (room["phase"], room["host"], room["you"]) == ("lobby", 0, [0])
    assert [seat["kind"] for seat in room["seats"]] == ["person", "open", "open"]
    assert room["code"] is not None
    assert room["invite"] == f"http://here/t/{sitting.room.id}#{sitting.room.seating.secret}"
    assert room["commitment"] is None


def test_with_bots_on_the_other_seats_the_game_begins_at_once() -> None:
    sitting = Sitting.open(TOYS, seats=3, fill="random")
    ann = sitting.arrive("ann")
    assert ann.last("room")["phase"] == "playing"
    assert ann.last("frame")["told"] == [f"* card {kind}" for kind in own_cards(ann)]


def own_cards(eyes: Eyes) -> list[str]:
    frame = eyes.last("frame")
    return [line.removeprefix("* card ") for line in frame["told"] if line.startswith("* card")]


def test_a_bot_nobody_knows_or_that_thinks_for_ever_is_refused() -> None:
    for spec in ("genius", "search:0", "search:5001", "search:2001ms", "flat:99999", "random:1"):
        with pytest.raises(Unplayable):
            check_bot(spec)
        with pytest.raises(Unplayable):
            Sitting.open(TOYS, fill=spec)
    check_bot("search:5000")
    check_bot("search:2000ms")


def test_friends_take_the_open_seats_and_then_watch() -> None:
    sitting = Sitting.open(TOYS, seats=2)
    sitting.join("bob")
    assert sitting.room.seating.seats_of("bob") == [1]
    assert sitting.room.join("bob", 0.0) is None
    assert sitting.room.join("cleo", 0.0) is None
    cleo = sitting.arrive("cleo")
    assert (cleo.last("room")["you"], cleo.last("room")["invite"], cleo.last("room")["code"]) == ([], None, None)


def test_one_browser_may_hold_several_seats() -> None:
    sitting = Sitting.open(TOYS, seats=3)
    ann = sitting.arrive("ann")
    sitting.say(ann, wire.Take(seat=2))
    assert ann.last("room")["you"] == [0, 2]


def test_who_only_watches_cannot_sit_down_without_an_invitation() -> None:
    sitting = Sitting.open(TOYS, seats=3)
    stranger, nobody = sitting.arrive("stranger"), sitting.arrive("")
    for watcher in (stranger, nobody):
        sitting.say(watcher, wire.Take(seat=1))
        assert watcher.last("sorry")["reason"][0] == "room.not_seated"
    assert sitting.room.chairs[1].kind == "open"


def test_a_seat_has_one_owner_however_many_race_for_it() -> None:  # A9
    sitting = Sitting.open(TOYS, seats=2)
    for number in range(200):
        sitting.join(f"guest{number}")
    assert [chair.guest for chair in sitting.room.chairs] == ["ann", "guest0"]


# The host.


def test_only_the_host_changes_the_table() -> None:
    sitting = Sitting.open(TOYS, seats=3)
    sitting.join("bob")
    bob = sitting.arrive("bob")
    before = sitting.room.count
    for message in (
        wire.Bot(seat=2, bot="random"),
        wire.Open(seat=2),
        wire.Remove(seat=0),
        wire.Begin(),
        wire.Settings(pause=0),
    ):
        bob.forget()
        sitting.say(bob, message)
        assert bob.last("sorry")["reason"][0] == "room.not_host"
    assert sitting.room.count == before


def test_the_host_fills_opens_and_clears_seats() -> None:
    sitting = Sitting.open(TOYS, seats=3)
    sitting.join("bob")
    ann, bob = sitting.arrive("ann"), sitting.arrive("bob")
    sitting.say(ann, wire.Bot(seat=2, bot="search:100"))
    assert ann.last("room")["seats"][2]["bot"] == "search:100"
    sitting.say(ann, wire.Open(seat=2))
    assert ann.last("room")["seats"][2]["kind"] == "open"
    sitting.say(ann, wire.Bot(seat=1, bot="random"))
    assert ann.last("sorry")["reason"][0] == "room.taken"
    secret = sitting.room.seating.secret
    sitting.say(ann, wire.Remove(seat=1))
    assert bob.last("room")["you"] == []
    assert bob.last("room")["invite"] is None
    assert sitting.room.seating.secret != secret  # the old invitation would let Bob in again
    assert not sitting.room.seating.invites(secret)
    sitting.say(ann, wire.Remove(seat=0))
    assert ann.last("sorry")["reason"][0] == "room.own_seat"


def test_open_seats_are_filled_with_bots_when_the_game_begins() -> None:
    sitting = Sitting.open(TOYS, seats=3)
    ann = sitting.arrive("ann")
    assert ann.heard("frame") == []
    sitting.say(ann, wire.Begin())
    assert [seat["kind"] for seat in ann.last("room")["seats"]] == ["person", "bot", "bot"]
    assert ann.last("room")["commitment"] == sitting.room.commitment()
    assert ann.last("frame")["length"] == 9
    sitting.say(ann, wire.Begin())
    assert ann.last("sorry")["reason"][0] == "room.begun"


def test_the_role_of_the_host_passes_on() -> None:
    sitting, (ann, bob, _) = Sitting.between(TOYS, "hands", ["ann", "bob", "cleo"])
    sitting.say(ann, wire.Leave(seat=0))
    assert bob.last("room")["host"] == 1
    sitting.room.depart(bob, 50.0)
    sitting.settle(sitting.room.tick(50.0 + GRACE - 1))
    assert sitting.room.seating.host == "bob"
    sitting.settle(sitting.room.tick(50.0 + GRACE))
    assert sitting.room.seating.host == "cleo"
    assert sitting.reloaded().seating.host == "cleo"


def test_somebody_who_returns_to_an_orphaned_table_becomes_its_host() -> None:
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.room.depart(ann, 0.0)
    sitting.room.depart(bob, 0.0)
    sitting.settle(sitting.room.tick(GRACE))
    assert sitting.room.seating.host == "ann"
    assert sitting.arrive("bob").last("room")["host"] == 1


# Names.


def test_own_names_only_where_the_host_allows_them() -> None:  # A24
    sitting = Sitting.open(TOYS)
    ann = sitting.arrive("ann")
    assert ann.last("room")["seats"][0]["nickname"][0].startswith("nickname.fox.")
    sitting.say(ann, wire.Name(seat=0, name="Ann"))
    assert ann.last("sorry")["reason"][0] == "room.own_names"
    sitting.say(ann, wire.Settings(own_names=True))
    sitting.say(ann, wire.Name(seat=0, name="  A\u202en\x00n \u200b "))
    assert ann.last("room")["seats"][0]["name"] == "Ann"
    sitting.say(ann, wire.Name(seat=0, name="\u200b\u202e"))
    assert ann.last("sorry")["reason"][0] == "room.name"
    sitting.say(ann, wire.Settings(own_names=False))
    assert ann.last("room")["seats"][0]["name"] is None


def test_another_nickname_can_be_drawn() -> None:
    sitting = Sitting.open(TOYS)
    ann = sitting.arrive("ann")
    names = set()
    for _ in range(60):
        sitting.say(ann, wire.Name(seat=0, name=None))
        names.add(ann.last("room")["seats"][0]["nickname"][0])
    assert len(names) > 5


# Playing.


def test_a_move_is_stored_then_acknowledged_then_told() -> None:
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    for eyes in (ann, bob):
        eyes.forget()
    message = wire.Move(seat=0, id="m1", question=sitting.room.asked[0].number, action=sitting.legal(0)[-1])
    change = sitting.room.hear(ann, message, 0.0)
    assert change is not None
    assert change.entries[0] == Moved(0, message.action, "m1")
    assert ann.texts == bob.texts == []  # not a word before it is stored
    sitting.settle(change)
    assert [m["t"] for m in ann.heard()] == ["ack", "frame"]
    assert [m["t"] for m in bob.heard()] == ["frame"]
    assert bob.last("frame")["told"] == [f"0 {message.action}"]  # and not the card that Ann drew


def test_a_repeated_move_is_answered_again_and_played_once() -> None:
    sitting, (ann, _) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    question = sitting.room.asked[0].number
    action = sitting.legal(0)[-1]
    sitting.move(ann, 0, action, "m1")
    length, writes = len(sitting.rows), len(sitting.steps)
    for _ in range(3):
        ann.forget()
        sitting.move(ann, 0, action, "m1", question)
        assert ann.heard() == [{"t": "ack", "id": "m1", "seat": 0}]
    assert (len(sitting.rows), len(sitting.steps)) == (length, writes)


def test_a_repeated_move_is_known_after_a_restart() -> None:
    sitting, (ann, _) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    question = sitting.room.asked[0].number
    sitting.move(ann, 0, "pass", "m1")
    room = sitting.reloaded()
    again = Eyes("ann")
    assert room.arrive(again, 0.0) is None
    again.forget()
    assert room.hear(again, wire.Move(seat=0, id="m1", question=question, action="pass"), 0.0) is None
    assert again.heard() == [{"t": "ack", "id": "m1", "seat": 0}]


def test_a_stale_move_gets_its_reason_and_a_fresh_frame() -> None:  # A8
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    question = sitting.room.asked[0].number
    sitting.move(ann, 0, "pass", "m1")
    ann.forget()
    sitting.move(ann, 0, "pass", "m2", question)
    assert ann.heard("refused") == [{"t": "refused", "id": "m2", "reason": ["room.stale", {}], "stale": True}]
    assert ann.last("frame")["question"] == question + 1
    bob.forget()
    sitting.move(bob, 1, "pass", "m3", question)
    assert bob.last("refused")["reason"] == ["refused.turn", {"seats": [0]}]
    assert bob.last("refused")["stale"]


def test_what_the_rules_forbid_is_refused_with_the_rules_own_reason() -> None:
    sitting, (ann, bob) = Sitting.between(Catalogue(), "coloretto", ["ann", "bob"])
    seat = sitting.acting()[0]
    eyes = (ann, bob)[seat]
    before = sitting.rows[:]
    for action, reason in (
        ("take 0", "coloretto.refused.row_empty"),
        ("place 0", "coloretto.refused.draw_first"),
        ("* card R", "refused.nature_only"),
        ("dance", "coloretto.unreadable"),
    ):
        sitting.move(eyes, seat, action, "m1")
        refusal = eyes.last("refused")
        assert (refusal["reason"][0].removesuffix("_draw"), refusal["stale"]) == (reason, False)
    assert sitting.rows[:] == before


def test_seats_that_answer_at_once_are_never_stale() -> None:
    sitting, eyes = Sitting.between(TOYS, "sealed", ["a", "b", "c", "d"])
    numbers = {seat: sitting.room.asked[seat].number for seat in range(4)}
    for seat in (2, 0, 3, 1):
        assert sitting.room.asked[seat].number == numbers[seat]
        sitting.move(eyes[seat], seat, f"write {seat}", f"m{seat}", numbers[seat])
        assert eyes[seat].heard("refused") == []
    assert {question.number for question in sitting.room.asked.values()} == {8}  # four notes, four turned over


@pytest.mark.parametrize("game", [game.name for game in TOYS.games])
def test_a_restarted_room_is_the_same_room(game: str) -> None:  # A6
    whims = random.Random(game)
    sitting, eyes = Sitting.between(TOYS, game, ["ann", "bob", "cleo"])
    while sitting.acting():
        play_on(sitting, eyes, whims, most=3 + len(sitting.steps) // 10)  # a long game is read again less often
        room = sitting.reloaded()
        assert room.table is not None
        assert sitting.room.table is not None
        assert room.table.state == sitting.room.table.state
        assert room.table.log == sitting.room.table.log
        assert {s: q.number for s, q in room.asked.items()} == {s: q.number for s, q in sitting.room.asked.items()}
        for name in ("chairs", "host", "settings", "secret", "code", "rematch"):
            assert getattr(room.seating, name) == getattr(sitting.room.seating, name)
        assert room.playing().marks == sitting.room.playing().marks
        for viewer in (0, 1, 2, SPECTATOR):
            length = len(room.table.log)
            assert room.telling.frame(viewer, length, length) == sitting.room.telling.frame(viewer, length, length)


PUBLIC = [game.name for game in TOYS.games if opened(TOYS, "ann", game.name, max(2, game.fewest))[0].public]


@pytest.mark.parametrize("game", PUBLIC)
def test_who_is_not_asked_is_sent_what_all_see_and_just_what_is_meant_for_them(game: str) -> None:
    whims = random.Random(game)
    sitting, eyes = Sitting.between(TOYS, game, ["ann", "bob", "cleo"])
    for _ in range(40):
        for watcher in eyes:
            watcher.forget()
        if not play_on(sitting, eyes, whims, most=1):
            break
        for seat, watcher in enumerate(eyes):
            frame = watcher.last("frame")
            since = frame["length"] - len(frame["told"])
            assert frame == json.loads(sitting.room.telling.frame(seat, since, since))
            assert frame["viewer"] == seat
            view = sitting.room.playing().table.state.view(seat)
            drawn = sitting.room.catalogue.draw(sitting.room.game, view, seat, sitting.room.frames.told(seat, since))
            alone = json.loads(encode(drawn))
            assert {"viewer": seat, **frame["scene"]} == alone


def test_what_cannot_be_stored_has_not_happened() -> None:  # A17
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    room = sitting.room
    assert room.table is not None
    frames = [room.telling.frame(viewer, 0, 0) for viewer in (0, 1, SPECTATOR)]
    sitting.full = True
    for eyes in (ann, bob):
        eyes.forget()
    sitting.move(ann, 0, sitting.legal(0)[-1], "m1")
    assert ann.heard("refused") == [
        {"t": "refused", "id": "m1", "reason": ["server.unstored", {"why": "full"}], "stale": False}
    ]
    sitting.say(ann, wire.Leave(seat=0))
    assert ann.last("sorry")["reason"][0] == "server.unstored"
    assert bob.heard() == []
    assert [room.telling.frame(viewer, 0, 0) for viewer in (0, 1, SPECTATOR)] == frames
    sitting.full = False
    sitting.move(ann, 0, sitting.legal(0)[-1], "m1")  # the same move, sent again by the page
    assert ann.last("ack")["id"] == "m1"
    assert sitting.reloaded().table.log == room.table.log  # type: ignore[union-attr]


# Taking back.


def test_a_move_can_be_taken_back_while_nobody_else_acted_and_nothing_was_revealed() -> None:  # A13
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    before = sitting.room.telling.frame(0, 99, 99)
    question = sitting.room.asked[0].number
    assert "undo" not in ann.last("frame")
    sitting.move(ann, 0, "pass", "m1")
    assert ann.last("frame")["undo"] == bob.last("frame")["undo"] == 0
    sitting.say(ann, wire.Undo(seat=0, id="u1", length=question + 1))
    assert ann.last("ack")["id"] == "u1"
    asked = sitting.room.asked[0].number
    assert asked > question  # an answer to the first one is stale now
    after = before.replace(b'"question":%d,' % question, b'"question":%d,' % asked)
    after = after[:-1] + b',"undone":1}'  # all else is as before, but for the count
    assert sitting.room.telling.frame(0, 99, 99) == after
    assert bob.last("frame")["length"] == question
    assert bob.last("frame")["told"] == []
    assert sitting.reloaded().telling.frame(0, 99, 99) == after


def test_a_taking_back_counts_once_and_its_move_does_not_come_back() -> None:
    sitting, (ann, _) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    question = sitting.room.asked[0].number
    sitting.move(ann, 0, "pass", "m1")
    undo = wire.Undo(seat=0, id="u1", length=question + 1)
    sitting.say(ann, undo)
    rows = len(sitting.rows)
    sitting.say(ann, undo)  # its acknowledgement was lost
    sitting.move(ann, 0, "pass", "m1", question)  # a delayed copy of what has been taken back
    assert [m["id"] for m in ann.heard("ack")] == ["m1", "u1", "u1", "m1"]
    assert len(sitting.rows) == rows
    other_tab = wire.Undo(seat=0, id="u2", length=question + 1)
    sitting.say(ann, other_tab)
    assert ann.last("refused")["stale"]
    room = sitting.reloaded()
    assert len(room.table.log) == question  # type: ignore[union-attr]
    assert room.count == rows


def test_taking_back_that_cannot_be_stored_has_not_happened() -> None:
    sitting, (ann, _) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.move(ann, 0, "pass", "m1")
    before = sitting.room.telling.frame(0, 0, 0)
    sitting.full = True
    sitting.say(ann, wire.Undo(seat=0, id="u1", length=len(sitting.room.table.log)))
    assert ann.last("refused")["reason"][0] == "server.unstored"
    assert sitting.room.telling.frame(0, 0, 0) == before


def test_what_cannot_be_taken_back() -> None:  # A13
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.move(ann, 0, sitting.legal(0)[-1], "m1")  # a card was drawn, and it is Bob's turn
    for eyes, seat in ((ann, 0), (bob, 1)):
        sitting.say(eyes, wire.Undo(seat=seat, id=f"u{seat}", length=len(sitting.room.table.log)))  # type: ignore[union-attr]
    assert ann.last("refused")["reason"][0] == "room.undo"
    assert bob.last("refused")["reason"][0] == "room.undo"


@pytest.mark.parametrize("game", [game.name for game in TOYS.games])
def test_taking_back_is_offered_exactly_when_no_line_came_after(game: str) -> None:  # A31
    whims = random.Random(game)
    sitting, eyes = Sitting.between(TOYS, game, ["ann", "bob", "cleo"])
    table = sitting.room.table
    assert table is not None
    while sitting.acting() and sitting.room.play.undone < few(200):  # type: ignore[union-attr]
        play_on(sitting, eyes, whims, most=1)
        seat, last = sitting.room.undoable(), table.log[-1].seat
        offered = last != NATURE and bool(sitting.room.asked) and table.undoable(last)
        assert seat == (last if offered else None), "offered to its maker, exactly where the rules allow it"
        if seat is None:
            continue
        if whims.random() < 0.3:
            sitting.say(eyes[seat], wire.Undo(seat=seat, id=f"u{len(sitting.steps)}", length=len(table.log)))
            assert eyes[seat].last("ack")["id"] == f"u{len(sitting.steps) - 1}"
            assert seat in sitting.room.asked, "the turn comes back to its maker"
            assert sitting.reloaded().table.log == table.log  # type: ignore[union-attr]


# Coming and going.


def test_two_tabs_of_one_seat_both_work() -> None:  # A9
    sitting, (ann, _) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    tab = sitting.arrive("ann")
    assert tab.last("frame")["question"] == ann.last("frame")["question"]
    tab.forget()
    sitting.move(ann, 0, "pass", "m1")
    assert tab.last("frame")["told"] == ["0 pass"]
    sitting.move(tab, 0, sitting.legal(0)[-1], "m2")
    assert tab.last("ack")["id"] == "m2"
    sitting.room.depart(tab, 0.0)
    assert ann.last("room")["seats"][0]["here"]


def test_a_reconnect_is_told_nothing_twice_and_misses_nothing() -> None:
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.room.depart(bob, 0.0)
    sitting.move(ann, 0, "pass", "m1")
    back = sitting.arrive("bob")
    assert back.last("frame")["told"] == ["0 pass"]
    sitting.room.depart(back, 0.0)
    assert sitting.arrive("bob").last("frame")["told"] == []
    assert sitting.arrive("zoe").last("frame")["told"] == []  # nor is a newcomer told the past


def test_spectators_share_one_text_and_see_no_hand() -> None:
    sitting, (ann, _) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    crowd = [sitting.arrive(f"guest{number}") for number in range(3)]
    sitting.move(ann, 0, "pass", "m1")
    assert crowd[0].texts[-1] is crowd[1].texts[-1] is crowd[2].texts[-1]
    assert crowd[0].last("frame")["viewer"] is None
    hand = next(p["id"] for p in crowd[0].last("frame")["scene"]["zones"][0]["pieces"] if p["id"].startswith("hand="))
    assert hand == f"hand={[-2] * 6}"


def test_a_bot_plays_for_the_absent_until_they_return() -> None:  # A14
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.move(ann, 0, sitting.legal(0)[-1], "m1")
    sitting.say(ann, wire.StandIn(seat=1))
    assert ann.last("sorry")["reason"][0] == "room.not_away"
    sitting.room.depart(bob, 50.0)
    assert (ann.last("room")["seats"][1]["here"], ann.last("room")["seats"][1]["away"]) == (False, False)
    sitting.say(ann, wire.StandIn(seat=1))
    assert ann.last("sorry")["reason"][0] == "room.not_away"
    sitting.settle(sitting.room.tick(50.0 + GRACE))
    assert ann.last("room")["seats"][1]["away"]
    sitting.say(ann, wire.StandIn(seat=1))
    assert ann.last("room")["seats"][1]["bot"] == STAND_IN
    turn = sitting.room.bot_turn()
    assert turn is not None
    back = sitting.arrive("bob")
    assert back.last("room")["seats"][1]["bot"] is None
    assert sitting.room.bot_move(turn, "pass", sitting.now) is None  # it was still thinking
    sitting.move(back, 1, "pass", "m2")
    assert back.last("ack")["id"] == "m2"


def test_who_says_goodbye_may_come_back_but_not_play_meanwhile() -> None:  # A10
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.say(ann, wire.Leave(seat=0))
    assert bob.last("room")["seats"][0]["away"]
    assert ann.last("frame")["viewer"] is None
    sitting.move(ann, 0, "pass", "m1")
    assert ann.last("refused")["reason"][0] == "room.not_yours"
    sitting.say(bob, wire.StandIn(seat=0))
    turn = sitting.room.bot_turn()
    assert turn is not None
    sitting.bot_move(turn, "pass")
    assert bob.last("frame")["told"] == ["0 pass"]
    sitting.say(ann, wire.Take(seat=0))
    assert ann.last("frame")["viewer"] == 0
    sitting.move(ann, 0, sitting.legal(0)[-1], "m2")
    assert ann.last("ack")["id"] == "m2"


def test_a_removed_person_has_no_right_to_the_seat_any_more() -> None:  # A10
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.say(ann, wire.Remove(seat=1))
    for message in (wire.Move(seat=1, id="m", question=6, action="pass"), wire.Take(seat=1), wire.Leave(seat=1)):
        bob.forget()
        sitting.say(bob, message)
        assert [m["t"] for m in bob.heard()] in (["refused"], ["sorry"])
    assert sitting.room.chairs[1].guest is None
    sitting.say(ann, wire.Bot(seat=1, bot="random"))
    assert ann.last("room")["seats"][1]["bot"] == "random"


def test_a_bots_nonsense_is_replaced_by_the_lot_and_everybody_is_told() -> None:
    sitting = Sitting.open(TOYS, seats=2, fill="random")
    ann = sitting.arrive("ann")
    sitting.move(ann, 0, sitting.legal(0)[-1], "m1")
    for text in ("dance", "* card 1", None):
        turn = sitting.room.bot_turn()
        assert turn is not None
        sitting.bot_move(turn, text)
        assert ann.last("sorry")["reason"] == ["room.bot_trouble", {"seat": 1}]
        if sitting.acting() == [0]:
            sitting.move(ann, 0, sitting.legal(0)[-1], f"n{text}")


def test_feelings_need_a_rest_between_them() -> None:
    sitting, (ann, bob) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.say(ann, wire.Emote(seat=0, emote=3))
    assert bob.last("emote") == {"t": "emote", "seat": 0, "emote": 3}
    sitting.say(ann, wire.Emote(seat=0, emote=4))
    assert ann.last("sorry")["reason"][0] == "room.emote_rest"
    sitting.now += 3
    sitting.say(ann, wire.Emote(seat=0, emote=4))
    assert bob.last("emote")["emote"] == 4
    sitting.say(bob, wire.Emote(seat=0, emote=4))
    assert bob.last("sorry")["reason"][0] == "room.not_yours"


def test_a_run_out_clock_plays_what_the_game_says_for_the_silent() -> None:
    sitting, (ann, _) = Sitting.between(TOYS, "sealed", ["ann", "bob"])
    sitting.say(ann, wire.Settings(clock=10))
    ann.forget()
    sitting.wait(9)
    assert ann.heard("frame") == []
    sitting.wait(1)
    assert ann.last("frame")["told"][-2:] == ["* write 0", "* write 0"]


# Around one device.


def test_a_curtain_hides_the_hand_of_the_other_person_at_the_same_device() -> None:  # B4
    sitting = Sitting.open(TOYS, seats=2)
    ann = sitting.arrive("ann")
    sitting.say(ann, wire.Take(seat=1))
    sitting.say(ann, wire.Begin())
    assert ann.heard("frame") == []
    assert ann.last("curtain") == {"t": "curtain", "seat": 0}
    sitting.say(ann, wire.Curtain(seat=0))
    assert ann.last("frame")["viewer"] == 0
    ann.forget()
    sitting.move(ann, 0, sitting.legal(0)[-1], "m1")
    assert [m["t"] for m in ann.heard()] == ["ack", "curtain"]  # nothing private before the tap
    tab = sitting.arrive("ann")
    assert tab.heard("frame") == []
    sitting.say(ann, wire.Curtain(seat=1))
    assert ann.last("frame")["viewer"] == 1
    sitting.say(ann, wire.Curtain(seat=3))
    assert ann.last("sorry")["reason"][0] == "room.no_seat"


def test_no_curtain_where_nothing_is_private() -> None:
    assert not private(GAMES[0])
    sitting = Sitting.open(Catalogue(), game="coloretto", seats=2)
    ann = sitting.arrive("ann")
    sitting.say(ann, wire.Take(seat=1))
    sitting.say(ann, wire.Begin())
    for name in ("m1", "m2", "m3", "m4"):
        seat = sitting.acting()[0]
        assert ann.last("frame")["viewer"] == seat
        before = ann.last("frame")["length"]
        sitting.move(ann, seat, sitting.legal(seat)[0], name)
        frame = ann.last("frame")
        assert len(frame["told"]) == frame["length"] - before  # each line once, whoever looks
    assert ann.heard("curtain") == []


# After the end.


def finished(game: str = "hands") -> tuple[Sitting, list[Eyes]]:
    sitting, eyes = Sitting.between(TOYS, game, ["ann", "bob"])
    play_on(sitting, eyes, random.Random(1))
    return sitting, eyes


def test_the_end_is_told_and_stored() -> None:
    sitting, (ann, _) = finished()
    assert ann.last("room")["phase"] == "over"
    winners = [seat for seat, info in enumerate(ann.last("room")["seats"]) if info["winner"]]
    assert winners == sitting.room.table.state.winners()  # type: ignore[union-attr]
    assert sitting.steps[-1].lookup.phase == "over"  # type: ignore[union-attr]
    sitting.move(ann, 0, "pass", "late")
    assert ann.last("refused")["reason"][0] == "refused.over"


def test_the_record_and_the_key_are_secret_until_the_end() -> None:  # A3
    sitting, (ann, _) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    for ask in (ended.record, ended.scores, lambda room: ended.replayed(room, 0)):
        with pytest.raises(Explained, check=because("room.secret")):
            ask(sitting.room)
    key = sitting.room.key.hex().encode()
    play_on(sitting, [ann, ann], random.Random(1), most=0)
    assert not any(key in text for text in ann.texts)
    sitting, _ = finished()
    record = read(ended.record(sitting.room), TOYS.find)
    assert record.luck == f"key {sitting.room.key.hex()}"
    assert record.lines == [(line.seat, line.action) for line in sitting.room.table.log]  # type: ignore[union-attr]


def test_a_finished_game_is_replayed_as_a_spectator_saw_it() -> None:
    sitting, _ = finished()
    length = len(sitting.room.table.log)  # type: ignore[union-attr]
    for at in range(length + 1):
        replay = ended.replayed(sitting.room, at)
        assert (replay.at, replay.length, replay.scene.viewer) == (at, length, SPECTATOR)
        assert not any(line.startswith("* card") for line in replay.told)
    assert ended.replayed(sitting.room, 10_000).at == length
    scores = ended.scores(sitting.room).scores
    assert len(scores) == length + 1
    assert scores[-1] == sitting.room.table.state.scores()  # type: ignore[union-attr]


def test_a_rematch_keeps_the_people() -> None:
    sitting, (ann, bob) = finished()
    stranger = sitting.arrive("zoe")
    sitting.say(stranger, wire.Rematch())
    assert stranger.last("sorry")["reason"][0] == "room.not_seated"
    change = sitting.room.hear(bob, wire.Rematch(), 0.0)
    assert change is not None
    assert change.opens is not None
    new = change.opens[0]
    sitting.settle(change)
    assert ann.last("moved") == bob.last("moved") == {"t": "moved", "table": new.id}
    assert ann.last("room")["moved"] == new.id
    assert [chair.guest for chair in new.chairs] == ["ann", "bob"]
    assert (new.phase, new.seating.host, new.key != sitting.room.key) == ("playing", "ann", True)
    assert {table.id for table in Write.of(sitting.room, change, FIRST).tables} == {sitting.room.id, new.id}
    assert sitting.room.hear(ann, wire.Rematch(), 0.0) is None
    assert ann.last("moved")["table"] == new.id


def test_no_rematch_before_the_end() -> None:
    sitting, (ann, _) = Sitting.between(TOYS, "hands", ["ann", "bob"])
    sitting.say(ann, wire.Rematch())
    assert ann.last("sorry")["reason"][0] == "room.not_over"
