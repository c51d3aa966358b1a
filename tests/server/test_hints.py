"""Hints and bots of whoever runs the server: who gets them, who does not, and what happens when they fail."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from polychrome.bots import own
from polychrome.engine.core import NATURE, SPECTATOR, Explained, Game, State
from polychrome.engine.pieces.facedown import FaceDown
from polychrome.engine.table import Table
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue, needs_memory
from polychrome.room.entries import Seated
from polychrome.room.moves import Turn
from polychrome.room.people import check_bot
from polychrome.room.room import Room
from polychrome.room.thought import Solution, hinted
from polychrome.server.thought_queue import QueuedThought, ThoughtQueue
from server.hands import box
from server.house import Eyes, Page, Sitting, play_on, runs, served

OWN = "examples.cautious:Cautious"


def allowed(game: str = "hands") -> tuple[Sitting, list[Eyes]]:
    """Two people at a table whose host allows hints."""
    sitting, eyes = Sitting.between(box(), game, ["ann", "bob"])
    sitting.say(eyes[0], wire.Settings(hints=True))
    return sitting, eyes


def test_a_hint_is_told_to_whoever_asked_and_to_nobody_else() -> None:
    sitting, eyes = allowed()
    seat = sitting.acting()[0]
    asker, other = eyes[seat], eyes[1 - seat]
    question = sitting.room.moves.hinting(asker, seat)
    action = sitting.legal(seat)[0]
    hinted(sitting.room, asker, seat, question, Solution(action, None, 0.613, [("pass", 0.5)]))
    said = asker.last("hinted")
    assert (said["action"], said["percent"], said["others"]) == (action, 61, [{"action": "pass", "percent": 50}])
    assert not other.heard("hinted")


def test_a_hint_gives_its_reason_from_what_lies_open() -> None:
    sitting, eyes = Sitting.between(Catalogue(), "ronde", ["ann", "bob"])
    sitting.say(eyes[0], wire.Settings(hints=True))
    seat = sitting.acting()[0]
    question = sitting.room.moves.hinting(eyes[seat], seat)
    hinted(sitting.room, eyes[seat], seat, question, Solution("flip 3", None, 0.5))
    assert eyes[seat].last("hinted")["reason"] == ["ronde.reason.lacking", {"n": 60, "all": 60}]


def test_a_hint_that_comes_too_late_or_to_nothing() -> None:
    sitting, eyes = allowed()
    seat = sitting.acting()[0]
    question = sitting.room.moves.hinting(eyes[seat], seat)
    hinted(sitting.room, eyes[seat], seat, question, None)
    assert eyes[seat].last("sorry")["reason"][0] == "room.hint_none"
    hinted(sitting.room, eyes[seat], seat, question + 1, Solution("pass"))
    assert not eyes[seat].heard("hinted")


def test_no_hint_for_another_seat_or_out_of_turn() -> None:
    sitting, eyes = allowed()
    seat = sitting.acting()[0]
    stranger = sitting.arrive("eve")
    for watcher, wanted in ((eyes[1 - seat], seat), (eyes[1 - seat], 1 - seat), (stranger, seat)):
        with pytest.raises(Explained):
            sitting.room.moves.hinting(watcher, wanted)
        sitting.say(watcher, wire.Hint(seat=wanted))
        assert watcher.last("sorry")["reason"][0] in ("room.not_yours", "room.hint_turn")


# Among several people hints are the host's to allow.


def test_among_people_there_are_no_hints_until_the_host_allows_them() -> None:
    sitting, eyes = Sitting.between(box(), "hands", ["ann", "bob"])
    seat = sitting.acting()[0]
    sitting.say(eyes[seat], wire.Hint(seat=seat))
    assert eyes[seat].last("sorry")["reason"][0] == "room.hint_off"
    sitting.say(eyes[1], wire.Settings(hints=True))  # not the host
    assert eyes[1].last("sorry")["reason"][0] == "room.not_host"
    with pytest.raises(Explained):
        sitting.room.moves.hinting(eyes[seat], seat)
    sitting.say(eyes[0], wire.Settings(hints=True))
    for watcher in eyes:  # all can see it
        assert watcher.last("room")["settings"]["hints"] is True
    assert sitting.room.moves.hinting(eyes[seat], seat) >= 0
    sitting.say(eyes[0], wire.Settings(hints=False))
    with pytest.raises(Explained):
        sitting.room.moves.hinting(eyes[seat], seat)


def test_two_people_at_one_browser_are_two_people() -> None:
    sitting = Sitting.open(box(), seats=3)
    ann = sitting.arrive("ann")
    sitting.say(ann, wire.Take(seat=1))
    sitting.say(ann, wire.Begin())
    ann.viewer = seat = next(seat for seat in sitting.acting())
    with pytest.raises(Explained) as no:
        sitting.room.moves.hinting(ann, seat)
    assert no.value.reason.key == "room.hint_off"


def test_alone_there_are_hints() -> None:
    sitting = Sitting.open(box(), game="peek", seats=2, fill="random")
    ann = sitting.arrive("ann")
    while sitting.acting() != [0]:
        turn = sitting.room.bot_turn()
        assert turn is not None
        sitting.bot_move(turn, None)
    assert sitting.room.moves.hinting(ann, 0) >= 0


def test_what_the_host_allows_is_kept_and_goes_on_in_a_rematch() -> None:
    sitting, eyes = allowed()
    sitting.say(eyes[0], wire.Settings(remember=True))
    room = sitting.reloaded()
    assert (room.settings.hints, room.settings.remember) == (True, True)
    play_on(sitting, eyes, random.Random(1))
    change = sitting.room.hear(eyes[0], wire.Rematch(), 0.0)
    assert change is not None
    assert change.opens is not None
    sitting.settle(change)
    settings = change.opens[0].settings
    assert (settings.hints, settings.remember) == (True, True)


# In games of memory hints know what lies open now, and no more.

MEMORY = [game.name for game in Catalogue().games if needs_memory(game)]


def otherwise(model: Table, whims: random.Random) -> State | None:
    """The same game in which chance brought, or somebody did, something else once; None if it could not have gone on
    like that."""
    table = Table(model.game, model.state.seats, model.options, None)
    change = whims.randrange(len(model.log))
    for at, line in enumerate(model.log):
        legal = table.state.legal(line.seat) if line.seat in table.acting() else []
        action = line.action
        if line.seat == NATURE and action not in legal and len(legal) == 1:
            action = legal[0]  # the colour that this disc now has
        if at == change and len(legal) > 1:
            action = whims.choice(legal)
        if action not in legal:
            return None
        table.put(line.seat, action)
    return table.state


def exchanged(state: State, whims: random.Random) -> State:
    """The same position with the colours of all covered discs that have been seen dealt anew."""
    other = state.clone()
    assert isinstance(other, FaceDown)
    places = [place for place, disc in enumerate(other.disc) if disc >= 0 and not other.lies_open(place)]
    colours = [other.disc[place] for place in places]
    whims.shuffle(colours)
    for place, colour in zip(places, colours, strict=True):
        other.disc[place] = colour
    return other


def others(game: Game, whims: random.Random) -> Iterator[tuple[Room, State, bool]]:
    """A game at random, and at every step positions that nobody could tell from it who remembers nothing; were they
    reached by playing?"""
    seats = whims.randrange(game.fewest, min(4, game.most) + 1)
    sitting, eyes = Sitting.between(Catalogue(), game.name, [f"guest{seat}" for seat in range(seats)])
    for _ in range(40):
        if play_on(sitting, eyes, whims, most=1) == 0:
            return
        table = sitting.room.playing().table
        state = table.state
        for found, played in (*((otherwise(table, whims), True) for _ in range(3)), (exchanged(state, whims), False)):
            if found is None or found.acting() != state.acting():
                continue
            if all(found.view(viewer) == state.view(viewer) for viewer in [*range(seats), SPECTATOR]):
                yield sitting.room, found, played


def requests(room: Room, state: State, remember: bool = False) -> list[dict[str, Any]]:
    """What bots would be told if everybody asked for a hint in this position."""
    table, before = room.playing().table, room.settings
    table.state, real = state, table.state
    room.seating.settings = structs.replace(before, remember=remember)
    found = [room.moves.hint_view(seat).dump() for seat in range(len(room.chairs))]
    table.state, room.seating.settings = real, before
    return found


@pytest.mark.parametrize("game", MEMORY)
def test_two_histories_that_differ_in_covered_colours_give_the_same_hint_request(game: str) -> None:
    differed = {True: 0, False: 0}
    for number in range(4):
        for room, other, played in others(Catalogue().find(game), random.Random(f"{game} {number}")):
            state = room.playing().table.state
            assert requests(room, state) == requests(room, other)
            differed[played] += requests(room, state, remember=True) != requests(room, other, remember=True)
    assert differed[False] > 10  # whoever remembers could tell
    assert differed[True] > 0 or game == "a_l_aveuglette"  # where pawns hardly ever come to stand as others would


@pytest.mark.parametrize("game", MEMORY)
def test_with_help_to_remember_a_hint_knows_what_the_seat_saw_but_not_what_the_one_before_saw(game: str) -> None:
    found = Catalogue().find(game)
    guests = [f"guest{seat}" for seat in range(max(2, found.fewest))]
    sitting, eyes = Sitting.between(Catalogue(), game, guests)
    sitting.say(eyes[0], wire.Settings(hints=True, remember=True))
    room, whims = sitting.room, random.Random(game)
    told = 0
    for _ in range(40):
        if play_on(sitting, eyes, whims, most=1) == 0:
            break
        state = room.playing().table.state
        for seat in range(len(guests)):
            assert room.moves.hint_view(seat) == state.view(seat, recall=True)
            told += state.view(seat, recall=True) != state.view(seat)
        before = room.chairs[1]
        draft = room.draft()
        draft.sit(1, "newcomer", late=True)
        sitting.put(*draft.entries)
        for moves in (room.moves, sitting.reloaded().moves):  # also after a restart
            assert moves.hint_view(1) == state.view(1)
            assert moves.hint_view(0) == state.view(0, recall=True)
        sitting.put(Seated(1, before))
    assert told > 10


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
    sitting.bot_move(turn, None)
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


# A bot that waits for its turn.


@runs
async def test_a_table_is_told_that_its_bot_waits_and_then_it_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[ThoughtQueue] = []

    class Known(ThoughtQueue):
        def __init__(self, workers: int) -> None:
            super().__init__(workers)
            made.append(self)

    monkeypatch.setattr("polychrome.server.bot_pool.ThoughtQueue", Known)
    monkeypatch.setattr("polychrome.server.bot_pool.LATE", 0.0)
    async with served(tmp_path, workers=1) as where:
        busy = QueuedThought("others", "others", True, lambda: None)
        (queue,) = made
        queue.ask(busy)  # and thinks, and thinks
        page = Page(where.local)
        table = await page.create(game="coloretto", seats=2, fill="casual")
        async with page.socket(table) as talk:
            await talk.send(t="settings", pause=0)
            while (said := await talk.hear())["t"] != "waiting":
                if talk.frame is not None and talk.frame["question"] is not None:
                    await talk.send(
                        t="move",
                        seat=0,
                        id=f"m{talk.frame['length']}",
                        question=talk.frame["question"],
                        action=talk.frame["scene"]["choices"][-1]["action"],
                    )
                    talk.frame = None
            assert said == {"t": "waiting", "seat": 1}
            (waiting,) = queue.waiting
            assert (waiting.opener, waiting.table, waiting.heavy) == ("127.0.0.1", table, False)
            queue.end(busy)
            while not any(line.startswith("1 ") for line in (await talk.until("frame"))["told"]):
                pass


def test_only_a_bot_that_is_still_asked_is_said_to_wait() -> None:
    sitting = Sitting.open(box(), seats=2, fill="random")
    ann = sitting.arrive("ann")
    while (turn := sitting.room.bot_turn()) is None:
        sitting.move(ann, 0, sitting.legal(0)[-1], f"m{len(sitting.steps)}")
    sitting.room.bot_waits(turn)
    assert ann.last("waiting") == {"t": "waiting", "seat": turn.seat}
    assert sitting.arrive("ann").heard("waiting")  # also who comes later
    ann.forget()
    sitting.bot_move(turn, None)
    sitting.room.bot_waits(turn)
    assert not ann.heard("waiting")
    assert not sitting.arrive("ann").heard("waiting")
