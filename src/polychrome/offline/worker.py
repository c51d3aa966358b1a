"""What the page's two workers import: the tables in one, the bots in the other. Text in, text out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from msgspec import DecodeError, Raw, Struct
from msgspec.json import Decoder, Encoder

from polychrome.offline.calls import Calls, Shelved
from polychrome.offline.device import Device
from polychrome.offline.lists import Fetch, hand_over
from polychrome.room.catalogue import ours
from polychrome.room.thought import answer


class Beginning(Struct):
    """What a page knows when its tables' worker starts."""

    shelved: list[Raw]
    origin: float  # of its clock, in seconds since 1970


SHELVED: Final = Decoder(Shelved)
BEGINNING: Final = Decoder(Beginning)
CALL: Final[Decoder[Calls]] = Decoder(Calls)
ENCODER: Final = Encoder()


class Tables:
    def __init__(self, text: str, fetch: Fetch) -> None:
        hand_over(fetch)
        beginning = BEGINNING.decode(text)
        self.device = Device(ours(), readable(beginning.shelved), beginning.origin)

    def take(self, text: str, now: float, wall: float) -> str:
        """A call of the page; what it is to do (`calls.Round`). `now` may stand still while the device sleeps, `wall`
        (seconds since 1970) does not: which day it is, is asked anew each time."""
        self.device.origin = wall - now
        return ENCODER.encode(self.device.take(CALL.decode(text), now)).decode()


def readable(shelved: Iterable[Raw]) -> Iterator[Shelved]:
    """One table that cannot be read must not trouble the others: it stays where it is."""
    for table in shelved:
        with suppress(DecodeError):
            yield SHELVED.decode(table)


class Bots:
    def __init__(self, fetch: Fetch) -> None:
        hand_over(fetch)
        self.catalogue = ours()

    def think(self, text: str) -> str:
        """A problem; its solution."""
        return answer(self.catalogue, text).decode()
