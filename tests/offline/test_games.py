"""All games at the tables of a device, by messages alone: to their end, through crashes, and as at a server."""

from __future__ import annotations

import asyncio
import json
import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from luck import NamedLuck
from offline.browser import Place, Tab, play, send, whims
from patience import PATIENCE
from polychrome.engine.core import Game
from polychrome.engine.record import read, resume
from polychrome.offline.calls import Keep
from polychrome.registry import GAMES, find
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import decode
from polychrome.server.security import guest_of
from server.house import Page, luck_named, runs, served

ALL = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
SEATS = 3
FEW = 25  # moves: a server hears a hundred messages at once, and no more
MANY = 60  # messages: some games never end where people play at random


def seats_of(game: Game) -> int:
    return max(game.fewest, min(SEATS, game.most))


def begun(game: Game, *what: object, bot: str = "casual") -> Place:
    """One person among bots."""
    tab = Tab(Catalogue(luck=NamedLuck(*what, game.name)))
    return tab.open(tab.create(game.name, seats_of(game), bot))


def together(game: Game, *what: object, people: int = 2) -> Place:
    """Several people around one device, and bots on the other seats."""
    tab = Tab(Catalogue(luck=NamedLuck(*what, game.name)))
    place = tab.open(tab.create(game.name, seats_of(game)))
    for seat in range(1, seats_of(game)):
        if seat < people:
            place.say(t="take", seat=seat)
        else:
            place.say(t="bot", seat=seat, bot="random")
    place.say(t="begin")
    return place


def record(place: Place) -> str:
    found = place.tab.ask("GET", f"/api/tables/{place.table}/record")
    assert found.status == 200, found
    return found.text


@ALL
def test_every_game_is_played_to_its_end(game: Game) -> None:
    place = play(begun(game, "to the end"), whims("to the end", game.name))
    table = resume(read(record(place), find))
    assert not table.acting()
    shown = place.last("frame")
    assert shown["length"] == len(table.log)
    assert place.tab.get(f"/api/tables/{place.table}/scores")["scores"][-1] == table.state.scores()
    replayed = place.tab.get(f"/api/tables/{place.table}/replay?at=5")
    assert (replayed["at"], replayed["length"]) == (5, len(table.log))


@ALL
def test_several_people_at_one_device(game: Game) -> None:
    place = play(together(game, "together"), whims("together", game.name), most=MANY)
    viewers = {frame["viewer"] for frame in place.messages("frame")}
    assert {0, 1} <= viewers
    own = [chair["kind"] for chair in place.last("room")["seats"]]
    assert own[:2] == ["person", "person"]


# What is kept is what is there.


def timeless(texts: list[str]) -> list[Any]:
    """Messages without the milliseconds that are left: a table's time stands still while nobody has it in memory."""
    found = [json.loads(text) for text in texts]
    for message in found:
        for clock in ("look", "wait"):
            if message.get(clock):
                message[clock] = 1
    return found


def compare(place: Place) -> Place:
    """A page that comes back now is shown the same as one that comes back after a crash."""
    told = []
    for tab in (place.tab, place.tab.restarted()):
        other = tab.open(place.table, place.seen())
        shown = other.now()
        if shown is not None and shown["t"] == "curtain":
            other.say(t="curtain", seat=shown["seat"])
        told.append(timeless(other.texts))
        other.hang_up()
    assert told[0] == told[1]
    assert told[0]
    return place


@ALL
def test_a_restart_at_every_step_shows_the_same(game: Game) -> None:
    compared = random.Random(1)

    def watch(place: Place) -> Place:
        return compare(place) if len(place.texts) < 20 or compared.random() < 0.2 else place

    play(together(game, "restarts"), whims("restarts", game.name), watch, most=MANY)


def lines(place: Place) -> list[Any]:
    """The game as it is kept: what people, bots and chance did."""
    entries = [to_builtins(decode(text)) for _, text in place.tab.shelf.entries[place.table]]
    return [(entry.get("seat"), entry["action"]) for entry in entries if "action" in entry]


@ALL
def test_a_crash_in_the_middle_of_any_move_changes_nothing(game: Game) -> None:
    """Every move is cut off before it is answered, every other one before it is kept, and sent again after a restart:
    it is played once, and the game is the one that is played without crashes."""
    moves = count()

    def crash(place: Place, message: dict[str, Any]) -> Place:
        tab, heard = place.tab, len(place.texts)
        tab.holding = (Keep,)
        place.say(**message)
        assert place.texts[heard:] == []  # nobody is told before it is kept
        for command in tab.held:
            if next(moves) % 2:
                assert isinstance(command, Keep)
                assert tab.shelf.keep(command)
        return send(tab.restarted().open(place.table, place.seen()), message)

    quiet = play(together(game, "crashes"), whims("crashes", game.name), most=MANY)
    again = play(together(game, "crashes"), whims("crashes", game.name), send=crash, most=2 * MANY)
    both = min(len(lines(quiet)), len(lines(again)))
    assert both > MANY // 4
    if game.name != "color_words":  # all write at once: who comes back after a crash may be another
        assert lines(quiet)[:both] == lines(again)[:both]


# The same as at a server.


UNHURRIED = {"pause": 0, "clock": 0, "look": 0, "memorise": 0, "challenge": 0, "write": 0}  # no text holds a time


OF_THE_END = ("replay?at=9", "scores", "record")  # before it, a refusal


class Pair:
    """Two people at one browser: what they say follows from what they hear, whoever says it."""

    def __init__(self, game: Game) -> None:
        self.seats = max(2, game.fewest)
        self.wishes = whims("as at a server", game.name)
        self.moves = 0

    def opening(self) -> list[dict[str, Any]]:
        takes = [{"t": "take", "seat": seat} for seat in range(1, self.seats)]
        return [{"t": "settings", **UNHURRIED}, *takes, {"t": "begin"}]

    def reply(self, text: str) -> dict[str, Any] | None:
        heard = json.loads(text)
        if heard["t"] == "curtain":
            return {"t": "curtain", "seat": heard["seat"]}
        if heard["t"] != "frame":
            return None
        if "look" in heard or heard.get("talk") == "ask":
            return {"t": "ready"}
        if heard["question"] is None or self.moves == FEW:
            return None
        self.moves += 1
        action = self.wishes.choice(heard["scene"]["choices"])["action"]
        name = f"m{self.moves}"
        return {"t": "move", "seat": heard["viewer"], "id": name, "question": heard["question"], "action": action}


def at_a_device(game: Game, tab: Tab) -> tuple[list[str], list[str]]:
    pair = Pair(game)
    place = tab.open(tab.create(game.name, pair.seats))
    for message in pair.opening():
        place.say(**message)
    for text in place.texts:  # which grows meanwhile
        if message := pair.reply(text):
            place.say(**message)
    return place.texts, [tab.ask("GET", f"/api/tables/{place.table}/{what}").text for what in OF_THE_END]


async def at_a_server(game: Game, page: Page, length: int) -> tuple[list[str], list[str]]:
    pair = Pair(game)
    table = await page.create(game.name, pair.seats)
    texts: list[str] = []
    async with page.socket(table) as talk:
        for message in pair.opening():
            await talk.send(**message)
        while len(texts) < length:
            texts.append(str(await asyncio.wait_for(talk.ws.recv(), PATIENCE)))
            if message := pair.reply(texts[-1]):
                await talk.send(**message)
    return texts, [(await page.get(f"/api/tables/{table}/{what}")).body.decode() for what in OF_THE_END]


@runs
async def test_a_device_says_what_a_server_would(tmp_path: Path) -> None:
    """All eleven games: the same luck and the same wishes give the same bytes, message by message, and one record
    where they come to the end."""
    with luck_named("both"):
        async with served(tmp_path) as started:
            page = Page(started.base)
            await page.get("/")
            assert page.cookie is not None
            guest = guest_of(page.cookie.partition("=")[2])
            tab = Tab(Catalogue(luck=NamedLuck("both")), base=started.base, guest=guest)
            assert tab.ask("GET", "/api/games").text == (await page.get("/api/games")).body.decode()
            for game in GAMES:
                here = at_a_device(game, tab)
                there = await at_a_server(game, page, len(here[0]))
                for mine, theirs in zip(here[0], there[0], strict=True):
                    assert mine == theirs, game.name
                assert here[1] == there[1], game.name
