"""What people, bots and clocks want to do in the game: checked here, and answered with the entries that it comes to."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import mypyc_attr

from polychrome.bots.own import ENLISTED
from polychrome.engine.core import Explained, Message, Refused, State
from polychrome.engine.dice import Dice
from polychrome.room import wire
from polychrome.room.clocks import Clocks
from polychrome.room.entries import Seated, Undone
from polychrome.room.fold import Fold
from polychrome.room.people import PERSON, denied
from polychrome.room.play import Course, Stale
from polychrome.room.watcher import Watcher
from polychrome.room.wire import encode
from polychrome.scenes import weigher
from polychrome.scenes.scene import Weighing
from polychrome.scenes.why_not import chapter, why_not

BREATH: Final = 1000  # ms between two rounds, however quick the pace


class Turn(NamedTuple):
    """A bot is asked for its move."""

    seat: int
    question: int
    bot: str
    pause: float  # seconds
    undone: int = 0  # takings-back before it: after one more, what it was thought about may be another position
    told: str | None = None  # what a guide tells it to play: there is nothing to think about


@mypyc_attr(allow_interpreted_subclasses=True)  # tests plant leaks in them
class Moves:
    def __init__(self, fold: Fold, clocks: Clocks) -> None:
        self.fold = fold
        self.clocks = clocks
        self.frames = clocks.frames

    def played(self, seat: int, action: int, move: str | None = None) -> Course:
        """A checked action, and what chance answers to it."""
        play = self.fold.playing()
        since = None
        if play.story is not None and not play.to_be_looked_at():  # who answers a puzzle has looked enough
            same = self.clocks.looking() or (seat == play.mover and self.frames.unfinished())
            since = play.story.begin if same else None  # another's turn begins a new story
        return play.course(seat, action, move, since)

    # People.

    def move(self, watcher: Watcher, message: wire.Move) -> Course | None:
        """None if it was played before, and only its acknowledgement was lost."""
        seat = message.seat
        self.fold.seating.own(watcher.guest, seat)
        play = self.fold.play
        if play is not None and play.knows(seat, message.id):
            return None
        play = self.fold.playing()
        play.answers(seat, message.question)
        action = play.table.read(readable(message.action))
        play.table.check(seat, action)
        told = play.guided_to()
        if told is not None and told != (seat, action):
            raise Refused(Message("guide.first" if told[0] == seat else "guide.wait", {"seat": told[0]}))
        if self.clocks.memorising():  # who shows the discs does not decide when all have seen them
            raise denied("looking")
        return self.played(seat, action, message.id)

    def undo(self, watcher: Watcher, message: wire.Undo) -> Course | None:
        seat = message.seat
        self.fold.seating.own(watcher.guest, seat)
        play = self.fold.playing()
        if play.knows(seat, message.id):
            return None
        if message.length != len(play.table.log):
            raise Stale(Message("room.stale", {}))
        if play.undoable() != seat:
            raise denied("undo")
        return Course([Undone(seat, message.id)], False)

    def answer(self, watcher: Watcher, message: wire.Weigh | wire.Why) -> None:
        """What somebody wants to know; it changes nothing."""
        if isinstance(message, wire.Weigh):
            self.weigh(watcher, message)
        else:
            self.explain(watcher, message)

    def weigh(self, watcher: Watcher, message: wire.Weigh) -> None:
        """Say to a writer alone what a word would bring; whatever stands against it is part of the answer."""
        try:
            self.fold.seating.own(watcher.guest, message.seat)
            weigh = weigher(self.fold.game.name)
            if weigh is None:
                raise denied("no_words")
            view = self.fold.playing().table.state.view(message.seat)
            found = weigh(view, message.seat, readable(message.action), message.ask)
        except Explained as no:
            found = Weighing(0, reason=no.reason)
        answer = wire.Weighed(message.id, found.points, list(found.parts), found.reason, found.verdict)
        watcher.post(encode(answer))

    def explain(self, watcher: Watcher, message: wire.Why) -> None:
        """Why something cannot be touched, for whoever looks at the table from this seat."""
        try:
            self.fold.seating.own(watcher.guest, message.seat)
            play = self.fold.playing()
            if watcher.viewer != message.seat:  # there is a curtain
                raise denied("secret")
            view = play.table.state.view(message.seat)
            scene = self.fold.catalogue.draw(self.fold.game, view, message.seat, ())
            reason = why_not(self.fold.game, view, message.seat, scene, message.path)
        except Explained as no:
            reason = no.reason
        watcher.post(encode(wire.Because(message.id, reason, chapter(self.fold.game, reason))))

    def hinting(self, watcher: Watcher, seat: int) -> int:
        """The number of the question that somebody wants a hint for; Denied if it is not theirs to answer now."""
        chair = self.fold.seating.own(watcher.guest, seat)
        asked = self.fold.playing().asked.get(seat)
        if self.fold.playing().puzzle is not None:
            raise denied("puzzle_hint")
        if self.fold.playing().guided_to() is not None:  # another move would be refused
            raise denied("guide_hint")
        if asked is None or chair.bot is not None or watcher.viewer != seat:  # or there is a curtain
            raise denied("hint_turn")
        if not self.fold.settings.hints and sum(chair.kind == PERSON for chair in self.fold.chairs) > 1:
            raise denied("hint_off")
        return asked.number

    def hint_view(self, seat: int) -> State:
        """What a bot may see that thinks for a person: what lies open now. It remembers only where that is agreed, and
        not what was seen from this seat before the person came."""
        recall = self.fold.settings.remember and not self.fold.chairs[seat].late
        return self.fold.playing().table.state.view(seat, recall=recall)

    # Bots.

    def bot_turn(self) -> Turn | None:
        """A bot that is asked. While people look at what lies open, bots wait; a call is answered without delay, unless
        what they are called for may still be taken back (A31)."""
        play = self.fold.play
        if play is None or self.clocks.memorising() or self.clocks.stuck():
            return None
        calling = self.clocks.calling()
        told = play.guided_to()
        for seat, question in play.asked.items():
            bot = self.fold.chairs[seat].bot
            if told is not None and told[0] != seat:
                continue
            if bot is not None and (calling or not self.clocks.looking()):
                at_once = calling and play.undoable() is None
                pause = 0 if at_once else self.pause() / 1000
                text = None if told is None else self.fold.game.text(told[1])
                return Turn(seat, question.number, bot, pause, play.undone, text)
        return None

    def bot_view(self, seat: int) -> State:
        """What a bot may see: all that its seat knew when it was asked. So it answers the same, however long it takes
        and whatever others answer meanwhile. Forgetting is its own business."""
        play = self.fold.playing()
        table, length = play.table, play.asked[seat].length
        then = table if length == len(table.log) else table.earlier(length)
        return then.state.view(seat, recall=True)

    def pause(self) -> int:
        """How long a bot seems to think, in ms: before a round longer, and more so where the pace is calm."""
        pause: int = self.fold.settings.pause
        opens = self.fold.playing().table.state.phase in self.fold.game.opening
        return BREATH + 4 * pause if opens and pause else pause

    def asks(self, turn: Turn) -> bool:
        """Is this still a bot's turn?"""
        play, chair = self.fold.play, self.fold.chairs[turn.seat]
        if play is None or play.undone != turn.undone or chair.bot is None:
            return False
        asked = play.asked.get(turn.seat)
        return asked is not None and asked.number == turn.question

    def bot_move(self, turn: Turn, text: str | None) -> tuple[Course, str]:
        """What a bot has chosen, and what was wrong with it: nothing, or nonsense, and the lot decides."""
        trouble = "it chose nothing"
        if text is not None:
            try:
                action = self.fold.game.parse(text)
                self.fold.playing().table.check(turn.seat, action)
                return self.played(turn.seat, action), ""
            except Explained as no:
                trouble = f"it wanted to play {text!r}: {no}"
        lot = Dice(self.fold.seed("lot", turn.seat, turn.question))
        view = self.fold.playing().table.state.view(turn.seat)
        course = self.played(turn.seat, view.sample(turn.seat, lot))
        if turn.bot in ENLISTED:  # not one of ours: it may fail, or keep everybody waiting, at every move
            chair = self.fold.chairs[turn.seat]
            course.entries.insert(0, Seated(turn.seat, chair.played_by("random")))
        return course, trouble

    # Clocks.

    def silence(self) -> Course:
        """What the game says for a seat whose time is up."""
        seat = self.clocks.silent()
        idle = self.fold.playing().table.state.idle(seat)
        assert idle is not None
        return self.played(seat, idle)


def readable(text: str) -> str:
    if len(text) > wire.SHORT:
        raise denied("long", most=wire.SHORT)
    return text
