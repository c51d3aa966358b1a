"""The virtual environments that the scripts make in the clone and keep up to date; standard library only."""

import sys

# The files in this folder must stay readable to an older Python, or nobody would get to see this sentence.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit("Polychrome needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info))

import hashlib
import importlib.util
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RECIPE = ("pyproject.toml", "hatch_build.py", "constraints.txt", "src/polychrome/__init__.py")  # the last: the version
PAGE = (
    *("web/package.json", "web/package-lock.json", "web/.npmrc", "web/index.html", "web/vite.config.ts"),
    *("web/shell.ts", "web/svelte.config.js", "web/tsconfig.json", "web/src", "web/public", "scripts/build-page"),
)
SOURCES = (*RECIPE, "src/polychrome")
NOT_SOURCES = {"__pycache__", "web_dist"}  # made from them
WINDOWS = os.name == "nt"


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
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == text


class Environment:
    """One virtual environment, made by the Python that runs the script."""

    def __init__(self, name: str) -> None:
        self.folder = ROOT / name
        self.programs = self.folder / ("Scripts" if WINDOWS else "bin")
        self.python = self.program("python")
        self.log = self.folder / "install.log"

    def program(self, name: str) -> Path:
        return self.programs / (name + ".exe" if WINDOWS else name)

    def make(self) -> None:
        """Make it, unless it is there, whole, in its place and of this very Python."""
        stamp, text = self.folder / "made-by", f"{self.folder}\n{sys.base_prefix}\n{sys.version}"
        if is_current(stamp, text) and self.python.exists():
            return
        if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
            raise Failed(
                f"This Python ({sys.executable}) cannot make virtual environments: its venv or ensurepip module is "
                "missing. On Debian and Ubuntu, `sudo apt install python3-venv` brings it; then start again."
            )
        say(f"Making a virtual environment in {self.folder.name} …")
        if self.folder.exists():
            shutil.rmtree(self.folder)
        made = subprocess.run([sys.executable, "-m", "venv", self.folder], capture_output=True, text=True)
        if made.returncode:
            raise Failed(f"{made.stdout}{made.stderr}The virtual environment could not be made.")
        stamp.write_text(text, encoding="utf-8")

    def pip(self, *arguments: str, **variables: str) -> bool:
        """Run `pip install` with the pinned versions; on failure its words are in the log."""
        pins = {"PIP_CONSTRAINT": "constraints.txt", "PIP_BUILD_CONSTRAINT": "constraints.txt"}
        command = [self.python, "-m", "pip", "--disable-pip-version-check", "install", *arguments]
        with self.log.open("ab") as log:
            env = {**os.environ, **pins, **variables}
            return subprocess.run(command, cwd=ROOT, env=env, stdout=log, stderr=log).returncode == 0

    def fail(self, what: str) -> Failed:
        """The end of pip's log, and what it means."""
        tail = "\n".join(self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-25:])
        return Failed(f"{tail}\n{what} (all of pip's words: {self.log.relative_to(ROOT)})")


def for_tests() -> Environment:
    """The environment of `scripts/test` and `scripts/check`: the sources as they lie, and every tool."""
    environment = Environment(".venv-test")
    environment.make()
    stamp, text = environment.folder / "installed", fingerprint(RECIPE)
    if not is_current(stamp, text):
        say("Installing what the tests need …")
        if not environment.pip("--editable", ".[test]", POLYCHROME_COMPILE="no"):
            raise environment.fail("The tools for the tests could not be installed.")
        stamp.write_text(text, encoding="utf-8")
    return environment
