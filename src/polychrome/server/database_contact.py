"""Whether a database answers, as far as its readers and its writer have noticed. The host is told plainly, once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from polychrome.server.database import is_clash, is_cut, said
from polychrome.server.health import CALM, FULL, WELL

log: Final = logging.getLogger("polychrome")

AWAY: Final = "away: the database cannot be reached, so no move is accepted; the server's log says why"


class DatabaseContact:
    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.since: float | None = None  # when it was first missed
        self.full = False
        self.failed = 0.0  # when it last took nothing

    def word(self) -> str:
        return AWAY if self.since is not None else FULL if self.full else WELL

    def missed(self, problem: Exception) -> None:
        """It does not answer, or takes nothing."""
        if is_cut(problem):
            if self.since is None:
                self.since = self.now()
                log.error("The database does not answer: %s. Until it does, no move is accepted", said(problem))
        elif not is_clash(problem):  # that somebody else was in the way says nothing about it
            self.failed = self.now()
            if not self.full:
                self.full = True
                log.error("The database cannot be used: %s. Until it can, no move is accepted", said(problem))

    def heard(self) -> None:
        """It has taken a beat. If that goes on, moves are tried again: as long as it is thought full, proxies send
        nobody whose move could show that it no longer is."""
        if self.since is not None:
            self.since = None
            log.warning("The database answers again")
        if self.now() - self.failed >= CALM:
            self.usable()

    def written(self) -> None:
        self.heard()
        self.usable()

    def usable(self) -> None:
        if self.full:
            self.full = False
            log.warning("The database can be used again")
