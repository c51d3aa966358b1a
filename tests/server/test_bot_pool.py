"""Bots in processes of their own: they answer, and when they fail nobody else does."""

from __future__ import annotations

import asyncio
import functools
import os
import random
import signal
from pathlib import Path

import pytest

from patience import PATIENCE
from polychrome import bots
from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.room.catalogue import Catalogue, named
from polychrome.room.thought import Problem, Solution, solve
from polychrome.server.bot_pool import BotPool, BotProcess
from polychrome.server.limits import Bucket, PerAddress
from polychrome.server.thought_queue import WAIT, ThoughtQueue
from server.hands import box
from server.house import runs

TOYS = "server.hands:box"


def table(game: str, seed: int = 1) -> Table:
    return Table(box().find(game), 2, None, Dice(seed))


@runs
async def test_bots_of_every_kind_answer_with_a_legal_action() -> None:
    pool = BotPool(TOYS, workers=1, patience=PATIENCE)
    for game in ("hands", "peek", "pips", "coloretto"):
        place = table(game)
        for bot in ("random", "flat:20", "search:20", "search:20ms"):
            seat = place.acting()[0]
            text = await pool.choose(place.game, place.state.view(seat), seat, bot, 1)
            assert text is not None
            place.play(seat, place.game.parse(text))
    assert len(pool.idle) == 1
    await pool.close()


@runs
async def test_a_bot_without_sense_is_reported_and_its_process_kept(caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool(TOYS, workers=1, patience=PATIENCE)
    place = table("hands")
    seat = place.acting()[0]
    assert await pool.choose(place.game._replace(name="unknown"), place.state.view(seat), seat, "search:5", 1) is None
    assert "There is no game" in caplog.text
    assert await pool.choose(place.game, place.state.view(seat), seat, "search:5", 1) is not None
    await pool.close()


@runs
async def test_an_idle_process_that_has_died_costs_no_move(caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool(TOYS, workers=2, patience=PATIENCE)
    place = table("hands")
    seat = place.acting()[0]
    view = place.state.view(seat)

    async def think(number: int) -> str | None:
        return await pool.choose(place.game, view, seat, "search:5", 1, str(number))

    answers = set(await asyncio.gather(think(1), think(2)))
    for noticed in (False, True):
        assert len(pool.idle) == 2
        for worker in pool.idle:
            os.kill(worker.process.pid, signal.SIGKILL)
            if noticed:
                await worker.process.wait()
        answers |= set(await asyncio.gather(think(1), think(2)))
    assert len(answers) == 1  # a bot asked again plays the same
    assert None not in answers
    assert "gave no answer" not in caplog.text
    await pool.close()


@pytest.mark.parametrize("lives", [1, 2])
@runs
async def test_a_process_that_dies_in_the_middle_of_a_thought_is_replaced_once(
    lives: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("MORTAL", str(tmp_path / "deaths"))
    monkeypatch.setenv("LIVES", str(lives))
    pool = BotPool(TOYS, workers=1, patience=PATIENCE, own=["server.mortal:Mortal"])
    place = table("hands")
    seat = place.acting()[0]
    view = place.state.view(seat)
    for _ in range(1 if lives > 1 else 2):  # in a new process, and in one that was idle
        assert await pool.choose(place.game, view, seat, "search:5", 1) is not None
    answer = await pool.choose(place.game, view, seat, "server.mortal:Mortal", 1)
    assert (tmp_path / "deaths").stat().st_size == lives
    assert (answer is None) == (lives > 1)
    assert caplog.text.count("gave no answer") == lives - 1
    assert await pool.choose(place.game, view, seat, "search:5", 1) is not None
    await pool.close()


@runs
async def test_a_bot_that_dreams_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    pool = BotPool(TOYS, workers=1, patience=PATIENCE)
    place = table("hands")
    seat = place.acting()[0]
    view = place.state.view(seat)
    assert await pool.choose(place.game, view, seat, "search:5", 1) is not None
    pool.patience = 0.2
    os.kill(pool.idle[0].process.pid, signal.SIGSTOP)  # dreams
    assert await pool.choose(place.game, view, seat, "search:5", 1) is None
    assert pool.idle == []
    assert caplog.text.count("gave no answer") == 1
    pool.patience = PATIENCE
    assert await pool.choose(place.game, view, seat, "search:5", 1) is not None
    await pool.close()


@runs
async def test_another_table_is_served_next_but_one() -> None:
    pool = BotPool(TOYS, workers=1, patience=PATIENCE)
    place = table("coloretto")
    seat = place.acting()[0]
    view = place.state.view(seat)
    served: list[str] = []

    async def think(name: str, opener: str, bot: str) -> None:
        assert await pool.choose(place.game, view, seat, bot, 1, name, opener) is not None
        served.append(name)

    crowd = [think(f"crowd {number}", "crowd", "search:200") for number in range(6)]
    await asyncio.gather(*crowd, think("other", "other", "casual"))
    assert served == ["crowd 0", "other", *(f"crowd {number}" for number in range(1, 6))]
    assert len(pool.idle) == 1
    await pool.close()


class Hasty(BotPool):
    """Notes how much time each problem has, and solves none."""

    def __init__(self) -> None:
        super().__init__(TOYS, workers=1)
        self.queue = ThoughtQueue(1, clock=lambda: 0.0)
        self.times: list[int] = []

    async def answer(self, problem: Problem) -> Solution:
        self.times.append(problem.hurry)
        await asyncio.sleep(0)
        return Solution("draw")


@runs
async def test_whoever_thinks_is_told_how_long_the_others_can_wait() -> None:  # A30
    pool = Hasty()
    place = table("coloretto")
    seat = place.acting()[0]
    view = place.state.view(seat)
    await asyncio.gather(
        *(pool.choose(place.game, view, seat, "master", 1, str(number), str(number)) for number in range(6))
    )
    assert pool.times == [0, *(round(1000 * WAIT / behind) for behind in (4, 3, 2, 1)), 0]  # the first was alone


@runs
async def test_a_light_bot_does_not_wait_for_a_heavy_one() -> None:
    """The heavy one's process is stopped, and goes on only when the light ones have had their answers."""
    pool = Stopping(TOYS, workers=2)
    pool.queue = ThoughtQueue(2, clock=lambda: 0.0)  # nobody has waited for long, however slow this machine is
    place = table("coloretto")
    seat = place.acting()[0]
    view = place.state.view(seat)
    heavy = [
        asyncio.ensure_future(pool.choose(place.game, view, seat, "master", 1, f"heavy {number}"))
        for number in range(5)
    ]
    await pool.begun.wait()
    for number in range(3):
        assert await pool.choose(place.game, view, seat, "kid", 1, f"light {number}") is not None
    assert not any(thought.done() for thought in heavy)
    pool.go_on()
    assert None not in await asyncio.gather(*heavy)
    await pool.close()


class Stopping(BotPool):
    """Its first worker is stopped before it gets anything to think about."""

    def __init__(self, box: str, workers: int) -> None:
        super().__init__(box, workers, PATIENCE)
        self.begun = asyncio.Event()
        self.stopped: BotProcess | None = None

    async def start(self) -> BotProcess:
        worker = await super().start()
        if self.stopped is None:
            self.stopped = worker
            os.kill(worker.process.pid, signal.SIGSTOP)
            self.begun.set()
        return worker

    def go_on(self) -> None:
        assert self.stopped is not None
        os.kill(self.stopped.process.pid, signal.SIGCONT)


@runs
async def test_people_are_told_when_a_bot_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polychrome.server.bot_pool.LATE", 0.0)
    pool = Stopping(TOYS, workers=1)
    place = table("coloretto")
    seat = place.acting()[0]
    view = place.state.view(seat)
    told: list[int] = []
    rung = asyncio.Event()

    def late(number: int) -> None:
        told.append(number)
        rung.set()

    thoughts = [
        asyncio.ensure_future(
            pool.choose(place.game, view, seat, "casual", 1, str(number), late=functools.partial(late, number))
        )
        for number in range(2)
    ]
    await rung.wait()
    await pool.begun.wait()
    pool.go_on()
    assert None not in await asyncio.gather(*thoughts)
    assert told == [1]  # the other one's turn had come at once
    await pool.close()


@runs
async def test_more_hints_than_a_table_may_ask_for_are_none() -> None:
    pool = Stopping(TOYS, workers=1)
    place = table("coloretto")
    seat = place.acting()[0]
    view = place.state.view(seat)
    asked = [asyncio.ensure_future(pool.explain(place.game, view, seat, "sharp", 1, "table")) for _ in range(9)]
    other = asyncio.ensure_future(pool.explain(place.game, view, seat, "sharp", 1, "other"))
    await pool.begun.wait()
    pool.go_on()
    answers = await asyncio.gather(*asked)
    assert [answer is None for answer in answers] == [False] * 5 + [True] * 4  # one is thought about, four wait
    assert await other is not None
    await pool.close()


@pytest.mark.parametrize("bot", ["search:90000000", "keen:90000000", "flat:90000000", "child/search:90000000"])
def test_whoever_is_in_a_hurry_comes_to_an_end(bot: str) -> None:
    place = table("coloretto")
    while len(place.state.legal(place.acting()[0])) < 2:
        place.play(place.acting()[0], place.state.legal(place.acting()[0])[0])
    seat = place.acting()[0]
    for why in (False, not bot.startswith("flat")):  # those explain themselves without a thought
        problem = Problem("coloretto", place.state.view(seat).dump(), seat, bot, 1, why, hurry=1)
        found = solve(Catalogue(), problem)
        assert found.action is not None
        place.check(seat, place.game.parse(found.action))


def test_hurry_changes_nothing_where_there_is_time_enough() -> None:
    place = table("coloretto")
    seat = place.acting()[0]
    view = place.state.view(seat).dump()
    for bot in ("search:30", "flat:30", "casual"):
        calm, hasty = (solve(Catalogue(), Problem("coloretto", view, seat, bot, 1, hurry=ms)) for ms in (0, 100_000))
        assert calm == hasty


@pytest.mark.parametrize(
    ("bot", "weighty"),
    [
        *[(bot, False) for bot in ("kid", "casual", "sharp", "quick", "random", "search:100", "child/keen:40ms")],
        *[(bot, True) for bot in ("master", "search", "search:101", "search:2000ms", "adult/flat:500", "mine:Own")],
    ],
)
def test_what_is_heavy(bot: str, weighty: bool) -> None:
    assert bots.weighty(bot) == weighty


@runs
async def test_more_questions_than_processes_wait_their_turn() -> None:
    pool = BotPool(TOYS, workers=2, patience=PATIENCE)
    place = table("coloretto")
    seat = place.acting()[0]
    view = place.state.view(seat)
    texts = await asyncio.gather(*(pool.choose(place.game, view, seat, "search:10", 1, str(n)) for n in range(8)))
    assert None not in texts
    assert len(pool.idle) == 2
    await pool.close()


def test_same_view_and_seed_same_move() -> None:  # A2
    """A bot decides by its view alone: other worlds behind the same view change nothing."""
    toys, whims = named(TOYS), random.Random(2)
    for game in ("hands", "peek"):
        place = table(game)
        while place.acting():
            seat = place.acting()[0]
            view = place.state.view(seat)
            other = view.clone()
            other.imagine(Dice(whims.randrange(1000)))
            problems = [Problem(game, world.view(seat).dump(), seat, "search:10", 7) for world in (place.state, other)]
            first, second = (solve(toys, problem) for problem in problems)
            assert first == second
            assert first.action is not None
            place.play(seat, place.game.parse(first.action))


def test_our_box_is_the_default() -> None:
    assert named("polychrome.room.catalogue:ours") == Catalogue()


# Limits, which have no better place.


def test_a_bucket_fills_with_time() -> None:
    bucket = Bucket(3, 0.5, now=0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert not bucket.take(1.0)
    assert bucket.take(2.0)
    assert bucket.fill(100.0) == 3


def test_addresses_are_forgotten_when_their_bucket_is_full_again() -> None:  # A24
    now = [0.0]
    limit = PerAddress(2, 1.0, lambda: now[0])
    assert limit.take("1.1.1.1")
    assert limit.take("1.1.1.1")
    assert limit.exhausted("1.1.1.1")
    assert not limit.take("1.1.1.1")
    assert limit.take("2.2.2.2")
    now[0] = 1.5
    limit.sweep()
    assert set(limit.buckets) == {"1.1.1.1"}
    now[0] = 9.0
    limit.sweep()
    assert limit.buckets == {}


def test_an_attack_from_many_sides_does_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polychrome.server.limits.ADDRESSES", 100)
    limit = PerAddress(2, 0.0001)
    for number in range(1000):
        limit.take(f"address {number}")
    assert len(limit.buckets) <= 100
