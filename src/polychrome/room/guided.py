"""A guided first game, or a puzzle: a table that begins where somebody has prepared it, with one person at it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from polychrome.engine.core import Game, Value
from polychrome.guides import LEARNER, guide_to
from polychrome.puzzles import edition_for, puzzle_of
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue
from polychrome.room.entries import Arranged, Began, Hosted
from polychrome.room.people import denied
from polychrome.room.room import Room, invitation, new_header
from polychrome.room.steps import Step

COMPANION: Final = "kid"  # on the other seats; thinks for itself when the guide has ended
UNHURRIED: Final = wire.RoomSettings(pause=1000, clock=0, memorise=0, challenge=0, write=0)
AT_LEISURE: Final = wire.RoomSettings(pause=1000, clock=0, look=0, memorise=0, challenge=0, write=0)  # and look so long


def open_guided(
    catalogue: Catalogue,
    base: str,
    guest: str,
    wish: wire.NewTable,
    now: float = 0.0,
    created: int = 0,
    table: str | None = None,
) -> tuple[Room, Step]:
    """A new table with the learner at it, where the guide begins. What is wished for is the game and its language: the
    script is ours alone, so nobody can write one for a game against others."""
    game = catalogue.find(wish.game)
    guide = guide_to(game)
    if guide is None or wish.daily or wish.puzzle:
        raise denied("no_guide", game=game.name)
    options = guide.chosen(game, wish.options)
    header = new_header(
        catalogue, guest, game.name, guide.seats, checked(game, guide.seats, options), created, table=table
    )
    return prepared(Room(catalogue, base, header, now), guest, UNHURRIED, Began(guided=True))


def open_puzzle(
    catalogue: Catalogue,
    base: str,
    guest: str,
    wish: wire.NewTable,
    today: str,
    now: float = 0.0,
    created: int = 0,
    table: str | None = None,
) -> tuple[Room, Step]:
    """A new table with the solver at it, where the puzzle of a day begins. What is wished for is the game, the day and
    the language. Puzzles of days to come are nobody's yet."""
    game = catalogue.find(wish.game)
    edition = edition_for(game, wish.options)
    puzzle = puzzle_of(game, edition, wish.puzzle) if wish.puzzle <= today else None
    if puzzle is None or wish.daily:
        raise denied("no_puzzle", game=game.name)
    header = new_header(catalogue, guest, game.name, puzzle.seats, puzzle.options, created, table=table)
    return prepared(Room(catalogue, base, header, now), guest, AT_LEISURE, Began(puzzle=wish.puzzle))


def checked(game: Game, seats: int, options: Mapping[str, Value]) -> Mapping[str, Value]:
    """Unplayable if there is no such language."""
    game.begin(seats, options)
    return options


def prepared(room: Room, guest: str, settings: wire.RoomSettings, began: Began) -> tuple[Room, Step]:
    """One person on the first seat, and bots on all others."""
    draft = room.draft()
    draft.put(Hosted(guest)).put(invitation(room.catalogue.luck, guest)).put(Arranged(settings))
    draft.sit(LEARNER, guest, late=False)
    for seat in range(len(room.chairs)):
        if seat != LEARNER:
            draft.sit_bot(seat, COMPANION)
    return room, room.beginning(draft, began=began)
