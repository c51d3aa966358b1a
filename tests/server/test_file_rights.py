"""Nobody but the owner reads the files of a server: they hold luck to come and invitations."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from polychrome.server.archive import backup, forget, restore
from polychrome.server.sqlite import FILE, SqliteStore, sole
from polychrome.server.store import Write
from server.house import Page, served
from server.test_store import row, stored

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there, folders of people are kept apart by the system")


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


def open_ones(folder: Path) -> dict[str, str]:
    """What others may look at: the folder, and whatever is in it."""
    return {str(path): oct(rights(path)) for path in (folder, *folder.rglob("*")) if rights(path) & 0o077}


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


async def fill(folder: Path) -> None:
    with sole(folder):
        store = SqliteStore(folder / FILE)
        await store.write(Write([row("t", 0)], [stored("t")]))
        assert not open_ones(folder)  # also while it runs, with everything that SQLite keeps beside it
        assert (folder / f"{FILE}-wal").exists()
        store.close()


def everything(folder: Path, away: Path) -> None:
    """All that is ever done with a data folder."""
    asyncio.run(fill(folder))
    away.mkdir(exist_ok=True)
    backup(folder, away / "copy.db")
    restore(folder, away / "copy.db")
    restore(folder.with_name("second"), away / "copy.db")
    forget(folder, 0)


def test_every_file_is_closed_whatever_the_habits_of_the_system(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "deep" / "data"
    everything(folder, tmp_path / "away")
    assert {path.name for path in folder.iterdir()} >= {FILE, "before-restore-1.db", "polychrome.lock"}
    assert not open_ones(folder)
    assert not open_ones(folder.with_name("second"))
    assert rights(folder) == 0o700
    assert rights(tmp_path / "away" / "copy.db") == 0o600
    assert rights(tmp_path / "away") == 0o777 & ~umask  # the place of a copy is the host's own business


def test_files_are_closed_before_their_first_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is closed after the fact: without any means to change rights, everything new is closed all the same."""

    def never(self: Path, mode: int) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", never)
    before = os.umask(0)
    try:
        everything(tmp_path / "data", tmp_path / "away")
    finally:
        os.umask(before)
    assert not open_ones(tmp_path / "data")
    assert rights(tmp_path / "away" / "copy.db") == 0o600


def left_open(folder: Path) -> None:
    """A folder as earlier versions left it, after a crash."""
    folder.mkdir()
    asyncio.run(fill(folder))
    with closing(sqlite3.connect(folder / FILE)) as db:
        db.execute("UPDATE tables SET touched = touched")
        db.commit()
        for name in (f"{FILE}-wal", f"{FILE}-shm", FILE, "polychrome.lock"):
            (folder / f"kept-{name}").write_bytes((folder / name).read_bytes())
    for path in list(folder.glob("kept-*")):
        path.replace(folder / path.name.removeprefix("kept-"))
    (folder / "before-restore-1.db").write_bytes((folder / FILE).read_bytes())
    for path in folder.iterdir():
        path.chmod(0o644)
    folder.chmod(0o755)


def start(folder: Path) -> None:
    async def once() -> None:
        async with served(folder) as where:
            assert (await Page(where.local).get("/healthz")).status == 200

    asyncio.run(once())


def test_what_an_earlier_version_left_open_is_closed_at_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    left_open(tmp_path / "data")
    start(tmp_path / "data")
    assert set(open_ones(tmp_path / "data")) <= {str(tmp_path / "data" / "polychrome.lock")}  # there is nothing in it
    assert caplog.messages == []


def foreign_file(folder: Path) -> None:
    (folder / "holiday.jpg").write_text("a picture")


def foreign_owner(folder: Path) -> None:
    os.chown(folder, 65534, -1)


@pytest.mark.parametrize(
    "share",
    [
        foreign_file,
        pytest.param(foreign_owner, marks=pytest.mark.skipif(os.geteuid() != 0, reason="gives a folder away")),
    ],
)
def test_a_folder_that_is_shared_stays_so_and_the_host_is_told_once(
    tmp_path: Path, share: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "data"
    left_open(folder)
    share(folder)
    start(folder)
    assert rights(folder) == 0o755
    assert rights(folder / FILE) == 0o600
    assert len(caplog.messages) == 1
    assert str(folder) in caplog.messages[0]


def test_where_rights_cannot_be_changed_the_server_runs_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    left_open(tmp_path / "data")

    def never(self: Path, mode: int) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", never)
    start(tmp_path / "data")
    assert len(caplog.messages) == 2  # the files, the folder
    assert FILE in caplog.messages[0]
