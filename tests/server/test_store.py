"""The file: what is answered is on disk, the first wins, old files are brought up to date and newer ones left alone."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from polychrome.folders import data_folder
from polychrome.room.entries import Moved, encode
from polychrome.room.steps import Row
from polychrome.server.elapsed_time import DAY
from polychrome.server.sqlite import FILE, SqliteStore, migrations, open_file, prune, put, sole, transaction, unprune
from polychrome.server.store import Conflict, StoredTable, Unstored, Unusable, Write
from server.house import runs

NEWEST = len(migrations())


def row(table: str, seq: int, action: str = "draw", move: str | None = None) -> Row:
    return (table, seq, 100 * seq, encode(Moved(0, action, move)))


def stored(name: str, phase: str = "lobby", **more: object) -> StoredTable:
    table = StoredTable(name, "coloretto", 1, 2, "{}", b"k" * 32, 100, phase, None, guests=["ann"])
    for field, value in more.items():
        setattr(table, field, value)
    return table


@runs
async def test_every_commit_is_synced(tmp_path: Path) -> None:  # A5
    store = SqliteStore(tmp_path / FILE)
    found = await store.do(
        lambda db: [db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
    )
    assert found == [2, "wal"]
    assert store.reader.execute("PRAGMA query_only").fetchone()[0] == 1
    with pytest.raises(sqlite3.OperationalError):
        store.reader.execute("DELETE FROM entries")
    store.close()


SYNCS = """
import asyncio, sys
from pathlib import Path
from polychrome.server.sqlite import SqliteStore
from polychrome.server.store import Write

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    print("begin", flush=True)
    sys.stderr.write("begin\\n")
    for seq in range(20):
        await store.write(Write([("t", seq, 0, "draw")]))
    sys.stderr.write("end\\n")
    store.close()

asyncio.run(main())
"""


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace counts the syncs")
def test_the_system_is_asked_to_sync_for_every_commit(tmp_path: Path) -> None:  # A5
    trace = tmp_path / "trace"
    command = ["strace", "-f", "-o", str(trace), "-e", "trace=fsync,fdatasync,write"]
    result = subprocess.run(
        [*command, sys.executable, "-c", SYNCS, str(tmp_path / FILE)], capture_output=True, text=True
    )
    if "ptrace" in result.stderr.lower():
        pytest.skip("strace is not allowed here")
    assert result.returncode == 0, result.stderr
    text = trace.read_text()
    between = text[text.index('"begin') : text.rindex('"end')]
    assert between.count("sync(") >= 20


FULL = """
import asyncio, resource, signal, sys
from pathlib import Path
from polychrome.server.sqlite import SqliteStore
from polychrome.server.store import Unstored, Write

async def main():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    store = SqliteStore(Path(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
    kept, lost, after = [], 0, 0
    for seq in range(3000):
        if lost == 5:
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        try:
            await store.write(Write([(f"t{seq}", 0, 0, "x" * 200)]))
            kept.append(seq)
            after += lost > 0
        except Unstored as why:
            assert why.reason.key == "server.unstored", why
            lost += 1
        if after == 50:
            break
    store.close()
    print(lost, after, " ".join(map(str, kept)))

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_full_disk_is_survived_and_loses_nothing_that_was_answered(tmp_path: Path) -> None:  # A17
    path = tmp_path / FILE
    result = subprocess.run([sys.executable, "-c", FULL, str(path)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    lost, after, *kept = [int(word) for word in result.stdout.split()]
    assert lost >= 5
    assert after == 50  # it goes on by itself when there is room again
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        found = {int(row[0][1:]) for row in db.execute("SELECT table_id FROM entries")}
    assert set(kept) <= found
    assert len(found) == len(kept)  # and nothing that was refused has come to be


# Versions.


def made_by(version: int, path: Path) -> None:
    """A file as that version of the schema left it, with a table in it."""
    with closing(open_file(path, version)) as db, transaction(db):
        if version >= 4:
            put(db, Write([row("t", 0, "draw", "m1")], [stored("t", "playing")]), 0)
            return
        seats = '[{"kind":"person","guest":"ann"},{"kind":"open","guest":null}]'
        room = f'{{"seats":{seats},"host":"ann","secret":"s","settings":{{}}}}'
        db.execute(
            "INSERT INTO tables (id, game, version, seats, options, luck, phase, room, created, touched) "
            "VALUES ('t', 'coloretto', 1, 2, '{}', x'00', 'playing', ?, 1, ?)",
            (room, -999_999_999 if version < 3 else 0),
        )
        db.execute("INSERT INTO lines VALUES ('t', 0, 0, 'draw', 'm1')")
        if version >= 2:
            db.execute("INSERT INTO guests VALUES ('ann', 't')")


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
@runs
async def test_a_file_of_every_older_version_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    made_by(version, tmp_path / FILE)
    store = SqliteStore(tmp_path / FILE)
    assert store.reader.execute("PRAGMA user_version").fetchone()[0] == NEWEST
    assert store.entries("t")[-1] == (0, Moved(0, "draw", "m1"))
    assert await store.tables_of("ann", 5) == ["t"]
    found = store.table("t")
    assert found is not None
    assert (found.code, found.phase) == (None, "playing")
    assert await store.prune(1) == 0  # whatever its clock said, an old file is not old
    store.close()


def test_old_and_new_files_end_with_the_same_schema(tmp_path: Path) -> None:
    schemas = []
    for version in range(1, NEWEST + 1):
        path = tmp_path / f"{version}.db"
        made_by(version, path)
        with closing(open_file(path)) as db:
            schemas.append(sorted(row[0] for row in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")))
    assert all(schema == schemas[0] for schema in schemas)


def test_a_migration_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_by(1, tmp_path / FILE)
    steps = [migrations()[0], "CREATE TABLE more (a); SELECT no_such_column;"]
    monkeypatch.setattr("polychrome.server.sqlite.migrations", lambda: steps)
    with pytest.raises(Unusable):
        open_file(tmp_path / FILE)
    with closing(sqlite3.connect(tmp_path / FILE)) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == 1
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone()[0] == 0


def test_files_that_are_not_ours_to_use(tmp_path: Path) -> None:
    newer, foreign, junk = tmp_path / "newer.db", tmp_path / "foreign.db", tmp_path / "junk.db"
    open_file(newer).close()
    with closing(sqlite3.connect(newer)) as db:
        db.execute(f"PRAGMA user_version = {NEWEST + 1}")
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE notes (a)")
    junk.write_bytes(b"this is no database at all" * 100)
    for path, key in ((newer, "server.file_newer"), (foreign, "server.file_foreign"), (junk, "server.file")):
        before = path.read_bytes()
        with pytest.raises(Unusable) as problem:
            open_file(path)
        assert problem.value.reason.key == key
        assert path.read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(Unusable) as problem:
        open_file(tmp_path / "file" / "folder" / FILE)
    assert problem.value.reason.key == "server.folder"


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    with sole(tmp_path), pytest.raises(Unusable) as problem, sole(tmp_path):
        pass
    assert problem.value.reason.key == "server.in_use"
    with sole(tmp_path):
        pass


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="other systems have other places")
def test_where_the_games_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_folder() == Path("/somewhere/polychrome")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path("~/.local/share/polychrome").expanduser()


@runs
async def test_old_games_are_set_aside_then_forgotten_and_young_ones_kept(tmp_path: Path) -> None:
    now = 1000 * DAY
    ages = {"old": ("over", 30), "young": ("over", 29), "empty": ("lobby", 8), "waiting": ("lobby", 6)}
    ages |= {"long": ("playing", 364), "dead": ("playing", 366)}
    with closing(open_file(tmp_path / FILE)) as db:
        with transaction(db):
            for name, (phase, age) in ages.items():
                put(db, Write([row(name, 0)], [stored(name, phase)]), now - age * DAY)
            assert prune(db, 30, now) == 3
        store = SqliteStore(tmp_path / FILE)
        assert {name for name in ages if store.table(name)} == {"young", "waiting", "long"}
        assert await store.tables_of("ann", 9) == ["waiting", "long"]  # the finished ones are not played on
        store.close()
        for names, later in (({*ages}, 6), ({*ages} - {"empty"}, 7), ({"dead", "long"}, 364), ({"long"}, 365)):
            with transaction(db):
                prune(db, 30, now + later * DAY)
            for query in ("SELECT id FROM tables", "SELECT table_id FROM entries", "SELECT table_id FROM guests"):
                assert {row[0] for row in db.execute(query)} == names, later


@runs
async def test_what_is_set_aside_comes_back_when_it_is_played_or_asked_for(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    for name in ("asked", "played", "kept"):
        await store.write(Write([row(name, 0)], [stored(name, "over")]))
    assert await store.do(lambda db: prune(db, 30, 30 * DAY)) == 3
    assert [store.table(name) for name in ("asked", "played", "kept")] == [None] * 3
    store.renewed.clear()  # it was long ago
    await store.write(Write([row("played", 1)]))  # by somebody whose page had stayed open
    assert await store.do(lambda db: unprune(db, "asked", 30 * DAY)) == 1
    assert [name for name in ("asked", "played", "kept") if store.table(name)] == ["asked", "played"]
    assert await store.do(lambda db: unprune(db, None, 30 * DAY)) == 1
    assert len(store.entries("kept")) == 1
    assert await store.do(lambda db: prune(db, 30, 59 * DAY)) == 1  # only what was played at the time of the start
    store.close()


@runs
async def test_the_server_prunes_through_its_writer(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    await store.do(lambda db: put(db, Write([], [stored("t", "over")]), -30 * DAY))
    assert await store.prune(30) == 1
    assert store.table("t") is None
    store.close()


class Listening:
    """A connection, and what was said to it."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.said: list[str] = []

    def execute(self, text: str, values: list[object]) -> None:
        self.said.append(text)
        self.db.execute(text, values)


def test_any_number_of_moves_is_kept_whole_by_one_of_a_few_statements(tmp_path: Path) -> None:
    with closing(open_file(tmp_path / FILE)) as db:
        listening = Listening(db)
        counts = [*range(1, 40), 127, 128, 129, 249, 250, 300, 1024, 1025]
        for count in counts:
            name = f"t{count}"
            put(listening, Write([row(name, seq) for seq in range(count)]), 0)  # type: ignore[arg-type]  # it listens
            kept = db.execute("SELECT seq, at, entry FROM entries WHERE table_id = ? ORDER BY seq", (name,)).fetchall()
            assert kept == [row(name, seq)[1:] for seq in range(count)]
        assert db.execute("SELECT count(*) FROM entries").fetchone()[0] == sum(counts)  # and nothing else
        assert len({*listening.said}) <= 11, "SQLite reads each of them anew"


@runs
async def test_a_failing_job_tells_its_own_caller(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)

    def fail(db: sqlite3.Connection) -> None:
        raise ZeroDivisionError

    good = store.write(Write([row("t", 0)]))
    outcomes = await asyncio.gather(store.do(fail), good, return_exceptions=True)
    assert isinstance(outcomes[0], ZeroDivisionError)
    assert outcomes[1] is None
    store.close()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="the administrator may write everywhere")
def test_a_folder_without_rights(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(Unusable):
        open_file(tmp_path / FILE)
    tmp_path.chmod(0o700)


def test_unstored_is_what_conflicts_are() -> None:
    assert issubclass(Conflict, Unstored)
