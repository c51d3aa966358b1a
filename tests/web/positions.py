"""What a page is told at a table, from the first move to the last, without a server: one message for each phase of a
game. A room plays in this process, by a luck with a name, and its host's messages are kept."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.json import decode

from luck import NAME, NamedLuck
from polychrome.engine.core import SPECTATOR, Value
from polychrome.engine.dice import Dice
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.fold import PLAYING
from polychrome.scenes import draw
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
    part: str = ""  # of the board, which lies there only where the game has come so far

    def __str__(self) -> str:
        return "-".join(filter(None, [self.name, str(self.seats), *map(str, self.options.values()), self.part]))


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


def parts(frame: Heard) -> set[str]:
    """What lies on the table and belongs to nobody."""
    return {zone["id"] for zone in frame["scene"]["zones"] if zone.get("seat") is None}


def played(game: Game, luck: str) -> Iterator[bytes]:
    """All that the host's page is told; of a long game the beginning, what is new, and the end."""
    box = Catalogue(luck=NamedLuck("positions", luck))
    whims = random.Random(f"{NAME} {luck}")
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
        now = moment(sitting, game.part)
        if now not in met and move > WATCHED:
            glance = sitting.arrive("ann")
            yield from told(glance)
            sitting.room.depart(glance, sitting.now)
        met.add(now)
        step(sitting, ann, whims, move)
        yield from told(ann)
    yield from told(sitting.arrive("ann"))


def moment(sitting: Sitting, part: str) -> tuple[int, bool, bool]:
    """What is new at a table: another phase, another to act, or a part of the board that was not there."""
    table = sitting.room.table
    assert table is not None
    there = part and any(zone.id == part for zone in draw(table.game, table.state.view(SPECTATOR), SPECTATOR).zones)
    return table.state.phase, 0 in sitting.acting(), bool(there)


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
    if not game.part:
        return looked_through(game, str(game))
    tries = (looked_through(game, f"{game} {number}") for number in itertools.count())
    return next(found for found in tries if any(game.part in parts(position.frame) for position in found[:-1]))


def looked_through(game: Game, luck: str) -> list[Position]:
    """The same of one game; where a part is looked for, of each phase with and without it."""
    found: dict[str, Position] = {}
    most: Counter[str] = Counter()
    room: Heard = {}
    for text in played(game, luck):
        message = decode(text)
        if message["t"] == "room":
            room = message
        if message["t"] != "frame":
            continue
        name = phase(message) if found else "start"
        if game.part in parts(message):
            name += f" with {game.part}"
        if len(text) >= most[name]:
            most[name] = len(text)
            found[name] = Position(name, room, message)
    for name, position in found.items():
        if name.startswith("end"):
            found[name] = position._replace(room=room)
    return sorted(found.values(), key=lambda position: (position.frame["length"], position.phase))
