"""`polychrome join`: somebody at a terminal, and a bot that thinks at home, at one table."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from asyncio.subprocess import Process
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.json import encode

from client.test_client import heard, opened
from polychrome.cli.failed import Failed
from polychrome.cli.join import Machine
from polychrome.cli.person import Person, TypedLines
from polychrome.cli.screen import make_screen
from polychrome.client import Place, sit
from polychrome.client.door import Door
from polychrome.client.jar import Jar
from polychrome.engine.core import SPECTATOR, Bot, State
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.registry import find
from polychrome.scenes import draw
from polychrome.scenes.walk import Walk
from polychrome.words import Words
from server.house import runs, served

SOURCES = Path(__file__).parents[2] / "src"


async def joining(folder: Path, *words: str, start: tuple[str, ...] = ("-m", "polychrome")) -> Process:
    """A program of its own, as somebody else on another machine would start it."""
    variables = {"PYTHONPATH": str(SOURCES), "XDG_DATA_HOME": str(folder), "PYTHONIOENCODING": "utf-8"}
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    command = [sys.executable, *start, "join", *words, "--lang", "en"]
    folder.mkdir(exist_ok=True)
    return await asyncio.create_subprocess_exec(*command, cwd=folder, env={**os.environ, **variables}, **streams)


async def told(process: Process, typed: str, keep_open: bool = False) -> tuple[int, str, str]:
    """What became of it, and what it said. Whoever keeps the keyboard does not leave by having no more to type."""
    if keep_open:
        assert process.stdout
        assert process.stderr
        out, err = await asyncio.gather(process.stdout.read(), process.stderr.read())
        await process.wait()
    else:
        out, err = await process.communicate(typed.encode())
    return process.returncode or 0, out.decode(), err.decode()


async def full(host: Place) -> None:
    while any(seat["kind"] == "open" for seat in host.room["seats"]):
        await heard(host, "room")


@runs
async def test_a_person_and_a_bot_join_by_an_invitation_that_was_typed(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where:
        address = await opened(where.local, Jar(tmp_path / "host.json"), "coloretto", 3)
        async with sit(address, Jar(tmp_path / "host.json")) as host:
            await heard(host, "room")
            bot = await joining(tmp_path / "bot", "--bot", "quick")
            person = await joining(tmp_path / "person", "--plain")
            assert bot.stdin
            assert person.stdin
            assert person.stdout
            for process in (bot, person):
                process.stdin.write(f"{host.room['invite']}\n".encode())  # type: ignore[union-attr]
            await full(host)
            await host.send(t="begin")

            async def at_the_keyboard() -> list[str]:
                lines: list[str] = []
                assert person.stdin
                assert person.stdout
                async for line in person.stdout:
                    lines.append(line.decode())
                    if lines[-1].startswith("1. "):
                        person.stdin.write(b"1\n")
                    elif "sure?" in lines[-1]:  # a choice of weight is asked for twice
                        person.stdin.write(b"\n")
                return lines

            async def at_the_table() -> None:
                async for question in host.questions():
                    await question.play(question.choices[0])

            lines, _ = await asyncio.gather(at_the_keyboard(), at_the_table())
            code, said, wrong = await told(bot, "")
            assert (await person.wait(), code, wrong) == (0, 0, "")
            assert "Game over: " in said
            assert any(line.startswith("Game over: ") for line in lines)
            for name in ("bot", "person"):
                jar = tmp_path / name / "polychrome" / "seats.json"
                assert jar.stat().st_mode & 0o777 == 0o600


@runs
async def test_what_cannot_be_joined_is_one_sentence_and_an_exit_code(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where:
        cases: list[tuple[tuple[str, ...], str, int, str]] = [
            ((), "hello\n", 1, "“hello” is no invitation; one looks like https://server/t/ID#SECRET"),
            ((), "", 1, "“” is no invitation"),
            ((f"{where.local}/t/nowhere#x",), "", 1, "There is no such table"),
            ((f"{where.local}#abcd",), "", 1, "."),
            (("http://127.0.0.1:9/t/a#b",), "", 1, "http://127.0.0.1:9 cannot be reached (Connection refused)."),
            ((where.local, "--bot", "shrap"), "", 2, "There is no bot “shrap”"),
        ]
        for words, typed, code, sentence in cases:
            found, out, err = await told(await joining(tmp_path / "home", *words), typed)
            assert (found, out) == (code, ""), err
            assert sentence in err
            assert err.count("\n") == 1, err


@runs
async def test_who_is_not_let_in_is_told_why_in_one_sentence(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where:
        address = await opened(where.local, Jar(tmp_path / "host.json"), "coloretto", 3)
        async with sit(address, Jar(tmp_path / "host.json")) as host:
            await heard(host, "room")
            invitation = host.room["invite"]
            wrong = "This invitation is no longer valid; ask for a new one.\n"
            cases = [
                (f"{invitation[:-3]}xyz", "--bot", wrong),
                (f"{invitation[:-3]}xyz", "--plain", wrong),
                (f"{where.local}#ABCDEF", "--bot", "No open table has this code. Codes last half an hour, until "),
                (address.partition("#")[0], "--bot", "This address lacks the invitation, the part behind the #; "),
            ]
            for address_typed, way, sentence in cases:
                words = (address_typed, way, *(["quick"] if way == "--bot" else []))
                code, out, err = await told(await joining(tmp_path / "home", *words), "")
                assert (code, out, err.count("\n")) == (1, "", 1), err
                assert err.startswith(sentence)
            await host.send(t="settings", programs=False)
            while host.room["settings"]["programs"]:
                await heard(host, "room")
            code, out, err = await told(await joining(tmp_path / "home", invitation, "--bot", "quick"), "")
            assert (code, out, err) == (1, "", "At this table the host wants no bots from elsewhere.\n")


@runs
async def test_a_bot_does_not_look_on_where_no_seat_is_open(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where:
        address = await opened(where.local, Jar(tmp_path / "host.json"), "coloretto", 2)
        async with sit(address, Jar(tmp_path / "host.json")) as host:
            await heard(host, "room")
            invitation = host.room["invite"]
            async with sit(invitation, Jar(tmp_path / "friend.json")):
                await full(host)
                code, _, err = await told(await joining(tmp_path / "late", invitation, "--bot", "quick"), "")
            assert (code, err) == (1, "There is no open seat at this table any more.\n")


def test_without_a_terminal_there_is_no_invitation(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "from polychrome.cli import main; main()", "join", "--lang", "en"]
    shell = ["/bin/sh", "-c", 'exec "$@" <&-', "sh", *command]
    done = subprocess.run(shell, env={**os.environ, "PYTHONPATH": str(SOURCES)}, capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("“” is no invitation; ")


def test_a_bot_that_hangs_is_left_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for_ever = threading.Event()
    monkeypatch.setattr("polychrome.cli.join.LONGEST_THOUGHT", 0.01)

    class Asked:
        seat = 0
        place = SimpleNamespace(room={"game": "coloretto"})

        async def view(self) -> None:
            return None

    class Hanging(Bot):
        def choose(self, view: State, seat: int) -> int:
            for_ever.wait()
            return 0

    words = Words("en")
    machine = Machine(words, make_screen(words, [], plain=True, ascii_only=False), Hanging(), "mine:Bot")
    with pytest.raises(Failed, match=r"The bot mine:Bot has not answered for 0 seconds; it was stopped"):
        asyncio.run(machine.choice(Asked()))  # type: ignore[arg-type]
    for_ever.set()


# As `polychrome join`, with less patience.
HASTY = "import polychrome.cli.join as join; join.LONGEST_THOUGHT = 0.5; from polychrome.cli import main; main()"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (
            "def bot(view, seat):\n    while True:\n        pass\n",
            "The bot mine:bot has not answered for 0 seconds; it was",
        ),
        ("def bot(view, seat):\n    raise ValueError('lost')\n", "The bot mine:bot gave up: ValueError: lost."),
        ("def bot(view, seat):\n    return 10**9\n", "“1000000000” is no move in Coloretto."),
    ],
)
def test_a_bot_that_fails_ends_with_a_sentence(code: str, sentence: str, tmp_path: Path) -> None:
    @runs
    async def sitting() -> None:
        async with served(tmp_path / "data") as where:
            address = await opened(where.local, Jar(tmp_path / "host.json"), "coloretto", 2)
            async with sit(address, Jar(tmp_path / "host.json")) as host:
                await heard(host, "room")
                (tmp_path / "bot").mkdir()
                (tmp_path / "bot" / "mine.py").write_text(code, encoding="utf-8")
                start = ("-c", HASTY) if "while" in code else ("-m", "polychrome")
                bot = await joining(tmp_path / "bot", host.room["invite"], "--bot", "mine:bot", start=start)
                await full(host)
                await host.send(t="begin")
                playing = asyncio.create_task(play(host))
                found, _, err = await told(bot, "")
                playing.cancel()
                assert (found, err.count("\n")) == (1, 1), err
                assert sentence in err

    async def play(host: Any) -> None:
        async for question in host.questions():
            await question.play(question.choices[0])

    sitting()


def test_a_line_means_the_same_as_in_a_game_at_home(capsys: pytest.CaptureFixture[str]) -> None:
    game, played = find("coloretto"), []
    table = Table(game, 2, {}, Dice(5))
    table.play(table.acting()[0], game.parse("draw"))
    seat = table.acting()[0]

    class Asked:
        async def play(self, action: str) -> None:
            played.append(action)

    words = Words("en")
    person = Person(words, make_screen(words, ["Ann", "Bob"], plain=True, ascii_only=False), TypedLines())
    person.walk = Walk(draw(game, table.state.view(seat), seat, []))
    person.question = Asked()  # type: ignore[assignment]
    room = {"game": game.name, "seats": [{}, {}], "options": {}}
    place: Any = SimpleNamespace(room=room, door=SimpleNamespace(base="http://nowhere"), table="table")

    async def typed(*lines: str) -> None:
        for line in lines:
            assert not person.leaving
            await person.typed(place, line)

    asyncio.run(typed("place row b", "place 0", "2", "place", "?", "rules", "quit"))
    assert person.leaving
    assert played == ["place 1", "place 0", "place 1"]
    said = capsys.readouterr().out
    assert "“place” fits more than one choice" in said
    assert "quit: stop here" in said
    assert "Coloretto in short" in said


def test_whoever_is_not_asked_is_still_called_you(tmp_path: Path) -> None:
    """Onlookers of an open game are all sent the same scene; the frame says whose it is."""
    table = Table(find("coloretto"), 2, {}, Dice(5))
    scene = json.loads(encode(draw(table.game, table.state.view(SPECTATOR), SPECTATOR, [])))
    place = Place(Door("http://nowhere", Jar(tmp_path / "jar.json")), "table")
    assert place.scene({"viewer": 1, "scene": scene}).viewer == 1
    assert place.scene({"viewer": None, "scene": scene}).viewer == SPECTATOR
