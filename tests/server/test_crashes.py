"""Power cuts, killed servers, torn sockets: what was acknowledged is there, and nothing happened twice.  (A4, A7)"""

from __future__ import annotations

import asyncio
import json
import os
import random
import resource
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from conftest import compiled
from polychrome.registry import GAMES, find
from server.house import DATABASES, Heard, Page, Talk, runs, served
from server.kept import moves_at
from server.survivors import A_FEW, ACKED, BREAKS, EVERY_KILL, FIRST, Alone, Kill, Tell, survive
from server.victim import Victim, live_forgetfully, live_hastily

SEATS = 2
needs_signals = pytest.mark.skipif(os.name == "nt", reason="needs signals and forks")


async def latest(talk: Talk, frame: Heard) -> Heard:
    """The frame that follows an acknowledgement."""
    while frame["question"] is None and not frame["scene"].get("over"):
        frame = await talk.until("frame")
    return frame


async def again(talk: Talk) -> str:
    await talk.send(t="rematch")
    return str((await talk.until("moved"))["table"])


async def tables_for(page: Page, count: int) -> list[str]:
    tables = []
    for _ in range(count):
        table = await page.create(seats=SEATS)
        async with page.socket(table) as talk:
            await talk.send(t="take", seat=1)
            await talk.send(t="begin")
            await talk.until("frame")
        tables.append(table)
    return tables


@needs_signals
@runs
async def test_kills_in_every_game_lose_nothing_repeat_nothing_and_freeze_nothing(
    tmp_path: Path, tell: Tell
) -> None:  # A4, A27
    tell(f"{len(A_FEW)} kills: {await survive(Alone(tmp_path), A_FEW)}")
    assert {kill.game for kill in A_FEW} == {game.name for game in GAMES}
    assert {kill.moment for kill in A_FEW} == {kill.moment for kill in EVERY_KILL}


@needs_signals
@runs
async def test_kills_lose_nothing_that_is_in_a_database(tmp_path: Path, database: str, tell: Tell) -> None:  # A4
    DATABASES[tmp_path] = database
    tell(f"3 kills: {await survive(Alone(tmp_path), A_FEW[:3])}")


@needs_signals
@runs
async def test_a_server_that_answers_before_it_stores_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="are lost"):
        await survive(Alone(tmp_path, live_hastily), [Kill("coloretto", ACKED)], [find("coloretto")])


@needs_signals
@pytest.mark.skipif(compiled(), reason="the mistake is planted in a module that is compiled")
@runs
async def test_a_server_that_forgets_to_ask_is_caught(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is frozen after 0 lines"):
        await survive(Alone(tmp_path, live_forgetfully), [Kill("colorio", FIRST)], [find("colorio")])


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs to limit another process")
@runs
async def test_a_server_whose_disk_is_full_refuses_with_a_reason_and_recovers(tmp_path: Path) -> None:  # A17
    victim = Victim(tmp_path)
    await asyncio.to_thread(victim.start)
    assert victim.process is not None
    assert victim.process.pid is not None
    page = Page(victim.address)
    [table] = await tables_for(page, 1)
    async with page.socket(table) as talk:
        for name in ("a1", "a2", "a3"):
            assert (await talk.play(name=name))["t"] == "ack"
        infinite = resource.RLIM_INFINITY
        resource.prlimit(victim.process.pid, resource.RLIMIT_FSIZE, (4096, infinite))
        for name in ("b1", "b2"):
            answer = await talk.play(name=name)
            assert answer["t"] == "refused"
            assert answer["reason"][0] == "server.unstored"
            assert not answer["stale"]
        new = await page.post("/api/tables", {"game": "coloretto", "seats": 2})
        assert (new.status, new.reason) == (503, "server.unstored")
        async with page.socket(table) as other:  # looking is still possible
            assert (await other.until("frame"))["length"] == talk.frame["length"]  # type: ignore[index]
        resource.prlimit(victim.process.pid, resource.RLIMIT_FSIZE, (infinite, infinite))
        for name in ("b1", "c1"):  # the page sends again what was refused, or plays something else
            assert (await talk.play(name=name))["t"] == "ack"
    assert await moves_at(tmp_path, table) == ["a1", "a2", "a3", "b1", "c1"]
    assert await asyncio.to_thread(victim.kill, signal.SIGTERM) == 0


@pytest.mark.soak
@needs_signals
@pytest.mark.timeout(0)
@pytest.mark.parametrize("luck", range(20))
def test_a_thousand_kills_lose_nothing_repeat_nothing_and_freeze_nothing(
    home: Path, luck: int, tell: Tell
) -> None:  # A4, A27
    kills = [EVERY_KILL[(50 * luck + number) % len(EVERY_KILL)] for number in range(50)]
    tell(f"50 kills: {asyncio.run(survive(Alone(home), kills, luck=luck))}")


# Torn sockets.

STEPS = ("before send", "during send", "after send", "before ack", "before frame", "after frame")


async def cut_at(talk: Talk, step: str, move: Heard) -> None:
    """Send a move, and tear the socket at one step of it."""
    text = json.dumps(move)
    if step == "before send":
        talk.ws.transport.abort()
        return
    if step == "during send":
        payload = text.encode()
        mask = b"\x00" * 4  # a frame's beginning only
        talk.ws.transport.write(bytes([0x81, 0x80 | 126, *len(payload).to_bytes(2, "big")]) + mask + payload[:9])
        await asyncio.sleep(0.001)  # subject: torn when a part of it may have arrived
        talk.ws.transport.abort()
        return
    await talk.ws.send(text)
    if step == "after send":
        talk.ws.transport.abort()
        return
    if step == "before ack":
        await asyncio.sleep(0.004)  # subject: torn about when it is being stored
        talk.ws.transport.abort()
        return
    await talk.until("ack", "refused")
    if step == "after frame":
        await talk.until("frame")
    talk.ws.transport.abort()


async def tear(folder: Path, cuts: int, seed: int) -> int:
    whims = random.Random(seed)
    async with served(folder) as where:
        page = Page(where.local)
        [table] = await tables_for(page, 1)
        played: list[Any] = []
        number = 0
        while number < cuts:
            async with page.socket(table) as talk:
                frame = await latest(talk, await talk.until("frame"))
                if frame["scene"].get("over"):
                    assert await moves_at(folder, table) == played
                    table, played = await again(talk), []
                    continue
                step = STEPS[number % len(STEPS)]
                number += 1
                choice = whims.choice(frame["scene"]["choices"])["action"]
                move = {"t": "move", "seat": frame["viewer"], "id": f"m{number}", "question": frame["question"]}
                move["action"] = choice
                with suppress(*BREAKS):
                    await cut_at(talk, step, move)
            for _ in range(2):  # the page comes back, sends it again, and once more for good measure
                async with page.socket(table) as talk:
                    await talk.until("frame")
                    await talk.send(**move)
                    answer = await talk.until("ack", "refused")
                    assert answer == {"t": "ack", "id": move["id"], "seat": move["seat"]}
            played.append(move["id"])
        assert await moves_at(folder, table) == played
    return number


@runs
async def test_a_socket_torn_at_any_step_of_a_move_plays_it_once(home: Path) -> None:  # A7
    assert await tear(home, 120, 1) == 120


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(5))
def test_five_thousand_torn_sockets(tmp_path: Path, seed: int) -> None:  # A7
    assert asyncio.run(tear(tmp_path, 1000, seed)) == 1000


@runs
async def test_duplicated_and_reordered_messages_do_nothing_twice(home: Path) -> None:  # A8
    whims = random.Random(8)
    async with served(home) as where:
        page = Page(where.local)
        [table] = await tables_for(page, 1)
        sent: list[Heard] = []
        for number in range(60):
            async with page.socket(table) as talk:
                frame = await latest(talk, await talk.until("frame"))
                if frame["scene"].get("over"):
                    break
                choice = whims.choice(frame["scene"]["choices"])["action"]
                move = {"t": "move", "seat": frame["viewer"], "id": f"m{number}", "question": frame["question"]}
                move["action"] = choice
                batch = [move, *(whims.sample(sent, min(3, len(sent)))), *([move] if whims.random() < 0.5 else [])]
                whims.shuffle(batch)
                for message in batch:
                    await talk.send(**message)
                answers = [await talk.until("ack", "refused") for _ in batch]
                assert all(answer["t"] == "ack" for answer in answers)
                sent.append(move)
        assert await moves_at(home, table) == [move["id"] for move in sent]


@runs
async def test_a_stale_duplicate_with_a_new_id_is_refused(home: Path) -> None:  # A8
    async with served(home) as where:
        page = Page(where.local)
        [table] = await tables_for(page, 1)
        async with page.socket(table) as talk:
            frame = await latest(talk, await talk.until("frame"))
            move = {"t": "move", "seat": frame["viewer"], "question": frame["question"], "action": "draw"}
            for name in ("a", "b", "c"):
                await talk.send(**move, id=name)
            answers = [await talk.until("ack", "refused") for _ in range(3)]
            assert [answer["t"] for answer in answers] == ["ack", "refused", "refused"]
            assert all(answer["stale"] for answer in answers[1:])
