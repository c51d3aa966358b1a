"""A bar on the error stream: how many games (or puzzles) are done, how many there are, and how long it will take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from polychrome.words import Words


@contextmanager
def bar(words: Words, games: int, done: int = 0, what: str = "cli.simulate.playing") -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    shown = Progress(
        TextColumn(words.word(what)),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    with shown:
        task = shown.add_task("", total=games, completed=done)
        yield lambda number: shown.advance(task, number)
