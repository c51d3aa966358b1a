"""A server that means harm: whatever it says, the client ends with one sentence, and runs and loads nothing of it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from client.test_join import joining, told
from polychrome.client import Lost, Place
from polychrome.client import place as client
from polychrome.client.door import Door
from polychrome.client.jar import Jar
from polychrome.engine.core import SPECTATOR
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.registry import find
from polychrome.scenes import draw
from reasons import because
from server.house import runs

Message = dict[str, Any]
SCENE = json.loads(encode(draw(find("coloretto"), Table(find("coloretto"), 2, None, Dice(1)).state, SPECTATOR)))
SEAT = {"kind": "person", "name": None, "nickname": None, "bot": None, "program": True}
ROOM: Message = {
    "t": "room",
    "game": "coloretto",
    "phase": "playing",
    "options": {},
    "you": [0],
    "seats": [SEAT, SEAT],
    "newcomer": None,
}
FRAME: Message = {"t": "frame", "viewer": 0, "length": 0, "question": 1, "told": [], "scene": SCENE}


@asynccontextmanager
async def saying(says: Callable[[], AsyncIterator[str]]) -> AsyncIterator[str]:
    """A table where this is said to whoever comes; its address."""

    async def talk(ws: ServerConnection) -> None:
        try:
            async for text in says():
                await ws.send(text)
            await ws.wait_closed()
        except ConnectionClosed:
            pass

    async with serve(talk, "127.0.0.1", 0, compression=None, max_queue=None) as server:
        (socket,) = server.sockets
        yield f"http://127.0.0.1:{socket.getsockname()[1]}"


def texts(*messages: Message) -> Callable[[], AsyncIterator[str]]:
    async def says() -> AsyncIterator[str]:
        for message in messages:
            yield json.dumps(message)

    return says


async def ends(base: str, folder: Path, reason: str) -> None:
    """Somebody who listens to this server is told the reason why it is over."""
    place = Place(Door(base, Jar(folder / "jar.json")), "abc")
    staying = asyncio.create_task(place.stay())
    with pytest.raises(Lost, check=because(reason)):
        await looked_at(place)
    staying.cancel()


async def looked_at(place: Place) -> None:
    async for message in place.messages():
        if message["t"] == "frame":
            place.scene(message)


@runs
async def test_a_frame_without_an_end_is_not_read(tmp_path: Path) -> None:
    async def huge() -> AsyncIterator[str]:
        yield json.dumps({"t": "sorry", "reason": ["x" * client.LARGEST, {}]})

    async with saying(huge) as base:
        await ends(base, tmp_path, "join.strange")


def test_frames_without_an_end_are_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However fast they come: the time in which so many are too many is made longer than any test."""
    monkeypatch.setattr(client, "HEARD", 500)
    monkeypatch.setattr(client, "WAITING_SECONDS", 1e9)

    async def endless() -> AsyncIterator[str]:
        for number in count():
            yield json.dumps({**FRAME, "question": None, "length": number})

    @runs
    async def listening() -> None:
        async with saying(endless) as base:
            await ends(base, tmp_path, "join.flood")

    listening()


@pytest.mark.parametrize(("bound", "value"), [("UNREAD", 20_000), ("LINES", 10)])
def test_what_nobody_reads_fills_no_memory(
    bound: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, bound, value)

    async def endless() -> AsyncIterator[str]:
        for number in count():
            yield json.dumps({**FRAME, "told": ["0 draw"], "length": number + 1})

    @runs
    async def not_listening() -> None:
        async with saying(endless) as base:
            place = Place(Door(base, Jar(tmp_path / "jar.json")), "abc")
            await place.stay()
            assert place.unread <= value + len(json.dumps(FRAME)) + 100 or bound == "LINES"
            assert len(place.told) <= value + 1

    not_listening()


NONSENSE: list[tuple[str, Any]] = [
    ("no JSON", "{"),
    ("nothing", ""),
    ("brackets without an end", "[" * 9999),
    ("no message", [1, 2]),
    ("without a kind", {"x": 1}),
    ("a kind that is no text", {"t": 3}),
    ("an empty room", {"t": "room"}),
    ("seats that are none", {**ROOM, "seats": [3]}),
    ("own seats that do not exist", {**ROOM, "you": [7]}),
    ("own seats that are no numbers", {**ROOM, "you": ["0"]}),
    ("a negative seat", {**ROOM, "you": [-1]}),
    ("an empty frame", {"t": "frame"}),
    ("a frame for nobody who is asked", {**FRAME, "viewer": None}),
    ("lines that are no texts", {**FRAME, "told": [{"a": 1}]}),
    ("a length that is none", {**FRAME, "length": "9" * 5000}),
    ("no scene", {**FRAME, "scene": {"seats": 3}}),
    ("a curtain before nothing", {"t": "curtain"}),
    ("a hint of nothing", {"t": "hinted", "others": [1]}),
    ("no reason", {"t": "because", "reason": 1}),
    ("a word that brings nothing", {"t": "weighed", "parts": [1], "reason": None, "verdict": None}),
]


@pytest.mark.parametrize("nonsense", [said for _, said in NONSENSE], ids=[name for name, _ in NONSENSE])
def test_nonsense_ends_it(nonsense: Any, tmp_path: Path) -> None:
    async def says() -> AsyncIterator[str]:
        yield nonsense if isinstance(nonsense, str) else json.dumps(nonsense)

    @runs
    async def listening() -> None:
        async with saying(says) as base:
            await ends(base, tmp_path, "join.strange")

    listening()


def test_what_we_do_not_know_yet_is_passed_over(tmp_path: Path) -> None:
    @runs
    async def listening() -> None:
        async with saying(texts({"t": "fireworks", "n": 3}, {**ROOM, "weather": "fine"})) as base:
            place = Place(Door(base, Jar(tmp_path / "jar.json")), "abc")
            staying = asyncio.create_task(place.stay())
            kinds = [(await anext(place.messages()))["t"] for _ in range(2)]
            assert kinds == ["fireworks", "room"]
            staying.cancel()

    listening()


PIECE = {"id": "p", "shape": "card", "label": ["x", {}], "colours": ["no such colour"]}
ZONE = {"id": "z", "kind": "no such kind", "label": ["list.and", {}], "pieces": [PIECE]}
CURSOR = "\x1b[2J\x1b]0;mine\x07\u202e"
EVIL: dict[str, list[Message]] = {
    "a module as a game": [{**ROOM, "game": "mine:Game"}, FRAME, {"t": "frame"}],
    "a module as a bot": [{**ROOM, "seats": [SEAT, {**SEAT, "kind": "bot", "bot": "mine:Bot"}]}, {"t": "frame"}],
    "colours that are none": [ROOM, {**FRAME, "scene": {**SCENE, "zones": [ZONE]}}, {"t": "frame"}],
    "letters that move the cursor": [
        {**ROOM, "phase": "lobby", "seats": [{**SEAT, "name": CURSOR}, {**SEAT, "bot": CURSOR}]},
        {"t": "sorry", "reason": [CURSOR, {CURSOR: CURSOR}]},
        {"t": "moved", "table": CURSOR},
        {"t": "frame"},
    ],
    "a word in itself": [ROOM, {"t": "sorry", "reason": ["cli.meant", {"word": "cli.meant"}]}, {"t": "frame"}],
}
WAYS = {"a bot": ["--bot", "random"], "a person": ["--plain"]}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", EVIL)
def test_the_command_ends_with_one_sentence(kind: str, way: str, tmp_path: Path) -> None:
    """Nor does it load what the server names, though it lies at hand: the bot of the command line may be there, too."""
    folder = tmp_path / "home"
    folder.mkdir()
    (folder / "mine.py").write_text("from pathlib import Path\nPath('loaded').touch()\n", encoding="utf-8")

    @runs
    async def listening() -> None:
        async with saying(texts(*EVIL[kind])) as base:
            process = await joining(folder, f"{base}/t/abc", *WAYS[way])
            assert process.stdin
            code, out, err = await told(process, "", keep_open=True)
            assert (code, err.count("\n")) == (1, 1), (out, err)
            assert "Traceback" not in err
            assert not set(out + err) & {"\x1b", "\x07", "\u202e"}

    listening()
    assert not (folder / "loaded").exists()
    assert "mine" not in sys.modules


@runs
async def test_nothing_is_said_faster_than_a_server_allows(tmp_path: Path) -> None:
    """Of what is said at once, so much goes out as fits; the rest waits for its time, by the clock of the loop."""
    place = Place(Door("http://nowhere", Jar(tmp_path / "jar.json")), "x")
    said: list[float] = []
    now, waits = 0.0, []
    loop = asyncio.get_running_loop()

    class Socket:
        async def send(self, text: str) -> None:
            said.append(now)

    async def later(seconds: float) -> None:
        nonlocal now
        waits.append(seconds)
        now += seconds

    place.ws = Socket()  # type: ignore[assignment]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(loop, "time", lambda: now)
        patched.setattr(asyncio, "sleep", later)
        for _ in range(3 * client.WAITING_MESSAGES):
            await place.send(t="emote", seat=0, emote=1)
    assert len(said) == 3 * client.WAITING_MESSAGES
    assert all(b - a >= client.WAITING_SECONDS for a, b in zip(said, said[client.WAITING_MESSAGES :], strict=False))
    assert client.WAITING_MESSAGES < 100  # what docs/protocol.md allows in that time
    assert waits
