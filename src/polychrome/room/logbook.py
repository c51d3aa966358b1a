"""What has happened at a table, turn by turn, as one viewer may know it now.

While a game runs, the log is no memory: it names a colour only while that can be seen on the table, whoever has seen it
before and whatever their page was told then. In a game of memory it names places only in what is new: written down, the
ways of covered pieces would tell what they are. When the game is over, nothing is kept back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Final

from polychrome.engine.core import NATURE, SPECTATOR, Argument, Game, Message, State
from polychrome.engine.table import Line, Table
from polychrome.palette import COLOURS
from polychrome.room.room import Room
from polychrome.room.wire import Told
from polychrome.scenes.scene import Scene
from polychrome.scenes.turn import spoken, view_to_draw
from polychrome.words import Words, letter

LOG_TURNS: Final = 60  # turns: what lies further back is for the replay
FACTS: Final = {"seat", "other", "owner", "colour"}  # what a sentence may be about that locates nothing

Draw = Callable[[Game, State, int, Sequence[Line]], Scene]


def logbook(room: Room, own: Sequence[int]) -> list[Told]:
    """For a browser with these seats. Several seats at one browser have a curtain between them."""
    viewer = own[0] if own and not (room.private and len(own) > 1) else SPECTATOR
    logs = room.frames.logbooks()
    if viewer not in logs:
        sat = 0 if viewer == SPECTATOR else room.sat[viewer]
        logs[viewer] = turns(room.playing().table, viewer, room.catalogue.draw, sat, news(room, viewer))
    return logs[viewer]


def news(room: Room, viewer: int) -> int:
    """The line from which on a viewer may read where things happened: where all is open, from the first; in a game of
    memory, since the beginning of its own last turn, or, for whoever only looks on, of what all still look at."""
    play = room.playing()
    if play.story is None:
        return 0
    if viewer == SPECTATOR:
        return play.story.begin
    log = play.table.log
    return max([room.sat[viewer], *(begin for begin, _ in grouped(log) if log[begin].seat == viewer)])


def turns(table: Table, viewer: int, draw: Draw, sat: int = 0, new: int = 0) -> list[Told]:
    """The last turns of a game, oldest first, for a viewer who has sat there since one line; what comes before another
    one is no news, and named without places."""
    game, state = table.game, table.state
    now = draw(game, state.view(viewer), viewer, ()) if state.acting() else None
    groups = list(grouped(table.log))
    then = Table(game, state.seats, game.named(state.options), None)
    found = []
    for number, (begin, end) in enumerate(groups):
        for line in table.log[begin:end]:
            then.put(line.seat, line.action)
        if number >= len(groups) - LOG_TURNS:
            told_as = viewer if begin >= sat else SPECTATOR  # what a seat was told, it was told to those who sat there
            scene = draw(game, view_to_draw(then.state, told_as), told_as, then.told(told_as, begin))
            seat = table.log[begin].seat
            heard: Sequence[Message] = scene.news
            if now is not None:
                heard = tactful(heard, now, seat) if begin >= new else without_places(heard, now)
            said = [message for i, message in enumerate(heard) if message not in heard[:i]]
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


def tactful(heard: Sequence[Message], now: Scene, seat: int) -> list[Message]:
    """The sentences of a turn as they may be said now: one that names a colour which cannot be seen any more, at the
    places that the turn was about or, if nothing is covered there, at all, is left out, but for its own places."""
    covered = {place for message in heard for place in places_of(message)} & covered_in(now)
    found = []
    for message in heard:
        own = places_of(message)
        if named(message) <= colours_of(now, own or covered):
            found.append(message)
        elif own and seat != NATURE:
            found.append(spoken("log.turned", seat, places=own))
    return found


def without_places(heard: Sequence[Message], now: Scene) -> list[Message]:
    """The same of a turn long past, in a game of memory: who did something, and neither where nor how far."""
    return [message for message in heard if message.args.keys() <= FACTS and named(message) <= colours_of(now)]


def places_of(message: Message) -> list[str]:
    """The places that a message names, as people call them."""
    return [called(place) for name in ("place", "places") for place in listed(message.args.get(name, []))]


def called(place: Argument) -> str:
    return letter(place) if isinstance(place, int) else str(place)


def listed(value: Argument) -> Sequence[int | str]:
    return value if isinstance(value, list) else [value]


def covered_in(scene: Scene) -> set[str]:
    return {called(piece.label.args.get("place", "")) for zone in scene.zones for piece in zone.pieces if not piece.up}


def colours_of(scene: Scene, places: Collection[str] = ()) -> frozenset[str]:
    """What can be seen now, at these places or anywhere."""
    return frozenset(
        colour
        for zone in scene.zones
        for piece in zone.pieces
        if piece.up and (not places or called(piece.label.args.get("place", "")) in places)
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
    return frozenset(called[word] for word in pattern.findall(words.translate(message).casefold()))
