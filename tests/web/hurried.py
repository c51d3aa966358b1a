"""A server for people who play faster than hands can, by the luck of the test run:
`python -m web.hurried module:function PORT FOLDER SITE [BOT …]`, where the function makes the box; SITE may be empty.

A page that plays a whole game in seconds would be taken for a flood and put out in the middle of it. What becomes of
floods, tests/server/test_security.py looks at.

Bots have all the time they need: on a busy machine a real server might lose its patience with them.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

from luck import NamedLuck
from polychrome.room.catalogue import Catalogue
from polychrome.server import limits, lobby, run, socket, websocket
from polychrome.server.bot_pool import BotPool

PLENTY = (100_000, 10_000.0)
PATIENCE = 1000.0  # seconds


def box() -> Catalogue:
    """Our games."""
    return Catalogue(luck=NamedLuck("browsers"))


def ready(where: run.Started) -> None:
    print(f"Tables at {where.local}", flush=True)


if __name__ == "__main__":
    socket.MESSAGES = PLENTY  # type: ignore[misc]
    websocket.BYTES = (100_000_000, 10_000_000)  # type: ignore[misc]
    limits.SHARED[limits.TABLES] = PLENTY
    lobby.VISITS = PLENTY  # type: ignore[misc]
    run.BotPool = partial(BotPool, patience=PATIENCE)  # type: ignore[misc, assignment]
    place, port, folder, site, *bots = sys.argv[1:]
    alone = Path(site) if site else None
    run.run(run.Options(catalogue=place, port=int(port), data=Path(folder), bots=tuple(bots), site=alone), ready)
