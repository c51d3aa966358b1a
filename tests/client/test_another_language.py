"""docs/protocol.md is enough to write a program in another language: its own example plays, in JavaScript."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from client.test_client import heard, opened
from polychrome.client import Place, sit
from polychrome.client.jar import Jar
from polychrome.room import wire
from server.house import runs, served

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def node() -> list[str]:
    """The Node that builds the page; a version 20 has sockets only if it is asked for them."""
    code = "import node, shutil; npm = node.find(); print(shutil.which('node', path=npm.path or None))"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT / "scripts", capture_output=True, text=True, check=True
    )
    program = found.stdout.splitlines()[-1]
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return [program, *(["--experimental-websocket", "--no-warnings"] if version.startswith("v20.") else [])]


@pytest.mark.parametrize("game", ["coloretto", "chromino"])  # without secrets, and with a hand
def test_the_example_in_javascript_plays_a_game(game: str, tmp_path: Path) -> None:
    (example,) = re.findall(r"^```js\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
    (tmp_path / "bot.mjs").write_text(example, encoding="utf-8")

    @runs
    async def sitting() -> None:
        async with served(tmp_path / "data") as where:
            address = await opened(where.local, Jar(tmp_path / "host.json"), game, 2)
            async with sit(address, Jar(tmp_path / "host.json")) as host:
                await heard(host, "room")
                streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
                command = [*node(), str(tmp_path / "bot.mjs"), host.room["invite"]]
                bot = await asyncio.create_subprocess_exec(*command, **streams)
                while any(seat["kind"] == "open" for seat in host.room["seats"]):
                    await heard(host, "room")
                await host.send(t="begin")
                playing = asyncio.create_task(play(host))
                out, err = await bot.communicate()
                assert bot.returncode == 0, err.decode()
                await playing
                told = json.loads(out)
                assert told["moves"] == sum(line.startswith("1 ") for line in host.told)
                assert len(told["scores"]) == 2

    sitting()


async def play(host: Place) -> None:
    async for question in host.questions():
        await question.play(question.choices[-1])


def test_every_message_in_the_guide_is_one_that_the_server_understands() -> None:
    rows = [row for row in GUIDE.partition("From the server:")[0].splitlines() if row.startswith('| `{"t"')]
    messages = [text for row in rows for text in re.findall(r"`(\{\"t\".*?\})`", row.split(" | ")[0])]
    assert len(messages) > 15
    for text in messages:
        wire.hear(text.replace('"id":"…"', '"id":"a1"'))
