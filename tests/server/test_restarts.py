"""A table goes on after a restart from any number of lines, none included, as if nothing had happened (A27)."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from laws.walks import few_ways
from luck import NAME, NamedLuck
from polychrome.engine.core import SPECTATOR, Game
from polychrome.engine.dice import Dice
from polychrome.games import GAMES
from polychrome.server import wire
from polychrome.server.box import Box
from polychrome.server.people import BOT, PERSON
from polychrome.server.room import PLAYING, Room
from polychrome.server.store import StoredLine
from server.house import Eyes, Sitting

STEPS = 40
FIRST = 8  # steps after each of which the server restarts; later, after every fifth


def stored_lines(sitting: Sitting) -> list[StoredLine]:
    return [StoredLine(*row[2:]) for write in sitting.writes for row in write.lines if row[0] == sitting.room.id]


def restarted(sitting: Sitting) -> Room:
    """The room as the next server finds it."""
    stored = [table for write in sitting.writes for table in write.tables if table.id == sitting.room.id][-1]
    room = type(sitting.room).load(sitting.room.box, "http://here", stored, stored_lines(sitting), 0.0)
    room.now = sitting.room.now
    return room


def shown(room: Room) -> dict[str, Any]:
    """All that a room would send to whoever comes, but for how much of a clock is left."""
    length = len(room.table.log) if room.table is not None else 0
    frames = {}
    for viewer in [*range(len(room.chairs)), SPECTATOR] if room.table is not None else []:
        frame = json.loads(room.frame(viewer, length, length).text)
        frames[viewer] = {name: value if name not in ("look", "wait") else "some" for name, value in frame.items()}
    guests = {guest for chair in room.chairs if (guest := chair.guest) is not None} | {"a stranger"}
    rooms = {guest: json.loads(room.room_for(guest)) for guest in sorted(guests)}
    for told in rooms.values():
        for seat in told["seats"]:  # who is there just now is nothing that lasts
            del seat["here"], seat["away"]
    turn = room.bot_turn()
    if turn is not None:
        turn = turn._replace(undone=0)  # what a bot was thinking about does not outlive the server either
    return {"frames": frames, "rooms": rooms, "asked": dict(room.asked), "turn": turn, "undo": room.undoable()}


def compare(sitting: Sitting) -> None:
    live, found = shown(sitting.room), shown(restarted(sitting))
    assert found == live, f"after {len(stored_lines(sitting))} lines"
    if sitting.room.phase == PLAYING and sitting.acting():
        assert found["asked"], "nobody is asked"


def covered(sitting: Sitting) -> None:
    """Let all look until they have seen enough: a restart covers what lies open for a moment only."""
    sitting.wait(30)


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
        if room.memorising():
            covered(self.sitting)
            return
        seat = self.whims.choice(self.sitting.acting())
        assert room.table is not None
        view = room.table.state.view(seat)
        text = room.game.text(view.sample(seat, Dice(self.whims.getrandbits(40))))
        watcher = self.watcher(seat)
        if watcher is not None:
            self.sitting.move(watcher, seat, text, self.name())
        elif (turn := room.bot_turn()) is not None:
            self.sitting.settle(room.bot_move(turn, None))


def forms(game: Game) -> list[tuple[int, tuple[int, ...]]]:
    return [(seats, options) for seats, options in few_ways(game) if seats in (game.fewest, game.most)]


def gone_through(game: Game, seats: int, options: tuple[int, ...], steps: int, kind: type[Room] = Room) -> None:
    box = Box(luck=NamedLuck("restarts", game.name, seats, options))
    guests = ["ann", "bob", "cleo", "dan", "eve", "fay", "gus", "hal"][:seats]
    whims = random.Random(f"{NAME} {game.name} {seats} {options}")
    sitting = Sitting(*kind.open(box, "http://here", "ann", game.name, seats, game.named(options), None))
    compare(sitting)  # in the lobby
    for guest in guests[1:]:
        sitting.settle(sitting.room.join(guest))
    company = Company(sitting, whims)
    sitting.say(company.eyes["ann"], wire.Begin())
    compare(sitting)  # before the first move
    for step in range(steps):
        if sitting.room.phase != PLAYING:
            break
        company.step()
        covered(sitting)
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
        box = Box(luck=NamedLuck("untouched", game.name, seats, options))
        sitting = Sitting(
            *Room.open(
                box, "http://here", "ann", game.name, seats, game.named(options), "random" if seats > 1 else None
            )
        )
        if sitting.room.phase != PLAYING:
            ann = sitting.arrive("ann")
            sitting.say(ann, wire.Begin())
        compare(sitting)
        room = restarted(sitting)
        assert room.asked
        if room.bot_turn() is None and not room.memorising():
            ann = Eyes("ann")
            room.arrive(ann)
            assert room.table is not None
            legal = room.game.text(room.table.state.legal(0)[0])
            change = room.hear(ann, wire.Move(seat=0, id="first", question=room.asked[0].number, action=legal), 0.0)
            assert change is not None, ann.heard("refused")


# Rooms that forget something: the comparison must notice.


class ForgetsToAsk(Room):
    """As it was: nobody is asked where no line has been played."""

    @classmethod
    def load(cls, *given: Any) -> Any:
        room = super().load(*given)
        if room.table is not None and not room.table.log:
            room.asked = {}
        return room


class AsksAnew(Room):
    """Questions get new numbers."""

    @classmethod
    def load(cls, *given: Any) -> Any:
        room = super().load(*given)
        room.asked = {seat: question._replace(number=question.number + 1) for seat, question in room.asked.items()}
        return room


class ForgetsHands(Room):
    """Whose move it was is forgotten, and with it what may be taken back."""

    @classmethod
    def load(cls, *given: Any) -> Any:
        room = super().load(*given)
        room.by_hand = bytearray(len(room.by_hand))
        return room


class ForgetsStandIns(Room):
    @classmethod
    def load(cls, *given: Any) -> Any:
        room = super().load(*given)
        for chair in room.chairs:
            chair.bot = chair.bot if chair.kind == BOT else None
        return room


@pytest.mark.parametrize(
    ("kind", "game"),
    [(ForgetsToAsk, "colorio"), (AsksAnew, "ronde"), (ForgetsHands, "coloretto"), (ForgetsStandIns, "coloretto")],
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_a_room_that_forgets_is_noticed(kind: type[Room], game: str) -> None:
    found = next(other for other in GAMES if other.name == game)
    with pytest.raises(AssertionError):
        all_forms_gone_through(found, STEPS * 3, kind)
