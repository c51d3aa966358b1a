"""The process that plays matches: portions of them come in, what came of them goes out.

    python -m polychrome.arena.worker PULSE MAKER

It lives in a process of its own so that a bot that hangs or crashes takes nobody with it. PULSE is a small file, mapped
into memory on both sides: who was asked last, and for which game. MAKER, `module:function`, makes bots of their names.
"""

from __future__ import annotations

import mmap
import os
import pickle
import queue
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import monotonic, perf_counter
from typing import IO, Final

from polychrome import bots
from polychrome.arena.match import Watch, play
from polychrome.arena.schedule import Match, Played
from polychrome.engine.core import NATURE, Bot, Message, Unplayable
from polychrome.engine.record import data_at_hand
from polychrome.engine.table import line_text
from polychrome.lexicon.shelf import hand_over
from polychrome.registry import find

OFTEN: Final = 0.1  # seconds between two reports, unless a game takes longer
NO_SEAT: Final = -1
PULSE: Final = 8  # bytes


class SharedQuestion:
    """One number that two processes see: the question that a bot thinks about, as `question` makes it; negative when it
    has been answered, 0 before the first."""

    def __init__(self, file: Path) -> None:
        with file.open("r+b") as opened:
            self.shared = mmap.mmap(opened.fileno(), PULSE)
        self.numbers = memoryview(self.shared).cast("q")

    def last(self) -> tuple[int, int, int]:
        """Match, seat and line of the last question; the seat is NO_SEAT if it was answered."""
        found = self.numbers[0]
        seat = found & 0xFF if found > 0 else NO_SEAT
        return (abs(found) >> 32) - 1, seat, abs(found) >> 8 & 0xFFFFFF

    def close(self) -> None:
        self.numbers.release()
        self.shared.close()


def question(match: int, seat: int, line: int) -> int:
    """No other question of a tournament has this number, so that each is a sign of life."""
    return match + 1 << 32 | line << 8 | seat


class SharedWatch(Watch):
    """A watch whose ticking can be heard from outside. Quick bots answer in a few microseconds: so must this be."""

    def __init__(self, seats: int, pulse: SharedQuestion, number: int) -> None:
        super().__init__(seats)
        self.numbers = pulse.numbers
        self.number = number
        self.question = 0

    def asked(self, seat: int, line: int) -> None:
        self.numbers[0] = self.question = question(self.number, seat, line)
        self.since = perf_counter()

    def answered(self, seat: int) -> None:
        Watch.answered(self, seat)
        self.numbers[0] = -self.question


Maker = Callable[[str, int], Bot]


def played(match: Match, watch: Watch, make: Maker = bots.hire) -> Played:
    game = find(match.game)
    if match.data is not None:
        here = data_at_hand(game, game.choose(len(match.bots), match.options))
        if here != match.data:
            known = {"game": match.game, "there": match.data or "–", "here": here or "–"}
            raise Unplayable(Message("arena.unfit.data", {**known}))
    result = play(game, match.bots, match.options, match.seed, None, make, match.luck, watch, match.barred)
    moves = [line_text(game, seat, action) for seat, action in result.log if seat != NATURE]
    return Played(
        match.number,
        result.scores,
        result.winners,
        result.steps,
        result.adjudicated,
        result.failures,
        "\n".join(moves),
        watch.decisions,
        watch.seconds,
        watch.slowest,
        result.log if match.logs else [],
    )


def listen(source: IO[bytes], portions: queue.SimpleQueue[list[Match]]) -> None:
    """Take in what is to be played; when nobody is left who would want to know, there is no point in going on."""
    try:
        while True:
            portions.put(pickle.load(source))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


def main() -> None:
    hand_over()
    pulse = SharedQuestion(Path(sys.argv[1]))
    with suppress(OSError):  # both sides hold it now; Windows wants its name a little longer
        Path(sys.argv[1]).unlink()
    module, _, name = sys.argv[2].partition(":")
    make: Maker = getattr(import_module(module), name)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a bot prints must not get between our words.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    portions: queue.SimpleQueue[list[Match]] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, portions), daemon=True).start()
    pulse.numbers[0] = -1  # here we are
    while True:
        done: list[Played | Exception] = []
        told = monotonic()
        for match in portions.get():
            try:
                done.append(played(match, SharedWatch(len(match.bots), pulse, match.number), make))
            except Exception as trouble:  # not a bot's: those are caught where they are asked
                done.append(trouble)
            if monotonic() - told > OFTEN:
                pickle.dump(done, out)
                out.flush()
                done = []
                told = monotonic()
        if done:
            pickle.dump(done, out)
            out.flush()


if __name__ == "__main__":
    main()
