"""What each viewer of a table is shown, as bytes.

A frame is made of two things only: the lines told to its viewer, and the scene of its view. In a game without secrets
all who are not asked are shown the same scene. What was drawn for one is remembered here until all have been shown the
table; what is remembered beyond that, `remember.py` does.
"""

from __future__ import annotations

from typing import Final

from msgspec import Raw
from msgspec.structs import replace

from polychrome.engine.core import SPECTATOR, Message, State
from polychrome.engine.table import Line
from polychrome.remember import text_of
from polychrome.room.fold import Fold
from polychrome.room.play import Play
from polychrome.room.wire import Told, encoder
from polychrome.scenes.glimpse import fleeting, unfinished
from polychrome.scenes.scene import Scene, Seat, Zone, onlooker
from polychrome.scenes.turn import ending, view_to_draw

WRITE: Final = encoder.encode


class Frames:
    """Draws what the viewers of one table are shown, and writes again only what has changed."""

    def __init__(self, fold: Fold) -> None:
        self.fold = fold
        self.moment = -1  # entries of the table when this was drawn
        self.views: dict[int, State] = {}
        self.texts: dict[tuple[int, int], list[str]] = {}  # by viewer and first line told
        self.scenes: dict[tuple[int, int], Scene] = {}  # by viewer and first line told
        self.light: dict[tuple[int, int], Scene] = {}  # by viewer and first line told: zones and places are written
        self.written: dict[tuple[int, int, int], Raw] = {}  # by viewer, since when told and shown
        self.parts: dict[tuple[int, int], list[int]] = {}  # by viewer and line: parts of the story that show faces
        self.faces: dict[tuple[int, int, int], bool] = {}  # by viewer and lines
        self.logs: dict[int, list[Told]] = {}  # by viewer: what was read of the log

    def refresh(self) -> None:
        if self.moment != self.fold.count:
            self.moment = self.fold.count
            self.parts.clear()
            self.logs.clear()
            self.forget()
            play = self.fold.play
            if self.faces and play is not None and play.story is not None:
                first, length = play.story.begin, len(play.table.log)
                self.faces = {key: shown for key, shown in self.faces.items() if key[1] >= first and key[2] <= length}

    def forget(self) -> None:
        """What was drawn; a table between two moves keeps no scenes."""
        self.views.clear()
        self.texts.clear()
        self.scenes.clear()
        self.light.clear()
        self.written.clear()

    def logbooks(self) -> dict[int, list[Told]]:
        """What `logbook` has written for whom since the last entry: a drawer that many open is drawn once."""
        self.refresh()
        return self.logs

    # What a viewer sees.

    def view(self, viewer: int) -> State:
        found = self.views.get(viewer)
        if found is None:
            found = self.views[viewer] = view_to_draw(self.fold.playing().table.state, viewer)
        return found

    def told(self, viewer: int, since: int) -> list[Line]:
        return self.fold.playing().table.told(viewer, since)

    def told_texts(self, viewer: int, since: int) -> list[str]:
        """The lines told to a viewer, as a record has them. Without secrets all are told the same."""
        self.refresh()
        key = (SPECTATOR if self.fold.public else viewer, since)
        found = self.texts.get(key)
        if found is None:
            table = self.fold.playing().table
            found = self.texts[key] = [table.text(line) for line in table.told(viewer, since)]
        return found

    def draw(self, viewer: int, since: int) -> Scene:
        """The table as if this viewer had just been told the lines from here on."""
        self.refresh()
        found = self.scenes.get((viewer, since))
        if found is None:
            found = self.fold.catalogue.draw(self.fold.game, self.view(viewer), viewer, self.told(viewer, since))
            self.scenes[viewer, since] = found
        return found

    def lightened(self, viewer: int, since: int) -> Scene:
        """The same, with the zones and places written. Whoever only looks on is shown what somebody asked is shown."""
        found = self.light.get((viewer, since))
        if found is None:
            asked = self.fold.asked
            if self.fold.public and asked and viewer not in asked:
                found = onlooker(self.lightened(next(iter(asked)), since))
            else:
                found = light(self.draw(viewer, since))
            self.light[viewer, since] = found
        return found

    def plain(self, viewer: int) -> Scene:
        """What lies open by the rules."""
        return self.draw(viewer, len(self.fold.playing().table.log))

    # Games of memory.

    def open_parts(self, viewer: int, line: int) -> list[int]:
        """The parts of the story from this line on that showed a viewer faces which the rules have covered."""
        self.refresh()
        found = self.parts.get((viewer, line))
        if found is None:
            play = self.fold.playing()
            assert play.story is not None
            length, found = len(play.table.log), []
            for number, part in enumerate(play.story.parts):
                begin, end = max(part.begin, line), play.story.end(number, length)
                if begin < end and self.showed(viewer, begin, end):
                    found.append(number)
            self.parts[viewer, line] = found
        return found

    def showed(self, viewer: int, begin: int, end: int) -> bool:
        """Did these lines, when they were told, show a face that the rules had covered again?"""
        found = self.faces.get((viewer, begin, end))
        if found is None:
            found = self.faces[viewer, begin, end] = self.shows(viewer, begin, end)
        return found

    def shows(self, viewer: int, begin: int, end: int) -> bool:
        fold, table = self.fold, self.fold.playing().table
        if end == len(table.log):
            return fleeting(self.draw(viewer, begin), self.plain(viewer))
        then = table.earlier(end)  # a look that was under way at a restart
        view = view_to_draw(then.state, viewer)
        told = fold.catalogue.draw(fold.game, view, viewer, then.told(viewer, begin))
        return fleeting(told, fold.catalogue.draw(fold.game, view, viewer, ()))

    def unfinished(self) -> bool:
        """Does something just turned up lie open for the turn to go on?"""
        play = self.fold.playing()
        return play.story is not None and unfinished(self.draw(SPECTATOR, play.story.begin))

    def glimpse(self, viewer: int, since: int, shown_from: int) -> Scene:
        """The scene with everything still looked at. What was said before is not said again: the news is of the lines
        since the last frame."""
        recent = self.draw(viewer, max(since, shown_from))
        scene = self.draw(viewer, shown_from) if shown_from < since and self.open_parts(viewer, shown_from) else recent
        if shown_from > since:
            scene = replace(scene, news=self.draw(viewer, since).news)
        elif shown_from < since:
            scene = replace(scene, news=recent.news)
        return scene

    # As bytes.

    def scene(self, viewer: int, since: int, shown_from: int, memorising: bool) -> Raw:
        """What lies on the table, written; for onlookers of a game without secrets under a spectator's name."""
        self.refresh()
        play = self.fold.playing()
        shown_as = SPECTATOR if self.fold.public and viewer not in play.asked else viewer
        found = self.written.get((shown_as, since, shown_from))
        if found is None:
            scene = (
                self.lightened(shown_as, since)
                if play.story is None
                else light(self.glimpse(shown_as, since, shown_from))
            )
            if memorising:
                scene = replace(scene, choices=(), buttons=())
            answered = answer_to(play)
            if play.adjudicated or answered is not None:
                over = answered or ending(self.view(shown_as))
                scene = replace(scene, over=True, status=over, prompt=None, choices=(), buttons=())
            found = self.written[shown_as, since, shown_from] = Raw(WRITE(scene))
        return found


def answer_to(play: Play) -> Message | None:
    """What was reached in a puzzle, once it is decided."""
    puzzle = play.puzzle
    if puzzle is None or not play.decided():
        return None
    return puzzle.result(puzzle.reached(play.game, play.table.log, play.table.state))


def light(scene: Scene) -> Scene:
    """Most of what lies on a table was written before, a move ago or for another viewer."""
    return replace(scene, zones=joined(scene.zones), seats=joined(scene.seats))


def joined(things: tuple[Zone, ...] | tuple[Seat, ...]) -> Raw:
    return Raw(b"[%b]" % b",".join([text_of(thing, WRITE) for thing in things]))
