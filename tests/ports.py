"""A port that stays the test's own: before a server listens there, and between two lives of it."""

from __future__ import annotations

import socket
import sys

HELD: list[socket.socket] = []  # until the tests end


def own_port() -> int:
    """Nobody else is given it: it is bound, though nobody listens there.

    Whoever names it and says SO_REUSEADDR, as servers do, may listen there all the same; so Linux has it. Elsewhere
    this is a port that was free a moment ago.
    """
    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(("127.0.0.1", 0))
    port: int = place.getsockname()[1]
    if sys.platform == "linux":
        HELD.append(place)
    else:
        place.close()
    return port
