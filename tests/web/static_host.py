"""A plain static file server, as anybody has one: it knows nothing of us, and the site lies in a folder of it."""

from __future__ import annotations

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
    def __init__(self, folder: Path, path: str) -> None:
        self.folder = folder
        self.path = path
        self.server = self.listen(0)

    def listen(self, port: int) -> ThreadingHTTPServer:
        server = ThreadingHTTPServer(("127.0.0.1", port), partial(Quiet, directory=str(self.folder)))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}{self.path}"

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def hosting(folder: Path, path: str) -> Iterator[Host]:
    host = Host(folder, path)
    try:
        yield host
    finally:
        host.end()
