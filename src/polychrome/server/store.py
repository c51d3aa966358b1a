"""Where tables live, whatever keeps them: what is written, what can go wrong, and what the server asks of a store.

`sqlite` keeps them in one file for one server, `postgres` in a database for any number of them. A table is owned by one
server at a time, and each time it is taken over its epoch counts on. Every write names the epoch under which it was
meant, so that a server which has lost a table can never write to it again, however late it notices.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, Protocol

from msgspec import DecodeError, Struct, field
from msgspec.json import Encoder
from msgspec.json import decode as decode_json

from polychrome.engine.core import Explained, Message
from polychrome.room.entries import Entry, Header, decode, encode
from polychrome.room.steps import Lookup, Row, Step, Steps
from polychrome.server.log_names import name_in_log
from polychrome.server.meter import Times

ENCODER: Final = Encoder()

log: Final = logging.getLogger("polychrome")

RENEW: Final = 600  # seconds: a table that is played at is marked so no more often than that
LOBBY_DAYS: Final = 7  # a table where no game has begun
UNFINISHED_DAYS: Final = 365  # a game nobody has gone on with
MOST_AT_ONCE: Final = 500  # writes in one transaction
TOLD_AT_ONCE: Final = 64  # of them in one round of the loop
NEW: Final = 0  # the epoch of a table that is being opened
FIRST: Final = 1  # and as soon as it is there


class Unusable(Explained):
    """A folder, file or database that cannot hold our tables; the server does not start."""


class Unstored(Explained):
    """This could not be written. Nothing has changed; later it may work."""


class Conflict(Unstored):
    """The store knows better than whoever wrote: somebody else has written to this table meanwhile, or owns it now, or
    nobody can say whether this was written. What the store has counts."""


class Damaged(Unstored):
    """What is kept here makes no sense: a damaged page of the file, or a damaged entry. Others may be whole."""


class Elsewhere(Unstored):
    """Another server owns this table just now."""

    def __init__(self, owner: str) -> None:
        super().__init__(Message("server.elsewhere", {}))
        self.owner = owner  # where its server is reached by others, if it said so


def entries_of(table: str, rows: Iterable[tuple[int, str]]) -> list[tuple[int, Entry]]:
    """What happened at a table, and when; Damaged if a row makes no sense, so that nothing but its table suffers."""
    try:
        return [(at, decode(text)) for at, text in rows]
    except (DecodeError, TypeError) as problem:
        log.error("An entry of the table %s makes no sense: %s", name_in_log(table), problem)
        raise Damaged(Message("server.damaged", {})) from None


class StoredTable(Struct):
    """What a table is looked for by, and its header."""

    id: str
    game: str
    version: int
    seats: int
    options: str
    luck: bytes
    created: int
    phase: str
    code: str | None
    touched: int = 0  # the store's own business
    guests: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, header: Header, lookup: Lookup) -> StoredTable:
        options = ENCODER.encode(header.options).decode()
        named = (header.id, header.game, header.version, header.seats, options, header.key, header.created)
        return cls(*named, lookup.phase, lookup.code, guests=lookup.guests)

    def header(self) -> Header:
        options = decode_json(self.options)
        return Header(self.id, self.game, self.version, self.seats, options, self.luck, self.created)


COLUMNS: Final = "id, game, version, seats, options, luck, created, phase, code, touched"


class StoredRoom(NamedTuple):
    """A table as the store has it."""

    table: StoredTable
    entries: list[tuple[int, Entry]]  # and when; the number of an entry is its place in the list
    epoch: int  # under which whoever asked owns it; NEW if nobody was asked to


class Write(Struct):
    """What one step of a room leaves behind: all of it is stored, or nothing."""

    rows: list[Row] = field(default_factory=list)
    tables: list[StoredTable] = field(default_factory=list)  # new, or as they are now
    epochs: dict[str, int] = field(default_factory=dict)  # of every table that is written to

    @classmethod
    def of(cls, room: Steps, step: Step, epoch: int) -> Write:
        tables = [] if step.lookup is None else [StoredTable.of(room.header, step.lookup)]
        write = cls(room.rows(step), tables, {room.id: epoch})
        if step.opens is not None:
            other = cls.of(*step.opens, NEW)
            write.rows += other.rows
            write.tables += other.tables
            write.epochs |= other.epochs
        return write


def written(entry: Entry | str) -> str:
    """An entry as it is kept."""
    return entry if isinstance(entry, str) else encode(entry)


Then = Callable[[object], None]  # gets the result, or the exception


def settle(outcomes: list[tuple[Then, object]], first: int = 0) -> None:
    """Tell everybody what came of it, in the order of the commit; a few in each round of the loop, so that their people
    are sent it, and answer, while the next are told."""
    for then, outcome in outcomes[first : first + TOLD_AT_ONCE]:
        try:
            then(outcome)
        except Exception:  # the others of this commit must hear of it all the same
            log.exception("What followed a commit failed")
    if first + TOLD_AT_ONCE < len(outcomes):
        asyncio.get_running_loop().call_soon(settle, outcomes, first + TOLD_AT_ONCE)


def awaited() -> tuple[asyncio.Future[object], Then]:
    """What to await, and what to call when it is there."""
    done: asyncio.Future[object] = asyncio.get_running_loop().create_future()

    def then(outcome: object) -> None:
        if done.done():  # nobody waits any more
            return
        if isinstance(outcome, Exception):
            done.set_exception(outcome)
        else:
            done.set_result(outcome)

    return done, then


class Health(Protocol):
    def word(self) -> str:
        """`ok`, or what is wrong in a line."""


class Store(Protocol):
    """What lobby, tables and HTTP need of whatever keeps the tables. Everything is called from the event loop."""

    @property
    def health(self) -> Health: ...

    @property
    def times(self) -> Times:
        """How long its transactions took."""

    @property
    def taken(self) -> int:
        """Tables of which we became the owner."""

    @property
    def lost(self) -> int:
        """Tables that another server took over."""

    @property
    def key(self) -> str:
        """Known to the servers that share the store, and to nobody else; empty if it has only one."""

    def put(self, write: Write, then: Then) -> None:
        """Store it for good, and tell `then`; it gets Unstored if that is impossible just now."""

    async def write(self, write: Write) -> None:
        """Store it for good. Raises Unstored if that is impossible just now."""

    async def own(self, table: str) -> StoredRoom | None:
        """From now on the table is ours, whoever had it before: as it is. Raises Elsewhere if its owner is alive."""

    def release(self, table: str, epoch: int) -> None:
        """Nobody here needs the table any longer; what was put before is written before."""

    async def look(self, table: str) -> StoredRoom | None:
        """The table as it is, whoever owns it."""

    async def tables_of(self, guest: str, most: int) -> list[str]:
        """Where a guest sits and the game is not over, the latest first; none if the list is damaged."""

    async def table_by_code(self, code: str, opened_after: float) -> str | None: ...

    async def spend(self, what: str, address: str, amount: int) -> bool:
        """May an address have so many more of something (limits.SHARED), or, if 0 are asked for, one more?"""

    def when_lost(self, lost: Callable[[str, int], None]) -> None:
        """Whom to tell of a table, and its epoch, that another server has taken over."""

    async def make_sure(self) -> None:
        """Wait until we know which tables are still ours, if we may have been thought dead; most often at once."""

    async def end_lease_at(self, address: str) -> None:
        """No server listens there any more: its tables are anybody's at once. If it is alive, it soon says so again."""

    def when_heard(self, heard: Callable[[set[str]], None]) -> None:
        """Whom to tell, about twice a second, where the servers are reached that are alive."""

    async def rest(self) -> None:
        """Look at the clock, and write down what has been put off; to be called now and then."""

    def examine(self) -> None:
        """Look for damage, in the background."""

    async def prune(self, days: int) -> int:
        """Set old games aside, and forget what was aside for long; how many were set aside."""

    async def end(self) -> None:
        """Write what waits, let go of all tables, and close."""
