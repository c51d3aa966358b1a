"""What a page says that has reached it, when it comes back: frames die with their connection, and nobody else knows."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from polychrome.engine.core import SPECTATOR

ONLOOKER: Final = "null"  # a viewer without a seat, as frames call it
FRAME: Final = rf"(?:{ONLOOKER}|\d{{1,2}})\.\d{{1,7}}\.\d{{1,7}}"
QUERY: Final = re.compile(rf"seen=((?:{FRAME}(?:,{FRAME}){{0,15}})?)", re.ASCII)


class Seen(NamedTuple):
    """What tells the last frame that a viewer was shown."""

    length: int  # of the log
    undone: int  # takings-back


def asked_with(query: str) -> dict[int, Seen] | None:
    """By viewer, the last frames that reached a page; None: it has not been here before."""
    found = QUERY.fullmatch(query)
    if found is None:
        return None
    seen = {}
    for text in filter(None, found[1].split(",")):
        viewer, length, undone = text.split(".")
        seen[SPECTATOR if viewer == ONLOOKER else int(viewer)] = Seen(int(length), int(undone))
    return seen


def to_ask_with(seen: dict[int, Seen] | None) -> str:
    if seen is None:
        return ""
    frames = (f"{ONLOOKER if viewer == SPECTATOR else viewer}.{s.length}.{s.undone}" for viewer, s in seen.items())
    return f"?seen={','.join(frames)}"
