"""The same matches on a Dask cluster. Who computes them changes nothing about what comes out.

Each task is a portion of matches, played in a process of its own on the worker's machine (see pool.py): a bot that
hangs is cut off there as it is here, and a worker that is lost is no loss, because its portion is given to another.
"""

from __future__ import annotations

import logging
from collections.abc import Generator, Iterator, Sequence
from time import monotonic
from typing import Any, Final

from polychrome import __version__
from polychrome.arena import pool
from polychrome.arena.schedule import Match, Played
from polychrome.arena.tournament import Engine
from polychrome.engine.core import Explained, Message

LARGEST: Final = 32  # matches in a portion
TICK: Final = 2.0  # seconds between two looks at the cluster
CONNECTING: Final = 15  # seconds for the scheduler to answer
DESERTED: Final = 60.0  # seconds without any worker, or any word from the scheduler
TRIES: Final = 5  # of a portion whose workers die


class Astray(Explained):
    """The cluster cannot do it, and why."""


def engine(address: str, limit: float = pool.LIMIT) -> Engine:
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise Astray(Message("arena.cluster.missing", {})) from None
    return lambda matches: run(matches, address, limit)


def portion(matches: list[Match], limit: float) -> tuple[str, list[Played]]:
    """Played on the cluster: what came of some matches, and by which version."""
    return __version__, [one for done in pool.run(matches, 1, limit) for one in done]


def run(matches: Sequence[Match], address: str, limit: float) -> Generator[list[Played], None, None]:
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong we say ourselves
    try:
        client = Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError) as trouble:
        why = str(trouble).split("\n")[0][:200]
        raise Astray(Message("arena.cluster.away", {"address": address[:200], "why": why})) from None
    try:
        yield from gathered(client, matches, limit)
    finally:
        client.close(timeout=TICK)


def gathered(client: Any, matches: Sequence[Match], limit: float) -> Iterator[list[Played]]:
    from distributed import wait

    threads = sum(client.nthreads().values())
    size = max(1, min(LARGEST, len(matches) // (8 * max(1, threads))))
    waiting: dict[Any, tuple[list[Match], int]] = {}  # futures, and what they were asked for how often
    for first in range(0, len(matches), size):
        part = list(matches[first : first + size])
        waiting[client.submit(portion, part, limit, pure=False)] = part, 1
    heard = monotonic()
    while waiting:
        try:
            with client.as_current():
                done = wait(list(waiting), timeout=TICK, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            done = set()
        if client.status == "running" and client.nthreads():
            heard = monotonic()
        elif monotonic() - heard > DESERTED:
            raise Astray(Message("arena.cluster.deserted", {}))
        if not done:
            yield []
        for future in done:
            part, tries = waiting.pop(future)
            if future.status == "finished":
                version, played = future.result()
                if version != __version__:
                    raise Astray(Message("arena.cluster.version", {"here": __version__, "there": version}))
                yield played
            elif tries < TRIES and lost(future):
                waiting[client.submit(portion, part, limit, pure=False)] = part, tries + 1
            else:
                if future.status == "error" and isinstance(future.exception(timeout=CONNECTING), Explained):
                    raise future.exception(timeout=CONNECTING)
                why = repr(future.exception(timeout=CONNECTING)) if future.status == "error" else future.status
                raise Astray(Message("arena.cluster.trouble", {"why": why[:300]}))
            future.release()


def lost(future: Any) -> bool:
    """Did the workers die, rather than the task fail?"""
    if future.status != "error":
        return True
    return type(future.exception(timeout=CONNECTING)).__name__ in ("KilledWorker", "Died")
