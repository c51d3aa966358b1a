"""Who is at a table: seats, and those entitled to them."""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, structs

from polychrome import bots
from polychrome.bots.own import ENLISTED
from polychrome.engine.core import Explained, Message, Unplayable

PERSON: Final = "person"
BOT: Final = "bot"
OPEN: Final = "open"

NO_TOKEN: Final = ""  # the guest without a token

MOST_ITERATIONS: Final = 5000
MOST_MILLISECONDS: Final = 2000


class NoTable(Explained):
    """There is no such table."""


class Denied(Explained):
    """Not at this table, not for this guest, not now."""


def denied(key: str, **args: Any) -> Denied:
    return Denied(Message(f"room.{key}", args))


class Chair(Struct, frozen=True, omit_defaults=True):
    """A seat, and who is entitled to it."""

    kind: str = OPEN
    guest: str | None = None
    name: str | None = None
    way: int = 0  # of the nickname
    bot: str | None = None  # at a person's chair: plays while the person is away
    left: bool = False  # the person said goodbye, but may come back
    late: bool = False  # the person came into a game under way, and has not seen what others saw from here
    program: bool = False  # whoever sits here has said at this table that a program plays, and is marked for good

    def plays(self) -> bool:
        """Does a person play here now, and no bot?"""
        return self.kind == PERSON and not self.left and self.bot is None

    def played_by(self, bot: str) -> Chair:
        return structs.replace(self, bot=bot)


class Wish(Struct):
    """Somebody new would like to sit down where a game with secrets is being played."""

    guest: str
    seat: int
    agreed: set[str]  # guests
    program: bool = False  # they have said that a program will play


def check_bot(spec: str) -> None:
    """A bot we have, and that thinks for no longer than others may wait."""
    if spec in ENLISTED:  # by whoever runs this server
        return
    bots.make(spec, 0)
    budget = spec.partition(":")[2]
    timed = budget.endswith("ms")
    most = MOST_MILLISECONDS if timed else MOST_ITERATIONS
    digits = budget.removesuffix("ms")
    if budget and (not digits.isdigit() or int(digits) > most):
        raise Unplayable(Message("room.bot_budget", {"spec": spec, "most": f"{most} ms" if timed else str(most)}))
