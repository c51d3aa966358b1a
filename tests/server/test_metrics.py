"""Seen from outside: figures for Prometheus at a place of their own, and a log that says nothing it should not."""

from __future__ import annotations

import json
import logging
import re
import sys
from pathlib import Path

import pytest

from polychrome.server import journal, leases
from polychrome.server.log_names import name_in_log, path_in_log, share
from polychrome.server.meter import BOUNDS, Times
from polychrome.server.metrics import histogram
from polychrome.server.postgres import PostgresStore
from polychrome.server.run import Unstartable
from ports import own_port
from reasons import because
from server.house import DATABASES, Answer, Page, ask, runs, served
from server.test_relay import pair

LINE = re.compile(r'(polychrome_\w+)(?:\{le="([^"]+)"\})? ([0-9.]+)')


async def figures(port: int) -> dict[str, float]:
    """Every line that is a figure, by name; a histogram's buckets as name:bound."""
    answer = await ask(f"http://127.0.0.1:{port}", "GET", "/metrics", [("Host", "x")])
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.body.decode().splitlines()
    found = {}
    for line in lines:
        if not line.startswith("#"):
            whole = LINE.fullmatch(line)
            assert whole is not None, line
            found[whole[1] + (f":{whole[2]}" if whole[2] else "")] = float(whole[3])
    named = {name.partition(":")[0] for name in found}
    for kind in ("HELP", "TYPE"):  # said once of each
        told = [line.split()[2] for line in lines if line.startswith(f"# {kind} ")]
        assert len(told) == len(set(told))
        assert all(any(name.startswith(each) for each in told) for name in named)
    return found


@runs
async def test_figures_follow_what_happens(home: Path) -> None:
    port = own_port()
    async with served(home, metrics=str(port)) as where:
        empty = await figures(port)
        assert (empty["polychrome_tables"], empty["polychrome_ready"]) == (0, 1)
        page = Page(where.local)
        table = await page.create(seats=2)
        async with page.socket(table) as talk:
            await talk.send(t="take", seat=1)
            await talk.send(t="begin")
            for _ in range(3):
                assert (await talk.play())["t"] == "ack"
            refused = {"t": "move", "seat": 0, "id": "x", "question": 999, "action": "draw"}
            await talk.send(**refused)
            await talk.until("refused")
            found = await figures(port)
            assert table not in str(found)
            wanted = {"tables": 1, "sockets": 1, "relayed_sockets": 0, "moves_heard_total": 4, "moves_kept_total": 3}
            wanted |= {"moves_unplayed_total": 1, "unstored_total": 0, "move_seconds_count": 4, "bots_waiting": 0}
            assert wanted.items() <= {name.removeprefix("polychrome_"): value for name, value in found.items()}.items()
            assert found["polychrome_store_seconds_count"] >= 3
            assert found["polychrome_move_seconds_bucket:+Inf"] == 4
        nobody = await ask(f"http://127.0.0.1:{port}", "GET", "/api/games", [("Host", "x")])
        assert (nobody.status, nobody.body) == (404, b"")
        public = await page.get("/metrics")
        assert public.status == 404  # not for people


@runs
async def test_a_place_for_figures_that_is_none(tmp_path: Path) -> None:
    for place in ("nowhere", "1:2:x"):
        with pytest.raises(Unstartable, check=because("server.place")):
            async with served(tmp_path, metrics=place):
                pass


@runs
async def test_relayed_sockets_are_counted_and_leave_nothing_behind(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE", 3600.0)
    port = own_port()
    async with pair(tmp_path, database) as found:
        third = tmp_path / "three"
        DATABASES[third] = database
        async with served(third, metrics=str(port)) as where:
            page = Page(where.local)
            page.cookie = found.one.cookie
            async with page.socket(found.table) as talk:
                await talk.until("frame")
                assert (await figures(port))["polychrome_relayed_sockets"] == 1
                talk.ws.transport.abort()
            while (await figures(port))["polychrome_relayed_sockets"]:
                pass


def test_a_histogram_counts_what_lies_below_each_bound() -> None:
    times = Times()
    for seconds in (0.0005, 0.001, 0.3, 99.0):
        times.note(seconds)
    lines = [*histogram("x", times)]
    assert lines[0] == 'x_bucket{le="0.001"} 2'
    assert lines[len(BOUNDS) - 1] == 'x_bucket{le="10.0"} 3'
    assert lines[len(BOUNDS) :] == ['x_bucket{le="+Inf"} 4', "x_sum 99.301500", "x_count 4"]


# The log.


def test_a_table_has_one_name_in_the_logs_of_all_servers_of_a_store_and_it_is_not_its_own() -> None:
    share("one key")
    name = name_in_log("abcdefghijkm")
    assert re.fullmatch("[0-9a-f]{10}", name)
    share("another")
    assert name_in_log("abcdefghijkm") != name
    share("one key")
    assert name_in_log("abcdefghijkm") == name
    for path in ("/api/tables/abcdefghijkm/record", "/api/qr/abcdefghijkm", "/ws/abcdefghijkm", "/t/abcdefghijkm"):
        assert path_in_log(path) == path.replace("abcdefghijkm", name)
    assert path_in_log("/api/games") == "/api/games"


def test_the_log_as_lines_of_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    log = logging.getLogger("polychrome")
    monkeypatch.setattr(log, "handlers", log.handlers)
    monkeypatch.setattr(log, "propagate", True)
    journal.begin()
    log.warning("The bot %s failed", "sharp")
    try:
        raise ValueError("so\nit is")
    except ValueError:
        log.exception("A chore failed")
    sys.stderr.flush()
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert first.pop("time").endswith("+00:00")
    assert first == {"level": "warning", "event": "The bot %s failed", "said": "The bot sharp failed"}
    assert "ValueError: so\nit is" in second["trouble"]


# Limits.


async def code_tried(page: Page) -> Answer:
    return await page.post("/api/join", {"code": "AAAAAA"})


@runs
async def test_wrong_codes_are_counted_by_all_servers_together(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("polychrome.server.postgres.SHARED", {"codes": (10, 0.0), "tables": (3, 0.0)})
    folders = [tmp_path / name for name in ("one", "two")]
    DATABASES.update(dict.fromkeys(folders, database))
    async with served(folders[0]) as one, served(folders[1]) as two:
        pages = [Page(one.local), Page(two.local)]
        statuses = [(await code_tried(pages[number % 2])).status for number in range(13)]
        assert statuses == [404] * 10 + [429] * 3
        wish = {"game": "coloretto", "seats": 2}
        opened = [(await pages[number % 2].post("/api/tables", wish)).status for number in range(5)]
        assert opened == [200] * 3 + [429] * 2


@runs
async def test_what_fills_up_again_may_be_had_again(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polychrome.server.postgres.SHARED", {"codes": (1, 20.0)})
    store = await PostgresStore.open(database)
    try:
        assert await store.spend("codes", "10.0.0.1", 1)
        assert await store.spend("codes", "10.0.0.2", 1)  # somebody else's
        while not await store.spend("codes", "10.0.0.1", 0):  # time fills it
            pass
        kept = await store.pool.fetch("SELECT who FROM shares")
        assert not any("10.0.0" in row[0] for row in kept)
    finally:
        await store.end()
