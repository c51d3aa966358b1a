"""Hints and bots of whoever runs the server: who gets them, who does not, and what happens when they fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from polychrome.bots import own
from polychrome.engine.core import Explained
from polychrome.server import wire
from polychrome.server.people import check_bot
from polychrome.server.room import Turn
from polychrome.server.thinker import Solution
from server.hands import box
from server.house import Page, Sitting, runs, served

OWN = "examples.cautious:Cautious"


def test_a_hint_is_told_to_whoever_asked_and_to_nobody_else() -> None:
    sitting, eyes = Sitting.between(box(), "hands", ["ann", "bob"])
    seat = sitting.acting()[0]
    asker, other = eyes[seat], eyes[1 - seat]
    question = sitting.room.hinting(asker, seat)
    action = sitting.legal(seat)[0]
    sitting.room.hinted(asker, seat, question, Solution(action, None, 0.613, [("pass", 0.5)]))
    said = asker.last("hinted")
    assert (said["action"], said["percent"], said["others"]) == (action, 61, [{"action": "pass", "percent": 50}])
    assert not other.heard("hinted")


def test_a_hint_that_comes_too_late_or_to_nothing() -> None:
    sitting, eyes = Sitting.between(box(), "hands", ["ann", "bob"])
    seat = sitting.acting()[0]
    question = sitting.room.hinting(eyes[seat], seat)
    sitting.room.hinted(eyes[seat], seat, question, None)
    assert eyes[seat].last("sorry")["reason"][0] == "room.hint_none"
    sitting.room.hinted(eyes[seat], seat, question + 1, Solution("pass"))
    assert not eyes[seat].heard("hinted")


def test_no_hint_for_another_seat_or_out_of_turn() -> None:
    sitting, eyes = Sitting.between(box(), "hands", ["ann", "bob"])
    seat = sitting.acting()[0]
    stranger = sitting.arrive("eve")
    for watcher, wanted in ((eyes[1 - seat], seat), (eyes[1 - seat], 1 - seat), (stranger, seat)):
        with pytest.raises(Explained):
            sitting.room.hinting(watcher, wanted)
        sitting.say(watcher, wire.Hint(seat=wanted))
        assert watcher.last("sorry")["reason"][0] in ("room.not_yours", "room.hint_turn")


@runs
async def test_a_page_asks_and_is_told(tmp_path: Path) -> None:
    async with served(tmp_path, workers=1) as where:
        page = Page(where.local)
        table = await page.create(game="coloretto", seats=2, fill="random")
        async with page.socket(table) as talk:
            await talk.send(t="settings", pause=0)
            for _ in range(40):
                frame = await talk.until_asked()
                if len(frame["scene"]["choices"]) > 1:
                    break
                await talk.play()
            await talk.send(t="hint", seat=frame["viewer"])
            await talk.send(t="hint", seat=frame["viewer"])
            answers = [await talk.until("hinted", "sorry") for _ in range(2)]
            assert answers[0]["reason"][0] == "room.hint_wait"
            assert answers[1]["question"] == frame["question"]
            assert answers[1]["action"] in [choice["action"] for choice in frame["scene"]["choices"]]
            assert 0 <= answers[1]["percent"] <= 100


def test_a_guest_cannot_seat_a_bot_that_the_server_was_not_started_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(own.ENLISTED, OWN, raising=False)  # by another test of this process
    with pytest.raises(Explained):
        check_bot(OWN)
    monkeypatch.setitem(own.ENLISTED, OWN, object)
    check_bot(OWN)


def test_a_bot_of_ones_own_that_fails_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(own.ENLISTED, OWN, object)
    sitting = Sitting.open(box(), seats=2, fill=OWN)
    ann = sitting.arrive("ann")
    for _ in range(20):
        turn = sitting.room.bot_turn()
        if turn is not None:
            break
        sitting.move(ann, 0, sitting.legal(0)[-1], f"m{_}")
    assert isinstance(turn, Turn)
    assert turn.bot == OWN
    sitting.settle(sitting.room.bot_move(turn, None))
    assert ann.last("sorry")["reason"][0] == "room.bot_trouble"
    assert sitting.room.chairs[turn.seat].bot == "random"


@runs
async def test_a_bot_of_ones_own_sits_at_a_served_table(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parent.parent.parent
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(root))
        async with served(tmp_path, workers=1, bots=(OWN,)) as where:
            page = Page(where.local)
            table = await page.create(game="coloretto", seats=2, fill=OWN)
            async with page.socket(table) as talk:
                await talk.send(t="settings", pause=0)
                for _ in range(4):
                    assert (await talk.play())["t"] == "ack"
                assert talk.room is not None
                assert talk.room["seats"][1]["bot"] == OWN
        own.ENLISTED.pop(OWN, None)
