"""A reconnect misses nothing: each line that somebody is told reaches each of their pages, and reaches it once, at
whatever step the connection breaks, and if the server breaks with it. Nobody hears more than was theirs to hear."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.json import encode

from luck import NAME, NamedLuck
from polychrome.engine.core import SPECTATOR, Game
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue, needs_memory
from polychrome.room.entries import Header, Seated
from polychrome.room.fold import PLAYING
from polychrome.room.people import NO_TOKEN, OPEN, PERSON, Chair
from polychrome.room.room import Room
from polychrome.room.seen import Seen
from polychrome.room.telling import Telling
from polychrome.room.watcher import Watcher
from server.house import Eyes, Sitting, opened, play_on

STEPS = 40
NAMES = ("ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal")


class Page:
    """One page, which knows what reached it and says so when it comes back; a connection that is cut still looks whole
    to the server, and takes along whatever is sent over it."""

    def __init__(self, sitting: Sitting, guest: str) -> None:
        self.sitting = sitting
        self.guest = guest
        self.seen: dict[int, Seen] | None = None  # as docs/protocol.md has it
        self.known: dict[int, int] = {}  # by viewer, the lines of the log that are known to this page and still true
        self.cut = False
        self.eyes = self.arrive()

    def arrive(self) -> Eyes:
        self.cut = False
        self.eyes = self.sitting.arrive(self.guest, None if self.seen is None else dict(self.seen))
        return self.eyes

    def come_back(self) -> None:
        self.sitting.room.depart(self.eyes, self.sitting.now)
        self.arrive()

    def hear(self) -> None:
        """What has come in since the last step, if anything can; it must be all that was missing."""
        frames = [] if self.cut else self.eyes.heard("frame")
        curtains = [] if self.cut else self.eyes.heard("curtain")
        self.eyes.forget()
        if not self.cut:
            self.seen = self.seen or {}
        for viewer in {frame["viewer"] for frame in frames}:
            self.check(viewer, [frame for frame in frames if frame["viewer"] == viewer])
        for curtain in curtains:
            self.sitting.say(self.eyes, wire.Curtain(seat=curtain["seat"]))
            self.hear()

    def check(self, viewer: int | None, frames: list[dict[str, Any]]) -> None:
        assert self.seen is not None
        eyes = SPECTATOR if viewer is None else viewer
        memory = eyes if self.sitting.room.private else SPECTATOR
        told = [line for frame in frames for line in frame["told"]]
        if viewer is None and not self.seen:  # whoever only looks on comes to the game with the first frame
            self.known[memory] = frames[0]["length"] if not told else 0
        since = self.known.get(memory, 0)
        assert told == lines(self.table, eyes, since), f"{self.guest} at {eyes}"
        if len(frames) == 1:  # and what is read aloud to whoever cannot see the table
            news = self.sitting.room.frames.draw(eyes, since).news
            assert frames[0]["scene"].get("news", []) == json.loads(encode(news)), f"{self.guest} at {eyes}"
        self.known[memory] = len(self.table.log)
        self.seen[eyes] = Seen(frames[-1]["length"], frames[-1].get("undone", 0))

    @property
    def table(self) -> Table:
        assert self.sitting.room.table is not None
        return self.sitting.room.table

    def forget(self) -> None:
        """What has been taken back was never there."""
        self.known = {viewer: min(known, len(self.table.log)) for viewer, known in self.known.items()}


def lines(table: Table, viewer: int, since: int) -> list[str]:
    return [table.text(line) for line in table.told(viewer, since)]


def seated(game: Game, seats: int, options: tuple[int, ...], guests: list[str], kind: type[Room] = Room) -> Sitting:
    box = Catalogue(luck=NamedLuck("reconnects", game.name, seats, options, *guests))
    sitting = Sitting(*opened(box, guests[0], game.name, seats, game.named(options), kind=kind))
    for guest in dict.fromkeys(guests[1:]):
        sitting.join(guest)
    return sitting


class Evening:
    """People with two pages each, some on a bad line, at a server that is restarted now and then."""

    def __init__(
        self, game: Game, seats: int, options: tuple[int, ...], shared: bool = False, kind: type[Room] = Room
    ) -> None:
        self.whims = random.Random(f"{NAME} {game.name} {seats} {options}")
        guests = [NAMES[0]] * seats if shared else list(NAMES[:seats])
        self.sitting = seated(game, seats, options, guests, kind)
        self.pages = [Page(self.sitting, guest) for guest in dict.fromkeys(guests) for _ in range(1 if shared else 2)]
        if not needs_memory(game):  # there, whoever only looks on is told nothing of what is covered by now
            self.pages.append(Page(self.sitting, NO_TOKEN))
        for seat in range(1, seats if shared else 0):
            self.sitting.say(self.pages[0].eyes, wire.Take(seat=seat))
        self.settle()
        self.cut()
        self.sitting.say(self.pages[0].eyes, wire.Begin())
        self.settle()

    def cut(self) -> None:
        for page in self.pages:
            page.cut = page.cut or self.whims.random() < 0.3

    def settle(self) -> None:
        if self.sitting.room.table is not None:
            for page in self.pages:
                page.forget()
        for page in self.pages:
            page.hear()

    def step(self) -> None:
        self.cut()
        self.act()
        self.settle()
        if self.whims.random() < 0.1:
            self.restart()
        for page in self.pages:
            if page.cut and self.whims.random() < 0.4:
                page.come_back()
        self.settle()

    def restart(self) -> None:
        sitting = self.sitting
        sitting.room = sitting.reloaded()
        for page in self.pages:
            page.arrive()

    def act(self) -> None:
        sitting, room = self.sitting, self.sitting.room
        hands = {page.guest: page for page in self.pages}
        undoable = room.undoable()
        name = f"m{len(sitting.steps)}"
        if undoable is not None and self.whims.random() < 0.4:
            page = hands[str(room.chairs[undoable].guest)]
            sitting.say(page.eyes, wire.Undo(seat=undoable, id=name, length=len(page.table.log)))
        elif room.clocks.memorising():
            sitting.wait(60)
        else:
            seat = self.whims.choice(sitting.acting())
            page = hands[str(room.chairs[seat].guest)]
            view = page.table.state.view(seat)
            sitting.move(page.eyes, seat, room.game.text(view.sample(seat, Dice(self.whims.getrandbits(40)))), name)

    def run(self, steps: int) -> None:
        for _ in range(steps):
            if self.sitting.room.phase != PLAYING:
                break
            self.step()
        for page in self.pages:
            page.come_back()
        self.settle()


def forms(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Few and many people; what they play by is of no account here."""
    return ((seats, game.choose(seats, {})) for seats in sorted({game.fewest, game.most}))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_reconnect_misses_nothing_and_hears_nothing_twice(game: Game) -> None:
    for seats, options in forms(game):
        Evening(game, seats, options).run(STEPS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_nor_do_people_who_share_a_device(game: Game) -> None:
    seats = max(2, game.fewest)
    Evening(game, seats, game.choose(seats, {}), shared=True).run(STEPS)


def test_a_new_page_whose_first_frame_was_lost_is_told_what_was_in_it() -> None:
    sitting, eyes = Sitting.between(Catalogue(luck=NamedLuck("first frame")), "coloretto", ["ann", "bob"])
    play_on(sitting, eyes, random.Random(1), 5)
    sitting.room.depart(eyes[1], sitting.now)
    play_on(sitting, eyes, random.Random(2), 1)  # by whoever it is: bob's hand is here without his page
    lost = sitting.arrive("bob").last("frame")
    again = sitting.arrive("bob", {}).last("frame")
    assert lost["told"]
    assert again["told"] == lost["told"]


# Nobody hears more than was theirs to hear, whatever a page says that it has seen.

ALL = {viewer: Seen(0, 0) for viewer in (0, 1, 2, SPECTATOR)}  # says: nothing has reached me


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_whoever_sat_down_late_is_not_told_what_was_seen_from_there_before(game: Game) -> None:
    seats = max(2, game.fewest)
    sitting = seated(game, seats, game.choose(seats, {}), list(NAMES[:seats]))
    eyes = [sitting.arrive(guest) for guest in NAMES[:seats]]
    sitting.say(eyes[0], wire.Begin())
    play_on(sitting, eyes, random.Random(f"{NAME} {game.name}"), 6)
    assert sitting.room.phase == PLAYING
    sitting.say(eyes[0], wire.Remove(seat=1))
    assert sitting.room.chairs[1].kind == OPEN
    sitting.room.depart(eyes[1], sitting.now)
    sitting.put(Seated(1, Chair(kind=PERSON, guest="zoe", late=True)))
    table = sitting.room.table
    assert table is not None
    sat = len(table.log)
    for room in (sitting.room, sitting.reloaded()):
        sitting.room = room
        assert sitting.arrive("zoe", ALL).last("frame")["told"] == []
        own = sitting.arrive("ann", ALL).last("frame")  # who sat here all the time may hear all of it again
        assert own["told"] == lines(table, 0, 0)
        stranger = sitting.arrive(NO_TOKEN, ALL).last("frame")["told"]
        assert stranger == lines(table, SPECTATOR, sat if needs_memory(game) else 0)


# Rooms that miss something: the law must notice.


class Unbelieving(Telling):
    """As it was: what is sent counts as heard."""

    def unheard(self, watcher: Watcher, viewer: int, memory: int) -> int:
        watcher.seen = None
        return super().unheard(watcher, viewer, memory)


class Headstrong(Telling):
    """Takes no notice of what was taken back while somebody was away."""

    def unheard(self, watcher: Watcher, viewer: int, memory: int) -> int:
        play = self.fold.playing()
        watcher.seen = watcher.seen and {eyes: Seen(seen.length, play.undone) for eyes, seen in watcher.seen.items()}
        return super().unheard(watcher, viewer, memory)


class Chatty(Telling):
    """Tells all of it to whoever comes back."""

    def unheard(self, watcher: Watcher, viewer: int, memory: int) -> int:
        return super().unheard(watcher, viewer, memory) if watcher.seen is None else 0


def with_telling(kind: type[Telling]) -> type[Room]:
    class Planted(Room):
        def __init__(self, box: Catalogue, base: str, header: Header, now: float, age: float = 0.0) -> None:
            super().__init__(box, base, header, now, age)
            self.telling = kind(self, self.presence, self.frames, self.clocks, base)

    return Planted


def spent(kind: type[Room]) -> None:
    for game in map(find, ("coloretto", "colorio", "chromino")):
        Evening(game, game.most, game.choose(game.most, {}), kind=kind).run(STEPS)


@pytest.mark.parametrize("kind", [Unbelieving, Headstrong, Chatty], ids=lambda kind: kind.__name__)
def test_a_room_that_tells_too_little_or_too_much_is_noticed(kind: type[Telling]) -> None:
    with pytest.raises(AssertionError, match=" at "):
        spent(with_telling(kind))
