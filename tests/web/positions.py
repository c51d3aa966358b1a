"""What a page is told at a table, from the first move to the last, without a server: one message for each phase of a
game. A room plays in this process, by a luck with a name, and its host's messages are kept."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.json import decode

from luck import NAME, NamedLuck
from polychrome.engine.core import Value
from polychrome.engine.dice import Dice
from polychrome.room import wire
from polychrome.room.catalogue import Box
from polychrome.room.fold import PLAYING
from server.house import Eyes, Heard, Sitting, opened

MOST_MOVES = 6000  # moves, by those who play at random and remember nothing
WATCHED = 300  # of them are looked at one by one


class Position(NamedTuple):
    phase: str
    room: Heard
    frame: Heard


class Game(NamedTuple):
    """A way to play a game."""

    name: str
    seats: int
    options: Mapping[str, Value]

    def __str__(self) -> str:
        return "-".join([self.name, str(self.seats), *map(str, self.options.values())])


def phase(frame: Heard) -> str:
    """What kind of decision or look this is, so that each kind is looked at once."""
    scene = frame["scene"]
    if scene.get("over"):
        return "end"
    verbs = {choice["action"].split()[0] for choice in scene.get("choices", ())}
    places = {
        zone["kind"] + ("" if zone.get("seat") is None else " own" if zone["seat"] == frame["viewer"] else " other")
        for zone in scene["zones"]
        for choice in scene.get("choices", ())
        if zone["id"] == choice["path"][0] or any(piece["id"] == choice["path"][0] for piece in zone.get("pieces", ()))
    }
    signs = [name for name in ("look", "talk", "wait") if frame.get(name) is not None]
    signs += ["write"] * bool(scene.get("composer")) + ["ask"] * bool(scene.get("buttons"))
    return " ".join(sorted(verbs) + sorted(places) + signs) or "waiting"


def played(game: Game) -> Iterator[bytes]:
    """All that the host's page is told; of a long game the beginning, what is new, and the end."""
    box = Box(luck=NamedLuck("positions", str(game)))
    whims = random.Random(f"{NAME} {game}")
    fill = "random" if game.seats > 1 else None
    sitting = Sitting(*opened(box, "ann", game.name, game.seats, game.options, fill))
    ann = sitting.arrive("ann")
    sitting.say(ann, wire.Settings(pause=0, look=5, memorise=20, challenge=15, write=120))
    if sitting.room.phase != PLAYING:
        sitting.say(ann, wire.Begin())
    yield from told(ann)
    met = set()
    for move in range(MOST_MOVES):
        if not sitting.acting():
            break
        if move == WATCHED:
            sitting.room.depart(ann, sitting.now)
        if moment(sitting) not in met and move > WATCHED:
            glance = sitting.arrive("ann")
            yield from told(glance)
            sitting.room.depart(glance, sitting.now)
        met.add(moment(sitting))
        step(sitting, ann, whims, move)
        yield from told(ann)
    yield from told(sitting.arrive("ann"))


def moment(sitting: Sitting) -> tuple[int, bool]:
    assert sitting.room.table is not None
    return sitting.room.table.state.phase, 0 in sitting.acting()


def told(eyes: Eyes) -> list[bytes]:
    heard = eyes.texts[:]
    eyes.forget()
    return heard


def step(sitting: Sitting, ann: Eyes, whims: random.Random, move: int) -> None:
    """The next thing that happens."""
    room = sitting.room
    if room.clocks.lookers():
        sitting.say(ann, wire.Ready())
        return
    assert room.table is not None
    seat = whims.choice(sitting.acting())
    text = room.game.text(room.table.state.view(seat).sample(seat, Dice(whims.getrandbits(40))))
    turn = room.bot_turn()
    if seat == 0:
        sitting.move(ann, 0, text, f"m{move}")
    elif turn is not None:
        sitting.bot_move(turn, text)
    else:
        sitting.wait(30)


def positions(game: Game) -> list[Position]:
    """The first one, of each phase the one with most on the table, and the end."""
    found: dict[str, Position] = {}
    most: Counter[str] = Counter()
    room: Heard = {}
    for text in played(game):
        message = decode(text)
        if message["t"] == "room":
            room = message
        if message["t"] != "frame":
            continue
        name = phase(message) if found else "start"
        if len(text) >= most[name]:
            most[name] = len(text)
            found[name] = Position(name, room, message)
    if "end" in found:
        found["end"] = found["end"]._replace(room=room)
    return sorted(found.values(), key=lambda position: (position.frame["length"], position.phase))
