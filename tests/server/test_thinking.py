"""Bots in processes of their own: they answer, and when they fail nobody else does."""

from __future__ import annotations

import asyncio
import os
import random
import signal

import pytest

from polychrome.engine.dice import Dice
from polychrome.engine.table import Table
from polychrome.server.box import Box, named
from polychrome.server.limits import Bucket, PerAddress
from polychrome.server.thinker import Problem, solve
from polychrome.server.thinking import Thinking
from server.hands import box
from server.house import runs

TOYS = "server.hands:box"


def table(game: str, seed: int = 1) -> Table:
    return Table(box().find(game), 2, None, Dice(seed))


@runs
async def test_bots_of_every_kind_answer_with_a_legal_action() -> None:
    thinking = Thinking(TOYS, workers=1)
    for game in ("hands", "peek", "pips", "coloretto"):
        place = table(game)
        for bot in ("random", "flat:20", "search:20", "search:20ms"):
            seat = place.acting()[0]
            text = await thinking.choose(place.game, place.state.view(seat), seat, bot, 1)
            assert text is not None
            place.play(seat, place.game.parse(text))
    assert len(thinking.idle) == 1
    await thinking.close()


@runs
async def test_a_bot_without_sense_is_reported_and_its_process_kept(caplog: pytest.LogCaptureFixture) -> None:
    thinking = Thinking(TOYS, workers=1)
    place = table("hands")
    seat = place.acting()[0]
    assert (
        await thinking.choose(place.game._replace(name="unknown"), place.state.view(seat), seat, "search:5", 1) is None
    )
    assert "setup.game" in caplog.text
    assert await thinking.choose(place.game, place.state.view(seat), seat, "search:5", 1) is not None
    await thinking.close()


@runs
async def test_a_bot_that_dies_or_dreams_is_replaced(caplog: pytest.LogCaptureFixture) -> None:
    thinking = Thinking(TOYS, workers=1, patience=30)
    place = table("hands")
    seat = place.acting()[0]
    view = place.state.view(seat)
    assert await thinking.choose(place.game, view, seat, "search:5", 1) is not None
    worker = thinking.idle[0]
    os.kill(worker.process.pid, signal.SIGKILL)
    assert await thinking.choose(place.game, view, seat, "search:5", 1) is None
    assert thinking.idle == []
    assert await thinking.choose(place.game, view, seat, "search:5", 1) is not None
    thinking.patience = 0.2
    os.kill(thinking.idle[0].process.pid, signal.SIGSTOP)  # dreams
    assert await thinking.choose(place.game, view, seat, "search:5", 1) is None
    assert caplog.text.count("gave no answer") == 2
    thinking.patience = 30
    assert await thinking.choose(place.game, view, seat, "search:5", 1) is not None
    await thinking.close()


@runs
async def test_more_questions_than_processes_wait_their_turn() -> None:
    thinking = Thinking(TOYS, workers=2)
    place = table("coloretto")
    seat = place.acting()[0]
    view = place.state.view(seat)
    texts = await asyncio.gather(*(thinking.choose(place.game, view, seat, "search:10", 1) for _ in range(8)))
    assert None not in texts
    assert len(thinking.idle) == 2
    await thinking.close()


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
    assert named("polychrome.server.box:ours") == Box()


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
