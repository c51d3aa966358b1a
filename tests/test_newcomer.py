"""A newcomer's walk: from the guide to a first bot, to a match, to a seat at a served table."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from client.test_client import heard, opened
from client.test_join import full, joining
from polychrome.client import Place, sit
from polychrome.client.jar import Jar
from server.house import runs, served

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "program.md").read_text(encoding="utf-8")


def first_bot() -> str:
    """The function that the guide tells to save as mybot.py."""
    code = next(block for block in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL) if "def thrifty" in block)
    (function,) = (node for node in ast.parse(code).body if isinstance(node, ast.FunctionDef))
    return ast.unparse(function) + "\n"


def in_the_folder(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A command as it is typed there."""
    variables = {"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8", "XDG_DATA_HOME": str(folder / "other")}
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=folder, env={**os.environ, **variables}, capture_output=True, encoding="utf-8")


@runs
async def test_from_the_guide_to_a_seat_at_a_served_table(tmp_path: Path) -> None:
    folder = tmp_path / "newcomer"
    folder.mkdir()
    (folder / "mybot.py").write_text(first_bot(), encoding="utf-8")
    words = ("simulate", "coloretto", "--games", "4", "--seed", "1", "--bots", "mybot:thrifty,kid", "--json")
    played = await asyncio.to_thread(in_the_folder, folder, "-m", "polychrome", *words)
    assert played.returncode == 0, played.stderr
    bots = json.loads(played.stdout)["bots"]
    assert [(bot["bot"], bot["failures"]) for bot in bots] == [("mybot:thrifty", []), ("kid", [])]

    async with served(tmp_path / "data") as where:
        address = await opened(where.local, Jar(tmp_path / "host.json"), "coloretto", 3)
        async with sit(address, Jar(tmp_path / "host.json")) as host:
            await heard(host, "room")
            bot = await joining(folder, host.room["invite"], "--bot", "mybot:thrifty")
            guest = asyncio.to_thread(in_the_folder, folder, str(ROOT / "examples" / "guest.py"), host.room["invite"])
            writing = asyncio.create_task(guest)
            await full(host)
            await host.send(t="begin")
            await play(host)
            out, err = await bot.communicate()
            assert (bot.returncode, err) == (0, b"")
            assert out.decode().splitlines()[-1].startswith("Game over: ")
            written = await writing
            assert written.returncode == 0, written.stderr
            assert len(json.loads(written.stdout)) == 3


async def play(host: Place) -> None:
    async for question in host.questions():
        await question.play(question.choices[0])
