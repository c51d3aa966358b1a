"""Servers die, end, stand still or lose their database: their tables go on elsewhere, and nothing is lost.  (A35)"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from signal import SIGKILL, SIGTERM

import pytest

from polychrome.registry import GAMES
from server.fleet import CutOff, Fleet, Restarted, Sleepers
from server.house import Heard, Page, runs
from server.postgres import Cluster
from server.survivors import A_FEW, ACKED, EVERY_KILL, LOBBY, LOOK, SENT, Kill, Tell, steadily, survive

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs signals and forks")

A_FEW_GAMES = GAMES[:3]
TWO = [Kill(A_FEW_GAMES[0].name, ACKED), Kill(A_FEW_GAMES[1].name, SENT)]
UNDER_WAY = [kill for kill in EVERY_KILL if kill.moment in (ACKED, SENT, LOOK)]


@runs
async def test_five_kills_among_three_servers(tmp_path: Path, database: str, tell: Tell) -> None:
    ways = (SIGKILL, SIGKILL, SIGTERM, SIGKILL, SIGKILL)
    tell(f"5 kills: {await survive(Fleet(tmp_path, database, ways), A_FEW[:5])}")


async def goes_on(page: Page, table: str, wanted: Callable[[Heard], bool]) -> Heard:
    """Play until a frame is as wanted; how long all look is left to the clock."""
    async with page.socket(table) as talk:
        while not wanted(frame := await talk.until("frame")):
            if frame["question"] is not None and "look" not in frame:
                action = frame["scene"]["choices"][0]["action"]
                name = f"n{talk.number}l{frame['length']}"
                await talk.send(t="move", seat=frame["viewer"], id=name, question=frame["question"], action=action)
        return frame


@runs
async def test_looks_clocks_and_bots_go_on_at_another_server(tmp_path: Path, database: str) -> None:
    """In Blackout all look at a line until a clock covers it; bots lay it out, move it and seek."""
    fleet = Fleet(tmp_path, database)
    await fleet.start()
    owner = fleet.victims[0]
    door, person = Page(owner.address), Page(fleet.address)
    table = await door.create("blackout", 3, fill="random")
    person.cookie = door.cookie
    async with person.socket(table) as talk:
        await talk.send(t="settings", memorise=2, look=1, pause=0)
        while (await talk.until("room"))["settings"]["memorise"] != 2:
            pass
    seen = await goes_on(person, table, lambda frame: "look" in frame)
    assert await asyncio.to_thread(owner.kill) == -SIGKILL
    fleet.struck = owner
    await steadily(lambda: goes_on(person, table, lambda frame: frame["length"] > seen["length"] + 5))
    await fleet.end()


@runs
async def test_a_database_that_is_cut_off_and_reached_again(tmp_path: Path, mortal: Cluster, tell: Tell) -> None:
    tell(f"2 cuts: {await survive(CutOff(tmp_path, mortal), TWO, A_FEW_GAMES)}")


@runs
async def test_a_database_that_stops_and_starts_again(tmp_path: Path, mortal: Cluster, tell: Tell) -> None:
    tell(f"2 restarts: {await survive(Restarted(tmp_path, mortal), TWO, A_FEW_GAMES)}")


@pytest.mark.long
@pytest.mark.timeout(0)
@pytest.mark.parametrize("luck", range(4))
def test_two_hundred_kills_among_three_servers(tmp_path: Path, database: str, luck: int, tell: Tell) -> None:
    kills = [EVERY_KILL[(50 * luck + number) % len(EVERY_KILL)] for number in range(50)]
    fleet = Fleet(tmp_path, database, (SIGKILL, SIGKILL, SIGKILL, SIGTERM), luck)
    tell(f"50 kills: {asyncio.run(survive(fleet, kills, luck=luck))}")


@pytest.mark.long
@pytest.mark.timeout(0)
def test_twenty_restarts_of_the_database(tmp_path: Path, mortal: Cluster, tell: Tell) -> None:
    kills = [UNDER_WAY[7 * number % len(UNDER_WAY)] for number in range(20)]
    tell(f"20 restarts: {asyncio.run(survive(Restarted(tmp_path, mortal), kills))}")


@pytest.mark.long
@pytest.mark.timeout(0)
def test_servers_that_stand_still_for_half_a_minute(tmp_path: Path, database: str, tell: Tell) -> None:
    kills = [UNDER_WAY[11 * number % len(UNDER_WAY)] for number in range(3)]
    kills += [Kill("trio", LOBBY), Kill("chromino", LOBBY)]  # who opens or joins a table does not wait for it either
    tell(f"5 pauses: {asyncio.run(survive(Sleepers(tmp_path, database), kills))}")
