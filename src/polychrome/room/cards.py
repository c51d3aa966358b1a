"""What a page shows of games and tables before one is opened."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import SPECTATOR, Game
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.guides import guide_to
from polychrome.room import wire
from polychrome.room.box import Box
from polychrome.room.emblems import emblem_of
from polychrome.room.people import OPEN
from polychrome.room.room import Room

PICTURE_MOVES: Final = 60  # players' actions among which the picture on a game's card is looked for


def game_info(box: Box, game: Game) -> wire.GameInfo:
    options = []
    for option in game.options:
        seats = range(game.fewest, game.most + 1)
        fits = {str(n): [choice for choice in option.choices if option.fits(n, choice)] for n in seats}
        options.append(wire.GameOption(option.name, option.choices[0], list(option.choices), fits))
    scene = box.draw(game, picture(box, game).state.view(SPECTATOR), SPECTATOR, ())
    return wire.GameInfo(
        name=game.name,
        fewest=game.fewest,
        most=game.most,
        age=game.age,
        minutes=game.minutes,
        reading=game.reading,
        guide=guide_to(game) is not None,
        options=options,
        emblem=emblem_of(game, scene),
        scene=scene,
    )


def picture(box: Box, game: Game) -> Table:
    """The moment early in a game, always the same, when most lies open in the middle of the table."""
    table, whims = Table(game, min(4, game.most), None, Dice(11)), Dice(12)
    fullest, moment = -1, 0
    for _ in range(PICTURE_MOVES):
        acting = table.acting()
        if not acting:
            break
        zones = box.draw(game, table.state.view(SPECTATOR), SPECTATOR, ()).zones
        lying = sum(piece.up for zone in zones if zone.seat is None for piece in zone.pieces)
        if lying > fullest:
            fullest, moment = lying, len(table.log)
        table.play(acting[0], table.state.sample(acting[0], whims))
    table.rewind(moment)
    return table


def own_table(room: Room, guest: str) -> wire.OwnTable:
    """A table at which this guest sits: enough to know which one it is, and nothing of the game itself."""
    own = room.seating.seats_of(guest)
    turn = any(seat in room.asked for seat in own)
    others = [info for seat, info in enumerate(room.telling.seat_infos()) if seat not in own and info.kind != OPEN]
    return wire.OwnTable(room.id, room.game.name, room.phase, len(room.chairs), turn, others)
