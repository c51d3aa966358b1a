"""A tournament on a real Dask cluster of which half is lost on the way: game by game the same as at home."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

import patience
import polychrome
from arena.games_kept import finished
from polychrome.arena.book import NAME
from polychrome.arena.cluster import Astray, engine, run
from web.pondering import VARIABLE, pondered

SOURCES = str(Path(polychrome.__file__).parent.parent)
TESTS = str(Path(__file__).parents[1])
BOTS = ("--bots", "flat:4,arena.held_back:HeldBack")
RUN = ("arena", "run", "--game", "coloretto", "--seats", "2", "--games", "64", *BOTS, "--seed", "6", "--limit", "600")
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([SOURCES, TESTS]), "LC_ALL": "C.UTF-8"}


@contextmanager
def process(folder: Path, name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Another program; what it says goes into a file, and it does not outlive us."""
    with (folder / f"{name}.log").open("wb") as log:
        started = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=folder,
            env={**ENVIRONMENT, VARIABLE: str(folder / "lock")},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield started
        finally:
            started.kill()
            started.wait(patience.PATIENCE)


def until(happened: Callable[[], bool], what: str, folder: Path, awaited: subprocess.Popen[bytes]) -> None:
    patience.until(lambda: happened() or awaited.poll() is not None, what)
    if not happened():
        logs = "\n".join(f"{log.name}: {log.read_text(errors='replace')[-2000:]}" for log in folder.glob("*.log"))
        raise AssertionError(f"{what} never happened\n{logs}")


def address_in(contact: Path) -> str:
    """Where the scheduler is; nothing while it is still writing that down."""
    try:
        return str(json.loads(contact.read_text())["address"])
    except (OSError, ValueError):
        return ""


def results(folder: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / NAME)) as base:
        games = base.execute("select * from games order by number").fetchall()
        return games + base.execute("select number, seat, bot, score, win, decisions from seats").fetchall()


@pytest.mark.skipif(os.name != "posix", reason="kills a process as Unix does it")
def test_a_cluster_that_loses_a_worker_plays_the_same_games(tmp_path: Path) -> None:
    contact = tmp_path / "contact.json"
    quiet = ("--no-dashboard", "--dashboard-address", "127.0.0.1:0", "--scheduler-file", str(contact))
    alone = ("--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path))
    worker = ("-m", "distributed.cli.dask_worker", *quiet, *alone)
    with ExitStack() as stack:
        scheduler = ("-m", "distributed.cli.dask_scheduler", *quiet, "--host", "127.0.0.1", "--port", "0")
        boss = stack.enter_context(process(tmp_path, "scheduler", *scheduler))
        until(lambda: bool(address_in(contact)), "the scheduler's start", tmp_path, boss)
        address = address_in(contact)
        victim = stack.enter_context(process(tmp_path, "victim", *worker))
        stack.enter_context(process(tmp_path, "survivor", *worker))
        far = (*RUN, "--out", "far", "--cluster", address)
        with pondered(tmp_path / "lock"):  # both are in the middle of it
            played = stack.enter_context(process(tmp_path, "far", "-m", "polychrome", *far))
            until(lambda: finished(tmp_path / "far") > 8, "the first games", tmp_path, played)
            victim.send_signal(signal.SIGKILL)
            assert finished(tmp_path / "far") < 64
        assert played.wait(patience.PATIENCE) == 0, (tmp_path / "far.log").read_text()
    with process(tmp_path, "near", "-m", "polychrome", *RUN, "--out", "near", "--jobs", "2") as near:
        assert near.wait(patience.PATIENCE) == 0
    assert len(results(tmp_path / "far")) == 64 + 2 * 64
    assert results(tmp_path / "far") == results(tmp_path / "near")


def test_a_machine_without_dask_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Astray) as trouble:
        engine("tcp://127.0.0.1:1")
    assert trouble.value.reason.key == "arena.cluster.missing"


def test_an_address_without_a_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polychrome.arena.cluster.CONNECTING", 1)
    with pytest.raises(Astray) as trouble:
        next(run([], "tcp://127.0.0.1:1", 60.0))
    assert trouble.value.reason.key == "arena.cluster.away"
    assert trouble.value.reason.args["address"] == "tcp://127.0.0.1:1"
