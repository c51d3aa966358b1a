"""The tables of a device: what is kept before it counts, bots that think elsewhere, time, and what goes wrong."""

from __future__ import annotations

import inspect
import json
import re
from datetime import UTC, datetime
from itertools import count
from typing import Any

import pytest
from msgspec import to_builtins

from luck import NamedLuck
from offline.browser import BEGUN, Place, Tab, play, whims
from polychrome.offline.bot_worker import HURRY, LONG, START_SECONDS, THOUGHT_SECONDS
from polychrome.offline.calls import Close, Connect, Fetch, Fetched, Hear, Keep, Think, TimeCame
from polychrome.offline.device import DAMAGED, NOT_FOUND
from polychrome.offline.device_room import RESTART, RETRY
from polychrome.offline.worker import Bots, Tables
from polychrome.puzzles import NEUTRAL, puzzle_of
from polychrome.registry import GAMES, find
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import Moved, decode
from polychrome.server import app


def device(*what: object) -> Tab:
    return Tab(Catalogue(luck=NamedLuck("device", *what)))


def alone(*what: object, bot: str = "casual", game: str = "coloretto", seats: int = 2) -> Place:
    tab = device(*what)
    return tab.open(tab.create(game, seats, bot))


def asked(place: Place) -> dict[str, Any]:
    """The frame in which the person is asked, when the bots have moved."""
    while (frame := place.last("frame"))["question"] is None:
        assert place.tab.wait()
    return frame


def move(place: Place, name: str = "m1") -> dict[str, Any]:
    frame = asked(place)
    action = frame["scene"]["choices"][0]["action"]
    return {"t": "move", "seat": frame["viewer"], "id": name, "question": frame["question"], "action": action}


# Keeping.


def test_nothing_is_told_or_answered_before_it_is_kept() -> None:
    tab = device()
    tab.holding = (Keep,)
    request = tab.begin_to_ask(
        "POST", "/api/tables", {"game": "coloretto", "seats": 2, "options": {}, "fill": "casual"}
    )
    assert request not in tab.answers
    tab.release()
    place = tab.open(json.loads(tab.answers[request].text)["table"])
    message = move(place)
    heard = len(place.texts)
    tab.holding = (Keep,)
    place.say(**message)
    place.say(t="name", seat=0, name=None)  # whoever comes next waits
    assert len(place.texts) == heard
    assert [type(command) for command in tab.held] == [Keep]
    tab.release()
    assert place.messages("ack")[-1]["id"] == "m1"
    assert place.messages("room")


def test_what_cannot_be_kept_has_not_happened() -> None:
    place = alone()
    message, before = move(place), place.last("frame")
    for problem, reason in (("full", "offline.full"), ("a broken disk", "offline.unkept")):
        place.tab.full = problem
        place.say(**message)
        assert place.last("refused")["reason"][0] == reason
        assert place.last("frame") == before
    assert place.tab.ask("POST", "/api/tables", {"game": "coloretto", "seats": 2}).status == 503
    place.tab.full = None
    place.say(**message)
    assert place.last("ack")["id"] == "m1"


def test_a_bot_tries_again_what_could_not_be_kept() -> None:
    place = alone(bot="random")
    place.say(**move(place))
    while place.last("frame")["question"] is not None:  # until it is the bot's turn
        place.say(**move(place, f"m{len(place.texts)}"))
    length, place.tab.full = place.last("frame")["length"], "full"
    for _ in range(3):
        began = place.tab.now
        assert place.tab.wait()
        assert place.last("frame")["length"] == length
    assert place.tab.now - began <= RETRY + 1
    place.tab.full = None
    place.tab.wait(5)
    assert place.last("frame")["length"] > length


def test_a_bot_tries_again_also_while_a_clock_runs_for_people() -> None:
    """All write at once: a bot does not wait for the people's time to be over."""
    tab = device("writing", "full")
    place = tab.open(tab.create("color_words", 2))
    place.say(t="settings", write=300, pause=0)
    place.say(t="bot", seat=1, bot="random")
    tab.holding = (Think,)
    place.say(t="begin")
    tab.full = "full"
    tab.release()
    assert tab.due == RETRY
    tab.full = None
    tab.wait(RETRY)
    entries = [decode(text) for _, text in tab.shelf.entries[place.table]]
    assert [entry.seat for entry in entries if isinstance(entry, Moved)] == [1]


def test_two_tabs_with_one_table_lose_nothing() -> None:
    """Whoever was second is sent away, and comes back to what is kept."""
    place = alone(seats=2, bot="random", game="ronde")
    message = move(place)
    other = Tab(place.tab.box, place.tab.shelf, place.tab.now)
    second = other.open(place.table)
    place.say(**message)
    assert place.last("ack")
    second.say(**message | {"id": "late"})
    assert not second.messages("ack")
    assert other.closed[second.socket] == RESTART
    back = other.open(place.table, second.seen())
    assert back.last("frame")["length"] == place.last("frame")["length"]


# Bots.


def waiting_for_a_bot(*what: object, game: str = "ronde") -> Place:
    """A table whose bot has been asked, and has not answered."""
    place = alone(*what, bot="random", game=game)
    wait_for_a_bot(place)
    return place


def wait_for_a_bot(place: Place) -> None:
    place.tab.holding = (Think,)
    while not place.tab.held:
        if asked_now(place):
            place.say(**move(place, f"m{len(place.texts)}"))
        else:
            assert place.tab.wait()


def asked_now(place: Place) -> bool:
    return place.last("frame")["question"] is not None


def test_a_bot_thinks_elsewhere_and_gets_a_view() -> None:
    place = waiting_for_a_bot("view", game="chromino")
    (thought,) = place.tab.held
    assert isinstance(thought, Think)
    table = place.tab.device.tables[place.table].room.playing().table
    problem = json.loads(thought.problem)
    assert problem["view"] == table.state.view(problem["seat"], recall=True).dump()
    assert problem["view"] != table.state.dump()
    place.say(t="ping")  # nobody waits for it
    assert place.messages("pong")
    length = place.last("frame")["length"]
    place.tab.release()
    assert place.last("frame")["length"] == length  # people want to see what happens
    place.tab.wait(1)
    assert place.last("frame")["length"] > length


def test_a_thought_without_end_is_ended_and_the_lot_decides() -> None:
    place = waiting_for_a_bot("endless")
    length = place.last("frame")["length"]
    held, place.tab.holding = place.tab.held, ()
    place.tab.wait(THOUGHT_SECONDS - 1)
    assert place.tab.halted == 0
    place.tab.wait(1)
    assert place.tab.halted == 1
    assert place.last("frame")["length"] > length
    assert place.last("sorry")["reason"][0] == "room.bot_trouble"
    for command in held:  # an answer after all
        assert place.tab.finish(command) == []


def played(tab: Tab, *what: object) -> Place:
    """A game to its end; nobody waits for a move longer than for a thought, and what a move takes to be seen."""
    length, since = 0, tab.now

    def watch(place: Place) -> Place:
        nonlocal length, since
        frame = place.now()
        assert frame is not None
        if frame["question"] is not None or frame["length"] > length:
            length, since = frame["length"], tab.now
        assert tab.now - since < THOUGHT_SECONDS + 10
        return place

    return play(tab.open(tab.create("ronde", 2, "random")), whims(*what), watch)


@pytest.mark.parametrize(("seconds", "ended"), [(1, 0), (31, 0), (119, 0), (121, 1), (500, 3)])
def test_bots_think_however_long_their_interpreter_takes_to_start(seconds: float, ended: int) -> None:
    """Until it is there, chance moves for them; one that was ended left twice the time to the next."""
    tab = device("starting", seconds)
    tab.starting = seconds
    for game in count():
        if tab.device.bot_worker.awake:
            break
        played(tab, seconds, game)
    assert tab.halted == ended
    assert not played(tab, seconds, "then").messages("sorry")


def test_an_interpreter_that_never_starts_is_tried_ever_more_rarely() -> None:
    tab = device("never")
    tab.starting = 1e9
    assert played(tab, "never").messages("sorry")
    assert tab.halted > 1
    assert START_SECONDS * (2**tab.halted - 1) <= tab.now


def test_a_bot_that_takes_too_long_hurries_from_then_on() -> None:
    place = waiting_for_a_bot("slow")

    def hurried() -> list[int]:
        found = [json.loads(command.problem)["hurry"] for command in place.tab.held if isinstance(command, Think)]
        place.tab.release()
        wait_for_a_bot(place)
        return found

    place.tab.seconds = LONG
    assert hurried() == [0]  # as on a server
    place.tab.seconds = LONG + 0.1
    assert hurried() == [0]
    place.tab.seconds = 0.0
    assert hurried() == [HURRY]
    assert hurried() == [HURRY]


def test_a_bot_whose_interpreter_dies_moves_by_lot() -> None:
    place = waiting_for_a_bot("dead")
    place.tab.dead = True
    place.tab.release()
    place.tab.wait(2)
    assert place.last("sorry")["reason"][0] == "room.bot_trouble"


def test_a_hint_is_a_thought_too() -> None:
    place = alone("hint")
    frame = asked(place)
    place.tab.holding = (Think,)
    place.say(t="hint", seat=0)
    place.say(t="hint", seat=0)
    assert place.last("sorry")["reason"][0] == "room.hint_wait"
    place.tab.release()
    hinted = place.last("hinted")
    assert hinted["action"] in [choice["action"] for choice in frame["scene"]["choices"]]
    place.say(t="hint", seat=0)
    assert len(place.messages("sorry")) == 2
    place.tab.wait(2)
    place.say(t="hint", seat=0)
    assert len(place.messages("hinted")) == 2


# Tables.


def test_tables_that_nobody_looks_at_stand_still_and_are_found_again() -> None:
    tab = device("still")
    first = tab.open(tab.create("coloretto", 2, "random"))
    asked(first)
    first.hang_up()
    assert tab.device.tables == {}
    assert tab.due is None
    tab.wait(5)
    second = tab.open(tab.create("chromino", 2))
    assert second.last("room")["phase"] == "lobby"
    own = tab.get("/api/tables")
    assert [(table["game"], table["phase"], table["your_turn"]) for table in own] == [
        ("chromino", "lobby", False),
        ("coloretto", "playing", True),
    ]
    assert list(tab.device.tables) == [second.table]
    again = tab.restarted()
    assert again.get("/api/tables") == own
    assert again.open(first.table).last("frame")["length"] == first.last("frame")["length"]


def test_what_is_said_before_a_table_is_found_waits_for_it() -> None:
    tab = device("early")
    table = tab.create("coloretto", 2, "random")
    (fetch,) = tab.take(Connect(9, table))
    assert tab.take(Hear(9, '{"t":"settings","pause":0}')) == []
    tab.heard[9] = []
    tab.commands.append(fetch)
    tab.call(TimeCame())
    assert [json.loads(text)["settings"]["pause"] for text in tab.heard[9] if '"t":"room"' in text][-1] == 0


def test_a_rematch_is_a_table_of_its_own() -> None:
    place = play(alone("rematch", bot="random", game="ronde"), whims("rematch"))
    place.say(t="rematch")
    moved = place.last("moved")["table"]
    assert place.tab.open(moved).last("frame")["length"] >= 0
    assert moved in place.tab.restarted().device.shelf
    assert {table["table"] for table in place.tab.get("/api/tables")} == {moved}


def test_taking_back_and_clocks() -> None:
    tab = device("clock")
    place = tab.open(tab.create("coloretto", 2))
    place.say(t="take", seat=1)
    place.say(t="begin")
    message = move(place)
    place.say(**message)
    frame = place.last("frame")
    if frame.get("undo") is not None:
        place.say(t="undo", seat=frame["undo"], id="u1", length=frame["length"])
        assert place.last("frame")["undone"] == 1
    trio = tab.open(tab.create("trio", 2, "random"))
    while "look" not in trio.last("frame"):
        if asked_now(trio):
            trio.say(**move(trio, f"m{len(trio.texts)}"))
        else:
            assert tab.wait()
    assert trio.last("frame")["look"] > 0
    tab.wait(4)
    assert trio.last("frame").get("look") is None or len(trio.messages("frame")) > 2


def test_joining_by_code_or_invitation_leads_to_tables_of_this_device() -> None:
    tab = device("join")
    place = tab.open(tab.create("coloretto", 3))
    room = place.last("room")
    secret = room["invite"].partition("#")[2]
    for wish in ({"code": room["code"]}, {"table": place.table, "secret": secret}):
        assert json.loads(tab.ask("POST", "/api/join", wish).text) == {"table": place.table}
    refusals: list[tuple[Any, int, str]] = [
        ({"code": "AAAAAA"}, 404, "server.no_code"),
        ({"table": place.table, "secret": "x"}, 403, "room.invitation"),
        ({"table": "nowhere", "secret": "x"}, 404, "server.no_table"),
        ({"table": place.table}, 400, "server.unreadable"),
        ({"who": "me"}, 400, "server.unreadable"),
    ]
    for wish, status, reason in refusals:
        found = tab.ask("POST", "/api/join", wish)
        assert (found.status, json.loads(found.text)["reason"][0]) == (status, reason)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/nothing", 404),
        ("DELETE", "/api/tables", 404),
        ("GET", "/api/tables/zzz/replay", 404),
        ("GET", "/api/tables/zzz/record?at=1", 404),
        ("POST", "/api/tables", 400),
        ("GET", "/api/bots", 200),
    ],
)
def test_other_questions(method: str, path: str, status: int) -> None:
    found = device().ask(method, path)
    assert found.status == status
    assert found.text == "[]" if status == 200 else json.loads(found.text)["reason"]


def test_a_program_may_know_what_its_seat_knows() -> None:
    place = alone("view")
    asked(place)
    found = place.tab.get(f"/api/tables/{place.table}/view?seat=0")
    room = place.tab.device.tables[place.table].room
    assert room.table is not None
    assert found == {"view": room.table.state.view(0).dump()}
    assert place.tab.ask("GET", f"/api/tables/{place.table}/view?seat=1").status == 403


def test_whatever_a_page_asks_a_server_a_device_answers() -> None:
    """All but the picture of an invitation: nobody elsewhere could come."""
    asked = set(re.findall(r'Route\("(/api/[^"]+)"', inspect.getsource(app)))
    assert len(asked) > 8
    place = alone("all")
    for path in sorted(asked - {"/api/join", "/api/qr/{table}"}):
        found = place.tab.ask("GET", path.format(table=place.table, language="en", day="2020-01-01"))
        secret = path.endswith(("record", "replay", "scores", "view"))  # until the game is over, or without a seat
        assert (path, found.status) == (path, 403 if secret else 200)


def test_a_guided_first_game_and_its_log() -> None:
    tab = device("guided")
    found = tab.ask("POST", "/api/tables", {"game": "ronde", "seats": 2, "guide": True})
    place = tab.open(json.loads(found.text)["table"])
    while "action" not in (lesson := place.last("frame").get("lesson", {})):
        assert tab.wait()
    frame = place.last("frame")
    wish = {"t": "move", "seat": 0, "id": "m1", "question": frame["question"], "action": lesson["action"]}
    place.say(**wish)
    assert place.last("ack")["id"] == "m1"
    assert tab.get(f"/api/tables/{place.table}/log")["turns"]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_guide_leads_to_its_end(game: str) -> None:
    """Bots play what it says, and do not think."""
    tab = device("led", game)
    found = tab.ask("POST", "/api/tables", {"game": game, "seats": 0, "guide": True})
    place = tab.open(json.loads(found.text)["table"])
    for number in count():
        frame = place.last("frame")
        lesson = frame["lesson"]
        if lesson.get("said") is not None and lesson["said"][0].endswith(".end"):
            break
        if "action" in lesson and frame["question"] is not None and "look" not in frame:
            asked = {"seat": frame["viewer"], "question": frame["question"]}
            place.say(t="move", id=f"m{number}", action=lesson["action"], **asked)
        elif "look" in frame:
            place.say(t="ready")
        else:
            assert tab.wait(), "nobody goes on"


def test_a_puzzle_of_a_day_that_has_come() -> None:
    tab = device("puzzle")
    day = datetime.fromtimestamp(BEGUN, UTC).date().isoformat()
    [*games] = [found["game"] for found in tab.get(f"/api/puzzles/en/{day}")]
    assert "colorio" in games
    assert tab.get("/api/puzzles/en/9999-01-01") == []
    assert tab.ask("POST", "/api/tables", {"game": "colorio", "seats": 1, "puzzle": "9999-01-01"}).status == 403
    found = tab.ask("POST", "/api/tables", {"game": "colorio", "seats": 1, "puzzle": day})
    place = tab.open(json.loads(found.text)["table"])
    frame = place.last("frame")
    puzzle = puzzle_of(find("colorio"), NEUTRAL, day)
    assert puzzle is not None
    answer = find("colorio").text(puzzle.answer[0])
    place.say(t="move", seat=0, id="m1", question=frame["question"], action=answer)
    assert place.last("frame")["task"]["reached"] == puzzle.par


def test_the_game_of_the_day_has_the_luck_of_its_date() -> None:
    keys = []
    for tab in (device("one"), device("another")):
        found = tab.ask("POST", "/api/tables", {"game": "color_words", "seats": 1, "daily": True})
        keys.append(tab.device.shelf[json.loads(found.text)["table"]].header.key)
    assert keys[0] == keys[1]
    assert tab.device.wall() == BEGUN


def test_a_device_that_slept_for_a_night_knows_which_day_it_is(nothing_handed_over: None) -> None:
    """Its clock stood still meanwhile; the date did not."""
    tables = Tables(json.dumps({"shelved": [], "origin": BEGUN}), no_list)
    tomorrow = BEGUN + 86_400
    said = datetime.fromtimestamp(tomorrow, UTC).date().isoformat()
    asked = json.dumps({"call": "ask", "request": 1, "method": "GET", "path": f"/api/puzzles/en/{said}"})

    def puzzles(wall: float) -> list[str]:
        (answer,) = json.loads(tables.take(asked, 1.5, wall))["commands"]
        return [puzzle["game"] for puzzle in json.loads(answer["text"])]

    assert puzzles(BEGUN + 1.5) == []  # of a day that is to come
    assert "colorio" in puzzles(tomorrow + 1.5)


def test_damage_and_nonsense_stay_where_they_are() -> None:
    place = alone("damage")
    tab = place.tab
    tab.shelf.entries[place.table][3] = (0, '{"is":"nonsense"}')
    again = tab.restarted()
    broken = again.open(place.table)
    assert again.closed[broken.socket] == DAMAGED
    nowhere = again.open("nowhere")
    assert again.closed[nowhere.socket] == NOT_FOUND
    assert again.get("/api/tables") == []
    assert again.create("coloretto", 2)
    place.say(t="nonsense")
    assert place.last("sorry")["reason"][0] == "server.unreadable"


def test_what_cannot_be_read_just_now_stays_where_it_is() -> None:
    place = alone("unread")
    tab = place.tab
    again = tab.restarted()
    again.heard[9] = []
    assert again.take(Connect(9, place.table)) == [Fetch(place.table)]
    assert again.take(Fetched(place.table, problem="a broken disk")) == [Close(9, DAMAGED)]
    assert again.open(place.table).last("frame")["length"] == place.last("frame")["length"]


def test_one_table_that_cannot_be_read_leaves_the_others_alone(nothing_handed_over: None) -> None:
    tab = device("others")
    table = tab.create("coloretto", 2, "random")
    (kept,) = tab.shelf.shelved()
    shelved = [{"id": "foreign", "header": {"of": "another version"}}, to_builtins(kept)]
    tables = Tables(json.dumps({"shelved": shelved, "origin": BEGUN}), no_list)
    assert list(tables.device.shelf) == [table]


def no_list(name: str) -> None:
    pytest.fail(f"nobody writes words here, but {name} is fetched")


def test_text_in_text_out(nothing_handed_over: None) -> None:
    """What the page's workers call."""
    tables = Tables(json.dumps({"shelved": [], "origin": BEGUN}), no_list)

    def take(said: dict[str, Any], now: float) -> Any:
        return json.loads(tables.take(json.dumps(said), now, BEGUN + now))["commands"]

    body = json.dumps({"game": "coloretto", "seats": 2, "options": {}, "fill": "casual"})
    said = {"call": "ask", "request": 1, "method": "POST", "path": "/api/tables", "body": body}
    (keep,) = take(said, 1.5)
    assert (keep["do"], keep["tables"][0]["phase"]) == ("keep", "playing")
    (answer,) = take({"call": "done", "number": keep["number"]}, 1.6)
    table = json.loads(answer["text"])["table"]
    (fetch,) = take({"call": "connect", "socket": 7, "table": table}, 1.7)
    assert fetch == {"do": "fetch", "table": table}
    entries = [[at, entry] for _, _, at, entry in keep["entries"]]
    fetched = {"call": "fetched", "table": table, "shelved": keep["tables"][0], "entries": entries}
    told = take(fetched, 1.8)
    assert [json.loads(command["text"])["t"] for command in told if command["do"] == "send"] == ["room", "frame"]
    thoughts = [command["problem"] for command in told if command["do"] == "think"]
    for problem in thoughts:
        assert json.loads(Bots(no_list).think(problem))["action"]
    assert json.loads(Bots(no_list).think("nonsense"))["trouble"]
