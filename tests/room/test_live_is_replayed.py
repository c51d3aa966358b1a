"""What is live is what a replay gives (A27): a table rebuilt from its entries, after any number of them, none included,
shows everybody the same and goes on as if nothing had happened."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import structs

from laws.walks import few_ways
from luck import NAME, NamedLuck
from polychrome.engine.core import SPECTATOR, Game
from polychrome.engine.dice import Dice
from polychrome.registry import GAMES
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import Chosen, Entry, Seated
from polychrome.room.fold import PLAYING
from polychrome.room.people import BOT, PERSON
from polychrome.room.room import Room
from server.erasing import erased
from server.house import Eyes, Sitting, opened, play_on
from server.victim import ForgetsToAsk

PRESENCE = ("watchers", "shown", "begun", "gone", "away", "ready", "listening", "wish", "emoted")
STEPS = 40
FIRST = 8  # steps after each of which the table is rebuilt; later, after every fifth


def rebuilt(sitting: Sitting) -> Room:
    """The table as its entries give it, with the same people around it, at the same time."""
    live = sitting.room
    room = sitting.reloaded()
    room.epoch, room.born = live.epoch, live.born
    for name in PRESENCE:
        setattr(room.presence, name, getattr(live.presence, name))
    room.look_at(live.now)
    return room


def shown(room: Room) -> dict[str, Any]:
    """All that a room would send, to those who are there and to whoever comes, and what it will do next."""
    length = len(room.table.log) if room.table is not None else 0
    frames = {}
    if room.play is not None:
        lines = {length, max(0, length - 1), 0 if room.play.story is None else room.play.story.begin}
        for viewer in (*range(len(room.chairs)), SPECTATOR):
            for since in lines:
                for held in lines if room.play.story is not None else [since]:
                    frames[viewer, since, held] = room.telling.frame(viewer, since, held)
        room.frames.forget()
    guests = {guest for chair in room.chairs if (guest := chair.guest) is not None} | {"a stranger"}
    rooms = {guest: room.telling.room_for(guest) for guest in sorted(guests)}
    future = (room.bot_turn(), room.due(), sorted(room.clocks.lookers()) if room.play is not None else [])
    lasting = {"asked": dict(room.asked), "undo": room.undoable(), "sat": room.sat}
    return {"frames": frames, "rooms": rooms, "future": future, **lasting}


def compare(sitting: Sitting) -> None:
    live, found = shown(sitting.room), shown(rebuilt(sitting))
    for what in live:
        assert found[what] == live[what], f"{what} after {len(sitting.rows)} entries"
    if sitting.room.phase == PLAYING and sitting.acting():
        assert found["asked"], "nobody is asked"


class Company:
    """People who play, go, come back, take back and are replaced, all by one luck."""

    def __init__(self, sitting: Sitting, whims: random.Random) -> None:
        self.sitting = sitting
        self.whims = whims
        self.eyes = {"ann": sitting.arrive("ann")}
        self.said = 0

    def watcher(self, seat: int) -> Eyes | None:
        chair = self.sitting.room.chairs[seat]
        if chair.kind != PERSON or chair.guest is None or chair.left or chair.bot is not None:
            return None
        if chair.guest not in self.eyes:
            self.eyes[chair.guest] = self.sitting.arrive(chair.guest)
        return self.eyes[chair.guest]

    def step(self) -> None:
        room = self.sitting.room
        event = self.whims.random()
        undoable = room.undoable()
        host = self.eyes["ann"]
        seat = self.whims.randrange(len(room.chairs))
        if undoable is not None and event < 0.15 and (watcher := self.watcher(undoable)) is not None:
            assert room.table is not None
            self.sitting.say(watcher, wire.Undo(seat=undoable, id=self.name(), length=len(room.table.log)))
        elif event < 0.2 and seat != 0 and room.chairs[seat].kind == PERSON:
            self.sitting.say(host, wire.Remove(seat=seat))
            self.sitting.say(host, wire.Bot(seat=seat, bot="random"))
        elif event < 0.25 and (watcher := self.watcher(seat)) is not None and seat != 0:
            self.sitting.say(watcher, wire.Leave(seat=seat))
            self.sitting.say(host, wire.StandIn(seat=seat))
        elif event < 0.3 and seat != 0 and room.chairs[seat].left:
            self.sitting.say(self.eyes[str(room.chairs[seat].guest)], wire.Take(seat=seat))
        else:
            self.play()

    def name(self) -> str:
        self.said += 1
        return f"m{self.said}"

    def play(self) -> None:
        room = self.sitting.room
        if room.clocks.memorising():
            self.sitting.wait(30)
            return
        seat = self.whims.choice(self.sitting.acting())
        assert room.table is not None
        view = room.table.state.view(seat)
        text = room.game.text(view.sample(seat, Dice(self.whims.getrandbits(40))))
        watcher = self.watcher(seat)
        if watcher is not None:
            self.sitting.move(watcher, seat, text, self.name())
        elif (turn := room.bot_turn()) is not None:
            self.sitting.bot_move(turn, None)


def forms(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    return [(seats, options) for seats, options in few_ways(game) if seats in (game.fewest, game.most)]


def settled(
    sitting: Sitting, host: Eyes, game: Game, seats: int, options: tuple[int, ...], luck: random.Random
) -> None:
    """The host thinks it over a few times before the game, and comes to this one."""
    for _ in range(3):
        other = luck.choice(GAMES)
        many = luck.randint(max(2, other.fewest), other.most)
        sitting.say(host, wire.Choose(other.name, many))
        sitting.say(host, wire.Bot(seat=many - 1, bot="random"))
        sitting.say(host, wire.Settings(look=luck.randint(0, 9)))
        sitting.say(host, wire.Ready(heard=luck.random() < 0.5))
        compare(sitting)
        assert not host.heard("sorry")
    sitting.say(host, wire.Choose(game.name, seats, game.named(options)))
    sitting.say(host, wire.Open(seat=seats - 1) if seats > 1 else wire.Ready())
    sitting.say(host, wire.Settings(look=3))
    compare(sitting)


def gone_through(game: Game, seats: int, options: tuple[int, ...], steps: int, kind: type[Room] = Room) -> None:
    box = Catalogue(luck=NamedLuck("restarts", game.name, seats, options))
    guests = ["ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal"][:seats]
    whims = random.Random(f"{NAME} {game.name} {seats} {options}")
    first = whims.choice(GAMES)
    sitting = Sitting(*opened(box, "ann", first.name, first.most, kind=kind))
    compare(sitting)  # in the lobby
    company = Company(sitting, whims)
    settled(sitting, company.eyes["ann"], game, seats, options, whims)
    for number, guest in enumerate(guests[1:]):
        sitting.join(guest, program=number % 2 == 0)
    sitting.say(company.eyes["ann"], wire.Begin())
    compare(sitting)  # before the first move
    for step in range(steps):
        if sitting.room.phase != PLAYING:
            break
        company.step()
        if step % 2:
            compare(sitting)  # in the middle of a look, while clocks run
        sitting.wait(whims.choice((0, 0.5, 2, 40)))
        if step < FIRST or step % 5 == 0:
            compare(sitting)
    compare(sitting)


def all_forms_gone_through(game: Game, steps: int, kind: type[Room] = Room) -> None:
    for seats, options in forms(game):
        gone_through(game, seats, options, steps, kind)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_restarted_table_is_the_one_that_was_there(game: Game) -> None:  # A27
    all_forms_gone_through(game, STEPS)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_table_with_bots_that_nobody_has_touched_goes_on(game: Game) -> None:
    for seats, options in forms(game):
        box = Catalogue(luck=NamedLuck("untouched", game.name, seats, options))
        fill = "random" if seats > 1 else None
        sitting = Sitting(*opened(box, "ann", game.name, seats, game.named(options), fill))
        if sitting.room.phase != PLAYING:
            ann = sitting.arrive("ann")
            sitting.say(ann, wire.Begin())
        compare(sitting)
        room = sitting.reloaded()
        assert room.asked
        if room.bot_turn() is None and not room.clocks.memorising():
            ann = Eyes("ann")
            room.arrive(ann, 0.0)
            assert room.table is not None
            legal = room.game.text(room.table.state.legal(0)[0])
            change = room.hear(ann, wire.Move(seat=0, id="first", question=room.asked[0].number, action=legal), 0.0)
            assert change is not None, ann.heard("refused")


def test_without_guests_and_names_the_game_is_the_same() -> None:  # A24
    sitting, eyes = Sitting.between(Catalogue(luck=NamedLuck("erased")), "coloretto", ["ann", "bob"])
    whims = random.Random(1)
    play_on(sitting, eyes, whims)
    anonymous = [(at, entry) for (at, _), entry in zip(sitting.rows, erased(e for _, e in sitting.rows), strict=True)]
    room = Room.load(sitting.room.catalogue, "", sitting.room.header, anonymous, 0.0)
    assert room.finished().log == sitting.room.finished().log
    assert room.seating.guests() == []
    assert room.seating.host is None


# Rooms that forget something: the comparison must notice.


class AsksAnew(Room):
    """Questions get new numbers."""

    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay(entries)
        if self.play is not None:
            self.play.asked = {seat: asked._replace(number=asked.number + 1) for seat, asked in self.asked.items()}


class ForgetsHands(Room):
    """Whose move it was is forgotten, and with it what may be taken back."""

    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay(entries)
        if self.play is not None:
            self.play.by_hand = bytearray(len(self.play.by_hand))


class ForgetsStandIns(Room):
    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay(entries)
        for seat, chair in enumerate(self.chairs):
            if chair.kind != BOT and chair.bot is not None:
                self.seating.apply(Seated(seat, structs.replace(chair, bot=None)))


class ForgetsPrograms(Room):
    """Whoever said that a program plays is a person again."""

    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay(entries)
        for seat, chair in enumerate(self.chairs):
            self.seating.apply(Seated(seat, structs.replace(chair, program=False)))


class ForgetsChoices(Room):
    """Of what was chosen before the game, the options are forgotten."""

    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay(
            (at, structs.replace(entry, options={}) if isinstance(entry, Chosen) else entry) for at, entry in entries
        )


class ForgetsTime(Room):
    """As it was: every clock begins anew."""

    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay([(0, entry) for _, entry in entries])


class ForgetsLooks(Room):
    """As it was: a restart covers what people look at."""

    def replay(self, entries: Iterable[tuple[int, Entry]]) -> None:
        super().replay(entries)
        if self.play is not None and self.play.story is not None:
            self.play.story.cover(len(self.play.table.log))


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        (ForgetsToAsk, "colorio"),
        (AsksAnew, "ronde"),
        (ForgetsHands, "coloretto"),
        (ForgetsStandIns, "coloretto"),
        (ForgetsPrograms, "coloretto"),
        (ForgetsChoices, "coloretto"),
        (ForgetsTime, "les_aveugles"),
        (ForgetsTime, "trio"),
        (ForgetsLooks, "trio"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_room_that_forgets_is_noticed(kind: type[Room], game: str) -> None:
    found = next(other for other in GAMES if other.name == game)
    with pytest.raises(AssertionError):
        all_forms_gone_through(found, STEPS * 3, kind)
