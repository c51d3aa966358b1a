"""The page and the catalogues, read once and kept ready, small for the wire."""

from __future__ import annotations

import gzip
import mimetypes
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from polychrome.words import LANGUAGES

PAGE: Final = "/index.html"
ALONE: Final = "/alone"  # where a site lies that needs no server, for those whose server is gone
OFFERED: Final = b"<html data-alone"  # how the page knows of it
OTHER: Final = "/site"  # the page of `polychrome site`, which has no server
ICON: Final = "/icon-192.png"
FAVICON: Final = "/favicon.ico"  # browsers ask for it where a page names no icon, a record for instance
TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
PACKED: Final = (".html", ".js", ".css", ".json", ".svg", ".webmanifest", ".txt")
UNBUILT: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Polychrome</title>
<h1>The page has not been built yet</h1>
<p>The server is running, but the page that people play on is missing. In a clone of the sources, build it with
<code>python3 scripts/build-page</code>, then start the server again.</p>
</html>
"""


class File(NamedTuple):
    content: bytes
    packed: bytes | None  # gzip, where it helps
    type: str
    tag: str
    lasting: bool  # its name changes with its content


class Ready(NamedTuple):
    """An answer that has only to be sent."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Answers(NamedTuple):
    """What a file is answered with: as it is, packed, or not at all because it has not changed."""

    plain: Ready
    packed: Ready
    unchanged: Ready


def answers(found: File, caching: str | None = None) -> Answers:
    lasting = "public, max-age=31536000, immutable" if found.lasting else "no-cache"
    always = [
        (b"etag", found.tag.encode()),
        (b"cache-control", (caching or lasting).encode()),
        (b"vary", b"accept-encoding"),
    ]
    kind = (b"content-type", found.type.encode())
    plain = Ready(200, [*always, kind, (b"content-length", b"%d" % len(found.content))], found.content)
    packed = plain
    if found.packed is not None:
        size = (b"content-length", b"%d" % len(found.packed))
        packed = Ready(200, [*always, (b"content-encoding", b"gzip"), kind, size], found.packed)
    return Answers(plain, packed, Ready(304, always, b""))


def file(name: str, content: bytes) -> File:
    ending = "." + name.rpartition(".")[2]
    packed = gzip.compress(content, 9, mtime=0) if ending in PACKED else None
    kind = TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    tag = f'"{blake2b(content, digest_size=8).hexdigest()}"'
    smaller = packed if packed is not None and len(packed) < len(content) else None
    return File(content, smaller, kind, tag, name.startswith("/assets/"))


def below(folder: Traversable, path: str) -> dict[str, File]:
    found: dict[str, File] = {}
    for item in folder.iterdir():
        name = f"{path}/{item.name}"
        if item.is_dir():
            found |= below(item, name) if name != OTHER else {}
        elif item.name not in (".gitignore", "made-of"):  # the builder's own notes
            found[name] = file(name, item.read_bytes())
    return found


def site(folder: Traversable | None = None, alone: Traversable | None = None) -> dict[str, File]:
    """Every file we serve, by its path; with one that `polychrome site` wrote, where there is one."""
    package = files("polychrome")
    built = folder or package.joinpath("web_dist")
    found = below(built, "") if built.is_dir() else {}
    if PAGE not in found:
        found[PAGE] = file(PAGE, UNBUILT.encode())
    if ICON in found:
        found[FAVICON] = found[ICON]
    for language in LANGUAGES:
        name = f"/locales/{language}.json"
        found[name] = file(name, package.joinpath("locales", f"{language}.json").read_bytes())
    if alone is not None:
        found |= below(alone, ALONE)
        found[f"{ALONE}/"] = found[ALONE + PAGE]
        found[PAGE] = file(PAGE, found[PAGE].content.replace(b"<html", OFFERED, 1))
    return found
