"""The rules, compiled for the next start: scripts/start runs this quietly while somebody plays already.

A wheel in build/compiled-wheel waits for the next start, which puts it into .venv. One process compiles at a time; a
second one waits for the first and finds its work done.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # where PYTHONSAFEPATH is set, as pipx does, Python itself does not

from environment import PAGE, ROOT, SOURCES, WINDOWS, Environment, fingerprint, guarded, is_current, keep, say

FOLDER = ROOT / "build" / "compiled-wheel"
MADE = FOLDER / "made-of"
FAILED = FOLDER / "failed"
LOG = FOLDER / "compile.log"


def wish() -> str:
    return os.environ.get("POLYCHROME_COMPILE") or "auto"


def compiler() -> str | None:
    return shutil.which(os.environ.get("CC") or "cc")


def recipe() -> str:
    """Changes with all that an installation is made of."""
    return fingerprint((*SOURCES, *PAGE), os.environ.get("POLYCHROME_PAGE", ""), wish(), str(compiler()), sys.version)


def can_wait() -> bool:
    """Shall the first start go without, and compile in the background?"""
    return wish() == "auto" and compiler() is not None and not WINDOWS


def swap_in(environment: Environment) -> None:
    """Use what has been compiled since the last start, or begin to compile."""
    stamp, text = environment.folder / "compiled", recipe()
    if is_current(stamp, text):
        return
    if is_current(FAILED, text):
        say(f"The rules could not be compiled (why: {LOG.relative_to(ROOT)}): all is there, but the bots think slower.")
        keep(stamp, text)  # that is how it is; once is enough
        return
    if is_current(MADE, text):
        (wheel,) = FOLDER.glob("*.whl")
        if environment.pip("--no-deps", "--force-reinstall", str(wheel)):
            keep(stamp, text)
        return
    say("Until the next start the bots think slower: the rules are being compiled in the background.")
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    subprocess.Popen([sys.executable, __file__], cwd=ROOT, start_new_session=True, **streams)


def main() -> int:
    import fcntl  # not on Windows, where nobody gets here

    os.nice(10)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        text = recipe()
        if is_current(MADE, text) or is_current(FAILED, text):
            return 0
        for old in (*FOLDER.glob("*.whl"), MADE, FAILED, LOG):
            old.unlink(missing_ok=True)
        environment = Environment(".venv")
        environment.log = LOG
        target = ("--no-deps", "--wheel-dir", str(FOLDER), ".")
        done = environment.pip(*target, job="wheel", POLYCHROME_COMPILE="require")
        if recipe() == text:  # otherwise somebody has edited something meanwhile, and the next start begins anew
            keep(MADE if done else FAILED, text)
        return 0 if done else 1


if __name__ == "__main__":
    guarded(main)
