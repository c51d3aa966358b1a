"""A table in memory: one step at a time is taken, kept and told; its bots think, and its clocks ring.

It is there while somebody looks at it. Whatever nobody looks at stands still: the page that would show it is closed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from polychrome.engine.core import Explained, Message
from polychrome.room import wire
from polychrome.room.moves import Turn
from polychrome.room.people import denied
from polychrome.room.room import Room
from polychrome.room.steps import Step
from polychrome.room.thought import ADVISER, Problem, Solution, hinted
from polychrome.room.watcher import Watcher

if TYPE_CHECKING:
    from polychrome.offline.device import Device

RETRY: Final = 1.0  # seconds before a bot or a clock tries again what could not be kept
HINT_PAUSE: Final = 1.0  # seconds after a hint until the next
RESTART: Final = 1012  # come again

Request = Callable[[Room], Step | None]
Then = Callable[[Explained | None], None]


class Unkept(Explained):
    """The page could not write this down. Nothing has happened."""


class OutOfDate(Unkept):
    """The page knows of other entries than we do: what it has counts."""


class DeviceRoom:
    def __init__(self, device: Device, room: Room) -> None:
        self.device = device
        self.room = room
        self.row: deque[tuple[Request, Then]] = deque()  # who waits for the table's turn
        self.busy = False  # a step is being kept
        self.dead = False
        self.turn: Turn | None = None  # of the bot that thinks, or has thought
        self.chosen: list[str | None] = []  # what it will play: one action, or none if it came to nothing
        self.moves_at = 0.0  # and when: its pause is for people, who want to see what happens
        self.rests_until = 0.0  # after something could not be kept
        self.hinting = False
        self.hints_at = 0.0

    # One step at a time.

    def soon(self, request: Request, then: Then) -> None:
        """Take a step when it is its turn; then say what came of it."""
        self.row.append((request, then))
        self.go_on()

    def go_on(self) -> None:
        while self.row and not self.busy:
            self.take(*self.row.popleft())
        if not self.busy and not self.dead:
            if self.room.presence.watchers:
                self.wake()
            else:
                self.put_away()

    def take(self, request: Request, then: Then) -> None:
        if self.dead:
            then(Unkept(Message("server.moment", {})))
            return
        try:
            step = request(self.room)
        except Explained as no:
            then(no)
            return
        except Exception as mistake:
            self.fail(mistake, then)
            return
        if step is None:
            then(None)
            return
        self.busy = True
        self.device.keep(self.room, step, lambda problem: self.settled(step, problem, then))

    def settled(self, step: Step, problem: Unkept | None, then: Then) -> None:
        """It is kept: it counts and is told. Or it has not happened."""
        self.busy = False
        try:
            if problem is None:
                self.room.kept(step)
            elif isinstance(problem, OutOfDate):
                self.evict()
            else:
                self.rests_until = self.device.now + RETRY
                self.room.unkept(step, problem.reason)
        except Exception as mistake:
            self.fail(mistake, then)
        else:
            then(problem)
        self.go_on()

    def fail(self, mistake: Exception, then: Then) -> None:
        """A mistake of ours in the middle of a step: what is kept counts, and the pages come back to it."""
        self.device.trouble(mistake)
        self.evict()
        then(Unkept(Message("server.trouble", {})))

    # Coming and going.

    def arrive(self, watcher: Watcher) -> None:
        def come(room: Room) -> Step | None:
            return room.arrive(watcher, self.device.now)

        def then(problem: Explained | None) -> None:
            if self.dead:
                watcher.close(RESTART)

        self.soon(come, then)

    def depart(self, watcher: Watcher) -> None:
        def go(room: Room) -> None:
            room.depart(watcher, self.device.now)

        self.soon(go, lambda problem: None)

    def put_away(self) -> None:
        """Out of memory; the page brings it back when somebody asks."""
        self.dead = True
        self.device.forget(self)

    def evict(self) -> None:
        self.put_away()
        for watcher in list(self.room.presence.watchers):
            watcher.close(RESTART)

    def hear(self, watcher: Watcher, message: wire.ToServer) -> None:
        if isinstance(message, wire.Ping):  # it need not wait for the table's turn
            self.room.hear(watcher, message, self.device.now)
        elif isinstance(message, wire.Hint):
            self.hint(watcher, message.seat)
        else:
            self.soon(lambda room: room.hear(watcher, message, self.device.now), lambda problem: None)

    # Bots.

    def wake(self) -> None:
        """Let a bot think, if it is its turn and none does already."""
        if self.turn is not None or self.device.now < self.rests_until:
            return
        room, turn = self.room, self.room.bot_turn()
        if turn is None:
            return
        self.turn, self.moves_at = turn, self.device.now + turn.pause
        if turn.told is not None:
            self.chosen = [turn.told]
            self.bot_plays()
            return
        view = room.moves.bot_view(turn.seat)
        seed = room.seed("bot", turn.seat, turn.question)
        self.device.think(Problem(room.game.name, view.dump(), turn.seat, turn.bot, seed), self.thought)

    def thought(self, solution: Solution | None) -> None:
        if solution is not None and solution.trouble is not None:
            self.device.say_trouble(f"A bot failed: {solution.trouble}")
        self.chosen = [None if solution is None else solution.action]
        self.bot_plays()

    def bot_plays(self) -> None:
        """When it has thought, and has seemed to think for long enough."""
        turn = self.turn
        if turn is None or not self.chosen or self.device.now < self.moves_at:
            return
        text = self.chosen.pop()

        def then(problem: Explained | None) -> None:
            self.turn = None

        self.soon(lambda room: room.bot_move(turn, text, self.device.now), then)

    # Hints.

    def hint(self, watcher: Watcher, seat: int) -> None:
        """A bot thinks for a person, who goes on meanwhile; one thought at a time."""
        try:
            question = self.room.moves.hinting(watcher, seat)
            if self.hinting or self.device.now < self.hints_at:
                raise denied("hint_wait")
            view = self.room.moves.hint_view(seat)
        except Explained as no:
            watcher.post(wire.encode(wire.Sorry(no.reason)))
            return
        self.hinting = True
        seed = self.room.seed("hint", seat, question)

        def then(solution: Solution | None) -> None:
            self.hinting, self.hints_at = False, self.device.now + HINT_PAUSE
            hinted(self.room, watcher, seat, question, solution)

        self.device.think(Problem(self.room.game.name, view.dump(), seat, ADVISER, seed, why=True), then)

    # Time.

    def due(self) -> float | None:
        """When time has something to do here: a clock rings, or a bot has waited for long enough."""
        if self.busy:
            return None
        times = [self.moves_at] if self.turn is not None and self.chosen else []
        due = self.room.due()
        if due is not None:
            times.append(due)
        if self.turn is None and self.room.bot_turn() is not None:
            times.append(self.rests_until)  # not only when a clock rings
        return max(self.rests_until, min(times)) if times else None

    def tick(self) -> None:
        if self.busy or self.device.now < self.rests_until:
            return
        due = self.room.due()
        if due is not None and due <= self.device.now:
            self.soon(lambda room: room.tick(self.device.now), lambda problem: None)
        self.bot_plays()
        self.go_on()
