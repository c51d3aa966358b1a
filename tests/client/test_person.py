"""Somebody at a terminal who joined a served table: what they can type there besides moves."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from client.test_client import around
from polychrome.cli.guest import Tolerant
from polychrome.cli.person import Person, TypedLines
from polychrome.cli.screen import Screen
from polychrome.client import Place
from server.house import runs, served


class Paper(Screen):
    """A screen that can be read again."""

    def __init__(self, language: str = "en") -> None:
        super().__init__(Tolerant(language), [], ascii_only=False)
        self.lines: list[str] = []

    def write(self, lines: Sequence[str]) -> None:
        self.lines += lines


class Keyboard:
    """A person of whom each line is typed by the test, after what has happened so far was shown."""

    def __init__(self, place: Place, language: str = "en") -> None:
        self.place = place
        self.paper = Paper(language)
        self.person = Person(self.paper.words, self.paper, TypedLines())

    async def until(self, words: str) -> str:
        """Hear what comes until something is said; the line that says it."""
        while True:
            found = next((line for line in self.paper.lines if words in line), None)
            if found is not None:
                self.paper.lines.clear()
                return found
            await self.person.heard(self.place, await anext(self.place.messages()))

    async def type(self, line: str) -> None:
        await self.person.typed(self.place, line)

    async def asked(self) -> None:
        while self.person.question is None:
            await self.person.heard(self.place, await anext(self.place.messages()))
        self.paper.lines.clear()

    async def waits(self) -> None:
        while self.person.question is not None:
            await self.person.heard(self.place, await anext(self.place.messages()))


@asynccontextmanager
async def sitting(folder: Path, game: str, language: str = "en", **options: Any) -> AsyncIterator[list[Keyboard]]:
    """Two people at one table, the one who is asked first in front."""
    async with served(folder / "data") as where, around(where.local, folder, game, 2, **options) as places:
        people = [Keyboard(place, language) for place in places]
        for one in people:
            while one.person.walk is None:
                await one.person.heard(one.place, await anext(one.place.messages()))
        yield sorted(people, key=lambda one: one.person.question is None)


@runs
async def test_a_move_is_taken_back(tmp_path: Path) -> None:
    async with sitting(tmp_path, "coloretto") as (fox, owl):
        await fox.type("undo")
        await fox.until("There is nothing to take back yet.")
        await fox.type("draw")
        await fox.until("Place ")
        await fox.type("1")
        await fox.until("undo: take your move back.")
        await owl.asked()
        await fox.type("undo")
        await fox.until("Place ")  # to be placed once more
        await owl.waits()  # what was asked before is asked no more: an answer to it would be none to the next
        await fox.type("1")
        await owl.asked()
        await owl.type("draw")
        await owl.until("Place ")
        while fox.place.frame is None or fox.place.frame.get("undo") is not None:
            await fox.person.heard(fox.place, await anext(fox.place.messages()))
        await fox.type("undo")
        await fox.until("This can no longer be taken back")


@runs
async def test_hints_are_given_where_the_host_allows_them(tmp_path: Path) -> None:
    async with sitting(tmp_path, "coloretto") as (fox, owl):
        await owl.type("hint")
        await owl.until("There are hints when it is your turn.")
        await fox.type("hint")
        await fox.until("Hints are off at this table.")
        for one in (fox, owl):
            await one.place.send(t="settings", hints=True)  # one of them is the host
        while not fox.place.room["settings"]["hints"]:
            await fox.person.heard(fox.place, await anext(fox.place.messages()))
        await fox.type("draw")
        await fox.until("Place ")
        await fox.type("1")
        await owl.until("Draw a card.")
        await owl.type("draw")
        await owl.until("Place ")
        await owl.type("hint")  # whoever has just had one waits a moment for the next
        assert (await owl.until(" % of the time")).startswith("“Place")


@runs
async def test_a_choice_of_weight_is_asked_for_twice(tmp_path: Path) -> None:
    async with sitting(tmp_path, "coloretto") as (fox, owl):
        people = [fox, owl]
        for _ in range(6):
            mover, other = people
            await mover.asked()
            walk = mover.person.walk
            assert walk is not None
            weighty = [choice for choice in walk.choices() if choice.weighty]
            if weighty:
                break
            await mover.type("draw")
            await mover.until("Place ")
            await mover.type("1")
            await mover.until("undo: ")
            mover.person.question = None
            people = [other, mover]
        assert weighty
        label = mover.paper.words.translate(weighty[0].label, mover.paper.names)
        await mover.type(label)
        await mover.until("are you sure? Enter: yes.")
        await mover.type("no")
        assert not any(line.startswith(f"{mover.place.room['you'][0]} take") for line in mover.place.told)
        await mover.type(label)
        await mover.until("are you sure? Enter: yes.")
        await mover.type("")
        assert mover.place.frame is not None
        while not any(line.startswith(f"{mover.place.room['you'][0]} take") for line in mover.place.told):
            await mover.person.heard(mover.place, await anext(mover.place.messages()))


@runs
async def test_a_word_is_weighed_before_it_is_written(tmp_path: Path) -> None:
    options = {"word_check": "none", "language": "en"}
    async with sitting(tmp_path, "color_words", **options) as (fox, _):
        await fox.asked()
        await fox.type("weigh")
        await fox.until("word")
        question = fox.person.question
        assert question is not None
        view = await question.view()
        assert fox.person.walk is not None
        assert fox.person.walk.scene.composer is not None
        cell = min(label for label in cells(fox) if label[0].isalpha())
        await fox.type(f"weigh CAT {cell} RR")
        await fox.until("point")
        assert view == await question.view()  # nothing was written


def cells(one: Keyboard) -> set[str]:
    walk = one.person.walk
    assert walk is not None
    assert walk.scene.composer is not None
    zones = [zone for zone in walk.scene.zones if zone.id == walk.scene.composer.zone]
    return {str(cell.label.args["place"]) for zone in zones for cell in zone.pieces}


@pytest.mark.parametrize(("language", "word"), [("en", "help"), ("de", "hilfe"), ("fr", "aide"), ("es", "ayuda")])
def test_help_rules_and_leaving_in_every_language(language: str, word: str, tmp_path: Path) -> None:
    @runs
    async def typing() -> None:
        async with sitting(tmp_path, "coloretto", language) as (fox, _):
            words = fox.paper.words
            for command in (word, "?"):
                await fox.type(command)
                for name in ("hint", "undo", "quit"):
                    assert any(line.startswith(words.word(f"cli.command.{name}")) for line in fox.paper.lines), name
                fox.paper.lines.clear()
            await fox.type(words.word("cli.command.rules"))
            assert fox.paper.lines[0] == words.word("cli.rules.coloretto").split("\n")[0]
            await fox.type(words.word("cli.command.quit"))
            assert fox.person.leaving
            assert fox.paper.lines[-1].endswith(f"polychrome join {fox.place.door.base}/t/{fox.place.table}")

    typing()


@runs
async def test_bots_are_marked_for_whoever_listens(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where, around(where.local, tmp_path, "coloretto", 2) as (host, guest):
        await guest.send(t="program")
        one = Keyboard(host)
        while not host.room.get("seats", [{}])[-1].get("program") or one.person.walk is None:
            await one.person.heard(host, await anext(host.messages()))
        one.paper.lines.clear()
        await one.person.heard(host, host.frame or {})
        await one.type("hand 2")
        assert "a bot from elsewhere plays here" in one.paper.lines[-1]
        assert one.person.company(host)[1].endswith(" (bot)")
        await one.type("hand 1")
        assert "bot" not in one.paper.lines[-1]
