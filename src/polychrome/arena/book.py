"""Results in one SQLite file: whatever is in it is finished, and people can load it into whatever they like.

import pandas, sqlite3
seats = pandas.read_sql("select * from seats join games using (number)", sqlite3.connect("results.sqlite"))
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from polychrome.arena.schedule import Fixture, Match, Played
from polychrome.engine.core import Explained, Game, Message, Value
from polychrome.engine.dice import Dice
from polychrome.engine.record import Record, data_at_hand
from polychrome.engine.table import Table
from polychrome.registry import find

NAME: Final = "results.sqlite"
FORMAT: Final = 1
LOCK_SECONDS: Final = 30.0  # seconds for another program to finish writing

SCHEMA: Final = """
create table about (name text primary key, value text not null);
create table games (
    number integer primary key,
    game text not null,
    seats integer not null,
    one text not null,         -- the bot that had one seat
    rest text not null,        -- the bot on all other seats
    seat integer not null,     -- of the one
    block integer not null,    -- games of one block, game and number of seats met the same luck
    luck text not null,        -- seed of nature
    steps integer not null,    -- actions, nature's included
    adjudicated integer not null,  -- 1: too long or going nowhere, decided by the standing
    moves text not null        -- the players' lines; with the luck they are the record
);
create table seats (
    number integer not null references games,
    seat integer not null,
    bot text not null,
    score integer not null,
    win real not null,         -- a win shared by k seats counts 1/k
    decisions integer not null,
    seconds real not null,     -- thought in all
    slowest real not null,     -- the longest thought
    primary key (number, seat)
) without rowid;
create table failures (
    number integer not null references games,
    seat integer not null,
    bot text not null,
    line integer not null,     -- of the log, where the bot failed; from there on its seat was played at random
    kind text not null,        -- raised, illegal, hung, died
    what text not null,
    primary key (number, seat)
) without rowid;
"""


class Unfit(Explained):
    """A folder whose results are not those that were asked for."""


class Row(NamedTuple):
    """A finished game."""

    number: int
    game: str
    seats: int
    one: str
    rest: str
    seat: int
    block: int
    luck: str
    steps: int
    adjudicated: bool
    moves: str


class SeatResult(NamedTuple):
    """How one seat of a finished game fared."""

    number: int
    seat: int
    bot: str
    score: int
    win: float
    decisions: int
    seconds: float
    slowest: float


class Mishap(NamedTuple):
    """A bot that failed in a finished game."""

    number: int
    seat: int
    bot: str
    line: int
    kind: str
    what: str


class Book:
    """The results of one tournament."""

    def __init__(self, folder: Path, new: bool = False) -> None:
        self.file = folder / NAME
        if not new and not self.file.is_file():
            raise Unfit(Message("arena.unfit.empty", {"folder": str(folder)}))
        try:
            self.base = sqlite3.connect(self.file, timeout=LOCK_SECONDS, isolation_level=None)
        except sqlite3.OperationalError as trouble:
            raise self.unwritten(trouble) from None
        try:
            self.begin() if new else self.look()
        except sqlite3.OperationalError as trouble:
            self.base.close()
            raise self.unwritten(trouble) from None
        except sqlite3.DatabaseError as trouble:
            self.base.close()
            raise Unfit(Message("arena.unfit.foreign", {"file": str(self.file), "why": str(trouble)})) from None
        except BaseException:
            self.base.close()
            raise

    def begin(self) -> None:
        # Readers and the writer do not disturb each other; what is committed outlasts a power cut.
        self.base.execute("pragma journal_mode = wal")
        self.base.execute("pragma synchronous = full")
        self.base.execute("begin immediate")
        names = {name for (name,) in self.base.execute("select name from sqlite_master where type = 'table'")}
        if not names:
            for statement in SCHEMA.split(";\n"):
                self.base.execute(statement)
            self.base.execute("insert into about values ('format', ?)", (str(FORMAT),))
        self.base.execute("commit")
        self.look()

    def look(self) -> None:
        """Is this a book of ours?"""
        names = {name for (name,) in self.base.execute("select name from sqlite_master where type = 'table'")}
        if "about" not in names:
            raise Unfit(
                Message("arena.unfit.foreign", {"file": str(self.file), "why": ", ".join(sorted(names)) or "?"})
            )
        if self.about("format") != str(FORMAT):
            raise Unfit(Message("arena.unfit.format", {"file": str(self.file), "format": self.about("format") or "?"}))

    def unwritten(self, trouble: sqlite3.Error) -> Unfit:
        return Unfit(Message("arena.unfit.writing", {"file": str(self.file), "why": str(trouble)}))

    def close(self) -> None:
        self.base.close()

    def about(self, name: str) -> str | None:
        found = self.base.execute("select value from about where name = ?", (name,)).fetchone()
        return None if found is None else str(found[0])

    def note(self, name: str, value: str) -> None:
        self.base.execute("insert or replace into about values (?, ?)", (name, value))

    def plan(self) -> dict[str, object] | None:
        """What the tournament in this file is, if it has begun."""
        text = self.about("plan")
        return None if text is None else dict(json.loads(text))

    def settle(self, identity: dict[str, object], games: int) -> None:
        """Begin with this plan, or go on with it; another one is refused."""
        known = self.plan()
        wanted = json.loads(json.dumps(identity))
        if known is not None and known != wanted:
            parts = [name for name in wanted if known.get(name) != wanted[name]]
            keys = [f"arena.part.{name}" for name in parts]
            raise Unfit(Message("arena.unfit.other", {"folder": str(self.file.parent), "parts": keys}))
        self.note("plan", json.dumps(identity))
        self.note("games", str(games))

    def finished(self) -> set[int]:
        return {number for (number,) in self.base.execute("select number from games")}

    def add(self, played: Iterable[tuple[Fixture, Match, Played]]) -> None:
        """Write some finished games, all or none. A game that is there already stays as it is."""
        try:
            self.base.execute("begin immediate")
            for fixture, match, one in played:
                self.write(fixture, match, one)
            self.base.execute("commit")
        except sqlite3.OperationalError as trouble:  # a full disk, for instance
            if self.base.in_transaction:
                self.base.execute("rollback")
            raise self.unwritten(trouble) from None
        except BaseException:
            if self.base.in_transaction:
                self.base.execute("rollback")
            raise

    def write(self, fixture: Fixture, match: Match, one: Played) -> None:
        row = Row(
            *(one.number, *fixture.pairing, fixture.seat, fixture.block),
            *(str(match.luck), one.steps, one.adjudicated, one.moves),
        )
        if not self.base.execute(f"insert or ignore into games values ({'?, ' * 10}?)", row).rowcount:
            return
        self.base.executemany(
            "insert into seats values (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    *(one.number, seat, bot, one.scores[seat]),
                    (seat in one.winners) / len(one.winners) if one.winners else 0.0,
                    *(one.decisions[seat], round(one.seconds[seat], 6), round(one.slowest[seat], 6)),
                )
                for seat, bot in enumerate(match.bots)
            ],
        )
        for failure in one.failures:
            self.base.execute(
                "insert into failures values (?, ?, ?, ?, ?, ?)",
                (one.number, failure.seat, match.bots[failure.seat], failure.line, failure.kind, failure.what),
            )

    # Reading.

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Everything read in here is of one moment, though others may be writing."""
        self.base.execute("begin")
        try:
            yield
        finally:
            self.base.execute("rollback")

    def games(self) -> Iterator[Row]:
        """Every finished game, without its moves."""
        fields = "number, game, seats, one, rest, seat, block, luck, steps, adjudicated, ''"
        for row in self.base.execute(f"select {fields} from games order by number"):
            yield Row._make(row)

    def sittings(self) -> Iterator[SeatResult]:
        for row in self.base.execute("select * from seats order by number, seat"):
            yield SeatResult._make(row)

    def mishaps(self) -> list[Mishap]:
        return [Mishap._make(row) for row in self.base.execute("select * from failures order by number, seat")]

    def record(self, number: int) -> Record:
        """The whole record of a game, nature's lines found again by its luck."""
        found = self.base.execute("select * from games where number = ?", (number,)).fetchone()
        if found is None:
            raise Unfit(Message("arena.unfit.number", {"folder": str(self.file.parent), "number": number}))
        row = Row._make(found)
        options = (self.plan() or {}).get("options")
        assert isinstance(options, dict)
        return rebuilt(find(row.game), row, options.get(row.game, {}))


def rebuilt(game: Game, row: Row, options: dict[str, Value]) -> Record:
    """Seed and players' lines give the whole game once more."""
    table = Table(game, row.seats, options, Dice(int(row.luck)))
    for line in row.moves.split("\n") if row.moves else []:
        seat, _, text = line.partition(" ")
        table.play(int(seat), game.parse(text), trust_external_data=True)
    chosen = table.state.options
    lines = [(line.seat, line.action) for line in table.log]
    return Record(game, row.seats, game.named(chosen), lines, f"seed {row.luck}", data_at_hand(game, chosen))
