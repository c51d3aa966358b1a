"""One game between bots, from the first deal to the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from time import perf_counter
from typing import Final, NamedTuple

from polychrome.bots import hire
from polychrome.engine.core import Bot, Game, State, Unplayable, Value
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table


class Failure(NamedTuple):
    """A bot that fell over its own feet. From there on its seat is played at random."""

    seat: int
    line: int  # of the log
    illegal: bool  # played what the rules forbid; otherwise an exception, or
    what: str
    ended: str = ""  # HUNG or DIED: there was no answer at all

    @property
    def kind(self) -> str:
        return self.ended or ("illegal" if self.illegal else "raised")


HUNG: Final = "hung"  # thought for too long; its process had to be ended
DIED: Final = "died"  # took its whole process down


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


class Watch:
    """How long the bots of one game think."""

    def __init__(self, seats: int) -> None:
        self.decisions = [0] * seats
        self.seconds = [0.0] * seats
        self.slowest = [0.0] * seats
        self.since = 0.0

    def asked(self, seat: int, line: int) -> None:
        self.since = perf_counter()

    def answered(self, seat: int) -> None:
        thought = perf_counter() - self.since
        self.decisions[seat] += 1
        self.seconds[seat] += thought
        if thought > self.slowest[seat]:
            self.slowest[seat] = thought


def play(
    game: Game,
    bots: Sequence[str],
    options: Mapping[str, Value],
    seed: int,
    stop: Callable[[], bool] | None = None,
    make: Callable[[str, int], Bot] = hire,
    luck: int | None = None,
    watch: Watch | None = None,
    barred: Mapping[int, Failure] | None = None,
) -> Result:
    """Play one game; `bots` names who sits where. Bots are given views, never the position.

    `luck` seeds nature alone, so that several games can meet the same luck. `barred`: bots known to fail from a line
    on; they are not asked there again.
    """
    luck = derived(seed, "luck") if luck is None else luck
    table = Table(game, len(bots), options, Dice(luck))
    spare = Dice(derived(seed, "spare"))
    failures: list[Failure] = []
    out: set[int] = set()  # seats whose bot has failed
    players: list[Bot] = []
    for seat, spec in enumerate(bots):
        if barred and seat in barred and barred[seat].line <= 0:
            players.append(Bot())  # will not be asked
            continue
        if watch is not None:
            watch.asked(seat, 0)
        try:
            players.append(make(spec, derived(seed, "bot", seat)))
        except Unplayable:  # there is no such bot: nothing to play for
            raise
        except Exception as error:
            players.append(Bot())
            failures.append(Failure(seat, 0, False, named(error)))
            out.add(seat)
    while (acting := table.acting()) and not table.stuck():
        if stop is not None and stop():
            raise Stopped
        seat = acting[0]
        if seat not in out:
            line = len(table.log)
            if barred and seat in barred and barred[seat].line <= line:
                failure: Failure | None = barred[seat]._replace(line=line)
            else:
                failure = move(table, players[seat], table.state.view(seat, recall=True), seat, watch)
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
        seed=luck,
    )


def move(table: Table, bot: Bot, view: State, seat: int, watch: Watch | None = None) -> Failure | None:
    """Let a bot play; what went wrong, if anything did."""
    line = len(table.log)
    if watch is not None:
        watch.asked(seat, line)
    try:
        action = bot.choose(view, seat)
    except Exception as error:  # whatever a bot does must not end the match
        return Failure(seat, line, False, named(error))
    finally:
        if watch is not None:
            watch.answered(seat)
    try:
        table.check(seat, action)
    except Exception:  # Refused, or something that is no action at all
        return Failure(seat, line, True, spelled(table.game, action))
    table.play(seat, action)
    return None


def named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")[:300]


def spelled(game: Game, action: object) -> str:
    """What a bot tried to play: in words if it is an action of the game at all, otherwise just as it came."""
    try:
        text = game.text(action)  # type: ignore[arg-type]
        return text if game.parse(text) == action else repr(action)
    except Exception:
        return repr(action)


def derived(seed: int, *parts: str | int) -> int:
    """A seed for one part of something bigger, unrelated to the seeds of the other parts."""
    text = " ".join(str(part) for part in (seed, *parts)).encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")
