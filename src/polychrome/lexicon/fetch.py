"""Building a list: fetch the packages with the tools that know their registries, expand, write."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from polychrome.engine.core import Explained, Message
from polychrome.games.color_words.lexicon import Lexicon
from polychrome.lexicon.file import make, to_bytes
from polychrome.lexicon.recipe import names_in, words
from polychrome.lexicon.shelf import file_of
from polychrome.lexicon.sources import SOURCES

FETCH_SECONDS: Final = 9  # dictionaries are small, and whoever is offline wants to know it
TABLE_SECONDS: Final = 180  # for a large table, once the network is known to be there
NPM_IN_HASTE: Final = (
    "--fetch-retries=0",
    f"--fetch-timeout={1000 * (FETCH_SECONDS - 1)}",
)  # or it tries for minutes
PIP_IN_HASTE: Final = ("--retries=0", f"--timeout={FETCH_SECONDS - 1}")
LARGEST: Final = 50_000_000  # bytes of one file


class Unfetched(Explained):
    """The packages of a list could not be had; the reason says what is missing."""


def build(language: str) -> Lexicon:
    """Fetch, expand and write the list of a language; the lexicon that is now on disk."""
    source = SOURCES[language]
    with tempfile.TemporaryDirectory(prefix="polychrome-") as name:
        place = Path(name)
        dictionaries = [dictionary(package, place) for package in source.packages]
        names = table_of_names(source.names, place) if source.names else set()
    lexicon = make(words(source, language, dictionaries, names), source.name)
    target = file_of(language)
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_suffix(".new")
    beside.write_bytes(to_bytes(lexicon, source.licence))
    beside.replace(target)
    return lexicon


def dictionary(package: str, place: Path) -> tuple[str, str]:
    """The affixes and the entries of a package."""
    npm = shutil.which("npm")
    if npm is None:
        raise Unfetched(Message("words.no_npm", {"package": package}))
    run(
        [npm, "pack", package, "--silent", "--pack-destination", str(place), *NPM_IN_HASTE],
        package,
        place,
        FETCH_SECONDS,
    )
    with tarfile.open(place / f"{package.replace('@', '-')}.tgz") as archive:
        return member(archive, "package/index.aff"), member(archive, "package/index.dic")


def member(archive: tarfile.TarFile, name: str) -> str:
    file = archive.extractfile(name)
    assert file is not None  # the versions are pinned
    return file.read(LARGEST).decode("utf-8-sig")


def table_of_names(package: str, place: Path) -> set[str]:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *PIP_IN_HASTE, "--dest", str(place)]
    run([*pip, package], package, place, TABLE_SECONDS)
    wheel = next(place.glob("*.whl"))
    with zipfile.ZipFile(wheel) as archive, archive.open("german_nouns/nouns.csv") as table:
        return names_in(io.TextIOWrapper(table, encoding="utf-8"))


def run(command: list[str], package: str, place: Path, seconds: int) -> None:
    try:
        subprocess.run(command, cwd=place, check=True, capture_output=True, timeout=seconds)
    except (OSError, subprocess.SubprocessError):
        raise Unfetched(Message("words.unfetched", {"package": package})) from None
