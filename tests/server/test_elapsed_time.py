"""A wrong clock deletes nothing: games are forgotten by the time that a server has seen pass."""

from __future__ import annotations

import asyncio
import random
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from polychrome.server.archive import bring_back
from polychrome.server.elapsed_time import DAY, STEADY, Clock, ElapsedTime
from polychrome.server.sqlite import FILE, SqliteStore
from polychrome.server.store import LOBBY_DAYS, RENEW, UNFINISHED_DAYS, Write
from server.house import Page, runs, served
from server.test_store import row, stored

HOUR = 3600
NOON = 1_780_000_000.0  # some day on which all clocks are right
KEEP = 30
PERIODS = {"over": KEEP, "lobby": LOBBY_DAYS, "playing": UNFINISHED_DAYS}


# Starts of a whole server, with the system's clock put wrong.


@pytest.mark.parametrize("keep", [1, 30])
@pytest.mark.parametrize(
    "shown",
    [
        [0, NOON, NOON + HOUR],
        [NOON, NOON + 400 * DAY, NOON + HOUR],
        [NOON, 0, NOON + HOUR, 0, NOON + 2 * HOUR],
        [NOON + 400 * DAY, NOON, NOON + 500 * DAY, NOON],
        [NOON, NOON + 5000 * DAY],
    ],
)
def test_no_start_deletes_what_was_played_whatever_the_clock_shows(  # A33
    home: Path, monkeypatch: pytest.MonkeyPatch, shown: Sequence[float], keep: int
) -> None:
    tables: list[str] = []

    async def start() -> None:
        async with served(home, days=keep) as where:
            page = Page(where.local)
            table = await page.create(seats=2)
            async with page.socket(table) as talk:
                await talk.send(t="take", seat=1)
                await talk.send(t="begin")
                for _ in range(12):
                    assert (await talk.play())["t"] == "ack"
            tables.append(table)
            tables.append(await page.create(seats=2))  # where nobody begins
            for known in tables:
                async with page.socket(known) as talk:
                    assert (await talk.hear())["t"] == "room"

    for now in shown:
        monkeypatch.setattr(time, "time", lambda now=now: now)
        asyncio.run(start())


# The same in small, for any sequence of starts, stops, crashes, games and jumps.


class World:
    """A machine whose clock is wrong as often as not, and what is true beside it."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.whims = random.Random(seed)
        self.folder = folder / "0"
        self.folder.mkdir()
        self.starts = 0
        self.true = NOON
        self.wrong = 0.0  # what the clock shows too much
        self.ahead = 0.0  # the most it has been ahead when a server ran
        self.lies = 0.0  # days that starts with a clock further ahead than ever may have been believed
        self.store: SqliteStore | None = None
        self.games: dict[str, tuple[float, float, int]] = {}  # when last played, the lies until then, its lines

    def clock(self) -> Clock:
        return Clock(lambda: self.true + self.wrong, lambda: self.true - 12345.0)

    def start(self) -> None:
        self.store = SqliteStore(self.folder / FILE, self.clock())
        if self.wrong > self.ahead + 1:
            self.lies += DAY
        self.ahead = max(self.ahead, self.wrong)

    async def rest(self) -> None:
        """What a server does now and then."""
        assert self.store is not None
        await self.store.rest()
        await self.store.prune(KEEP)

    async def run(self, seconds: float) -> None:
        while seconds > 0:
            step = min(seconds, 1.0 * DAY)
            seconds -= step
            self.true += step
            await self.rest()

    async def jump(self, to: float) -> None:
        """The clock is put elsewhere; while a server runs it sees that before long."""
        self.wrong = to - self.true
        if self.store is not None:
            self.ahead = max(self.ahead, self.wrong)
            await self.run(20)

    def stop(self, crash: bool) -> None:
        assert self.store is not None
        if crash:  # what the disk has at this moment is all there is
            self.starts += 1
            image = self.folder.with_name(str(self.starts))
            shutil.copytree(self.folder, image)
            self.store.close()
            self.folder = image
        else:
            self.store.close()
        self.store = None

    async def play(self, name: str) -> None:
        assert self.store is not None
        if self.store.table(name) is None:
            if name in self.games:
                return
            seq, tables = 0, [stored(name, name.partition(" ")[0])]
        else:
            seq, tables = self.games[name][2], []
        await self.store.write(Write([row(name, seq)], tables))
        self.games[name] = (self.true, self.lies, seq + 1)

    def check(self) -> None:
        assert self.store is not None
        for name, (played, lies, lines) in self.games.items():
            age = self.true - played + (self.lies - lies)
            period = PERIODS[name.partition(" ")[0]] * DAY
            there = self.store.table(name) is not None
            if age < period - RENEW:
                assert there, f"{name} is lost after {age / DAY:.1f} days"
            if there or age < 2 * period - RENEW:  # else it can be brought back for as long again
                assert len(self.store.entries(name)) == lines, f"{name} is gone after {age / DAY:.1f} days"


async def live(folder: Path, seed: int, steps: int) -> World:
    world = World(folder, seed)
    whims = world.whims
    world.start()
    for step in range(steps):
        deed = whims.choice(("play", "play", "new", "run", "run", "jump", "jump", "stop", "stop", "crash"))
        if deed == "jump":
            right = world.true
            await world.jump(whims.choice((0.0, right, right, right + 400 * DAY, right - HOUR, right + HOUR)))
        elif world.store is None:
            world.true += whims.choice((1.0, HOUR, DAY, 20 * DAY, 100 * DAY))
            world.start()
        elif deed in ("play", "new"):
            known = list(world.games)
            await world.play(
                whims.choice(known) if known and deed == "play" else f"{whims.choice(list(PERIODS))} {step}"
            )
        elif deed == "run":
            await world.run(whims.choice((20.0, RENEW, 2.0 * HOUR, DAY, 10.0 * DAY)))
        else:
            world.stop(crash=deed == "crash")
        if world.store is not None:
            await world.rest()
            world.check()
    if world.store is None:
        world.start()
    return world


async def forgotten_in_time(world: World) -> None:
    """No clock can stop the forgetting either: what nobody plays goes after so many days of running."""
    for phase, period in (("lobby", LOBBY_DAYS), ("over", KEEP)):
        assert world.store is not None
        last = f"{phase} last"
        await world.play(last)
        await world.run((period + 1) * DAY)
        assert [name for name in world.games if name.startswith(phase) and world.store.table(name)] == []
        world.stop(crash=False)
        assert bring_back(world.folder, last) == 1
        world.start()
        assert world.store.table(last) is not None
        await world.run((period + 1) * DAY)
        assert [name for name in world.games if name.startswith(phase) and world.store.entries(name)] == [last]
        await world.run(period * DAY)
        assert world.store.entries(last) == []


@pytest.mark.parametrize("seed", range(12))
@runs
async def test_whatever_clocks_do_what_was_played_is_kept_and_the_rest_goes(tmp_path: Path, seed: int) -> None:  # A33
    world = await live(tmp_path, seed, 60)
    assert world.games
    if seed < 2:
        await forgotten_in_time(world)
    assert world.store is not None
    world.store.close()


@runs
async def test_a_small_computer_without_a_battery_keeps_its_games(tmp_path: Path) -> None:  # A33
    """It starts in 1970 each time, and every other time somebody puts its clock right before it starts again."""
    world = World(tmp_path, 0)
    world.start()
    await world.play("lobby 1")
    world.stop(crash=False)
    for _ in range(40):
        for shown in (0.0, world.true):
            world.wrong = shown - world.true
            world.start()
            await world.run(STEADY)
            world.check()
            world.stop(crash=False)
    assert world.true - NOON < LOBBY_DAYS * DAY


# The counting itself.


def test_a_year_without_the_server_counts_one_day_and_only_after_an_hour() -> None:
    true = [NOON]
    clock = Clock(lambda: true[0], lambda: true[0])
    elapsed = ElapsedTime(100, int(NOON) - 365 * DAY, clock)
    assert elapsed.look() == 100
    true[0] += STEADY - 1
    assert elapsed.look() == 100 + STEADY - 1
    true[0] += 1
    assert elapsed.look() == 100 + STEADY + DAY
    true[0] += DAY
    assert elapsed.look() == 100 + STEADY + 2 * DAY


@pytest.mark.parametrize("jump", [-400 * DAY, -HOUR, HOUR, 400 * DAY])
def test_after_a_jump_nothing_counts_but_what_was_seen(jump: int) -> None:
    shown, run = [NOON], [5.0]
    elapsed = ElapsedTime(0, int(NOON) - 9 * DAY, Clock(lambda: shown[0], lambda: run[0]))
    shown[0] += jump
    elapsed.look()
    for _ in range(100):
        shown[0] += HOUR
        run[0] += HOUR
        elapsed.look()
    assert elapsed.look() == 100 * HOUR


def test_a_clock_that_is_behind_what_it_once_showed_counts_nothing() -> None:
    true = [NOON]
    elapsed = ElapsedTime(0, int(NOON) + 400 * DAY, Clock(lambda: true[0], lambda: true[0]))
    true[0] += 2 * HOUR
    assert elapsed.look() == 2 * HOUR


@runs
async def test_moves_renew_a_table_without_a_row_for_each(tmp_path: Path) -> None:
    now = [0.0]
    store = SqliteStore(tmp_path / FILE, Clock(lambda: NOON + now[0], lambda: now[0]))
    await store.write(Write([], [stored("t", "playing")]))
    written = []
    for seq in range(100):
        now[0] += 60
        before = store.table("t")
        await store.write(Write([row("t", seq)]))
        after = store.table("t")
        assert before is not None
        assert after is not None
        assert now[0] - after.touched < RENEW
        if after.touched != before.touched:
            written.append(seq)
    assert len(written) == 100 * 60 // RENEW
    store.close()
