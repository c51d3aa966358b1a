"""A damaged file and a full disk: the host is told, monitoring notices, and what can be served is served."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from patience import PATIENCE, glance, soon
from polychrome.room.entries import Entry, decode
from polychrome.room.steps import Row
from polychrome.server.archive import backup, examine, restore
from polychrome.server.elapsed_time import Clock
from polychrome.server.health import CALM, WELL
from polychrome.server.sqlite import FILE, SqliteStore, open_file, put, transaction
from polychrome.server.store import Damaged, Unstored, Unusable, Write
from reasons import because
from server.house import Page, runs, served
from server.test_commands import polychrome
from server.test_store import row, stored

TABLES = [f"table{number}" for number in range(6)]
LINES = 60


def filled(folder: Path) -> dict[str, list[tuple[int, Entry]]]:
    """A file in which every table has pages of its own."""
    folder.mkdir(exist_ok=True)
    with closing(open_file(folder / FILE)) as db, transaction(db):
        for name in TABLES:
            rows = [row(name, seq, f"{name} {seq} ".ljust(120, "x")) for seq in range(LINES)]
            put(db, Write(rows, [stored(name, "playing", options="{}".ljust(900))]), 0)
    return {name: [(at, decode(text)) for _, _, at, text in rows_of(folder, name)] for name in TABLES}


def rows_of(folder: Path, name: str) -> list[Row]:
    with closing(sqlite3.connect(folder / FILE)) as db:
        return db.execute("SELECT * FROM entries WHERE table_id = ? ORDER BY seq", (name,)).fetchall()


def pages(folder: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(folder / FILE)) as db:
        size: int = db.execute("PRAGMA page_size").fetchone()[0]
        count: int = db.execute("PRAGMA page_count").fetchone()[0]
    return size, count


def zeros(size: int, number: int) -> bytes:
    return bytes(size)


def noise(size: int, number: int) -> bytes:
    return random.Random(number).randbytes(size)


def spoil(folder: Path, number: int, how: Callable[[int, int], bytes] = zeros) -> None:
    """Overwrite one page of the file, counted from 1."""
    size, _ = pages(folder)
    with (folder / FILE).open("r+b") as file:
        file.seek((number - 1) * size)
        file.write(how(size, number))


def page_of(folder: Path, name: str) -> int:
    """A page with nothing but moves of this table."""
    size, count = pages(folder)
    content = (folder / FILE).read_bytes()
    for number in range(2, count + 1):
        page = content[(number - 1) * size : number * size]
        if (
            page[0] == 10
            and page.count(name.encode()) > 20
            and not any(other.encode() in page for other in TABLES if other != name)
        ):
            return number
    raise AssertionError("no such page")


@pytest.mark.parametrize("how", [zeros, noise])
@runs
async def test_whichever_page_is_damaged_it_is_noticed_and_the_rest_is_served(
    tmp_path: Path, how: Callable[[int, int], bytes]
) -> None:
    whole = filled(tmp_path / "whole")
    _, count = pages(tmp_path / "whole")
    served_somewhere = refused = 0
    for number in range(1, count + 1):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "whole", folder)
        spoil(folder, number, how)
        with pytest.raises(Unusable) as problem:
            examine(folder)
        assert problem.value.reason.args["file"] == str(folder / FILE), number
        try:
            store = SqliteStore(folder / FILE)
        except Unusable:
            refused += 1
            continue
        store.examine()
        assert store.examining is not None
        store.examining.join()
        assert store.health.word().startswith("damaged"), number
        for name in TABLES:
            with suppress(Damaged):
                assert store.table(name) is not None
                assert store.entries(name) == whole[name]
                served_somewhere += 1
        assert len(await store.tables_of("ann", 9)) in (0, len(TABLES))
        for name in (*TABLES, "new"):  # never anything worse than a sentence
            with suppress(Damaged):
                await store.write(Write([row(name, LINES)], [stored(name, "playing")]))
        await store.rest()
        store.close()
    assert served_somewhere >= (count - refused) * len(TABLES) * 0.6
    assert refused <= 2  # the first page; the schema


@runs
async def test_a_table_on_a_damaged_page_gets_a_sentence_and_its_neighbours_go_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    filled(tmp_path)
    victim = TABLES[3]
    spoil(tmp_path, page_of(tmp_path, victim))
    async with served(tmp_path) as where:
        page = Page(where.local)
        while (answer := await page.get("/healthz")).status == 200:  # it looks in the background
            await glance()
        assert (answer.status, answer.body.startswith(b"damaged: ")) == (503, True)
        alive = await page.get("/healthz?alive")
        assert (alive.status, alive.body) == (200, answer.body)
        record = await page.get(f"/api/tables/{victim}/record")
        assert (record.status, record.reason) == (503, "server.damaged")
        async with page.socket(victim) as talk:
            assert await talk.closed() == 4503
        table = await page.create(seats=2, fill="random")
        async with page.socket(table) as talk:
            assert (await talk.play())["t"] == "ack"
    said = [message for message in caplog.messages if "is damaged" in message]
    assert len(said) == 1
    assert str(tmp_path / FILE) in said[0]


@runs
async def test_people_play_on_while_the_file_is_looked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looking, played = threading.Event(), threading.Event()
    waited: list[bool] = []

    def long(db: sqlite3.Connection) -> None:
        looking.set()
        waited.append(played.wait(PATIENCE))

    monkeypatch.setattr("polychrome.server.sqlite.damage", long)
    async with served(tmp_path) as where:
        await soon(looking.is_set)
        page = Page(where.local)
        table = await page.create(seats=2, fill="random")
        async with page.socket(table) as talk:
            assert (await talk.play())["t"] == "ack"
        played.set()
        await soon(lambda: waited)
    assert waited == [True]


@runs
async def test_an_entry_that_makes_no_sense_is_damage_and_costs_only_its_table(tmp_path: Path) -> None:
    """A byte of it has changed, and SQLite, which has no sums, reads it all the same."""
    async with served(tmp_path) as where:
        page = Page(where.local)
        victim, other = [await page.create(seats=2, fill="random") for _ in range(2)]
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("UPDATE entries SET entry = substr(entry, 2) WHERE table_id = ? AND seq = 0", (victim,))
    async with served(tmp_path) as where:
        page.address = where.local
        assert [one["table"] for one in (await page.get("/api/tables")).json()] == [other]
        record = await page.get(f"/api/tables/{victim}/record")
        assert (record.status, record.reason) == (503, "server.damaged")
        async with page.socket(victim) as talk:
            assert await talk.closed() == 4503
        assert (await page.get("/healthz")).body.startswith(b"damaged: ")
        async with page.socket(other) as talk:
            assert (await talk.play())["t"] == "ack"


def test_backup_and_restore_name_what_is_broken(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    filled(data)
    backup(data, copy)
    for number in (1, page_of(data, TABLES[0])):
        damaged = tmp_path / f"damaged{number}"
        shutil.copytree(data, damaged)
        spoil(damaged, number)
        for deed in (
            lambda: backup(damaged, tmp_path / "new.db"),  # noqa: B023 - called at once
            lambda: restore(tmp_path / "other", damaged / FILE),  # noqa: B023
        ):
            with pytest.raises(Unusable) as problem:
                deed()
            assert problem.value.reason.args["file"] == str(damaged / FILE)
            assert problem.value.reason.key in ("server.file", "server.data.damaged")
    assert not (tmp_path / "new.db").exists()
    assert not list(tmp_path.rglob("*.part*"))
    said = polychrome("data", "backup", str(tmp_path / "x.db"), "--data", str(damaged))
    assert (said.returncode, f"{damaged / FILE} is damaged" in said.stderr) == (1, True)


def test_the_doctor_says_whether_the_games_are_whole(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert "none yet" in polychrome("doctor", "--data", str(data)).stdout
    assert not data.exists()
    filled(data)
    assert "whole" in polychrome("doctor", "--data", str(data)).stdout
    spoil(data, page_of(data, TABLES[0]))
    said = polychrome("doctor", "--data", str(data)).stdout
    assert "is damaged" in " ".join(said.split())
    assert "All is well" not in said
    assert '"data": "damaged"' in polychrome("doctor", "--json", "--data", str(data)).stdout


# A full disk.


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A disk of its own, of one megabyte."""
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True)
    if made.returncode:
        pytest.skip("a disk of one's own needs the administrator")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)  # a red test may still hold a file there


@runs
async def test_who_was_answered_is_told_how_the_disk_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / FILE)
    store.health.full, store.health.failed = True, store.health.now() - CALM
    tried_again = store.keep_time

    def hesitate() -> None:  # as on a busy machine: the writer's thread gets no processor just before it tries the disk
        time.sleep(0.1)  # subject: who is answered before this is told what was true, not what is
        tried_again()

    monkeypatch.setattr(store, "keep_time", hesitate)
    await store.rest()
    assert store.health.word() == WELL
    store.close()


@pytest.mark.skipif(not sys.platform.startswith("linux") or os.geteuid() != 0, reason="mounts a small disk")
@runs
async def test_a_full_disk_is_told_once_and_once_when_it_is_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:  # A17
    now = [0.0]
    with small_disk(tmp_path / "disk") as folder:
        store = SqliteStore(folder / FILE, Clock(lambda: 1_780_000_000.0 + now[0], lambda: now[0]))
        await store.write(Write([row("t", 0)], [stored("t")]))
        assert store.health.word() == WELL
        ballast = folder / "ballast"
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(b"x" * 1024)
        kept = 1
        with suppress(Unstored):
            while True:
                await store.write(Write([row("t", kept, "x" * 2000)]))
                kept += 1
        for _ in range(20):
            with pytest.raises(Unstored, check=because("server.unstored")):
                await store.write(Write([row("t", kept, "x" * 20_000)]))
        assert store.health.word().startswith("full: ")
        assert len(caplog.messages) == 1
        assert "cannot be written: database or disk is full" in caplog.messages[0]
        with pytest.raises(Unusable) as problem:  # no room for a copy: that is not the fault of the file
            backup(folder, folder / "copy.db")
        assert problem.value.reason.args["file"] == str(folder / "copy.db")
        ballast.unlink()
        await store.write(Write([row("t", kept)]))
        assert store.health.word().startswith("full: ")  # a little room now and then is not the end of it
        now[0] += CALM
        await store.rest()  # also when nobody plays
        assert store.health.word() == WELL
        assert len(caplog.messages) == 2
        assert "can be written again" in caplog.messages[1]
        assert len(store.entries("t")) == kept + 1
        store.close()


LIMITED = """
import asyncio, logging, resource, signal, sys
from pathlib import Path
from polychrome.server.sqlite import SqliteStore
from polychrome.server.store import Unstored, Write

async def main():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    store = SqliteStore(Path(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, resource.RLIM_INFINITY))
    lost = 0
    for seq in range(3000):
        try:
            await store.write(Write([(f"t{seq}", 0, 0, "x" * 200)]))
        except Unstored:
            lost += 1
        if lost == 30:
            break
    print(store.health.word())
    store.close()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_file_that_may_not_grow_is_told_once(tmp_path: Path) -> None:  # A17
    result = subprocess.run([sys.executable, "-c", LIMITED, str(tmp_path / FILE)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("full: ")
    assert result.stderr.count("cannot be written") == 1
    assert len(result.stderr.strip().splitlines()) == 1
