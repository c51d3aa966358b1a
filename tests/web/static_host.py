"""A plain static file server, as anybody has one: it knows nothing of us, and the site lies in a folder of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 – the library's own name
        pass


class Host:
    """The site is written into a folder of it."""

    def __init__(self, folder: Path, path: str, files: dict[str, bytes]) -> None:
        self.folder = folder
        self.path = path
        self.put(files)
        self.server = self.listen()

    def listen(self) -> ThreadingHTTPServer:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(self.folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    def put(self, files: dict[str, bytes], age: float = 0.0) -> None:
        """Over what lies there. The more seconds old a file is, the longer browsers do not ask for it again."""
        for name, content in files.items():
            target = self.folder / self.path.lstrip("/") / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            written = target.stat().st_mtime - age
            os.utime(target, (written, written))

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}{self.path}"

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def hosting(folder: Path, files: dict[str, bytes], path: str = "/games/colours") -> Iterator[Host]:
    host = Host(folder, path, files)
    try:
        yield host
    finally:
        host.end()
