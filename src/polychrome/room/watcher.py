"""Who looks at a table just now."""

from __future__ import annotations

from collections.abc import Callable

from mypy_extensions import mypyc_attr

from polychrome.room.seen import Seen


@mypyc_attr(allow_interpreted_subclasses=True)  # tests look on, too
class Watcher:
    """Who is shown the table: a socket, a terminal, or a test."""

    __slots__ = ("close", "curtain", "first", "guest", "looking", "post", "seen", "shared", "shown", "viewer")

    def __init__(
        self,
        guest: str,
        post: Callable[[bytes], None],
        close: Callable[[int], None],
        seen: dict[int, Seen] | None = None,
    ) -> None:
        self.guest = guest
        self.post = post
        self.close = close
        self.seen = seen  # by viewer, as the page says that comes back; None: it was never here
        self.looking: int | None = None  # which of several own seats
        self.curtain: int | None = None  # the seat we wait for
        self.viewer: int | None = None  # of the last frame
        self.first = -1  # the line that its first frame began with: what others saw before is not shown again
        self.shown: dict[int, int] = {}  # by viewer (in games without secrets: under one name), how much of the log
        self.shared = False  # people come to it one after the other: each lifts the curtain, and is told what is new
