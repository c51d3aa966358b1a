"""Build hook: builds the page, and compiles with mypyc whatever is hot, where a C compiler is at hand."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What is compiled, as one unit: calls within it are C calls. Of scenes and server only what every move goes through.
COMPILED = (
    *("engine/**/*.py", "games/**/*.py", "bots/**/*.py", "scenes/[a-z]*.py", "scenes/games/**/*.py"),
    *("rl/batch.py", "rl/encoding.py", "rl/encodings/*.py", "rl/play.py"),
    *("remember.py", "room/[a-z]*.py"),
    *("server/hints.py", "server/socket.py", "server/limits.py", "server/open_room.py", "server/lobby.py"),
    *("server/fair_lock.py", "server/meter.py", "server/outbox.py"),
)
INTERPRETED = (  # no gain, or Structs
    *("scenes/drawn.py", "scenes/scene.py", "scenes/text.py", "scenes/walk.py"),
    *("room/catalogue.py", "room/cards.py", "room/ended.py", "room/entries.py", "room/luck.py", "room/nicknames.py"),
    *("room/people.py", "room/thought.py", "room/wire.py"),
)
TOLERANT = ("--ignore-missing-imports", "--allow-subclassing-any")  # libraries that only the rest of the server needs
PAGE = "src/polychrome/web_dist/**"
TOOLS = ["mypy[mypyc]>=2.4", "msgspec>=0.20", "setuptools>=80"]

# mypycify prints, exits and reads sys.argv, so it gets a process of its own. It writes a C file for each module; these
# are compiled side by side, which distutils does not do by itself.
MYPYC = """
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import setup
from distutils.ccompiler import CCompiler
from mypyc.build import mypycify

sys.path.insert(0, "../scripts")
from docstrings import write_into


def compile(self, sources, output_dir=None, macros=None, include_dirs=None, debug=0, extra_preargs=None,
            extra_postargs=None, depends=None):
    macros, objects, after, options, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    arguments = self._get_cc_args(options, debug, extra_preargs)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        tasks = [pool.submit(self._compile, name, *build[name], arguments, after, options) for name in objects]
        for task in tasks:
            task.result()
    return objects


CCompiler.compile = compile
out, *arguments = sys.argv[1:]
extensions = mypycify(
    arguments, opt_level="3", debug_level="0", group_name="polychrome", target_dir=f"{out}/c", multi_file=True
)
write_into(Path(out, "c"), [Path(argument) for argument in arguments if argument.endswith(".py")])
setup(
    name="polychrome",
    packages=[],
    ext_modules=extensions,
    script_args=["--quiet", "build_ext", "--build-lib", f"{out}/lib", "--build-temp", f"{out}/objects"],
)
"""


def wish() -> str:
    """What POLYCHROME_COMPILE asks for: `auto` compiles if it can, `no` never, `require` or fail."""
    wish = os.environ.get("POLYCHROME_COMPILE") or "auto"
    if wish not in ("auto", "no", "require"):
        raise SystemExit(f"POLYCHROME_COMPILE is {wish!r}; it may be auto, no or require.")
    return wish


def wants_page() -> bool:
    """POLYCHROME_PAGE: `no` makes a package without the page, for servers that only programs talk to, and terminals."""
    wish = os.environ.get("POLYCHROME_PAGE") or "yes"
    if wish not in ("yes", "no"):
        raise SystemExit(f"POLYCHROME_PAGE is {wish!r}; it may be yes or no.")
    return wish == "yes"


def hindrance() -> str | None:
    """Why no Python extension can be built on this machine, or None if one can."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    if not shutil.which(compiler[0]):
        return f"there is no C compiler ({compiler[0]})"
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return 0; }\n", encoding="utf-8")
        include = ["-I" + sysconfig.get_path(name) for name in ("include", "platinclude")]
        command = [*compiler, *include, "-c", str(source), "-o", str(source.with_suffix(".o"))]
        if subprocess.run(command, capture_output=True).returncode:
            return f"the C compiler ({compiler[0]}) does not find Python.h"
    return None


def compiled_modules(base: Path) -> list[str]:
    """What is compiled of the sources in this folder, by short names: tracebacks show them."""
    package = base / "polychrome"
    sources = {source for pattern in COMPILED for source in package.glob(pattern)}
    sources -= {package / name for name in INTERPRETED}
    return sorted(source.relative_to(base).as_posix() for source in sources)


class PageAndRules(BuildHookInterface[Any]):
    out: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What pip brings before it builds: on a bare machine Node, and where there is a compiler its companions."""
        return [*self.node(), *(TOOLS if self.wanted() else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # the sources as they lie; an extension beside an edited one would hide the edit
            return
        if wants_page():
            self.build_page()
            build_data["artifacts"].append(PAGE)
        if not self.wanted():
            return
        self.out = tempfile.TemporaryDirectory(prefix="polychrome-")
        try:
            extensions = self.compile(Path(self.out.name))
        except (OSError, RuntimeError) as problem:
            if wish() == "require":
                raise SystemExit(f"Compiling failed: {problem}") from problem
            self.app.display_warning(f"Compiling failed, the wheel is pure Python: {problem}")
            return
        build_data["force_include"].update(extensions)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.out:
            self.out.cleanup()

    def node(self) -> list[str]:
        """The Node to ask pip for, if the page must be built and this machine has none."""
        if not wants_page():
            return []
        asked = self.page_script("--requirements", stdout=subprocess.PIPE)
        return asked.stdout.decode().splitlines()

    def build_page(self) -> None:
        if self.page_script().returncode:
            raise SystemExit(
                "The page could not be built, for the reason above. POLYCHROME_PAGE=no installs Polychrome without it: "
                "the terminal table works all the same."
            )

    def page_script(self, *arguments: str, **streams: Any) -> subprocess.CompletedProcess[bytes]:
        script = Path(self.root, "scripts", "build-page")
        return subprocess.run([sys.executable, str(script), *arguments], cwd=self.root, **streams)

    def wanted(self) -> bool:
        """Are the rules to be compiled?"""
        if self.target_name == "sdist":
            return False
        if wish() == "no":
            return False
        reason = hindrance()
        if reason and wish() == "require":
            raise SystemExit(f"POLYCHROME_COMPILE is 'require', but {reason}.")
        return reason is None

    def compile(self, out: Path) -> dict[str, str]:
        """Build every extension below `out`; answer where each one belongs in the wheel."""
        base = Path(self.root, "src")
        modules = compiled_modules(base)
        options = [f"--config-file={Path(self.root, 'pyproject.toml')}", f"--cache-dir={out / 'cache'}"]
        if subprocess.run([sys.executable, "-c", MYPYC, str(out), *options, *TOLERANT, *modules], cwd=base).returncode:
            raise RuntimeError("mypyc or the C compiler stopped with the words above")
        built = {str(path): path.relative_to(out / "lib").as_posix() for path in (out / "lib").rglob("*.*")}
        if len(built) != len(modules) + 1:  # one per module and the library they share
            raise RuntimeError(f"{len(modules)} modules gave {len(built)} extensions")
        return built
