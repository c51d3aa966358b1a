"""At the door: one request in each round of the loop, and the addresses take turns."""

from __future__ import annotations

import asyncio
from pathlib import Path

from patience import soon
from polychrome.server.http_connection import HttpConnection
from polychrome.server.limits import DOOR
from polychrome.server.request_queue import RequestQueue
from server.house import Page, runs, served


@runs
async def test_each_round_of_the_loop_serves_one_and_the_addresses_take_turns() -> None:
    requests, served_by_round, rounds = RequestQueue(*DOOR), list[tuple[int, str]](), 0
    for name in ("a1", "a2", "a3", "b1", "a4", "c1"):
        requests.add(name[0], lambda name=name: served_by_round.append((rounds, name)))  # type: ignore[misc]
    while len(served_by_round) < 6:
        await asyncio.sleep(0)
        rounds += 1
    assert [name for _, name in served_by_round] == ["a1", "b1", "c1", "a2", "a3", "a4"]
    assert len({at for at, _ in served_by_round}) == 6


@runs
async def test_a_rush_of_one_address_waits_and_others_do_not_wait_for_it() -> None:
    now = 0.0
    requests, done = RequestQueue(2, 1000), list[str]()
    requests.pace.clock = lambda: now
    for number in range(5):
        requests.add("a", lambda number=number: done.append(f"a{number}"))  # type: ignore[misc]
    requests.add("b", lambda: done.append("b"))
    await soon(lambda: len(done) == 3)
    assert done == ["a0", "b", "a1"]  # and then only with time
    now = 1.0
    await soon(lambda: len(done) == 5)
    assert done[3:] == ["a2", "a3"]
    now = 2.0
    await soon(lambda: not requests.waiting)
    assert done[-1] == "a4"


@runs
async def test_whoever_comes_while_others_wait_is_served_too() -> None:
    requests, done = RequestQueue(*DOOR), list[str]()
    requests.add("a", lambda: requests.add("a", lambda: done.append("second")))
    while not done:
        await asyncio.sleep(0)
    assert not requests.waiting


@runs
async def test_a_mistake_of_one_does_not_stop_the_others() -> None:
    requests, done = RequestQueue(*DOOR), list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: done.append("said"))
    requests.add("a", lambda: done.remove("nobody"))
    requests.add("a", lambda: done.append("served"))
    while len(done) < 2:
        await asyncio.sleep(0)
    assert done == ["said", "served"]


@runs
async def test_many_requests_that_come_at_once_are_read_one_after_the_other(tmp_path: Path) -> None:
    """As it was, all that had come were read in the same round, while the tables waited."""
    async with served(tmp_path) as where:
        page, rounds, read = Page(where.local), 0, list[int]()
        attend = HttpConnection.attend

        def noted(self: HttpConnection) -> None:
            read.append(rounds)
            attend(self)

        HttpConnection.attend = noted  # type: ignore[method-assign]
        try:
            asking = [asyncio.ensure_future(page.get("/healthz")) for _ in range(30)]
            while not all(one.done() for one in asking):
                rounds += 1
                await asyncio.sleep(0)
        finally:
            HttpConnection.attend = attend  # type: ignore[method-assign]
        assert {one.result().status for one in asking} == {200}
        assert len(set(read)) == len(read) >= 30
