"""What has happened at a table, turn by turn, as one viewer may know it now.

While a game runs, the log is no memory: it names places and facts, and a colour only while that can be seen on the
table, whoever has seen it before and whatever their page was told then. When the game is over, nothing is kept back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Final

from polychrome.engine.core import NATURE, SPECTATOR, Argument, Game, Message, State
from polychrome.engine.table import Line, Table
from polychrome.palette import COLOURS
from polychrome.room.room import Room
from polychrome.room.wire import Told
from polychrome.scenes.scene import Scene
from polychrome.scenes.turn import sight, spoken
from polychrome.words import Words, letter

MOST: Final = 60  # turns: what lies further back is for the replay

Draw = Callable[[Game, State, int, Sequence[Line]], Scene]


def logbook(room: Room, own: Sequence[int]) -> list[Told]:
    """For a browser with these seats. Several seats at one browser have a curtain between them."""
    viewer = own[0] if own and not (room.private and len(own) > 1) else SPECTATOR
    return turns(room.playing().table, viewer, room.box.draw)


def turns(table: Table, viewer: int, draw: Draw) -> list[Told]:
    """The last turns of a game, oldest first."""
    game, state = table.game, table.state
    now = draw(game, state.view(viewer), viewer, ()) if state.acting() else None
    groups = list(grouped(table.log))
    then = Table(game, state.seats, game.named(state.options), None)
    found = []
    for number, (begin, end) in enumerate(groups):
        for line in table.log[begin:end]:
            then.put(line.seat, line.action)
        if number >= len(groups) - MOST:
            scene = draw(game, sight(then.state, viewer), viewer, then.told(viewer, begin))
            seat = table.log[begin].seat
            heard = [message if now is None else tactful(message, now, seat) for message in scene.news]
            said = [message for i, message in enumerate(heard) if message is not None and message not in heard[:i]]
            if not said and seat != NATURE:
                said = [spoken("log.played", seat)]
            if said:
                found.append(Told(seat, end, said))
    return found


def grouped(log: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Where turns begin and end: with the first line of another seat; what chance answers belongs to whoever asked."""
    begin, seat = 0, NATURE
    for at, line in enumerate(log):
        if line.seat not in (NATURE, seat):
            if at > begin:
                yield begin, at
            begin, seat = at, line.seat
    if len(log) > begin:
        yield begin, len(log)


def tactful(message: Message, now: Scene, seat: int) -> Message | None:
    """A sentence as it may be said now: one that names a colour which cannot be seen, there or at all, is left out, but
    for the places it is about."""
    places = [place for name in ("place", "places") for place in listed(message.args.get(name, []))]
    if named(message) <= colours_of(now, places):
        return message
    called = [place if isinstance(place, str) else letter(place) for place in places]
    return spoken("log.turned", seat, places=called) if called and seat != NATURE else None


def listed(value: Argument) -> Sequence[int | str]:
    return value if isinstance(value, list) else [value]


def colours_of(scene: Scene, places: Sequence[int | str] = ()) -> frozenset[str]:
    """What can be seen now, at these places or anywhere."""
    return frozenset(
        colour
        for zone in scene.zones
        for piece in zone.pieces
        if piece.up and (not places or piece.label.args.get("place") in places)
        for colour in piece.colours
    )


@cache
def speech() -> tuple[Words, re.Pattern[str], dict[str, str]]:
    words = Words("en")
    called = {words.word(f"palette.{colour}").casefold(): colour for colour in COLOURS}
    return words, re.compile(rf"\b(?:{'|'.join(map(re.escape, called))})\b"), called


def named(message: Message) -> frozenset[str]:
    """The colours that a sentence names, found in the sentence itself: no argument can hide one."""
    words, pattern, called = speech()
    return frozenset(called[word] for word in pattern.findall(words.say(message).casefold()))
