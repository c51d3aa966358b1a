"""Where several servers stand behind a proxy, one of them may stand still: its machine takes every connection, and
nobody ever answers. So whoever hears nothing tries once more beside that, and the first who answers is the one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final

from websockets.asyncio.client import ClientConnection

ATTEMPTS_AT_ONCE: Final = 3  # attempts at once: who is only slow shall not drown in them
# Seconds that each has for itself before the next is made; then no more are, and whatever is under way may end.
PAUSES: Final = (0.6, 0.6, 0.6, 0.6, 1.2, 2.4, 20.0)

Attempt = asyncio.Task[ClientConnection]


async def first(dial: Callable[[], Coroutine[Any, Any, ClientConnection]]) -> ClientConnection:
    """The first connection that is opened. Raises why there is none when nobody is there, or nobody answers."""
    loop = asyncio.get_running_loop()
    made: list[Attempt] = []
    trying: set[Attempt] = set()
    trouble: BaseException = TimeoutError()
    try:
        for pause in PAUSES:
            if len(trying) == ATTEMPTS_AT_ONCE:
                oldest = next(attempt for attempt in made if attempt in trying)
                trying.discard(oldest)
                oldest.cancel()
            made.append(loop.create_task(dial()))
            trying.add(made[-1])
            end = loop.time() + pause
            while trying and (left := end - loop.time()) > 0:
                done, trying = await asyncio.wait(trying, timeout=left, return_when=asyncio.FIRST_COMPLETED)
                for attempt in done:
                    found = attempt.exception()
                    if found is None:
                        made.remove(attempt)
                        return attempt.result()
                    trouble = found
            if not trying:
                break
        raise trouble
    finally:
        for attempt in made:
            attempt.cancel()
            attempt.add_done_callback(drop)


def drop(attempt: Attempt) -> None:
    """It came too late."""
    if not attempt.cancelled() and attempt.exception() is None:
        attempt.result().transport.abort()
