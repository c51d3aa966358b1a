"""A plain static file server, as anybody has one: it knows nothing of us, and the site lies in a folder of it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 – the library's own name
        pass


class SendingOn(Quiet):
    """As Cloudflare Pages and Netlify: whoever asks for index.html is sent on to its folder."""

    def do_GET(self) -> None:
        if self.path.endswith("/index.html"):
            self.send_response(308)
            self.send_header("Location", self.path.removesuffix("index.html"))
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()


class Proxy(Quiet):
    """It is asked as the proxy of a browser, for any host: so the site has an address that is no machine's own."""

    def parse_request(self) -> bool:
        understood = super().parse_request()
        if understood:
            self.path = "/" + self.path.partition("://")[2].partition("/")[2]
        return understood


class Unknowing(Quiet):
    """As nginx and others: it knows few kinds of files by their names, and says of all others that they are bytes."""

    extensions_map: ClassVar[dict[str, str]] = {
        ".html": "text/html",
        ".css": "text/css",
        ".js": "application/javascript",
        ".svg": "image/svg+xml",
        "": "application/octet-stream",
    }

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return self.extensions_map.get(Path(path).suffix, self.extensions_map[""])


class Host:
    """The site is written into a folder of it."""

    def __init__(self, folder: Path, path: str, files: dict[str, bytes], kind: type[Quiet] = Quiet) -> None:
        self.folder = folder
        self.path = path
        self.kind = kind
        self.put(files)
        self.server = self.listen()

    def listen(self) -> ThreadingHTTPServer:
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(self.kind, directory=str(self.folder)))
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

    def take_away(self, name: str) -> None:
        (self.folder / self.path.lstrip("/") / name).unlink()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    @property
    def address(self) -> str:
        return self.origin + self.path

    def end(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def hosting(
    folder: Path, files: dict[str, bytes], path: str = "/games/colours", kind: type[Quiet] = Quiet
) -> Iterator[Host]:
    host = Host(folder, path, files, kind)
    try:
        yield host
    finally:
        host.end()
