"""Files that nobody but their owner may read: they hold the luck of games that go on, and invitations.

Where the system has no such rights (Windows keeps a person's folders apart by itself), nothing is done.
"""

from __future__ import annotations

import logging
import os
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

log: Final = logging.getLogger("polychrome")

FILE_RIGHTS: Final = 0o600
FOLDER_RIGHTS: Final = 0o700
OTHERS: Final = 0o077
BESIDE: Final = ("-journal", "-wal", "-shm")  # what SQLite keeps beside a file; it takes over the rights of the file
OURS: Final = ("polychrome.*", "before-restore-*.db*", "words", "lost+found")  # in a data folder


def make_folder(folder: Path) -> None:
    if not folder.is_dir():
        folder.mkdir(FOLDER_RIGHTS, parents=True, exist_ok=True)


def make_file(path: Path) -> None:
    """An empty file, closed to others before its first byte; one that is there already stays as it is."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_RIGHTS)
    except FileExistsError:
        return
    os.close(handle)


def mend(path: Path) -> None:
    """Close a file of ours that an earlier version left open, with its folder; say so where that is not possible."""
    if os.name == "nt":
        return
    folder = path.parent
    kept = [path, *(path.with_name(path.name + ending) for ending in BESIDE), *folder.glob("before-restore-*.db*")]
    unmended = [file.name for file in kept if is_open(file) and not close(file, FILE_RIGHTS)]
    if unmended:
        log.warning("Other people of this computer can read %s in %s: close it to them", ", ".join(unmended), folder)
    if is_open(folder) and not (is_own(folder) and close(folder, FOLDER_RIGHTS)):
        log.warning("Other people of this computer can look into %s: it is shared, and was left so", folder)


def is_open(path: Path) -> bool:
    return path.exists() and bool(path.stat().st_mode & OTHERS)


def is_own(folder: Path) -> bool:
    """Is this a folder for our things alone? A home or a shared one is not ours to close."""
    return folder.stat().st_uid == os.geteuid() and all(is_ours(item.name) for item in folder.iterdir())


def is_ours(name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in OURS)


def close(path: Path, rights: int) -> bool:
    try:
        path.chmod(rights)
    except OSError:  # somebody else's, or a file system without rights
        return False
    return not is_open(path)
