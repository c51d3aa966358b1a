"""A game that is over: nothing of it is secret any more."""

from __future__ import annotations

from polychrome.engine.core import SPECTATOR
from polychrome.engine.record import record as record_of
from polychrome.engine.record import write
from polychrome.room import wire
from polychrome.room.room import Room
from polychrome.scenes.turn import view_to_draw


def record(room: Room) -> str:
    """The game as text, with the key of its luck: nothing is secret any more. What a guide had prepared was no luck."""
    table = room.finished()
    return write(record_of(table)._replace(luck="" if room.guided else f"key {room.key.hex()}"))


def replayed(room: Room, at: int | None) -> wire.Replay:
    """The game after so many lines, as a spectator saw it; unless told, where somebody first had to decide."""
    whole = room.finished()
    if at is None:
        at = next((i for i, line in enumerate(whole.log) if line.seat >= 0), 0)
    at = max(0, min(at, len(whole.log)))
    table = whole.earlier(at)
    since = max((i for i, line in enumerate(table.log) if line.seat >= 0), default=0)
    lines = table.told(SPECTATOR, since)
    infos = room.telling.seat_infos()
    return wire.Replay(
        at=at,
        length=len(whole.log),
        told=[table.text(line) for line in lines],
        scene=room.catalogue.draw(room.game, view_to_draw(table.state, SPECTATOR), SPECTATOR, lines),
        commitment="" if room.guided else room.commitment(),
        key="" if room.guided else room.key.hex(),
        game=room.game.name,
        names=[info.name for info in infos],
        nicknames=[info.nickname for info in infos],
    )


def scores(room: Room) -> wire.Scores:
    """The standing before the first line and after each."""
    whole = room.finished()
    state = room.game.begin(len(room.chairs), room.options)
    scores = [state.scores()]
    for line in whole.log:
        state.apply(line.seat, line.action)
        scores.append(state.scores())
    return wire.Scores(scores)
