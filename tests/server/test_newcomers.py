"""Who may sit down in the middle of a game, and who stays out."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from laws.walks import Case, few_ways, walk
from luck import NamedLuck
from polychrome.engine.core import SPECTATOR, Game
from polychrome.registry import GAMES
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue, private
from polychrome.room.people import OPEN, Denied
from polychrome.room.room import Room
from polychrome.room.steps import Step
from reasons import because
from server.house import Eyes, Page, Sitting, opened, runs, served

SECRETIVE = [game.name for game in GAMES if private(game)]
OPEN_GAMES = [game.name for game in GAMES if not private(game)]
THREE = ["ann", "bob", "cleo"]


def playing(game: str, guests: list[str]) -> tuple[Sitting, list[Eyes]]:
    return Sitting.between(Catalogue(luck=NamedLuck(game, *guests)), game, guests)


def knock(sitting: Sitting, guest: str) -> Eyes:
    """Come by invitation, and look."""
    sitting.join(guest)
    return sitting.arrive(guest)


def vacate(sitting: Sitting, host: Eyes, seat: int) -> None:
    sitting.say(host, wire.Remove(seat=seat))


def through_a_bot(sitting: Sitting, host: Eyes, seat: int) -> None:
    sitting.say(host, wire.Remove(seat=seat))
    sitting.say(host, wire.Bot(seat=seat, bot="random"))
    sitting.say(host, wire.Open(seat=seat))


WAYS: list[Callable[[Sitting, Eyes, int], None]] = [vacate, through_a_bot]


def test_some_games_have_secrets_and_some_have_none() -> None:
    assert {"chromino", "color_words"} <= set(SECRETIVE)
    assert {"coloretto", "ronde"} <= set(OPEN_GAMES)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_form_of_a_game_has_secrets_that_its_room_does_not_know_of(game: Game) -> None:  # A32
    """A room learns what kind of game it has from a glance at its usual form; all others must be of that kind."""
    for seats, options in few_ways(game):
        positions = walk(Case(game, seats, options, seed=2)).positions
        for state in positions[:: max(1, len(positions) // 25)]:
            for seat in range(seats):
                assert private(game) or state.view(seat) == state.view(SPECTATOR), (seats, options)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("game", SECRETIVE)
def test_a_host_with_a_second_browser_sees_no_more_than_a_spectator(game: str, way: Any) -> None:  # A32
    sitting, (ann, _, cleo) = playing(game, THREE)
    way(sitting, ann, 1)
    eve = knock(sitting, "eve")
    assert {frame["viewer"] for frame in eve.heard("frame")} == {None}
    assert sitting.room.seating.seats_of("eve") == []
    sitting.say(ann, wire.Consent(yes=True))
    assert sitting.room.seating.seats_of("eve") == [], "one has not yet agreed"
    assert ann.last("room")["newcomer"] == {"seat": 1, "waiting": [2], "program": False}
    sitting.say(cleo, wire.Consent(yes=False))
    assert sitting.room.seating.seats_of("eve") == []
    assert eve.last("sorry")["reason"][0] == "room.newcomer_refused"
    assert {frame["viewer"] for frame in eve.heard("frame")} == {None}


@pytest.mark.parametrize("game", SECRETIVE)
def test_with_the_consent_of_all_somebody_new_sits_down_and_all_are_told(game: str) -> None:  # A32
    sitting, (ann, _, cleo) = playing(game, THREE)
    vacate(sitting, ann, 1)
    dan = knock(sitting, "dan")
    for eyes in (ann, cleo):
        sitting.say(eyes, wire.Consent(yes=True))
    assert sitting.room.seating.seats_of("dan") == [1]
    assert dan.last("frame")["viewer"] == 1
    for eyes in (ann, cleo, dan):
        assert eyes.last("sorry")["reason"] == ["room.newcomer_seated", {"seat": 1}]
        assert eyes.last("room")["newcomer"] is None


def test_a_wish_that_arrives_twice_takes_no_consent_back() -> None:
    sitting, (ann, _, cleo) = playing(SECRETIVE[0], THREE)
    vacate(sitting, ann, 1)
    knock(sitting, "dan")
    sitting.say(ann, wire.Consent(yes=True))
    sitting.join("dan")
    sitting.say(cleo, wire.Consent(yes=True))
    assert sitting.room.seating.seats_of("dan") == [1]


@pytest.mark.parametrize("game", SECRETIVE)
def test_a_host_alone_cannot_agree_with_itself(game: str) -> None:  # A32
    guests = THREE[: max(2, next(g.fewest for g in GAMES if g.name == game))]
    sitting, (ann, *_) = playing(game, guests)
    for seat in range(1, len(guests)):
        vacate(sitting, ann, seat)
    with pytest.raises(Denied, check=because("room.nobody_agrees")):
        sitting.join("eve")
    sitting.say(ann, wire.Consent(yes=True))
    assert sitting.room.seating.seats_of("eve") == []


def test_a_newcomer_who_goes_away_or_a_bot_ends_the_question() -> None:
    sitting, (ann, _, cleo) = playing("chromino", THREE)
    vacate(sitting, ann, 1)
    dan = knock(sitting, "dan")
    sitting.room.depart(dan, sitting.now)
    assert ann.last("room")["newcomer"] is None
    knock(sitting, "dan")
    sitting.say(ann, wire.Bot(seat=1, bot="random"))
    assert ann.last("room")["newcomer"] is None
    sitting.say(cleo, wire.Consent(yes=True))
    assert cleo.last("sorry")["reason"][0] == "room.no_newcomer"


@pytest.mark.parametrize("removed", [False, True])
def test_a_newcomer_does_not_wait_for_somebody_who_has_gone(removed: bool) -> None:
    """The last one who had not agreed goes: those who are left are asked once more, and one word is enough."""
    sitting, eyes = playing("chromino", ["ann", "bob", "cleo", "dan"])
    vacate(sitting, eyes[0], 1)
    fay = knock(sitting, "fay")
    for seat in (0, 2):
        sitting.say(eyes[seat], wire.Consent(yes=True))
    assert eyes[0].last("room")["newcomer"]["waiting"] == [3]
    sitting.say(*((eyes[0], wire.Remove(seat=3)) if removed else (eyes[3], wire.Leave(seat=3))))
    assert eyes[0].last("room")["newcomer"]["waiting"] == [0, 2]
    sitting.say(eyes[2], wire.Consent(yes=True))
    assert fay.last("frame")["viewer"] == 1


def test_a_seat_that_changed_hands_is_kept() -> None:
    sitting, (ann, _, cleo) = playing("chromino", THREE)
    vacate(sitting, ann, 1)
    knock(sitting, "dan")
    for eyes in (ann, cleo):
        sitting.say(eyes, wire.Consent(yes=True))
    assert sitting.reloaded().chairs[1].guest == "dan"


def test_whoever_left_comes_back_to_the_own_seat_without_being_asked() -> None:
    sitting, (ann, bob, _) = playing("chromino", THREE)
    sitting.say(bob, wire.Leave(seat=1))
    sitting.say(ann, wire.StandIn(seat=1))
    sitting.say(bob, wire.Take(seat=1))
    assert sitting.room.seating.seats_of("bob") == [1]


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_where_nothing_is_secret_an_open_seat_is_free_for_all(game: str) -> None:
    sitting, (ann, *_) = playing(game, THREE)
    vacate(sitting, ann, 1)
    dan = knock(sitting, "dan")
    assert dan.last("frame")["viewer"] == 1


def test_who_was_removed_knows_neither_link_nor_code_any_more() -> None:  # A34
    sitting = Sitting.open(Catalogue(luck=NamedLuck("removed")), game="coloretto", seats=3)
    room = sitting.room
    sitting.join("bob")
    ann, bob = sitting.arrive("ann"), sitting.arrive("bob")
    code, invite = bob.last("room")["code"], bob.last("room")["invite"]
    sitting.say(ann, wire.Remove(seat=1))
    assert ann.last("room")["code"] not in (None, code)
    assert ann.last("room")["invite"] != invite
    assert bob.last("room")["code"] is None
    assert bob.last("room")["invite"] is None
    assert sitting.reloaded().seating.code == ann.last("room")["code"]
    before = room.seating.code
    sitting.full = True  # what cannot be stored has not happened
    sitting.join("cleo")
    assert room.seating.code == before


@pytest.mark.parametrize("begun", [False, True])
@runs
async def test_nobody_who_was_removed_comes_back_by_what_they_knew(home: Path, begun: bool) -> None:  # A34
    """Over HTTP, with the old link, the old code and the old cookie; whoever is invited anew comes in."""
    async with served(home) as where:
        ann, bob, dan = Page(where.local), Page(where.local), Page(where.local)
        table = await ann.create(game="coloretto", seats=3)
        async with ann.socket(table) as host:
            known = await host.until("room")
            old = {"table": table, "secret": known["invite"].rpartition("#")[2]}
            assert (await bob.post("/api/join", {"code": known["code"]})).status == 200
            if begun:
                await host.send(t="begin")
                await host.until("frame")
            await host.send(t="remove", seat=1)
            while (room := await host.until("room"))["seats"][1]["kind"] != "open":
                pass
            refused = [await bob.post("/api/join", wish) for wish in (old, {"code": known["code"]})]
            assert [answer.reason for answer in refused] == ["room.invitation", "server.no_code"]
            async with bob.socket(table) as back:
                seen = await back.until("room")
                assert (seen["you"], seen["invite"], seen["code"]) == ([], None, None)
                await back.send(t="take", seat=1)
                assert (await back.until("sorry"))["reason"][0] == "room.not_seated"
            new = {"table": table, "secret": room["invite"].rpartition("#")[2]}
            assert (await dan.post("/api/join", new)).status == 200
            assert (await host.until("room"))["seats"][1]["kind"] == "person"


class Careless(Room):
    """As it was: whoever knocks sits down."""

    def join(self, guest: str, now: float, program: bool = False) -> Step | None:
        draft = self.draft()
        draft.sit(next(seat for seat, chair in enumerate(self.chairs) if chair.kind == OPEN), guest, late=True)
        return self.drafted(draft)


def test_a_careless_room_is_noticed() -> None:
    box = Catalogue(luck=NamedLuck("careless"))
    sitting = Sitting(*opened(box, "ann", "chromino", 3, kind=Careless))
    for guest in THREE[1:]:
        sitting.join(guest)
    ann = sitting.arrive("ann")
    sitting.say(ann, wire.Begin())
    vacate(sitting, ann, 1)
    eve = knock(sitting, "eve")
    assert eve.last("frame")["viewer"] not in (None, SPECTATOR)


# Whatever a host does, and whoever goes meanwhile: without the consent of somebody else a second browser gets no seat.

OTHERS = THREE[1:]
WALKS = 30


class Plot:
    """A host with a second browser (Eve), among people who never agree to anything but may go, come back and be
    removed."""

    def __init__(self, game: str, whims: random.Random) -> None:
        self.whims = whims
        self.sitting, eyes = playing(game, THREE)
        self.eyes = dict(zip(THREE, eyes, strict=True))
        self.host = self.eyes["ann"]
        self.eve = self.sitting.arrive("eve")
        self.asked = 0  # how often Eve could hope for a seat
        self.lone = 0  # how often, and the host alone was left to agree

    def step(self) -> None:
        room, seat, other = self.sitting.room, self.whims.choice((1, 2)), self.whims.choice(OTHERS)
        deeds: list[Callable[[], None]] = [
            lambda: vacate(self.sitting, self.host, seat),
            lambda: self.sitting.say(self.host, wire.Bot(seat=seat, bot="random")),
            lambda: self.sitting.say(self.host, wire.Open(seat=seat)),
            self.knock,
            lambda: self.sitting.say(self.host, wire.Consent(yes=True)),
            lambda: self.sitting.say(self.eve, wire.Consent(yes=True)),
            lambda: self.sitting.say(self.eve, wire.Take(seat=seat)),
            lambda: self.sitting.say(self.eyes[other], wire.Leave(seat=seat)),
            lambda: self.sitting.say(self.eyes[other], wire.Take(seat=seat)),
            lambda: self.sitting.say(self.eyes[other], wire.Program()),
            lambda: self.sitting.say(self.host, wire.StandIn(seat=seat)),
            lambda: room.depart(self.eyes[other], self.sitting.now),
            lambda: self.sitting.wait(40),
        ]
        self.whims.choice(deeds)()
        wish = room.presence.wish
        if wish is not None and room.chairs[wish.seat].kind == OPEN:
            self.asked += 1
            self.lone += set(room.seating.people()) <= {"ann"}

    def knock(self) -> None:
        with suppress(Denied):
            self.sitting.join("eve")


@pytest.mark.parametrize("game", SECRETIVE)
def test_no_plot_of_a_host_gets_a_second_browser_seated(game: str) -> None:  # A32
    asked = lone = 0
    for number in range(WALKS):
        plot = Plot(game, random.Random(f"{game} plot {number}"))
        for _ in range(40):
            plot.step()
            assert plot.sitting.room.seating.seats_of("eve") == []
            assert {frame["viewer"] for frame in plot.eve.heard("frame")} == {None}
        asked, lone = asked + plot.asked, lone + plot.lone
    assert asked > WALKS
    assert lone > WALKS / 4  # those who were asked have gone, and only the host could still say yes
