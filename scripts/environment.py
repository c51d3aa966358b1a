"""The virtual environments that the scripts make in the clone and keep up to date; standard library only."""

import sys

# The files in this folder must stay readable to an older Python, or nobody would get to see this sentence.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Polychrome needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info))

import errno
import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECIPE = ("pyproject.toml", "hatch_build.py", "constraints.txt", "src/polychrome/__init__.py")  # the last: the version
PAGE = (
    *("web/package.json", "web/package-lock.json", "web/.npmrc", "web/index.html", "web/vite.config.ts"),
    *("web/shell.ts", "web/svelte.config.js", "web/tsconfig.json", "web/src", "web/shell", "scripts/build-page"),
)
SOURCES = (*RECIPE, "scripts/docstrings.py", "src/polychrome")
NOT_SOURCES = {"__pycache__", "web_dist"}  # made from them
WINDOWS = os.name == "nt"
CAUSES = {
    "CERTIFICATE_VERIFY_FAILED|CA certificate bundle|SSLError|CERT_|SELF_SIGNED|UNABLE_TO_": (
        "This machine's certificates do not vouch for the package servers: bring them up to date (Debian: `apt install "
        "ca-certificates`) or say where they are (PIP_CERT for pip, NODE_EXTRA_CA_CERTS for npm)."
    ),
    "NewConnectionError|NameResolution|ProxyError|ConnectTimeout|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT": (
        "The package servers (PyPI, npm) cannot be reached from here: the first start needs the network. If yours has "
        "a proxy, HTTPS_PROXY names it."
    ),
    "ENOSPC|No space left on device": "The disk is full.",
}
UTF_8 = {"PYTHONUTF8": "1"}  # or the tools stumble over the name of a folder where the system says it speaks ASCII
NO_PLACE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOSPC, errno.EDQUOT)

# On a terminal that cannot show a letter it shows something else; a test run must not end for that.
for stream in (sys.stdout, sys.stderr):
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")


class Failed(Exception):
    """Something the person at the keyboard should read; no traceback."""


def say(line: str) -> None:
    """Progress goes to the error stream, so that the output of `polychrome … --json` stays clean."""
    print(line, file=sys.stderr, flush=True)


def guarded(main: Callable[[], int]) -> None:
    """Run a script to its exit code; Ctrl-C and foreseen failures end it with one sentence."""
    try:
        sys.exit(main())
    except Failed as failed:
        say(str(failed))
        sys.exit(1)
    except OSError as problem:
        if problem.errno not in NO_PLACE:
            raise
        say(
            f"{problem}\nPolychrome installs everything inside its own folder ({ROOT}), but cannot write there. Copy "
            "the folder to where you may write and a gigabyte is free, then start again."
        )
        sys.exit(1)
    except KeyboardInterrupt:
        say("\nStopped.")
        sys.exit(130)


def fingerprint(paths: tuple[str, ...], *circumstances: str) -> str:
    """A short text that changes when a file below the paths (from ROOT) or a circumstance does."""
    digest = hashlib.sha256(repr(circumstances).encode())
    for path in paths:
        top = ROOT / path
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file() and NOT_SOURCES.isdisjoint(file.parts):
                content = hashlib.sha256(file.read_bytes()).hexdigest()
                digest.update(f"{file.relative_to(ROOT).as_posix()} {content}\n".encode())
    return digest.hexdigest()


def is_current(stamp: Path, text: str) -> bool:
    return stamp.is_file() and stamp.read_bytes() == os.fsencode(text)


def keep(stamp: Path, text: str) -> None:
    """In bytes, because the name of a folder need not be text in the encoding of this machine."""
    stamp.write_bytes(os.fsencode(text))


def end_of(log: Path) -> str:
    """The last words of pip or npm, and what they mean for the one at the keyboard, if that is known."""
    text = log.read_text(encoding="utf-8", errors="replace")
    meaning = [sentence for words, sentence in CAUSES.items() if re.search(words, text)]
    return "\n".join([*text.splitlines()[-25:], *meaning])


class Environment:
    """One virtual environment, made by the Python that runs the script."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = ROOT / name
        self.programs = self.folder / ("Scripts" if WINDOWS else "bin")
        self.python = self.program("python")
        self.log = self.folder / "install.log"

    def program(self, name: str) -> Path:
        return self.programs / (name + ".exe" if WINDOWS else name)

    def made_by(self) -> tuple[Path, str]:
        return self.folder / "made-by", f"{self.folder}\n{sys.base_prefix}\n{sys.version}"

    def is_whole(self) -> bool:
        """Is it there, whole, in its place and of this very Python?"""
        return is_current(*self.made_by()) and self.python.exists()

    def make(self) -> None:
        """Make it, unless it is whole."""
        stamp, text = self.made_by()
        if self.is_whole():
            return
        if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            raise Failed(
                f"This Python ({sys.executable}) cannot make virtual environments: its venv or ensurepip module is "
                "missing. On Debian and Ubuntu, `sudo apt install python3-venv` brings it; then start again."
            )
        say(f"Making a virtual environment in {self.name} …")
        if self.folder.exists():
            shutil.rmtree(self.folder)
        self.folder.mkdir(parents=True)
        command = [sys.executable, "-m", "venv", self.folder]
        made = subprocess.run(command, env={**os.environ, **UTF_8}, stdin=subprocess.DEVNULL, capture_output=True)
        if made.returncode:
            said = (made.stdout + made.stderr).decode(errors="replace")
            raise Failed(f"{said}The virtual environment could not be made.")
        keep(stamp, text)

    def pip(self, *arguments: str, job: str = "install", **variables: str) -> bool:
        """Run `pip install` with the pinned versions; on failure its words are in the log."""
        pins = {"PIP_CONSTRAINT": "constraints.txt", "PIP_BUILD_CONSTRAINT": "constraints.txt"}
        here = {"PIP_USER": "no", **UTF_8}  # whatever this machine's pip does otherwise
        # Isolated: what PYTHONPATH names counts as installed otherwise, and is missing when it names it no more.
        command = [self.python, "-I", "-X", "utf8", "-m", "pip", "--disable-pip-version-check", job, *arguments]
        with self.log.open("ab") as log:
            env = {**os.environ, **pins, **here, **variables}
            streams = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log}
            return subprocess.run(command, cwd=ROOT, env=env, **streams).returncode == 0

    def fail(self, what: str) -> Failed:
        """The end of pip's log, and what it means."""
        log = self.log.relative_to(ROOT)
        return Failed(f"{end_of(self.log)}\n{what} (all of pip's words: {log})")


def for_tests() -> Environment:
    """The environment of `scripts/test` and `scripts/check`: the sources as they lie, and every tool."""
    environment = Environment(".venv-test")
    environment.make()
    stamp, text = environment.folder / "installed", fingerprint(RECIPE)
    if not is_current(stamp, text):
        say("Installing what the tests need …")
        environment.log.unlink(missing_ok=True)
        if not environment.pip("--editable", ".[test]", POLYCHROME_COMPILE="no", POLYCHROME_PAGE="no"):
            raise environment.fail("The tools for the tests could not be installed.")
        keep(stamp, text)
    return environment
