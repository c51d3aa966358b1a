"""Records and pictures on disk, with a sentence for everything that can be wrong with a file."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from polychrome.cli.failed import Failed, failed
from polychrome.engine.core import Message
from polychrome.engine.record import RECORD_CHARACTERS, TITLE, Broken, Record, read
from polychrome.registry import find


@contextlib.contextmanager
def explained(path: Path, writing: bool = False) -> Iterator[None]:
    """Says what the operating system did not like about a file."""
    file = str(path)
    try:
        yield
    except FileNotFoundError:
        there = "cli.file.closed" if writing else "cli.file.missing"
        raise failed(there if path.parent.is_dir() else "cli.file.nowhere", file=file) from None
    except IsADirectoryError:
        raise failed("cli.file.folder", file=file) from None
    except NotADirectoryError:
        raise failed("cli.file.nowhere", file=file) from None
    except PermissionError:
        raise failed("cli.file.closed", file=file) from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise failed("cli.file.trouble", file=file, why=error.strerror or str(error)) from None
    except ValueError:  # a name that no file can have
        raise failed("cli.file.missing", file=repr(file)) from None


def make_folder(folder: Path) -> None:
    """Make it where it is not there yet; says what stands in the way, before long work and not after it."""
    with explained(folder, writing=True):
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            there = next(path for path in (folder, *folder.parents) if os.path.lexists(path))
            raise not_folder(there) from None
        if not os.access(folder, os.W_OK):
            raise PermissionError


def not_folder(path: Path) -> Failed:
    return failed("cli.file.not_folder", file=str(path))


def read_record(name: str) -> Record:
    path = Path(name)
    with explained(path), path.open("rb") as file:
        data = file.read(4 * RECORD_CHARACTERS)
    try:
        return read(data.decode(), find)
    except UnicodeDecodeError:
        raise Failed(Message("record.foreign", {"line": 1}), about=name) from None
    except Broken as broken:
        raise Failed(broken.reason, about=name) from None


def write_text(path: Path, text: str) -> None:
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """All of it or nothing: whoever pulls the plug meanwhile still has what was there before."""
    with explained(path, writing=True):
        if path.is_dir():
            raise IsADirectoryError
        if path.exists() and not path.is_file():  # a pipe, a device
            path.write_bytes(content)
            return
        if path.exists() and not os.access(path, os.W_OK):
            raise PermissionError
        target = path.resolve()  # through links
        handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:50]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(beside).chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~mask())
            Path(beside).replace(target)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise


def mask() -> int:
    """Which rights new files shall not have. It can be asked for only by setting it."""
    before = os.umask(0o077)
    os.umask(before)
    return before


def write_record(path: Path, text: str) -> None:
    """Write a record, but never over a file that is something else."""
    check_free(path)
    write_text(path, text)


def check_free(path: Path) -> None:
    """Whatever is there must be a record, or nothing."""
    with explained(path, writing=True):
        if path.is_file():
            with path.open("rb") as file:
                start = file.read(len(TITLE))
            if start and start != TITLE.encode():
                raise failed("cli.file.other", file=str(path))


def check_open(path: Path) -> None:
    """Say before long work, not after it, that its result cannot be written."""
    with explained(path, writing=True):
        if path.is_dir():
            raise IsADirectoryError
        if not path.parent.is_dir():
            raise FileNotFoundError
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise PermissionError


def check_writable(path: Path) -> None:
    """The same for the record of a long game, which replaces nothing but a record."""
    check_open(path)
    check_free(path)
