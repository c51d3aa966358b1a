"""One game between bots, from the first deal to the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import NamedTuple

from polychrome.bots import make
from polychrome.engine.core import Bot, Game, State, Value
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table


class Failure(NamedTuple):
    """A bot that fell over its own feet. From there on its seat is played at random."""

    seat: int
    line: int  # of the log
    illegal: bool  # played what the rules forbid; otherwise an exception
    what: str


class Result(NamedTuple):
    scores: list[int]
    winners: list[int]
    steps: int  # nature's included
    adjudicated: bool  # too long or going nowhere (GEN-15): decided by the standing
    failures: list[Failure]
    log: list[tuple[int, int]]  # seat and action
    seed: int  # of the game's luck


class Stopped(Exception):
    """Somebody asked to stop in the middle of the game."""


def play(
    game: Game,
    bots: Sequence[str],
    options: Mapping[str, Value],
    seed: int,
    stop: Callable[[], bool] | None = None,
    make: Callable[[str, int], Bot] = make,
) -> Result:
    """Play one game; `bots` names who sits where. Bots are given views, never the position."""
    table = Table(game, len(bots), options, Dice(derived(seed, "luck")))
    players = [make(spec, derived(seed, "bot", seat)) for seat, spec in enumerate(bots)]
    spare = Dice(derived(seed, "spare"))
    failures: list[Failure] = []
    out: set[int] = set()  # seats whose bot has failed
    while (acting := table.acting()) and len(table.log) < game.limit and not table.state.stale():
        if stop is not None and stop():
            raise Stopped
        seat = acting[0]
        if seat not in out:
            failure = move(table, players[seat], table.state.view(seat, recall=True), seat)
            if failure is None:
                continue
            failures.append(failure)
            out.add(seat)
        table.play(seat, table.state.sample(seat, spare))
    return Result(
        scores=table.state.scores(),
        winners=table.state.winners(),
        steps=len(table.log),
        adjudicated=not table.over(),
        failures=failures,
        log=[(line.seat, line.action) for line in table.log],
        seed=derived(seed, "luck"),
    )


def move(table: Table, bot: Bot, view: State, seat: int) -> Failure | None:
    """Let a bot play; what went wrong, if anything did."""
    line = len(table.log)
    try:
        action = bot.choose(view, seat)
    except Exception as error:  # whatever a bot does must not end the match
        return Failure(seat, line, False, f"{type(error).__name__}: {error}".removesuffix(": "))
    try:
        table.check(seat, action)
    except Exception:  # Refused, or something that is no action at all
        return Failure(seat, line, True, spelled(table.game, action))
    table.play(seat, action)
    return None


def spelled(game: Game, action: object) -> str:
    """What a bot tried to play, as well as it can be said."""
    try:
        return game.text(action)  # type: ignore[arg-type]
    except Exception:
        return repr(action)


def derived(seed: int, *parts: str | int) -> int:
    """A seed for one part of something bigger, unrelated to the seeds of the other parts."""
    text = " ".join(str(part) for part in (seed, *parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
