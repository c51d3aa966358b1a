"""One game, to be played by hand or by a program."""

from __future__ import annotations

import secrets
from contextlib import suppress
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, SupportsIndex

from polychrome.engine import table as engine
from polychrome.engine.core import NATURE, SPECTATOR, Argument, Game, Message, Refused, State, Unplayable, Value
from polychrome.engine.dice import Dice
from polychrome.engine.record import read, record, resume, write
from polychrome.lexicon.shelf import hand_over
from polychrome.registry import find
from polychrome.scenes import draw
from polychrome.scenes.scene import Scene
from polychrome.scenes.turn import view_to_draw
from polychrome.words import Words

if TYPE_CHECKING:
    from polychrome.api.bots import Player


class Table:
    """A game being played. Make one with `polychrome.new` or `polychrome.load`.

    Seats are numbered from 0. Actions are texts in the notation of the game's rules (`take 2`); `legal` lists them.
    """

    def __init__(self, engine: engine.Table) -> None:
        self.engine = engine
        """The table of the engine itself, for everything that is not offered here (`polychrome.engine.table`)."""

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.engine.game.name

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.engine.state.seats

    @property
    def options(self) -> dict[str, Value]:
        """Every option of the game with its value."""
        return self.engine.game.named(self.engine.state.options)

    @property
    def log(self) -> list[str]:
        """What has been played: `"2 take 0"` is seat 2's, `"* card R"` is what chance brought."""
        return [self.engine.text(line) for line in self.engine.log]

    def acting(self) -> list[int]:
        """The seats that may act now; none when the game is over."""
        return list(self.engine.acting())

    def over(self) -> bool:
        """Is the game over?"""
        return self.engine.over()

    def scores(self) -> list[int]:
        """Points by seat: the standing now, final when the game is over."""
        return list(self.engine.state.scores())

    def winners(self) -> list[int]:
        """The seats that win or, before the end, lead."""
        return list(self.engine.state.winners())

    def legal(self, seat: int | None = None) -> list[str]:
        """What a seat may play now, as texts. Without a seat: the one that acts.

        Where people write words (Color Words) no list can hold them all: there `play` decides, and this lists the rest.
        """
        acting = self.engine.acting()
        if seat is not None:
            self.viewer(seat)  # there is one
        if not acting or self.whose(seat) not in acting:
            return []
        return [self.engine.game.text(action) for action in self.engine.state.legal(self.whose(seat))]

    def play(self, action: str | SupportsIndex, seat: int | None = None) -> None:
        """Play an action, a text or the engine's number of it, and let chance answer.

        Without a seat it is played for the one that acts. Raises `Refused` if the rules do not allow it and
        `Unreadable` if it is no action of this game; nothing has changed then.
        """
        seat = self.whose(seat)
        self.engine.play(seat, self.engine.read(action) if isinstance(action, str) else self.number(action))

    def ask(self, bot: Player, seat: int | None = None) -> str:
        """Let a bot play for a seat, and answer what it played. It is shown what that seat has seen, and no more.

        A bot is one that `polychrome.bot` makes, its name, or a class or a function of your own. Raises `Refused` or
        `Unreadable` if what it answers cannot be played; nothing has changed then.
        """
        from polychrome.api.bots import at_hand  # who plays by hand need not wait for all bots to be imported

        seat = self.whose(seat)
        self.viewer(seat)
        action = self.number(at_hand(bot)(self.engine.state.view(seat, recall=True), seat))
        self.engine.play(seat, action)
        return self.engine.game.text(action)

    def number(self, action: object) -> int:
        """The engine's number of an action, if it is one of this game at all; else `Unreadable`."""
        game = self.engine.game
        with suppress(Exception):  # rules may trust their numbers: what they make of nonsense is no answer
            number = index(action)  # type: ignore[arg-type]  # if it is none, that is the answer
            if game.parse(game.text(number)) == number:
                return number
        return game.parse(f"{action!r}")  # which says what would be one

    def view(self, seat: int | None = None, recall: bool = False) -> State:
        """The position as a seat may know it (without one: as an onlooker may), for `Bot.choose`.

        It shows what lies open now; with `recall` also what this seat has seen before and is covered again.
        """
        return self.engine.state.view(self.viewer(seat), recall)

    def scene(self, seat: int | None = None) -> Scene:
        """How the table looks to a seat (without one: to an onlooker), as plain data that every renderer draws."""
        viewer = self.viewer(seat)
        return draw(
            self.engine.game, view_to_draw(self.engine.state, viewer), viewer, self.engine.told(viewer, self.last())
        )

    def text(self, seat: int | None = None, language: str = "en") -> str:
        """The table in sentences, as a screen reader says it."""
        from polychrome.scenes import text

        return text.render(self.scene(seat), Words(language), ())

    def svg(self, seat: int | None = None, language: str = "en", theme: str = "light") -> str:
        """A picture of the table, as SVG; the theme is `light` or `dark`."""
        from polychrome.scenes import picture

        return picture.svg(self.scene(seat), Words(language), (), theme)

    def save(self, file: str | Path) -> None:
        """Keep the game in a file, with the luck that is to come; `polychrome.load` goes on from there."""
        Path(file).write_text(write(record(self.engine, luck=True)), encoding="utf-8")

    def __str__(self) -> str:
        """The table as an onlooker sees it, drawn with letters."""
        from io import StringIO

        from rich.console import Console

        from polychrome.scenes import terminal

        paper = StringIO()
        console = Console(file=paper, width=terminal.WIDTH, color_system=None, force_terminal=False, highlight=False)
        console.print(terminal.render(self.scene(), Words(), ()))
        return "\n".join(line.rstrip() for line in paper.getvalue().rstrip().split("\n"))

    def __repr__(self) -> str:
        acting = self.engine.acting()
        now = f"seat {' and '.join(map(str, acting))} to act" if acting else f"over, won by {self.winners()}"
        if acting == [NATURE]:
            now = "chance to act"
        return f"<Table {self.game}: {self.seats} seats, {len(self.engine.log)} lines, {now}>"

    def _repr_svg_(self) -> str:
        """Notebooks show the table as a picture."""
        return self.svg()

    def whose(self, seat: int | None) -> int:
        """The seat that is meant: the one that acts, if none is named."""
        if seat is not None:
            return seat
        acting = self.engine.acting()
        if len(acting) > 1:
            raise Refused(Message("refused.whose", {"seats": [str(seat) for seat in acting]}))
        if not acting:
            raise Refused(Message("refused.over", {}))
        return acting[0]

    def viewer(self, seat: int | None) -> int:
        """Who looks: a seat; without one, somebody who looks on."""
        if seat is None:
            return SPECTATOR
        if seat not in range(self.seats):
            raise ValueError(f"There is no seat {seat}; the seats are 0 to {self.seats - 1}.")
        return seat

    def last(self) -> int:
        """Where in the log the last player's action stands: it and what chance answered are news."""
        lines = self.engine.log
        return next((at for at in range(len(lines) - 1, -1, -1) if lines[at].seat != NATURE), 0)


def new(game: str, seats: int | None = None, seed: int | None = None, **options: Value) -> Table:
    """A new game, with as few seats as it can have unless you say more, and with luck of its own unless you seed it.

    >>> new("coloretto", seats=4, seed=42, score_side="grey")
    <Table coloretto: 4 seats, 5 lines, seat 1 to act>

    Raises `Unplayable`, with a sentence, if the game cannot be played like that.
    """
    hand_over()
    rules = find(game)
    dice = Dice(secrets.randbelow(10**15) if seed is None else seed)
    return Table(engine.Table(rules, rules.fewest if seats is None else places(rules, seats), options, dice))


def places(rules: Game, seats: int) -> int:
    """How many seats, if that is a number at all; whether the game is for so many, the game says."""
    if isinstance(seats, int):
        return seats
    args: dict[str, Argument] = {"game": rules.name, "fewest": rules.fewest, "most": rules.most, "seats": str(seats)}
    raise Unplayable(Message("setup.seats", args))


def load(file: str | Path) -> Table:
    """The game in a file that `Table.save`, `polychrome play` or the page has written, where it ended.

    Raises `Broken`, with a sentence, if it is no record or a damaged one.
    """
    hand_over()
    return Table(resume(read(Path(file).read_text(encoding="utf-8", errors="replace"), find)))
