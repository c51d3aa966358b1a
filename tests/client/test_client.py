"""A seat from elsewhere: `polychrome.client` at a real server, in every game."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from polychrome.bots import make
from polychrome.client import Invitation, Lost, Misled, Place, sit
from polychrome.client.clean import cleaned
from polychrome.client.door import Door
from polychrome.client.jar import Jar
from polychrome.engine.core import SPECTATOR, Refused
from polychrome.engine.dice import Dice
from polychrome.engine.record import read
from polychrome.engine.table import Table
from polychrome.registry import GAMES, find
from polychrome.scenes import draw, drawn
from polychrome.server.run import Options, serve
from ports import own_port
from reasons import because
from server.house import Page, runs, served

GAMES_BY_NAME = [game.name for game in GAMES]


async def opened(base: str, jar: Jar, game: str, seats: int, **options: Any) -> str:
    """A table of which this jar is the host; its invitation leads back to it."""
    wish = {"game": game, "seats": seats, "options": options, "fill": None}
    found = await Door(base, jar).ask("POST", "/api/tables", wish)
    return f"{base}/t/{found['table']}"


@asynccontextmanager
async def around(base: str, folder: Path, game: str, seats: int, **options: Any) -> AsyncIterator[list[Place]]:
    """Programs on all seats of a table, each with a cookie of its own, the host first. The game has begun."""
    jars = [Jar(folder / f"{number}.json") for number in range(seats)]
    address = await opened(base, jars[0], game, seats, **options)
    async with AsyncExitStack() as stack:
        host = await stack.enter_async_context(sit(address, jars[0]))
        await heard(host, "room")
        invitation = host.room["invite"]
        places = [host, *[await stack.enter_async_context(sit(invitation, jar)) for jar in jars[1:]]]
        for place in places[1:]:
            await heard(place, "room")
        await host.send(t="settings", look=0, memorise=0, write=0, challenge=0)
        await host.send(t="begin")
        yield places


async def heard(place: Place, kind: str) -> dict[str, Any]:
    async for message in place.messages():
        if message["t"] == kind:
            return message
    raise AssertionError


async def play(place: Place, bot: str, most: int, cut: int = -1) -> int:
    """Let a bot play so many moves; after `cut` of them the connection breaks off. How many it played."""
    player, moves = make(bot, 3), 0
    async for question in place.questions():
        view = await question.view()
        game = find(place.room["game"])
        if question.scene().composer is None:
            assert {game.text(action) for action in view.legal(question.seat)} == set(question.choices)
        await question.play(game.text(player.choose(view, question.seat)))
        moves += 1
        if moves == cut and place.ws is not None:
            place.ws.transport.abort()
        if moves == most:
            break
    return moves


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_a_bot_sits_down_at_every_game(game: str, tmp_path: Path) -> None:
    """What it knows offers exactly the choices that its scene has; a broken connection loses nothing."""

    @runs
    async def sitting() -> None:
        seats = max(2, find(game).fewest)
        async with served(tmp_path / "data") as where, around(where.local, tmp_path, game, seats) as places:
            tasks = [asyncio.create_task(play(place, "random", 6, cut=2)) for place in places]
            done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in rest:
                task.cancel()
            await asyncio.gather(*rest, return_exceptions=True)
            assert all(task.result() >= 1 for task in done)

    sitting()


@pytest.mark.parametrize("name", GAMES_BY_NAME)
def test_a_scene_is_read_as_it_was_sent(name: str) -> None:
    game = find(name)
    table, whims = Table(game, max(2, game.fewest), None, Dice(1)), Dice(2)
    for _ in range(40):
        if table.over():
            break
        seat = table.acting()[0]
        for viewer in (seat, SPECTATOR):
            sent = draw(game, table.state.view(viewer), viewer, table.told(viewer, len(table.log) - 3))
            assert drawn.scene(json.loads(encode(sent))) == sent
        table.play(seat, table.state.sample(seat, whims))


SPOILT = [{"status": None}, {"seats": None}, {"zones": 3}, {"over": 1}, {"news": [["key", {"n": 1.5}]]}]


@pytest.mark.parametrize("change", SPOILT, ids=str)
def test_what_is_no_scene_is_refused(change: dict[str, object]) -> None:
    game = find("coloretto")
    found = json.loads(encode(draw(game, Table(game, 2, None, Dice(1)).state, SPECTATOR)))
    assert drawn.scene({**found, "newer": 1})
    with pytest.raises(ValueError, match=r"\w"):
        drawn.scene({**found, **change})
    with pytest.raises(ValueError, match="Scene"):
        drawn.scene({name: value for name, value in found.items() if name != "status"})


@runs
async def test_a_game_is_played_to_its_end_and_every_move_once(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where, around(where.local, tmp_path, "coloretto", 2) as places:
        moves = await asyncio.gather(
            *(play(place, "quick", 1000, cut=cut) for place, cut in zip(places, (5, 9), strict=True))
        )
        record = read((await Page(where.local).get(f"/api/tables/{places[0].table}/record")).body.decode(), find)
        assert [sum(line[0] == seat for line in record.lines) for seat in (0, 1)] == moves
        for place in places:  # what was lost with the connection is told again
            assert place.replayed().over()


@runs
async def test_a_game_goes_on_after_the_server_was_restarted(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        port = own_port()
        async with served(tmp_path / "data", port=port) as where:
            places = await stack.enter_async_context(around(where.local, tmp_path, "coloretto", 2))
            first = [asyncio.create_task(play(place, "quick", 3)) for place in places]
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            for task in first:
                task.cancel()
            await asyncio.gather(*first, return_exceptions=True)
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        ready: asyncio.Future[object] = loop.create_future()
        options = Options(port=port, data=tmp_path / "data")
        server = loop.create_task(serve(options, ready.set_result, stop))
        await ready
        try:
            await asyncio.gather(*(play(place, "quick", 1000) for place in places))
            assert all(place.frame is not None and place.frame["scene"]["over"] for place in places)
            assert all(place.replayed().over() for place in places)
        finally:
            stop.set()
            await server


@runs
async def test_what_the_rules_forbid_is_refused_with_the_reason(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where, around(where.local, tmp_path, "coloretto", 2) as places:
        questions = [asyncio.ensure_future(anext(place.questions())) for place in places]
        done, rest = await asyncio.wait(questions, return_when=asyncio.FIRST_COMPLETED)
        question = done.pop().result()
        with pytest.raises(Refused, match="Row A is still empty"):
            await question.play("take 0")
        await question.play("draw")
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)


@runs
async def test_a_view_is_for_whoever_sits_there(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where, around(where.local, tmp_path, "chromino", 2) as places:
        await asyncio.gather(*(heard(place, "frame") for place in places))
        own = await places[1].door.ask("GET", f"/api/tables/{places[1].table}/view?seat=1")
        theirs = await places[0].door.ask("GET", f"/api/tables/{places[0].table}/view?seat=0")
        assert own["view"] != theirs["view"]
        for seat in ("0", "7", "", "-1", "x", "15"):
            with pytest.raises(Misled, check=because("room.not_seated")):
                await places[1].door.ask("GET", f"/api/tables/{places[1].table}/view?seat={seat}")


@runs
async def test_a_wrong_invitation_and_a_lost_server_are_said_in_a_sentence(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where:
        address = await opened(where.local, Jar(tmp_path / "a.json"), "coloretto", 2)
        for wrong in (f"{address}#wrong", f"{where.local}/t/nowhere#x", f"{where.local}#abcd"):
            with pytest.raises(Misled):
                async with sit(wrong, Jar(tmp_path / "b.json")):
                    pass
    with pytest.raises(Misled, check=because("join.unreachable")):
        async with sit(f"{address}#secret", Jar(tmp_path / "a.json")):
            pass


@pytest.mark.parametrize(
    "text", ["", "hello", "ftp://x/t/a#b", "http://", "http://a b/t/x", "https://x:99999/t/a#b", "https://x/r/abc"]
)
def test_what_is_no_invitation_is_refused(text: str) -> None:
    with pytest.raises(Misled, match="is no invitation; one looks like"):
        Invitation.read(text)


def test_invitations_are_read() -> None:
    assert Invitation.read(" https://x.example/t/abc1#S-_9\n") == ("https://x.example", "abc1", "S-_9", "")
    assert Invitation.read("http://[::1]:7777/#AB12") == ("http://[::1]:7777", "", "", "AB12")


@runs
async def test_the_cookie_is_for_its_owner_alone_and_brings_one_back(tmp_path: Path) -> None:
    jar = Jar(tmp_path / "deep" / "seats.json")
    async with served(tmp_path / "data") as where:
        address = await opened(where.local, jar, "coloretto", 2)
        assert stat.S_IMODE(jar.file.stat().st_mode) == 0o600
        for _ in range(2):  # without the secret: who sits there just comes back
            async with sit(address, Jar(jar.file)) as place:
                await heard(place, "room")
                assert place.room["you"] == [0]


def test_a_spoilt_jar_is_an_empty_one(tmp_path: Path) -> None:
    for text in ("", "[]", '{"http://x": 3}', '{"http://x": "polychrome=short"}', "\0"):
        (tmp_path / "seats.json").write_text(text, encoding="utf-8")
        assert Jar(tmp_path / "seats.json").all() == {}


def test_what_others_wrote_cannot_move_the_cursor() -> None:
    message = {"name": "\x1b[2J\u202efox\u2066\x07", "n": [1, {"a\x00b": "line\nbreak"}], "emoji": "👩\u200d🚀"}
    assert cleaned(message) == {"name": "[2Jfox", "n": [1, {"ab": "line\nbreak"}], "emoji": "👩\u200d🚀"}


@runs
async def test_a_table_that_is_gone_ends_it(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where:
        place = Place(Door(where.local, Jar(tmp_path / "a.json")), "nowhere")
        staying = asyncio.create_task(place.stay())
        with pytest.raises(Lost, check=because("join.no_table")):
            await heard(place, "room")
        await staying


def test_a_taken_back_line_is_forgotten(tmp_path: Path) -> None:
    place = Place(Door("http://nowhere", Jar(tmp_path / "a.json")), "x")
    for told, length, known in ((["* a", "0 b"], 2, 2), (["1 c"], 3, 3), ([], 2, 2), (["1 d"], 3, 3)):
        place.note(told, length)
        assert len(place.told) == known
        assert not place.gaps
    assert place.told == ["* a", "0 b", "1 d"]
    place.note([], 5)
    assert place.gaps
