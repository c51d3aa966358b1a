"""What time does at a table, and whom all wait for. Times are milliseconds of the table."""

from __future__ import annotations

from typing import Final

from polychrome.engine.core import SPECTATOR
from polychrome.room.fold import Fold
from polychrome.room.frames import Frames
from polychrome.room.presence import Presence
from polychrome.room.watcher import Watcher
from polychrome.room.wire import LONGEST_LOOK

# Clocks that games name in `timed`; each is a setting of the room. Elsewhere `clock` counts.
MEMORISE: Final = "memorise"  # all look, and the room itself plays on when they are ready
CLOCK: Final = "clock"
WRITE: Final = "write"
TALK: Final = 120_000  # ms after which the clock runs even if somebody never said that they agree


class Clocks:
    def __init__(self, fold: Fold, presence: Presence, frames: Frames) -> None:
        self.fold = fold
        self.presence = presence
        self.frames = frames

    def clock(self) -> str:
        """The name of the clock that runs now."""
        play = self.fold.playing()
        return play.timed.get(play.table.state.phase, CLOCK) if play.timed else CLOCK

    def hurries(self) -> bool:
        """Does the room, when time is up, do something for a seat that the seat itself would have done otherwise? Who
        lets a pawn pass, or has seen a line, need not say so."""
        return self.clock() in (CLOCK, WRITE)

    def calling(self) -> bool:
        """Does a clock of the game's own run: for a call, a word, a line to be remembered?"""
        play = self.fold.play
        return play is not None and bool(play.timed) and self.clock() != CLOCK

    def memorising(self) -> bool:
        play = self.fold.play
        return play is not None and bool(play.timed) and bool(play.asked) and self.clock() == MEMORISE

    # Whom all wait for.

    def talkers(self) -> set[str]:
        """Guests who have not yet said that they agree, where something is talked over before the clock runs."""
        play = self.fold.play
        if play is None or play.agreed or not play.asked or not play.table.state.talks():
            return set()
        playing = [seat for seat, chair in enumerate(self.fold.chairs) if chair.plays()]
        if len(playing) < 2:  # with whom?
            return set()
        return self.waited_for([seat for seat in playing if seat in play.asked])

    def waited_for(self, seats: list[int]) -> set[str]:
        guests = {self.fold.chairs[seat].guest for seat in seats}
        return {guest for guest in guests if guest is not None} - self.presence.away - self.presence.ready

    def lookers(self) -> set[str]:
        """Guests that all wait for: who talk something over, who learn a line by heart, or who look at faces that the
        rules have covered, and have not said that it is enough."""
        talkers = self.talkers()
        if talkers:
            return talkers
        if self.memorising():
            return self.waited_for([seat for seat, chair in enumerate(self.fold.chairs) if chair.plays()])
        seated = {watcher.guest for watcher in self.presence.watchers if self.sees(watcher)}
        return {guest for guest in seated if self.fold.seating.seats_of(guest)} - self.presence.ready

    # A look at what will be gone.

    def line(self, watcher: Watcher) -> int:
        """From where on a watcher is shown what happened: whoever came later is not shown what others saw before."""
        story = self.fold.playing().story
        assert story is not None
        return max(story.begin, watcher.first)

    def sees(self, watcher: Watcher) -> list[int]:
        """The parts of the story that this watcher still looks at."""
        play = self.fold.play
        if play is None or play.story is None or watcher.viewer is None or not play.story.parts:
            return []
        return self.frames.open_parts(watcher.viewer, self.line(watcher))

    def looking(self) -> list[int]:
        """The parts of the story that somebody still looks at, in order."""
        play = self.fold.play
        if play is None or play.story is None or not play.story.parts:
            return []
        return sorted({part for watcher in self.presence.watchers for part in self.sees(watcher)})

    def look_ends(self, part: int) -> int:
        """When a part of the story is covered; 0: when all have looked."""
        story, seconds = self.fold.playing().story, self.fold.settings.look
        assert story is not None
        if seconds and self.presence.listening and self.presence.listening & self.lookers():
            seconds = LONGEST_LOOK  # whoever listens needs longer than whoever looks, but nobody can hold up the others
        return seconds and story.parts[part].at + seconds * 1000

    def covering(self) -> int | None:
        """When something is covered; None if nobody looks, or all look for as long as they like."""
        parts = self.looking()
        if not parts:
            return None
        if self.fold.settings.look:
            return self.look_ends(parts[0])
        return None if self.lookers() else 0

    # Answers for the silent.

    def deadline(self) -> int | None:
        """When the room will answer for a silent seat; None if it waits for ever."""
        play = self.fold.play
        if play is None or not play.asked:
            return None
        if self.memorising() and not self.lookers():
            return 0
        seconds: int = getattr(self.fold.settings, self.clock())
        if not seconds:
            return None
        extra = TALK if self.talkers() else 0
        times = [question.at for seat, question in play.asked.items() if self.answerable(seat)]
        return min(times) + seconds * 1000 + extra if times else None

    def answerable(self, seat: int) -> bool:
        """May the room answer for this seat? Bots answer for themselves, except where all look."""
        if self.fold.chairs[seat].bot is not None and not self.memorising():
            return False
        return self.fold.playing().table.state.idle(seat) is not None

    def silent(self) -> int:
        """The seat that the room answers for first."""
        asked = self.fold.asked
        return min((seat for seat in asked if self.answerable(seat)), key=lambda seat: asked[seat].at)

    def agreed(self) -> bool:
        """Was something to be talked over, and has nobody anything to say any more?"""
        play = self.fold.play
        if play is None or play.agreed or not play.asked or not play.table.state.talks():
            return False
        return bool(self.presence.ready or self.presence.away) and not self.talkers()

    def stuck(self) -> bool:
        """Do bots among themselves get nowhere (GEN-15)?"""
        play = self.fold.play
        return play is not None and bool(play.asked) and self.fold.among_bots() and play.table.stuck()

    def due(self) -> int | None:
        """When time has something to do here."""
        if self.stuck() or self.agreed():
            return 0
        covering, deadline = self.covering(), self.deadline()
        if covering is None or deadline is None:
            return deadline if covering is None else covering
        return min(covering, deadline)


def in_talk(clocks: Clocks, viewer: int) -> str:
    """`ask` a viewer who has not agreed yet, let the others `wait`; nothing where nobody talks."""
    talkers = clocks.talkers()
    if not talkers:
        return ""
    return "ask" if viewer != SPECTATOR and clocks.fold.chairs[viewer].guest in talkers else "wait"
