"""Puzzles: a prepared position, something to reach in it, and what the best answer reaches.

A puzzle is a line of a file, `stock/<game>.jsonl`, found by the game's name; games that are played with words have a
file for each language, `stock/<game>.<language>.jsonl`. The first line of a file says by which seed it was made; each
other line is JSON:

    seats, options   of the table (none: as usual); the solver has the first seat and is to move
    lines            of a record, in order, chance and the other seats included, joined by ";": the position. Who did
                     it is left out: whoever is to act
    look             true: what the lines turned up and covered again is looked at before the puzzle begins
    moves            how many of the solver's own moves there are at most; the turn's end is the end, too
    par              what the best answer reaches
    grade            1 to 3: how hard it is
    worth            what each first move is worth, where that is known; else the points won are what counts
    luck             what chance brings, one after the other, where it has a choice
    answer           the best one, as moves

The puzzle of a day is the same for everybody: the days count through the stock.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from polychrome.engine.core import NATURE, Game, Message, State, Value
from polychrome.engine.table import Line, Table
from polychrome.guides import LANGUAGE

SOLVER: Final = 0  # the seat
CHANCE: Final = "* "  # before what chance does
NEUTRAL: Final = ""  # the edition of a game that is played without words


class Puzzle(NamedTuple):
    game: str
    seats: int
    options: dict[str, Value]
    lines: tuple[tuple[int, int], ...]  # seat and action
    moves: int
    par: int
    grade: int
    answer: tuple[int, ...]
    worth: dict[int, int] = {}  # noqa: RUF012 - never changed
    luck: tuple[int, ...] = ()
    look: bool = False

    @property
    def goal(self) -> Message:
        """What is to be reached."""
        return Message(f"puzzle.goal.{self.game}", {"n": self.par, "discs": self.discs})

    @property
    def discs(self) -> int:
        """How many things are turned up before it begins."""
        return sum(seat != NATURE for seat, _ in self.lines) if self.look else 0

    def result(self, reached: int) -> Message:
        """What somebody reached, as a sentence to tell others."""
        return Message(f"puzzle.result.{self.game}", {"n": reached, "par": self.par})

    def position(self, game: Game) -> State:
        return self.table(game).state

    def table(self, game: Game) -> Table:
        """A table where the puzzle begins."""
        table = Table(game, self.seats, self.options, None)
        table.replay(self.lines)
        return table

    def next(self, played: int) -> tuple[int, int] | None:
        """The line to come after so many; None where the puzzle begins."""
        return self.lines[played] if played < len(self.lines) else None

    def chance(self, state: State, line: int) -> int | None:
        """What chance brings as this line of the log, where it has a choice and the puzzle says so. Something turned up
        and what it shows are two lines: so what is turned up next shows the next one."""
        open_to = state.legal(NATURE) if self.luck else []
        for turn in range(len(self.luck)):
            outcome = self.luck[(line // 2 + turn) % len(self.luck)]
            if outcome in open_to:
                return outcome
        return None

    def own(self, log: Sequence[Line]) -> list[int]:
        """The solver's moves so far."""
        return [line.action for line in log[len(self.lines) :] if line.seat == SOLVER]

    def decided(self, own: Sequence[int], state: State) -> bool:
        """Is the puzzle over after these moves of the solver? While chance acts, it is not."""
        acting = state.acting()
        return bool(own) and NATURE not in acting and (SOLVER not in acting or len(own) >= self.moves)

    def reached(self, game: Game, log: Sequence[Line], state: State) -> int:
        """What the solver's moves are worth; so far, if it is not decided."""
        if self.worth:
            return self.worth.get(next(iter(self.own(log)), -1), 0)
        return state.scores()[SOLVER] - self.position(game).scores()[SOLVER]

    # As text.

    def written(self, game: Game) -> str:
        """The line of a file."""
        text = game.text
        found: dict[str, object] = {
            "seats": self.seats,
            **({"options": self.options} if self.options else {}),
            "lines": ";".join(text(action).removeprefix(CHANCE) for _, action in self.lines),
            "moves": self.moves,
            "par": self.par,
            "grade": self.grade,
            "answer": [text(action) for action in self.answer],
        }
        if self.worth:
            found["worth"] = {text(action): worth for action, worth in self.worth.items()}
        if self.luck:
            found["luck"] = [text(action) for action in self.luck]
        if self.look:
            found["look"] = True
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))


def read(game: Game, text: str) -> Puzzle:
    """A puzzle as it is written."""
    found = json.loads(text)
    options = found.get("options", {})
    return Puzzle(
        game.name,
        found["seats"],
        options,
        tuple(lines_of(game, found["seats"], options, found["lines"])),
        found["moves"],
        found["par"],
        found["grade"],
        tuple(game.parse(action) for action in found["answer"]),
        {game.parse(action): worth for action, worth in found.get("worth", {}).items()},
        tuple(game.parse(action) for action in found.get("luck", ())),
        found.get("look", False),
    )


def lines_of(game: Game, seats: int, options: Mapping[str, Value], text: str) -> Iterator[tuple[int, int]]:
    """What was done, and by whom: the rules say who is to act."""
    table = Table(game, seats, options, None)
    for written in text.split(";"):
        seat = table.acting()[0]
        action = game.parse(f"{CHANCE}{written}" if seat == NATURE else written)
        table.put(seat, action)
        yield seat, action


# The stock.


def editions(game: Game) -> tuple[str, ...]:
    """The languages in which a game has puzzles of its own; one without a name, where words play no part."""
    return next((tuple(map(str, one.choices)) for one in game.options if one.name == LANGUAGE), (NEUTRAL,))


def edition_for(game: Game, options: Mapping[str, Value]) -> str:
    """The edition that somebody wants who wants these options."""
    known = editions(game)
    wanted = str(options.get(LANGUAGE, known[0]))
    return wanted if wanted in known else known[0]


def file_name(game: Game, edition: str) -> str:
    return f"{game.name}.{edition}.jsonl" if edition else f"{game.name}.jsonl"


@cache
def stock(game: Game, edition: str) -> tuple[str, ...]:
    """Every puzzle of a game, in the order of the days, as it is written; nothing if there are none."""
    file = files(__name__).joinpath("stock").joinpath(file_name(game, edition))
    return tuple(file.read_text(encoding="utf-8").splitlines()[1:]) if file.is_file() else ()


@cache
def puzzle_of(game: Game, edition: str, day: str) -> Puzzle | None:
    """The puzzle of a day (as 2026-11-18); None if there is none, or no such day."""
    made = stock(game, edition)
    try:
        return read(game, made[date.fromisoformat(day).toordinal() % len(made)]) if made else None
    except ValueError:
        return None
