"""Waiting for a state, never for a time: what a test awaits is asked for again and again until it is there.

The numbers here only end a hang. They are long, because a busy machine may be ten times slower, and measure nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final

PATIENCE: Final = 600.0  # seconds, for anything that is awaited
WHOLE: Final = 1100.0  # for a whole test: less than pytest waits, which then ends its process as well
GLANCE: Final = 0.01


def until(happened: Callable[[], object], what: str = "what the test waits for") -> None:
    end = time.monotonic() + PATIENCE  # subject: ends a hang
    while not happened():
        assert time.monotonic() < end, f"{what} never happened"  # subject: as above
        time.sleep(GLANCE)  # subject: between two looks at a state


async def soon(happened: Callable[[], object]) -> None:
    """The same beside others; whoever runs the test ends a hang."""
    while not happened():
        await glance()


async def glance() -> None:
    await asyncio.sleep(GLANCE)  # subject: between two looks at a state
