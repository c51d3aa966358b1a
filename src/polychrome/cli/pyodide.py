"""Python for a page: fetched once with the tools that know their registries, checked, and kept beside other data."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from base64 import b64decode
from collections.abc import Sequence
from hashlib import sha256, sha512
from pathlib import Path
from typing import Final

from polychrome.cli.failed import failed
from polychrome.folders import data_folder

# What is fetched is what was tried: another version, or one that somebody changed on the way, is refused.
PYODIDE: Final = "pyodide-314.0.7.tgz"
PYODIDE_SUM: Final = b64decode(
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
)
MSGSPEC: Final = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
MSGSPEC_SUM: Final = bytes.fromhex("a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022")
PLATFORM: Final = ("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14", "--only-binary=:all:")
NEEDED: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# As they are called in a site: what `.mjs` is, nginx and other hosts do not know, and a browser runs only what its host
# says to be a script.
NAMES: Final = tuple(f"{name}.js" if name.endswith(".mjs") else name for name in NEEDED)
DOWNLOAD_SECONDS: Final = 300  # seconds


def shelf() -> Path:
    """POLYCHROME_SITE names another folder."""
    chosen = os.environ.get("POLYCHROME_SITE")
    return Path(chosen).expanduser() if chosen else data_folder() / "site"


def interpreter() -> dict[str, bytes]:
    """The files of Pyodide that a page needs, by their names in a site."""
    npm = shutil.which("npm") or "npm"
    name, _, version = PYODIDE.removesuffix(".tgz").rpartition("-")
    content = fetched(PYODIDE, PYODIDE_SUM, [npm, "pack", f"{name}@{version}", "--silent"])
    found = {}
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for called, name in zip(NAMES, NEEDED, strict=True):
            file = archive.extractfile(f"package/{name}")
            assert file is not None  # it is the version that was tried
            found[called] = file.read()
    return found


def wheel() -> zipfile.ZipFile:
    """msgspec, compiled for Pyodide."""
    name, version, *_ = MSGSPEC.split("-")
    command = [sys.executable, "-m", "pip", "download", f"{name}=={version}", "--no-deps", "--quiet", *PLATFORM]
    return zipfile.ZipFile(io.BytesIO(fetched(MSGSPEC, MSGSPEC_SUM, command)))


def fetched(name: str, seal: bytes, command: Sequence[str]) -> bytes:
    """A file that was fetched before, or is now."""
    kept = shelf() / name
    if kept.is_file() and is_sealed(content := kept.read_bytes(), seal):
        return content
    with tempfile.TemporaryDirectory(prefix="polychrome-") as folder:
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS)
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise failed("site.unfetched", name=name, program=program(command), why=type(problem).__name__) from None
        found = Path(folder, name)
        if done.returncode or not found.is_file():
            why = (done.stderr.strip() or done.stdout.strip() or str(done.returncode)).splitlines()[-1][:200]
            raise failed("site.unfetched", name=name, program=program(command), why=why)
        content = found.read_bytes()
    if not is_sealed(content, seal):
        raise failed("site.changed", name=name)
    kept.parent.mkdir(parents=True, exist_ok=True)
    beside = kept.with_suffix(".new")
    beside.write_bytes(content)
    beside.replace(kept)
    return content


def is_sealed(content: bytes, seal: bytes) -> bool:
    return (sha512 if len(seal) == 64 else sha256)(content).digest() == seal


def program(command: Sequence[str]) -> str:
    return "pip" if "pip" in command else "npm"
