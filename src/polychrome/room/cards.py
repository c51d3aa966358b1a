"""What a page shows of games, puzzles and tables before one is opened."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import SPECTATOR, Game
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.guides import LANGUAGE, guide_to
from polychrome.puzzles import edition_for, puzzle_of
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue, needs_memory
from polychrome.room.emblems import emblem_of
from polychrome.room.people import OPEN
from polychrome.room.room import Room
from polychrome.scenes import example
from polychrome.scenes.scene import Example

LIMITS: Final = {  # of the clocks that games have: the most, and in which steps they are set
    "look": (wire.LONGEST_LOOK, 1),
    "memorise": (wire.LONGEST_MEMORISE, 5),
    "challenge": (wire.LONGEST_CHALLENGE, 1),
    "write": (wire.LONGEST_WRITE, 30),
    "clock": (wire.LONGEST_CLOCK, 15),
}
PICTURE_MOVES: Final = 60  # players' actions among which the picture on a game's card is looked for


def game_info(catalogue: Catalogue, game: Game) -> wire.GameInfo:
    options = []
    for option in game.options:
        seats = range(game.fewest, game.most + 1)
        fits = {str(n): [choice for choice in option.choices if option.fits(n, choice)] for n in seats}
        options.append(wire.GameOption(option.name, option.choices[0], list(option.choices), fits))
    scene = catalogue.draw(game, picture(catalogue, game).state.view(SPECTATOR), SPECTATOR, ())
    return wire.GameInfo(
        name=game.name,
        fewest=game.fewest,
        most=game.most,
        age=game.age,
        minutes=game.minutes,
        reading=game.reading,
        guide=guide_to(game) is not None,
        options=options,
        clocks=clocks(game),
        memory=needs_memory(game),
        emblem=emblem_of(game, scene),
        scene=scene,
    )


def day_puzzles(catalogue: Catalogue, language: str, day: str, today: str) -> list[wire.DayPuzzle]:
    """The puzzles of a day, for somebody who speaks this language; of days to come, none."""
    found = [
        (game, puzzle_of(game, edition_for(game, {LANGUAGE: language}), day))
        for game in catalogue.games
        if day <= today
    ]
    return [
        wire.DayPuzzle(game.name, wire.Task(day, puzzle.goal, puzzle.par, puzzle.grade))
        for game, puzzle in found
        if puzzle is not None
    ]


def clocks(game: Game) -> list[wire.GameClock]:
    """Those that the game names, and how long may be looked at what is covered again."""
    names = [name for _, name in game.timed] + (["look"] if needs_memory(game) else [])
    names += ["clock"] if game.clocked else []
    usual = wire.RoomSettings()
    return [wire.GameClock(name, getattr(usual, name), *LIMITS[name]) for name in dict.fromkeys(names)]


def picture(catalogue: Catalogue, game: Game) -> Table:
    """The moment early in a game, always the same, when most lies open in the middle of the table; or an example."""
    prepared = example(game.name)
    if prepared is not None:
        return shown(game, prepared)
    table, whims = Table(game, min(4, game.most), None, Dice(11)), Dice(12)
    fullest, moment = -1, 0
    for _ in range(PICTURE_MOVES):
        acting = table.acting()
        if not acting:
            break
        zones = catalogue.draw(game, table.state.view(SPECTATOR), SPECTATOR, ()).zones
        lying = sum(piece.up for zone in zones if zone.seat is None for piece in zone.pieces)
        if lying > fullest:
            fullest, moment = lying, len(table.log)
        table.play(acting[0], table.state.sample(acting[0], whims))
    table.rewind(moment)
    return table


def shown(game: Game, prepared: Example) -> Table:
    table = Table(game, prepared.seats, prepared.options, Dice(11))
    for line in prepared.lines:
        table.play(table.acting()[0], table.read(line))
    return table


def own_table(room: Room, guest: str) -> wire.OwnTable:
    """A table at which this guest sits: enough to know which one it is, and nothing of the game itself."""
    own = room.seating.seats_of(guest)
    turn = any(seat in room.asked for seat in own)
    others = [info for seat, info in enumerate(room.telling.seat_infos()) if seat not in own and info.kind != OPEN]
    return wire.OwnTable(room.id, room.game.name, room.phase, len(room.chairs), turn, others)
