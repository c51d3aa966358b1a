"""The terminal's own room: people around one keyboard, whose steps count at once, and bots that think here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import count
from typing import Any, Final

from msgspec.json import decode
from msgspec.structs import replace

from polychrome.arena.match import derived, spelled
from polychrome.bots import Explanation, explain, hire
from polychrome.engine.core import NATURE, SPECTATOR, Game, Message, State
from polychrome.engine.dice import Dice, KeyedDice
from polychrome.engine.record import Record, luck_text, record
from polychrome.engine.table import Line, Table
from polychrome.room import wire
from polychrome.room.catalogue import Catalogue, hides
from polychrome.room.entries import Arranged, Began, Chance, Covered, Entry, Header, Hosted, Moved, Seated
from polychrome.room.moves import Turn
from polychrome.room.people import BOT, NO_TOKEN, PERSON, Chair
from polychrome.room.play import Stale
from polychrome.room.room import Room
from polychrome.room.steps import Step
from polychrome.room.watcher import Watcher
from polychrome.scenes import draw as draw_scene
from polychrome.scenes.drawn import built
from polychrome.scenes.glimpse import fleeting
from polychrome.scenes.scene import Scene

HERE: Final = "here"  # the guest who has all the seats of people
NOW: Final = 0.0  # no clock runs at a keyboard
UNHURRIED: Final = wire.RoomSettings(pause=0, clock=0, look=0, memorise=0, challenge=0, write=0)
UNASKED: Final = -1  # no question has this number
ADVISER: Final = "sharp"  # gives hints; where it may remember, it forgets as people do


class LocalRoom:
    """The table goes on where it was. `bots` says which seats play by themselves, and how."""

    def __init__(
        self,
        table: Table,
        bots: dict[int, str],
        hints: bool = False,
        remember: bool = False,
        draw: Callable[[Game, State, int, Sequence[Line]], Scene] = draw_scene,
        guided: bool = False,
        puzzle: str = "",  # of which day; the table is empty, and the puzzle is laid out on it
    ) -> None:
        dice = self.dice = table.dice if table.dice is not None else Dice(0)
        self.bots = bots
        self.people = [seat for seat in range(table.state.seats) if seat not in bots]
        catalogue = Catalogue((table.game,), draw, dice=lambda key: dice, open_end=not hides(table.game))
        options = table.game.named(table.state.options)
        header = Header(HERE, table.game.name, table.game.version, table.state.seats, options, key_of(dice), 0)
        settings = replace(UNHURRIED, hints=hints, remember=remember)
        began = Began(guided, puzzle)
        self.room = Room.load(
            catalogue, "", header, [(0, entry) for entry in seated(table, bots, settings, began)], NOW
        )
        if puzzle:
            self.keep(Step(0, self.room.playing().begin().entries))
        else:
            self.cover()
        self.texts: list[bytes] = []  # what the room says to the keyboard
        self.watcher = Watcher(HERE if self.people else NO_TOKEN, self.texts.append, lambda code: None)
        self.watcher.shared = True
        self.watcher.viewer = self.people[0] if self.people else SPECTATOR
        known = len(self.table.log) if guided or puzzle else None  # what was prepared is no news,
        if self.room.playing().to_be_looked_at():
            known = 0  # unless that is what the puzzle is about
        self.watcher.shown = {
            viewer: missed(table, viewer) if known is None else known for viewer in [*self.people, SPECTATOR]
        }
        self.keep(self.room.arrive(self.watcher, NOW))
        self.names = (f"m{number}" for number in count())  # of what people do

    @property
    def table(self) -> Table:
        return self.room.playing().table

    def record(self) -> Record:
        """What has been played, with the luck to come. What a guide had prepared was no luck."""
        return record(self.table)._replace(luck="" if self.room.guided else luck_text(self.dice))

    def keep(self, step: Step | None) -> bool:
        """A step counts at once. Was there one?"""
        if step is not None:
            self.room.kept(step)
        return step is not None

    def send(self, message: wire.ToServer) -> dict[str, Any]:
        """The answer to what the keyboard says, if it is not only that it counts."""
        self.texts.clear()
        self.keep(self.room.hear(self.watcher, message, NOW))
        found: list[dict[str, Any]] = [decode(text) for text in self.texts]
        return next((answer for answer in found if answer["t"] not in ("ack", "room")), {})

    # People.

    def look(self, viewer: int) -> wire.Frame:
        """The table as somebody sees it, with all that has happened since they last looked."""
        frame: wire.Frame = built(wire.Frame, self.send(wire.Curtain(viewer)))
        assert isinstance(frame.scene, Scene)
        scene = replace(frame.scene, viewer=viewer)  # onlookers of an open game are all drawn alike
        if self.room.playing().story is not None:  # two discs of one turn are named together, though told one by one
            scene = replace(scene, zones=self.room.frames.draw(viewer, self.room.clocks.line(self.watcher)).zones)
        frame.scene = scene
        return frame

    def look_together(self) -> wire.Frame:
        """As all may see it, with all that has happened since the last of them looked."""
        if len(self.people) == 1:  # nobody else is there to hear of "you"
            return self.look(self.people[0])
        viewer = self.watcher.viewer
        assert viewer is not None
        self.watcher.shown[SPECTATOR] = self.watcher.shown[viewer]
        return self.look(SPECTATOR)

    def secret(self, seat: int) -> bool:
        """Does this seat see what others must not?"""
        view = self.table.state.view
        return self.room.private and view(seat) != view(SPECTATOR)

    def move(self, seat: int, question: int | None, action: str) -> Message | None:
        """Play this action, or answer why that is impossible."""
        if question is None:  # whoever only looks has no seat to be asked at
            try:
                self.room.playing().answers(seat, UNASKED)
            except Stale as late:
                return late.reason
        return no(self.send(wire.Move(seat, next(self.names), question or 0, action)))

    def undo(self) -> Message:
        """Take back what a person has just done, whoever it was; or say why that cannot be."""
        seat = self.room.undoable()
        if seat is not None:
            refused = no(self.send(wire.Undo(seat, next(self.names), len(self.table.log))))
            return refused or Message("cli.undo.done", {})
        log = self.table.log
        if log and log[-1].seat in self.bots:
            return Message("cli.undo.others", {"seat": log[-1].seat})
        played = any(line.seat in self.people for line in log)
        return Message("cli.undo.revealed" if played else "cli.undo.nothing", {})

    def weigh(self, seat: int, action: str) -> wire.Weighed:
        """What a word would bring."""
        found: wire.Weighed = built(wire.Weighed, self.send(wire.Weigh(seat, next(self.names), action, True)))
        return found

    def revocable(self, seat: int, action: str, paused: bool) -> bool:
        """May this still be taken back once it is played? Bots leave time for that only if there is a pause."""
        after = self.table.state.clone()
        after.apply(seat, self.table.game.parse(action))
        acting = after.acting()
        return NATURE not in acting and (paused or not any(seat in self.bots for seat in acting))

    # What goes on without them.

    def go_on(self) -> bool:
        """What nobody has to wait for: bots that get nowhere, faces that only onlookers see. Was there anything?"""
        return self.keep(self.room.tick(NOW))

    def looking(self) -> bool:
        """Do people look at what will be gone, until they have seen enough?"""
        clocks = self.room.clocks
        return bool(self.people) and (clocks.memorising() or bool(clocks.looking()) or self.uncovered())

    def uncovered(self) -> bool:
        """Are faces of this turn covered by the rules? Between two moves of a bot nobody looks at the screen, so that
        what the first of them turned up counts, too."""
        viewer, frames = self.watcher.viewer, self.room.frames
        if self.room.playing().story is None or viewer is None:
            return False
        return fleeting(frames.draw(viewer, self.room.clocks.line(self.watcher)), frames.plain(viewer))

    def ready(self) -> None:
        """They have seen enough."""
        memorised = self.room.clocks.memorising()
        self.send(wire.Ready())
        if not memorised and self.uncovered():
            self.cover()

    def cover(self) -> None:
        """Whatever was turned up so far is not shown any more."""
        if self.room.playing().story is not None:
            self.keep(Step(0, [Covered(len(self.table.log))]))

    def think(self, turn: Turn) -> bool:
        """A bot moves, or stumbles and the lot decides: did it? Its luck depends on the line alone, so that a resumed
        game goes on as it would have."""
        action = turn.told if turn.told is not None else self.choice(turn)
        step = self.room.bot_move(turn, action, NOW)
        self.keep(step)
        return step is None or not step.trouble

    def choice(self, turn: Turn) -> str | None:
        """What a bot wants to play; None if it fails, for whatever it does must not end the game."""
        try:
            bot = hire(turn.bot, self.whim("bot", turn.seat))
            return spelled(self.table.game, bot.choose(self.table.state.view(turn.seat, recall=True), turn.seat))
        except Exception:
            return None

    def advise(self, seat: int) -> Explanation:
        """What a good player would do; it sees what lies open to this seat, and remembers only if that is allowed."""
        return explain(hire(ADVISER, self.whim("hint", seat)), self.room.moves.hint_view(seat), seat)

    def whim(self, purpose: str, seat: int) -> int:
        return derived(self.dice.seed, purpose, seat, len(self.table.log))


def seated(table: Table, bots: dict[int, str], settings: wire.RoomSettings, began: Began) -> list[Entry]:
    """A game that is told by its log, with people and bots around it, as the entries of a room."""
    text = table.game.text
    found: list[Entry] = [Hosted(HERE), Arranged(settings)]
    for seat in range(table.state.seats):
        bot = bots.get(seat)
        found.append(Seated(seat, Chair(PERSON, HERE) if bot is None else Chair(BOT, bot=bot)))
    found.append(began)
    for at, line in enumerate(table.log):
        if line.seat == NATURE:
            found.append(Chance(text(line.action)))
        else:
            found.append(Moved(line.seat, text(line.action), None if line.seat in bots else f"l{at}"))
    return found


def missed(table: Table, viewer: int) -> int:
    """Where a viewer who comes back to a saved game has missed something: after their own last move."""
    own = [at for at, line in enumerate(table.log) if line.seat == viewer]
    return own[-1] + 1 if own else 0


def key_of(dice: Dice) -> bytes:
    """A room has a key; what it decides by it (a move for a bot that fails) follows from the luck of the game."""
    return dice.key if isinstance(dice, KeyedDice) else blake2b(luck_text(dice).encode(), digest_size=32).digest()


def no(answer: dict[str, Any]) -> Message | None:
    """Why something was refused; None if it was not."""
    reason: Message | None = built(Message, answer["reason"]) if "reason" in answer else None
    return reason
