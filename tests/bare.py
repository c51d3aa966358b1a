"""Machines that lack something, and a clone as it comes: to try what a newcomer's first command does there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
PYTHON = os.path.realpath(sys.executable)  # the machine's, not that of the environment the tests run in
TIMEOUT = 3600  # seconds that end a hang; a slow machine on a slow line installs for a quarter of an hour

ALWAYS = ("cat", "env", "ls", "sh", "uname")  # what no machine lacks
NODE = ("node", "npm", "npx")
COMPILERS = ("c++", "cc", "clang", "clang++", "cl", "g++", "gcc", "ld", "make", "tcc")
# Made by the scripts, or the tools' own: none of it is in a clone.
MADE = (".git", ".*cache", ".hypothesis", ".venv*", "__pycache__", "build", "dist", "generated", "node_modules")
OURS = ("CC", "PYTHONHOME", "PYTHONPATH", "POLYCHROME_BUILD", "POLYCHROME_COMPILE", "POLYCHROME_PAGE", "VIRTUAL_ENV")

FITTING = "v22.12.0"

# Where no package server can be reached: nobody listens there; pip need not try five times.
NO_NETWORK = {
    **dict.fromkeys(("HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"), "http://127.0.0.1:9"),
    **dict.fromkeys(("NO_PROXY", "no_proxy", "PIP_FIND_LINKS"), ""),
    "PIP_RETRIES": "1",
    "PIP_NO_CACHE_DIR": "1",
    "PIP_CONFIG_FILE": os.devnull,
}


def clone(folder: Path) -> Path:
    """The sources as they lie, and nothing that was made of them. No git: an archive is enough."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*MADE, "web_dist"), symlinks=True)
    return folder


class Machine:
    """What is on its PATH: a few programs that are always there, and those that are named."""

    def __init__(self, folder: Path, *programs: str) -> None:
        self.path = folder
        self.path.mkdir()
        for name in (*ALWAYS, *programs):
            found = shutil.which(name)
            assert found, f"there is no {name} here"
            (self.path / name).symlink_to(found)
        missing = {*NODE, *COMPILERS} - {*programs}
        assert not [name for name in missing if shutil.which(name, path=str(self.path))]

    def pretend(self, name: str, script: str) -> Machine:
        """A program of that name which only does what this script says."""
        program = self.path / name
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        return self

    def pretend_node(self, version: str = FITTING) -> Machine:
        return self.pretend("node", f"echo {version}")

    def environment(self, **variables: str | None) -> dict[str, str]:
        """Ours, with this PATH; None takes a variable away."""
        kept = {name: value for name, value in os.environ.items() if name not in OURS}
        changed = {**kept, "PATH": str(self.path), **variables}
        return {name: value for name, value in changed.items() if value is not None}

    def run(self, folder: Path, *command: str, **variables: str | None) -> subprocess.CompletedProcess[str]:
        """What a command said, both streams together."""
        return subprocess.run(
            command,
            cwd=folder,
            env=self.environment(**variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )

    def script(self, folder: Path, name: str, *words: str, **variables: str | None) -> subprocess.CompletedProcess[str]:
        return self.run(folder, PYTHON, f"scripts/{name}", *words, **variables)

    @contextmanager
    def serving(self, folder: Path, *command: str, **variables: str | None) -> Iterator[Address]:
        """The address where it serves; everything it said is part of a failure."""
        words = (*command, "serve", "--no-open", "--port", "0", "--data", str(folder / "data"), "--lang", "en")
        log = folder / "said.log"
        with log.open("w") as said:
            process = subprocess.Popen(
                words,
                cwd=folder,
                env=self.environment(**variables),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=said,
            )
        assert process.stdout
        try:
            first = process.stdout.readline().decode()
            assert "http://127.0.0.1:" in first, first + log.read_text(encoding="utf-8", errors="replace")
            yield Address(first.split()[-1])
        finally:
            process.kill()
            process.wait()
            process.stdout.close()


class Address:
    """Of a server in a process of its own; all that a `Person` wants to know of it."""

    def __init__(self, address: str) -> None:
        self.address = address
