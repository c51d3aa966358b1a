"""What is told to whom: frames of the game, and everything about the table that is not the game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from polychrome.engine.core import SPECTATOR, Message
from polychrome.guides import LEARNER
from polychrome.room import wire
from polychrome.room.answers import best_answer
from polychrome.room.clocks import Clocks, in_talk
from polychrome.room.fold import LOBBY, OVER, Fold
from polychrome.room.frames import Frames
from polychrome.room.nicknames import nickname_message
from polychrome.room.people import BOT, OPEN, PERSON
from polychrome.room.presence import Presence
from polychrome.room.watcher import Watcher
from polychrome.room.wire import SeatInfo, encode

CODE_LIFE: Final = 1800  # seconds in which a table can be entered by its short code

Drawn = dict[tuple[int, int, int], bytes]


@mypyc_attr(allow_interpreted_subclasses=True)  # tests plant leaks in them
class Telling:
    def __init__(self, fold: Fold, presence: Presence, frames: Frames, clocks: Clocks, base: str) -> None:
        self.fold = fold
        self.presence = presence
        self.frames = frames
        self.clocks = clocks
        self.base = base  # of invitations
        self.now = 0  # milliseconds of the table
        self.age = 0.0  # seconds since it was opened

    # The game.

    def tell(self) -> None:
        """Show everybody the table as each may see it; who sees the same gets the same text."""
        drawn: Drawn = {}
        for watcher in self.presence.watchers:
            self.show(watcher, drawn)
        self.frames.forget()

    def show(self, watcher: Watcher, drawn: Drawn) -> None:
        viewer = self.viewer_of(watcher)
        if viewer is not None:
            self.show_as(watcher, viewer, drawn)

    def show_as(self, watcher: Watcher, viewer: int, drawn: Drawn) -> None:
        play = self.fold.playing()
        length = len(play.table.log)
        apart = self.fold.private or watcher.shared
        memory = viewer if apart else SPECTATOR  # several seats of one browser share what all are told
        since = watcher.shown.get(memory, -1)
        if since < 0:
            since = self.unheard(watcher, viewer, memory)
        if watcher.first < 0:
            watcher.first = since
        watcher.viewer = viewer
        watcher.shown[memory] = length
        if viewer != SPECTATOR:
            self.presence.shown[watcher.guest, memory] = length
        shown_from = since if play.story is None else self.clocks.line(watcher)
        text = drawn.get((viewer, since, shown_from))
        if text is None:
            text = drawn[viewer, since, shown_from] = self.frame(viewer, since, shown_from)
        watcher.post(text)

    def unheard(self, watcher: Watcher, viewer: int, memory: int) -> int:
        """The line from which on a page that comes is told what happened. One that comes back says what has reached it,
        for frames die with their connection, and other pages of the same browser have connections of their own; it is
        told no more than what was told, or would have been, to these people on this seat."""
        play, presence = self.fold.playing(), self.presence
        length, who = len(play.table.log), (watcher.guest, memory)
        own = [seen for other, seen in (watcher.seen or {}).items() if other == viewer or not self.fold.private]
        onlooker = viewer == SPECTATOR
        if watcher.seen is None or (onlooker and not own):
            fresh = length == play.opening and (play.story is None or not play.story.begin)  # and nothing was covered
            since = presence.shown.get(who, 0 if fresh else length)
            if not onlooker:
                presence.begun[who] = since
            return since
        if onlooker and play.story is not None:  # nor a way to look up what others must remember
            return length
        known = max((play.true_of(*seen) for seen in own), default=presence.begun.get(who, 0))
        return max(known, 0 if onlooker else self.fold.sat[viewer])

    def frame(self, viewer: int, since: int, shown_from: int) -> bytes:
        """All that ever leaves about a game: what this viewer was told, and the scene of its view."""
        play, clocks = self.fold.playing(), self.clocks
        asked = play.asked.get(viewer)
        look = wait = None
        talk = ""
        memorising = clocks.memorising()
        if play.story is not None and (parts := self.frames.open_parts(viewer, shown_from)):
            covered = clocks.look_ends(parts[-1])
            look = covered and max(1, covered - self.now)
        if memorising:
            look, asked = self.left() or 0, None
        elif play.asked and (self.fold.settings.clock or clocks.calling()):
            talk = in_talk(clocks, viewer)
            wait = None if talk else self.left()
        return encode(
            wire.Frame(
                viewer=None if viewer == SPECTATOR else viewer,
                length=len(play.table.log),
                question=None if asked is None else asked.number,
                told=self.frames.told_texts(viewer, since),
                scene=self.frames.scene(viewer, since, shown_from, memorising),
                undo=self.fold.undoable(),
                undone=play.undone,
                look=look,
                wait=wait,
                talk=talk,
                lesson=self.lesson(viewer),
                task=self.task(),
            )
        )

    def task(self) -> wire.Task | None:
        """The puzzle that is to be solved here, and what was reached."""
        play = self.fold.playing()
        puzzle = play.puzzle
        if puzzle is None:
            return None
        task = wire.Task(self.fold.day, puzzle.goal, puzzle.par, puzzle.grade)
        if play.decided():
            task.reached = puzzle.reached(play.game, play.table.log, play.table.state)
            task.best = best_answer(play.catalogue, play.game, puzzle)
        return task

    def lesson(self, viewer: int) -> wire.Lesson | None:
        """What a guide says, to the learner alone."""
        play = self.fold.playing()
        guide = play.guide
        found = None if guide is None or viewer != LEARNER else guide.lesson(play.table.log)
        if guide is None or found is None:
            return None
        action = "" if found.action is None else self.fold.game.text(found.action)
        return wire.Lesson(found.step, len(guide.steps), found.said, action)

    def left(self) -> int | None:
        """Milliseconds until the room answers; None if it waits for ever."""
        deadline = self.clocks.deadline()
        return None if deadline is None else max(0, deadline - self.now)

    def viewer_of(self, watcher: Watcher) -> int | None:
        """Through which seat a watcher looks now; None while a curtain is down."""
        if watcher.shared:
            return None
        own = self.fold.seating.seats_of(watcher.guest)
        if not own:
            return SPECTATOR
        if len(own) == 1:
            return own[0]
        asked = [seat for seat in own if seat in self.fold.asked]
        if not self.fold.private:
            return (asked or own)[0]
        looking = watcher.looking
        if looking in own and (looking in asked or not asked):
            watcher.curtain = None
            return looking
        wanted = (asked or own)[0]
        if watcher.curtain != wanted:
            watcher.curtain = wanted
            watcher.looking = None
            watcher.post(encode(wire.Curtain(seat=wanted)))
        return None

    def tell_lookers(self) -> None:
        """Who has not yet seen enough."""
        seats_of = self.fold.seating.seats_of
        self.presence.post(encode(wire.Looking(sorted(s for guest in self.clocks.lookers() for s in seats_of(guest)))))

    def notify(self, message: Message) -> None:
        """Say something to all."""
        self.presence.post(encode(wire.Sorry(message)))

    # The table.

    def tell_room(self) -> None:
        texts: dict[str, bytes] = {}
        for watcher in self.presence.watchers:
            if watcher.guest not in texts:
                texts[watcher.guest] = self.room_for(watcher.guest)
            watcher.post(texts[watcher.guest])

    def room_for(self, guest: str) -> bytes:
        """Everything about the room that is not the game."""
        fold, seating = self.fold, self.fold.seating
        own = seating.seats_of(guest)
        hosting = seating.seats_of(seating.host) if seating.host is not None else []
        return encode(
            wire.Room(
                table=fold.id,
                game=fold.game.name,
                options=fold.options,
                phase=fold.phase,
                host=hosting[0] if hosting else None,
                you=own,
                seats=self.seat_infos(),
                code=seating.code if own and self.age < CODE_LIFE else None,
                invite=self.link() if own else None,
                commitment=fold.commitment() if fold.phase != LOBBY and not fold.guided else None,
                settings=seating.settings,
                moved=seating.rematch,
                adjudicated=fold.play is not None and fold.play.adjudicated,
                newcomer=self.newcomer(),
            )
        )

    def link(self) -> str:
        return f"{self.base}/t/{self.fold.id}#{self.fold.seating.secret}"

    def seat_infos(self) -> list[SeatInfo]:
        fold, presence = self.fold, self.presence
        winners = fold.finished().state.winners() if fold.phase == OVER and not fold.day else []
        infos = []
        for seat, chair in enumerate(fold.chairs):
            here = chair.kind == BOT or (chair.kind == PERSON and not chair.left and presence.here(chair.guest))
            infos.append(
                SeatInfo(
                    kind=chair.kind,
                    name=chair.name,
                    nickname=None if chair.kind == OPEN else nickname_message(seat, chair.way),
                    bot=chair.bot,
                    here=here,
                    away=chair.kind == PERSON and not here and (chair.left or chair.guest in presence.away),
                    winner=seat in winners,
                    program=chair.program,
                    ready=here and chair.guest in presence.ready and fold.play is None,
                )
            )
        return infos

    def newcomer(self) -> wire.Newcomer | None:
        """Who wants to sit down in the middle of a game with secrets, and who has not yet agreed. If the last of these
        has gone, all others are asked once more: else somebody would wait for ever."""
        wish, chairs = self.presence.wish, self.fold.chairs
        if wish is None or not self.fold.seating.awaits(wish):
            return None
        people = set(self.fold.seating.people())
        waiting = people - wish.agreed or people
        seats = [seat for seat, chair in enumerate(chairs) if chair.guest in waiting and not chair.left]
        return wire.Newcomer(wish.seat, seats, wish.program)
