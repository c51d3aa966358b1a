"""A PostgreSQL of the tests' own, with its default settings as to what a commit means; a database for whoever asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

DEBIAN = "/usr/lib/postgresql"  # whose packages leave their programs out of the way, one folder a version
NAMES = ("initdb", "pg_ctl", "postgres")


def programs() -> Path | None:
    """Where PostgreSQL's programs lie, if there are any."""
    found = shutil.which("initdb")
    folders = [Path(found).resolve().parent] if found else []
    versions = [folder for folder in Path(DEBIAN).glob("*/bin") if folder.parent.name.isdecimal()]
    folders += sorted(versions, key=lambda folder: int(folder.parent.name), reverse=True)
    return next((folder for folder in folders if all((folder / name).exists() for name in NAMES)), None)


class Cluster(NamedTuple):
    """A running PostgreSQL; its socket lies in its folder, and no other machine reaches it."""

    programs: Path
    folder: Path
    user: dict[str, Any]  # whoever it runs as
    settings: str = ""  # beside the default ones

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(
            command, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **self.user
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")

    def url(self, database: str) -> str:
        return f"postgresql://app@/{database}?host={self.folder}"

    def start(self) -> None:
        where = ("-D", str(self.folder / "data"), "-l", str(self.folder / "log"))
        options = f"-k {self.folder} -c listen_addresses='' {self.settings}"
        self.run("pg_ctl", *where, "-w", "-t", "600", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        self.run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-t", "600", "-m", how, "stop")


@contextmanager
def cluster(found: Path, settings: str = "") -> Iterator[Cluster]:
    """PostgreSQL refuses to run as root, so then it runs as nobody."""
    folder = Path(tempfile.mkdtemp(prefix="polychrome-pg-", dir="/tmp"))  # a socket's path must be short
    user: dict[str, Any] = {}
    if os.geteuid() == 0:
        import pwd  # Windows has none

        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        user = {"user": "nobody", "group": nobody.pw_gid, "extra_groups": []}
    running = Cluster(found, folder, user, settings)
    try:
        data = str(folder / "data")
        running.run("initdb", "-D", data, "-U", "app", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
        running.start()
        try:
            yield running
        finally:
            running.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
