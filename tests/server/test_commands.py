"""The commands around the server: serve, verify, data; and what they say when they cannot."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from patience import PATIENCE, soon
from polychrome.cli.verify import first_line, first_wrong
from polychrome.engine.record import Record, read, seal
from polychrome.registry import find
from polychrome.room import ended
from polychrome.room.catalogue import Catalogue
from polychrome.server.archive import backup, bring_back, forget, restore
from polychrome.server.elapsed_time import DAY
from polychrome.server.sqlite import FILE, SqliteStore, migrations, open_file, put, sole, transaction
from polychrome.server.store import Unusable, Write
from polychrome.words import catalogue
from reasons import because
from server.house import Page, Sitting, play_on, runs, served
from server.test_store import row, stored

MAIN = "from polychrome.cli import main; main()"


def polychrome(*words: str, **more: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8", **more}
    return subprocess.run(
        [sys.executable, "-c", MAIN, *words], capture_output=True, text=True, env=env, timeout=PATIENCE
    )


# verify


@pytest.fixture(scope="module")
def finished() -> str:
    """The record of a game served with a key."""
    sitting, eyes = Sitting.between(Catalogue(), "coloretto", ["ann", "bob"])
    play_on(sitting, eyes, random.Random(3))
    return ended.record(sitting.room)


def sealed(text: str) -> str:
    """A record with a seal that fits again, after somebody has tampered with it."""
    body = text[: text.rindex("end ")]
    lines = body.rstrip("\n").split("\n\n")[1].split("\n")
    return f"{body}end {len(lines)} {seal(body)}\n"


def test_the_luck_of_a_served_game_can_be_verified(tmp_path: Path, finished: str) -> None:  # A3
    file = tmp_path / "game.txt"
    file.write_text(finished, encoding="utf-8")
    result = polychrome("verify", str(file))
    assert result.returncode == 0, result.stderr
    chance = finished.count("\n* ")
    assert f"all {chance} lines" in result.stdout
    promise = re.findall(r"[0-9a-f]{64}", result.stdout)[0]
    assert polychrome("verify", str(file), "--promise", promise).returncode == 0
    wrong = polychrome("verify", str(file), "--promise", "0" * 64)
    assert (wrong.returncode, promise in wrong.stderr) == (1, True)


def test_luck_that_was_tampered_with_is_named(tmp_path: Path, finished: str) -> None:  # A3
    rows = finished.split("\n")
    at = max(i for i, row in enumerate(rows) if row.startswith("* card"))
    record = read(finished, find)
    for other in "ROYGBPN+J":
        changed = sealed("\n".join([*rows[:at], f"* card {other}", *rows[at + 1 :]]))
        try:
            fake = read(changed, find)
        except Exception:  # the rules themselves notice
            continue
        if f"* card {other}" != rows[at]:
            wrong = first_wrong(fake)
            assert wrong is not None
            assert first_line(fake) + wrong[0] == at + 1
            assert wrong[1] == rows[at]
    other_key = record._replace(luck=f"key {'00' * 32}")
    assert first_wrong(other_key) is not None
    assert first_wrong(record) is None


def test_the_command_names_the_wrong_line(tmp_path: Path, finished: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(sealed(re.sub(r"luck key \w+", f"luck key {'ab' * 32}", finished)), encoding="utf-8")
    result = polychrome("verify", str(file))
    assert result.returncode == 1
    assert re.search(r"line \d+ says “\* ", result.stderr)
    assert "Traceback" not in result.stderr


def test_a_record_without_a_key_cannot_be_verified(tmp_path: Path, finished: str) -> None:
    file = tmp_path / "game.txt"
    file.write_text(sealed(re.sub(r"luck key \w+\n", "", finished)), encoding="utf-8")
    result = polychrome("verify", str(file))
    assert (result.returncode, "no key" in result.stderr) == (1, True)
    assert polychrome("verify", str(tmp_path / "none")).returncode == 1


def test_seeded_records_verify_as_well() -> None:
    from polychrome.engine.dice import Dice
    from polychrome.engine.record import record
    from polychrome.engine.table import Table

    table = Table(find("coloretto"), 3, None, Dice(5))
    while table.acting():
        table.play(table.acting()[0], table.state.legal(table.acting()[0])[-1])
    whole: Record = record(table, luck=True)
    assert first_wrong(whole) is None
    assert first_wrong(whole._replace(luck="seed 6")) is not None


# data


def filled(folder: Path, tables: int = 3) -> None:
    with closing(open_file(folder / FILE)) as db, transaction(db):
        for number in range(tables):
            put(db, Write([row(f"t{number}", 0)], [stored(f"t{number}", "over")]), -number * 20 * DAY)


def names_in(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        query = "SELECT id FROM tables WHERE aside IS NULL"
        return {row[0] for row in db.execute(query)}


def test_backup_restore_and_prune(tmp_path: Path) -> None:
    filled(tmp_path)
    copy = tmp_path / "copy.db"
    backup(tmp_path, copy)
    assert names_in(copy) == {"t0", "t1", "t2"}
    assert not list(tmp_path.glob("copy.db-*"))
    assert forget(tmp_path, 30) == 1
    assert names_in(tmp_path / FILE) == {"t0", "t1"}
    with pytest.raises(Unusable, check=because("server.data.not_aside")):
        bring_back(tmp_path, "t1")
    assert [bring_back(tmp_path, "t2"), bring_back(tmp_path, None)] == [1, 0]
    assert names_in(tmp_path / FILE) == {"t0", "t1", "t2"}
    assert forget(tmp_path, 30) == 0  # it counts as just used
    restore(tmp_path, copy)
    assert forget(tmp_path, 30) == 1
    old = restore(tmp_path, copy)
    assert old is not None
    assert names_in(tmp_path / FILE) == {"t0", "t1", "t2"}
    assert names_in(old) == {"t0", "t1"}
    assert forget(tmp_path, 0) == 3  # at once, and for good
    assert bring_back(tmp_path, None) == 0
    fresh = tmp_path / "elsewhere"
    assert restore(fresh, copy) is None
    assert names_in(fresh / FILE) == {"t0", "t1", "t2"}


def test_what_backup_and_restore_refuse(tmp_path: Path) -> None:
    filled(tmp_path)
    with pytest.raises(Unusable, check=because("server.data.nothing")):
        backup(tmp_path / "none", tmp_path / "x.db")
    (tmp_path / "there.db").write_text("mine")
    with pytest.raises(Unusable, check=because("server.data.exists")):
        backup(tmp_path, tmp_path / "there.db")
    with pytest.raises(Unusable, check=because("server.data.unwritten")):
        backup(tmp_path, tmp_path / "no folder" / "x.db")
    with pytest.raises(Unusable, check=because("server.data.missing")):
        restore(tmp_path, tmp_path / "none.db")
    with pytest.raises(Unusable, check=because("server.file")):
        restore(tmp_path, tmp_path / "there.db")
    with closing(sqlite3.connect(tmp_path / "foreign.db")) as db:
        db.execute("CREATE TABLE notes (a)")
    with pytest.raises(Unusable, check=because("server.file_foreign")):
        restore(tmp_path, tmp_path / "foreign.db")
    backup(tmp_path, tmp_path / "newer.db")
    with closing(sqlite3.connect(tmp_path / "newer.db")) as db:
        db.execute(f"PRAGMA user_version = {len(migrations()) + 1}")
    with pytest.raises(Unusable, check=because("server.file_newer")):
        restore(tmp_path, tmp_path / "newer.db")
    assert names_in(tmp_path / FILE) == {"t0", "t1", "t2"}
    assert not list(tmp_path.glob("*.part"))


def test_a_copy_of_an_older_version_is_copied_as_it_is(tmp_path: Path) -> None:
    from server.test_store import made_by

    made_by(1, tmp_path / FILE)
    backup(tmp_path, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] == 1


@runs
async def test_a_running_server_is_copied_but_not_replaced(tmp_path: Path) -> None:
    async with served(tmp_path / "data") as where:
        page = Page(where.local)
        tables = {await page.create() for _ in range(3)}
        copy = tmp_path / "copy.db"
        await asyncio.to_thread(backup, tmp_path / "data", copy)
        assert names_in(copy) == tables
        for forbidden in (lambda: restore(tmp_path / "data", copy), lambda: forget(tmp_path / "data", 30)):
            with pytest.raises(Unusable, check=because("server.in_use")):
                await asyncio.to_thread(forbidden)
        more = await page.create()
        assert restore(tmp_path / "data", copy, force=True) is not None
    assert names_in(tmp_path / "data" / FILE) == tables
    assert more in names_in(tmp_path / "data" / "before-restore-1.db")


def test_the_data_command(tmp_path: Path) -> None:
    filled(tmp_path)
    copy = str(tmp_path / "copy.db")
    made = polychrome("data", "backup", copy, "--data", str(tmp_path))
    assert (made.returncode, copy in made.stdout) == (0, True)
    forgotten = polychrome("data", "prune", "--days", "30", "--data", str(tmp_path)).stdout
    assert "1 table forgotten" in forgotten
    assert "polychrome data unprune" in forgotten
    assert "1 table is back" in polychrome("data", "unprune", "t2", "--data", str(tmp_path)).stdout
    assert "0 tables are back" in polychrome("data", "unprune", "--data", str(tmp_path)).stdout
    back = polychrome("data", "restore", copy, "--data", str(tmp_path))
    assert (back.returncode, "before-restore-1.db" in back.stdout) == (0, True)
    for words, code in (
        (("data", "backup"), 2),
        (("data", "prune", "x"), 2),
        (("data", "burn"), 2),
        (("data", "unprune", "t0", "--data", str(tmp_path)), 1),
        (("data", "backup", copy, "--data", str(tmp_path)), 1),
    ):
        result = polychrome(*words)
        assert result.returncode == code, words
        assert len(result.stderr.strip().splitlines()) == 1


# serve


def test_serve_says_where_and_stops_when_asked(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAIN, "serve", "--port", "0", "--data", str(tmp_path), "--no-open", "--lang", "en"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        address = re.findall(r"http://127\.0\.0\.1:\d+", first)[0]
        with urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE) as answer:
            assert answer.read() == b"ok"
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Every game is kept" in out
    assert err == ""
    with sole(tmp_path):  # the folder is free again
        pass


def test_without_a_command_the_tables_are_opened(tmp_path: Path) -> None:
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "LC_ALL": "en", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    command = [sys.executable, "-m", "polychrome"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert first.startswith("Polychrome is ready: http://127.0.0.1:7777") or err.startswith("Port 7777 is busy")


def test_lan_shows_an_address_for_others(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MAIN, "serve", "--lan", "--port", "0", "--data", str(tmp_path), "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(4)]
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert all(re.search(r"http://[\d.]+:\d+", row) for row in lines[:2])
    assert lines[3].strip() == catalogue("en")["server.cli.lan_plain"]  # nothing is kept for later there
    assert process.returncode == 0


def test_what_serve_cannot_do_is_said_in_one_sentence(tmp_path: Path) -> None:
    newer = tmp_path / "newer"
    open_file(newer / FILE).close()
    with closing(sqlite3.connect(newer / FILE)) as db:
        db.execute(f"PRAGMA user_version = {len(migrations()) + 1}")
    (tmp_path / "file").write_text("x")
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        for words, code, sentence in (
            (("--port", port), 1, f"Port {port} is busy"),
            (("--data", str(tmp_path / "file" / "x")), 1, "cannot be used"),
            (("--data", str(newer)), 1, "newer Polychrome"),
            (("--public-url", "games"), 1, "no address"),
            (("--public-url", "https://games.example.org:99999"), 1, "no address"),
            (("--lan", "--host", "127.0.0.1"), 2, "exclude"),
            (("--site", str(tmp_path)), 2, "holds no site"),
            (("--port", "70000"), 2, "65535"),
            (("--host", "no.such.host.example"), 1, "cannot be used"),
        ):
            defaults = {"--port": "0", "--data": str(tmp_path / "data")}
            extra = [part for pair in defaults.items() if pair[0] not in words for part in pair]
            result = polychrome("serve", "--no-open", *words, *extra)
            assert result.returncode == code, (words, result)
            assert sentence in result.stderr
            assert len(result.stderr.strip().splitlines()) == 1
    with sole(tmp_path / "data"):
        result = polychrome("serve", "--no-open", "--port", "0", "--data", str(tmp_path / "data"))
    assert (result.returncode, "Another Polychrome" in result.stderr) == (1, True)


def test_a_server_prunes_when_it_starts(tmp_path: Path) -> None:
    filled(tmp_path)

    async def wait() -> None:
        async with served(tmp_path, days=30):
            with closing(sqlite3.connect(f"file:{tmp_path / FILE}?mode=ro", uri=True)) as db:
                left = "SELECT count(*) FROM tables WHERE aside IS NULL"
                await soon(lambda: db.execute(left).fetchone()[0] == 2)

    asyncio.run(asyncio.wait_for(wait(), PATIENCE))
    store = SqliteStore(tmp_path / FILE)
    store.close()


def test_the_commands_in_the_deployment_guide_exist() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in guide.splitlines() if line.startswith("    ") and "polychrome " in line]
    used = [re.findall(r"polychrome (serve|data \w+|verify)(.*)", line) for line in lines]
    commands = {found[0][0].split()[0]: found[0][1] for found in used if found}
    assert set(commands) >= {"serve", "data"}
    for found in used:
        for command, rest in found:
            known = polychrome(command.split()[0], "--help").stdout
            for option in re.findall(r"--[a-z-]+", rest):
                assert option in known, (command, option)
