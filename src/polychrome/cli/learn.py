"""`polychrome learn`: a guided first game in the terminal."""

from __future__ import annotations

import sys

import click

from polychrome.cli import spoken
from polychrome.cli.local_room import LocalRoom
from polychrome.cli.play import edit_lines, own_language, run
from polychrome.cli.screen import make_screen
from polychrome.cli.setup import games_like, names_of, new_seed
from polychrome.cli.sitting import Sitting
from polychrome.cli.spoken import in_language, option, translate, words_of
from polychrome.engine.core import Game, Message
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.guides import LEARNER, Guide, guide_to
from polychrome.registry import GAMES, find
from polychrome.room.guided import COMPANION
from polychrome.room.people import denied
from polychrome.room.wire import Frame, Lesson
from polychrome.words import Words

EXAMPLES = """\
polychrome learn
polychrome learn ronde
polychrome learn coloretto --plain --lang fr"""


class Lessons(Sitting):
    """A sitting at which a guide says what to do."""

    kept = False
    lesson: Lesson | None = None

    def greet(self) -> None:
        self.note("cli.learn.hello")

    def behold(self, frame: Frame, viewer: int) -> None:
        super().behold(frame, viewer)
        self.lesson = frame.lesson

    def note_that(self, *messages: Message | None) -> None:
        super().note_that(*messages)
        if self.screen.fluent and any(said is not None and said.key == "guide.first" for said in messages):
            self.notes += self.taught()[1:]  # elsewhere all of it is drawn again

    def show(self, hint: str = "") -> None:
        if self.stale or not self.screen.fluent:
            self.notes += self.taught()
        super().show(hint)

    def taught(self) -> list[str]:
        """What the guide says, and in the words of the choices what it wants."""
        lesson = self.lesson
        if lesson is None or lesson.said is None:
            return []
        sentence = self.words.translate(lesson.said, self.screen.names)
        found = [self.translate("cli.learn.step", step=lesson.step, steps=lesson.steps, sentence=sentence)]
        if lesson.action:
            found.append(self.translate("cli.learn.do", move=self.called(self.local.table.read(lesson.action))))
        return found


@spoken.command("learn", help="cli.learn.help_text", examples=EXAMPLES)
@click.argument("game", required=False, metavar="[GAME]", shell_complete=games_like)
@option("--plain", is_flag=True, help="cli.help.plain")
@option("--ascii", "ascii_only", is_flag=True, help="cli.help.ascii")
@option("--textures", is_flag=True, help="cli.help.textures")
@in_language
@click.pass_context
def command(context: click.Context, game: str | None, plain: bool, ascii_only: bool, textures: bool) -> None:
    words = words_of(context)
    if textures:
        context.obj = words = Words(words.language, textures=True)
    if game is None:
        overview(words)
        return
    known = find(game)
    guide = guide_to(known)
    if guide is None:
        raise denied("no_guide", game=known.name)
    screen = make_screen(words, names_of(words, None, guide.seats), plain, ascii_only)
    if sys.stdin.isatty():
        edit_lines()
    bots = {seat: COMPANION for seat in range(guide.seats) if seat != LEARNER}
    sitting = Lessons(LocalRoom(prepared(known, guide, words), bots, guided=True), screen, True, None)
    code = run(sitting)
    screen.write([sitting.translate("cli.learn.left"), f"  polychrome play {known.name}"])
    context.exit(code)


def overview(words: Words) -> None:
    """The games that can be learned, and how to begin."""
    click.echo(words.word("cli.learn.games"))
    for game in GAMES:
        if guide_to(game) is not None:
            click.echo(translate(words, "cli.learn.game", title=words.word(f"game.{game.name}"), game=game.name))


def prepared(game: Game, guide: Guide, words: Words) -> Table:
    """The table where the guide begins; what comes after its end is left to chance."""
    table = Table(game, guide.seats, guide.chosen(game, own_language(game, words)), None)
    table.replay(guide.lines[: guide.opening])
    table.dice = Dice(new_seed())
    return table
