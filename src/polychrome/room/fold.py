"""A table as its entries make it: what is live is what a replay gives, because both are this."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from mypy_extensions import mypyc_attr

from polychrome.engine.core import Game
from polychrome.engine.dice import KeyedDice
from polychrome.engine.table import Table
from polychrome.guides import LEARNER, guide_to
from polychrome.puzzles import edition_for, puzzle_of
from polychrome.room.catalogue import Catalogue, needs_memory, private
from polychrome.room.entries import (
    Adjudicated,
    Agreed,
    Began,
    Chance,
    Chosen,
    Covered,
    Entry,
    Header,
    Moved,
    Seated,
    Undone,
    Unguided,
)
from polychrome.room.people import PERSON, Chair, denied
from polychrome.room.play import Play
from polychrome.room.questions import Asked
from polychrome.room.seating import Seating
from polychrome.room.wire import Phase, RoomSettings

LOBBY: Final = "lobby"
PLAYING: Final = "playing"
OVER: Final = "over"

TimedEntries = Iterable[tuple[int, Entry]]  # each with the milliseconds of its table


@mypyc_attr(allow_interpreted_subclasses=True)
class Fold:
    """All that lasts of a table. `Denied` if these rules cannot go on with it."""

    def __init__(self, catalogue: Catalogue, header: Header) -> None:
        self.catalogue = catalogue
        self.header = header
        self.id = header.id
        self.key = header.key
        self.seating = Seating(header.seats)
        self.set_out(header)
        self.play: Play | None = None
        self.guided = False  # did the game begin with a guide or as a puzzle? Then its luck is not all its key's
        self.day = ""  # of the puzzle that it began as
        self.count = 0  # of the entries
        self.at = 0  # milliseconds of the table, when the last one came

    def set_out(self, choice: Header | Chosen) -> None:
        """The game that will be played here."""
        self.game: Game = self.catalogue.find(choice.game)
        if self.game.version != choice.version:
            raise denied("version", game=self.game.name)
        self.options = self.game.named(self.game.choose(choice.seats, choice.options))
        self.private = private(self.game)
        self.public = not self.private and not self.game.timed and not needs_memory(self.game)  # onlookers see the same
        self.sat = [0] * choice.seats  # by seat, the line of the log from which on its people have been there

    def replay(self, entries: TimedEntries) -> None:
        for at, entry in entries:
            self.apply(at, entry)

    def apply(self, at: int, entry: Entry) -> None:
        self.count += 1
        self.at = at
        if isinstance(entry, Moved):
            self.playing().move(entry.seat, entry.action, entry.id, entry.since, at)
        elif isinstance(entry, Chance):
            self.playing().chance(entry.action, at)
        elif isinstance(entry, Began):
            self.guided = entry.guided or bool(entry.puzzle)
            self.day = entry.puzzle
            self.play = self.dealt(at, entry.guided, entry.puzzle)
            self.seating.code = None
        elif isinstance(entry, Covered):
            story = self.playing().story
            assert story is not None
            story.cover(entry.line)
        elif isinstance(entry, Undone):
            self.playing().take_back(entry.seat, entry.id, at)
            self.sat = [min(line, len(self.playing().table.log)) for line in self.sat]
        elif isinstance(entry, Unguided):
            self.playing().guide = None
        elif isinstance(entry, Agreed):
            self.playing().agree(at)
        elif isinstance(entry, Adjudicated):
            self.playing().adjudicate()
        else:
            if isinstance(entry, Seated) and entry.chair.guest != self.chairs[entry.seat].guest:
                self.sat[entry.seat] = 0 if self.play is None else len(self.play.table.log)
                if self.play is not None and entry.seat != LEARNER and entry.chair.kind == PERSON:
                    self.play.guide = None  # people play as they like
            self.seating.apply(entry)
            if isinstance(entry, Chosen):
                self.set_out(entry)

    def dealt(self, at: int, guided: bool = False, day: str = "") -> Play:
        """The game before anything has happened, chance included."""
        guide = guide_to(self.game) if guided else None
        puzzle = puzzle_of(self.game, edition_for(self.game, self.options), day) if day else None
        return Play(
            self.catalogue, self.game, len(self.chairs), self.options, self.catalogue.dice(self.key), at, guide, puzzle
        )

    # What is true now.

    def playing(self) -> Play:
        if self.play is None:
            raise denied("not_begun")
        return self.play

    @property
    def phase(self) -> Phase:
        if self.play is None:
            return LOBBY
        return PLAYING if self.play.asked else OVER

    @property
    def table(self) -> Table | None:
        return None if self.play is None else self.play.table

    @property
    def asked(self) -> Asked:
        return {} if self.play is None else self.play.asked

    @property
    def chairs(self) -> list[Chair]:
        return self.seating.chairs

    @property
    def settings(self) -> RoomSettings:
        return self.seating.settings

    def among_bots(self) -> bool:
        return all(chair.bot is not None for chair in self.seating.chairs)

    def undoable(self) -> int | None:
        return None if self.play is None else self.play.undoable()

    def finished(self) -> Table:
        if self.play is None or self.play.asked:
            raise denied("secret")
        return self.play.table

    def commitment(self) -> str:
        return KeyedDice(self.key).commitment()

    def seed(self, purpose: str, seat: int, question: int) -> int:
        """Luck for what is not the game's own: a bot's whims, a nickname. Nobody can tell it without the key."""
        text = f"{purpose} {seat} {question}".encode()
        return int.from_bytes(blake2b(text, key=self.key, digest_size=8).digest(), "big") & (1 << 60) - 1
