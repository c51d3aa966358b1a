"""One game being played: check, apply, let nature act, log; replay; rewind. No clock, no sockets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from mypy_extensions import mypyc_attr

from polychrome.engine.core import EVERYONE, NATURE, Game, Reason, Refused, Value
from polychrome.engine.dice import Dice


class Line(NamedTuple):
    """One action of the log, and who was told."""

    seat: int
    action: int
    audience: int


@mypyc_attr(allow_interpreted_subclasses=True)  # tests lead games along
class Table:
    """A game in progress. All luck comes from the dice, line by line, so a rewound game meets the same luck."""

    def __init__(self, game: Game, seats: int, options: Mapping[str, Value] | None, dice: Dice | None) -> None:
        self.game = game
        self.options = dict(options or {})
        self.dice = dice  # None: nature waits until its outcomes are played (replays, scripts)
        self.state = game.begin(seats, self.options)
        self.log: list[Line] = []
        self.settle()

    def acting(self) -> list[int]:
        """Seats that may act now; none when the game is over."""
        return self.state.acting()

    def over(self) -> bool:
        return not self.state.acting()

    def stuck(self) -> bool:
        """Too long, or nobody gets anywhere: bots among themselves leave such a game as it stands (GEN-15)."""
        return (len(self.log) >= self.game.limit or self.state.stale()) and not self.over()

    def read(self, text: str) -> int:
        """What somebody writes at this table, as an action; Unreadable otherwise. Records need only `game.parse`."""
        read = self.game.read
        return self.game.parse(text) if read is None else read(text, self.state.options)

    def check(self, seat: int, action: int, trust_external_data: bool = False) -> None:
        """Raise Refused if this seat may not play this action now.

        With `trust_external_data` nothing is refused for the sake of data from outside, which may have been another
        at the time.
        """
        acting = self.state.acting()
        if seat not in acting:
            if not acting:
                raise Refused(Reason("refused.over", {}))
            if acting[0] == NATURE:
                raise Refused(Reason("refused.nature", {}))
            raise Refused(Reason("refused.turn", {"seats": acting}))
        reason = self.state.refuse(seat, action)
        if reason is not None and not (trust_external_data and reason.key in self.game.outside):
            raise Refused(reason)

    def play(self, seat: int, action: int, trust_external_data: bool = False) -> None:
        """Play an action and let nature answer. Raises Refused, with nothing changed, if it is not allowed."""
        self.check(seat, action, trust_external_data)
        self.put(seat, action)
        self.settle()

    def put(self, seat: int, action: int) -> None:
        self.log.append(Line(seat, action, self.state.audience(seat, action)))
        self.state.apply(seat, action)

    def settle(self) -> None:
        """Let nature act until a player is asked."""
        while self.dice is not None and NATURE in self.state.acting():
            self.dice.seek(len(self.log))
            self.put(NATURE, self.state.sample(NATURE, self.dice))

    def replay(self, lines: Iterable[tuple[int, int]]) -> None:
        """Play recorded lines, nature's included, each checked, data from outside aside; then the dice act again."""
        dice, self.dice = self.dice, None
        try:
            for seat, action in lines:
                self.play(seat, action, trust_external_data=True)
        finally:
            self.dice = dice
        self.settle()

    def rewind(self, length: int) -> None:
        """Go back to the position after the first `length` lines. Nature does not act until somebody plays."""
        if not 0 <= length <= len(self.log):
            raise IndexError(f"the log has {len(self.log)} lines")
        lines = self.log[:length]
        self.state = self.game.begin(self.state.seats, self.options)
        self.log = []
        for line in lines:
            self.put(line.seat, line.action)

    def earlier(self, length: int) -> Table:
        """Another table, where only the first `length` lines have been played. Nature waits."""
        then = Table(self.game, self.state.seats, self.options, None)
        for line in self.log[:length]:
            then.put(line.seat, line.action)
        return then

    def undoable(self, seat: int) -> bool:
        """May this seat take back the last line? Only if it is the seat's own, was told to all, and showed nobody
        anything hidden."""
        last = self.log[-1] if self.log else None
        return last is not None and last.seat == seat and last.audience == EVERYONE and not self.state.irrevocable()

    def told(self, viewer: int, since: int = 0) -> list[Line]:
        """What this viewer has been told, in order."""
        return [line for line in self.log[since:] if line.audience >> viewer & 1]

    def text(self, line: Line) -> str:
        return line_text(self.game, line.seat, line.action)


def line_text(game: Game, seat: int, action: int) -> str:
    """A line of a record: the seat and the action, or nature's outcome behind its star."""
    return game.text(action) if seat == NATURE else f"{seat} {game.text(action)}"
