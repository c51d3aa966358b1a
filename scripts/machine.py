"""What tests take from the machine beside Python: a browser, PostgreSQL, nginx, a C compiler. Standard library only.

On Debian they are fetched where that disturbs nobody: in CI, or as the administrator of the machine. Elsewhere, and
where fetching fails, `scripts/test` says in a sentence what is missing.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from environment import ROOT, say

sys.path.append(str(ROOT / "tests"))
from server.postgres import programs as postgres

LIGHT_BROWSER = "chromium-headless-shell"  # Chromium without its windows: a third of the work is theirs
BROWSERS = (LIGHT_BROWSER, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
APT = Lock()  # one at a time
CLUSTERS = Path("/etc/postgresql-common/createcluster.d")  # what Debian does when PostgreSQL is installed


def is_administrator() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def may_fetch() -> bool:
    return shutil.which("apt-get") is not None and (is_administrator() or os.environ.get("CI") == "true")


def fetch(what: str, *packages: str) -> None:
    """Install Debian packages, if we may. Whether they are there then, the caller looks for itself."""
    if may_fetch():
        say(f"Installing {what} …")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        install = ["apt-get", "install", "--yes", "--no-install-recommends", *packages]
        with APT:
            for command in (["apt-get", "update"], install):
                with suppress(OSError):  # an apt-get that cannot even be run
                    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=quiet)


def has_browser() -> bool:
    """Is there a Chromium for the tests of the page?"""
    if not shutil.which(LIGHT_BROWSER):
        fetch("Chromium", LIGHT_BROWSER)
    return any(map(shutil.which, BROWSERS))


@contextmanager
def no_server() -> Iterator[None]:
    """Meanwhile Debian starts no PostgreSQL of its own."""
    quiet = CLUSTERS / "polychrome-tests.conf"
    CLUSTERS.mkdir(parents=True, exist_ok=True)
    quiet.write_text("create_main_cluster = false\n", encoding="utf-8")
    try:
        yield
    finally:
        quiet.unlink(missing_ok=True)


def has_postgres() -> bool:
    """Are there PostgreSQL's programs for the tests of the store?"""
    if postgres() is None and is_administrator() and may_fetch():
        with suppress(OSError), no_server():  # where that cannot be said, nothing is installed
            fetch("PostgreSQL", "postgresql")
    return postgres() is not None


def unpack_proxy() -> None:
    """nginx, to test the guide to deployment with: fetched from Debian, but not installed, so nothing is started."""
    folder = ROOT / "build" / "nginx"
    if shutil.which("nginx") or folder.exists() or not (shutil.which("apt-get") and shutil.which("dpkg")):
        return
    say("Fetching nginx …")
    folder.mkdir(parents=True)
    with suppress(OSError):
        silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.run(["apt-get", "download", "nginx"], cwd=folder, **silent)
    for package in folder.glob("nginx_*.deb"):
        subprocess.run(["dpkg", "-x", package, folder], stdout=subprocess.DEVNULL)


def lacks(browser: bool, database: bool) -> Iterator[tuple[str, str]]:
    """What the tests cannot do without, and a sentence about it."""
    if not browser:
        yield "browser", "FAILED: there is no Chromium here (`apt install chromium`)"
    if not database:
        yield "postgres", "FAILED: there is no PostgreSQL here (`apt install postgresql`)"
