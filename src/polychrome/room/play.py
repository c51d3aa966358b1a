"""One game being played: what was done, and who is asked what. It knows no people."""

from __future__ import annotations

from polychrome.engine.core import NATURE, Explained, Game, Message, State
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.guides import Guide
from polychrome.puzzles import SOLVER, Puzzle
from polychrome.room.catalogue import Catalogue, needs_memory
from polychrome.room.entries import Chance, Covered, Entry, Moved
from polychrome.room.look import Story
from polychrome.room.questions import Asked, ask


class Stale(Explained):
    """An answer to a question that is no longer asked."""


class Course:
    """What happens when somebody acts."""

    def __init__(self, entries: list[Entry], over: bool) -> None:
        self.entries = entries
        self.over = over  # nobody is asked any more


class Play:
    def __init__(
        self,
        catalogue: Catalogue,
        game: Game,
        seats: int,
        options: dict[str, str | int],
        dice: Dice,
        at: int,
        guide: Guide | None = None,
        puzzle: Puzzle | None = None,
    ) -> None:
        self.catalogue = catalogue
        self.guide = guide  # None: nobody says what to do, or no longer
        self.puzzle = puzzle  # None: the game is played to its end
        self.game = game
        self.dice = dice
        self.table = Table(game, seats, options, None)  # chance comes as entries
        self.by_hand = bytearray()  # for each line of the log: did a person play it? (No bot, no clock, not nature.)
        self.opening = 0  # lines before the first player's action
        self.marks = bytearray()  # of the moves already played, one after the other
        self.written: dict[str, int] = {}  # the actions of the last course: what was just written need not be read
        self.mover = NATURE  # who acted last
        self.backs: list[int] = []  # how long the log was after each taking-back
        self.asked: Asked = {}
        self.agreed = False  # on what is asked now, where that must be talked over
        self.adjudicated = False
        self.story = Story() if needs_memory(game) else None
        self.timed = dict(game.timed)
        self.ask(at)

    # What has happened.

    def move(self, seat: int, action: str, move: str | None, since: int | None, at: int) -> None:
        if self.story is not None:
            self.story.go_on(len(self.table.log), since, at)
        self.note(seat, move)
        self.put(seat, self.read(action), move is not None, at)

    def chance(self, outcome: str, at: int) -> None:
        self.put(NATURE, self.read(outcome), False, at)

    def read(self, text: str) -> int:
        known = self.written.get(text)
        return self.game.parse(text) if known is None else known

    def put(self, seat: int, action: int, by_hand: bool, at: int) -> None:
        if seat != NATURE:
            self.mover = seat
        if self.guide is not None and self.guide.next(len(self.table.log)) not in (None, (seat, action)):
            self.guide = None  # something else has happened than it says: it cannot lead any further
        if self.puzzle is not None and self.puzzle.next(len(self.table.log)) not in (None, (seat, action)):
            self.puzzle = None  # it was another one when this table was opened
        self.table.put(seat, action)
        self.by_hand.append(by_hand)
        if self.mover == NATURE or self.to_be_looked_at():
            self.opening = len(self.table.log)
        self.ask(at)

    def to_be_looked_at(self) -> bool:
        """Is what has happened so far shown to whoever comes, because a puzzle asks what they remember of it?"""
        puzzle = self.puzzle
        return puzzle is not None and puzzle.look and len(self.table.log) <= len(puzzle.lines)

    def ask(self, at: int) -> None:
        if NATURE in self.table.acting():
            return
        before = self.asked
        length = len(self.table.log)
        over = self.adjudicated or self.decided()
        self.asked = {} if over else ask(self.table.state, length, self.count, before, self.mover, at)
        if not any(before.get(seat) == question for seat, question in self.asked.items()):
            self.agreed = False  # something new is asked

    def take_back(self, seat: int, move: str, at: int) -> None:
        self.note(seat, move)
        lines, by_hand, before = self.table.log[:-1], self.by_hand[:-1], self.asked
        self.table.rewind(0)
        self.by_hand = bytearray()
        self.mover, self.opening, self.asked = NATURE, 0, {}
        self.ask(at)
        for line, hand in zip(lines, by_hand, strict=True):
            self.put(line.seat, line.action, bool(hand), at)
        self.backs.append(len(lines))
        for seat, question in list(self.asked.items()):
            old = before.get(seat)
            if old is not None and old.length == question.length:
                self.asked[seat] = old  # who was asked all the time has no more time than before
            else:
                self.asked[seat] = question._replace(number=self.count)
        if self.story is not None:
            self.story.shorten(len(lines))

    @property
    def undone(self) -> int:
        """How many times something was taken back."""
        return len(self.backs)

    @property
    def count(self) -> int:
        """How much has ever happened here: every line counts, and every taking-back."""
        return len(self.table.log) + 2 * len(self.backs)

    def true_of(self, length: int, undone: int) -> int:
        """How many of the lines still stand that somebody knew who saw a log so long after so many takings-back."""
        return min([length, len(self.table.log), *self.backs[undone:]])

    def agree(self, at: int) -> None:
        self.agreed = True
        self.asked = {seat: question._replace(at=at) for seat, question in self.asked.items()}

    def decided(self) -> bool:
        """Has the puzzle been answered, be it well or not?"""
        return self.puzzle is not None and self.puzzle.decided(self.puzzle.own(self.table.log), self.table.state)

    def adjudicate(self) -> None:
        self.adjudicated, self.asked = True, {}

    # What would happen.

    def begin(self) -> Course:
        """What chance does first; with a guide or a puzzle, whatever leads to the position that it has prepared."""
        state = self.table.state.clone()
        entries: list[Entry] = []
        lines = self.prepared()
        since = 0 if self.puzzle is not None and self.puzzle.look else None  # one look at all of it
        for seat, action in lines:
            text = self.game.text(action)
            entries.append(Chance(text) if seat == NATURE else Moved(seat, text, since=since))
            state.apply(seat, action)
        if lines and self.story is not None and since is None:  # nobody has seen it
            entries.append(Covered(len(lines)))
        return self.followed(entries, state, len(lines), {}, self.guide)

    def prepared(self) -> tuple[tuple[int, int], ...]:
        """What leads to the position that a guide or a puzzle begins with."""
        if self.guide is not None:
            return self.guide.lines[: self.guide.opening]
        return () if self.puzzle is None else self.puzzle.lines

    def course(self, seat: int, action: int, move: str | None, since: int | None) -> Course:
        """A checked action, and what chance answers to it."""
        state = self.table.state.clone()
        state.apply(seat, action)
        text = self.game.text(action)
        line = len(self.table.log)
        guide = self.guide if self.guided_to() == (seat, action) else None
        course = self.followed([Moved(seat, text, move, since)], state, line + 1, {text: action}, guide)
        puzzle = self.puzzle
        if puzzle is not None and seat == SOLVER and puzzle.decided([*puzzle.own(self.table.log), action], state):
            course.over = True
        return course

    def guided_to(self) -> tuple[int, int] | None:
        """The seat and the action that come next, where a guide says so."""
        return None if self.guide is None else self.guide.next(len(self.table.log))

    def followed(
        self, entries: list[Entry], state: State, line: int, written: dict[str, int], guide: Guide | None
    ) -> Course:
        self.written = written
        acting = state.acting()
        while NATURE in acting:
            told = None if guide is None else guide.next(line)
            outcome = None if self.puzzle is None else self.puzzle.chance(state, line)
            if told is not None:
                outcome = told[1]
            elif outcome is None:
                outcome = self.catalogue.chance(state, line, self.dice)
            state.apply(NATURE, outcome)
            text = self.game.text(outcome)
            written[text] = outcome
            entries.append(Chance(text))
            line += 1
            acting = state.acting()
        return Course(entries, not acting)

    # Questions and answers.

    def over(self) -> bool:
        return not self.asked

    def note(self, seat: int, move: str | None) -> None:
        if move is not None:
            self.marks += mark(seat, move)

    def knows(self, seat: int, move: str) -> bool:
        """Was this move played before?"""
        return mark(seat, move) in self.marks

    def answers(self, seat: int, question: int) -> None:
        """Raise Stale unless this is the question that the seat is asked."""
        asked = self.asked.get(seat)
        if asked is not None and asked.number == question:
            return
        if asked is not None:
            raise Stale(Message("room.stale", {}))
        acting = self.table.acting()
        if not acting:
            raise Stale(Message("refused.over", {}))
        raise Stale(Message("room.answered" if self.answered(seat) else "refused.turn", {"seats": acting}))

    def answered(self, seat: int) -> bool:
        """Has this seat acted since those were asked who are still being asked?"""
        log = self.table.log
        last = max((at for at, line in enumerate(log) if line.seat == seat), default=-1)
        return any(question.length <= last for question in self.asked.values())

    def undoable(self) -> int | None:
        """The seat that may take back what it has done: a person's own action is the last line, neither nature nor the
        room has acted since, and it showed nobody anything hidden (A31)."""
        if not (self.asked or self.catalogue.open_end) or not self.by_hand or not self.by_hand[-1]:
            return None
        seat = self.table.log[-1].seat
        return seat if self.table.undoable(seat) else None


def mark(seat: int, move: str) -> bytes:
    """Stands for a move's id in this process: small, and found among thousands only by a chance of one in 2**50."""
    return hash((seat, move)).to_bytes(8, "little", signed=True)
