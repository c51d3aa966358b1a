"""`polychrome site`: the whole box as a folder of files that any static host can show. No server, no network."""

from __future__ import annotations

import gzip
import io
import json
import re
import shutil
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import click
import mypy_extensions

import polychrome
from polychrome.cli import pyodide, spoken
from polychrome.cli.failed import failed
from polychrome.cli.files import explained, make_folder, not_folder
from polychrome.cli.page_sources import LISTS, PACKAGE, page_sources
from polychrome.cli.spoken import in_language, option, translate, words_of
from polychrome.room import wire
from polychrome.room.cards import game_info
from polychrome.room.catalogue import ours

EXAMPLES: Final = """\
polychrome site public
polychrome site public --json"""

PAGE: Final = PACKAGE / "web_dist" / "site"
MARK: Final = "polychrome.json"  # what we wrote, we may write again
HOSTS: Final = (".", "_")  # what begins so is not ours: `_headers`, .nojekyll, .git
DOMAIN: Final = "CNAME"  # and this, which GitHub reads
SEAL: Final = 16  # hexadecimal digits that tell a file from one that was cut off, or is of another version
WORDS: Final = "words/"  # the lists of Color Words with their notices
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src 'self' data:; "
    "style-src 'self'; font-src 'self'; manifest-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "worker-src 'self'"
)
NOTICE: Final = PACKAGE / "cli" / "pyodide.txt"  # of whatever is in it


@spoken.command("site", help="site.help", examples=EXAMPLES)
@click.argument("folder")
@option("--json", "as_json", is_flag=True, help="cli.help.json")
@in_language
@click.pass_context
def command(context: click.Context, folder: str, as_json: bool) -> None:
    words, place = words_of(context), Path(folder)
    if not (PAGE / "index.html").is_file():
        raise failed("site.unbuilt")
    make_folder(place.parent)
    if place.exists() and not place.is_dir():
        raise not_folder(place)
    with explained(place):
        if place.exists() and not (place / MARK).is_file() and any(place.iterdir()):
            raise failed("site.not_empty", folder=folder)
    files = site()
    with explained(place, writing=True):
        write(place, files)
    lists = {name: content for name, content in files.items() if name.startswith(WORDS)}
    whole, packed, words_packed = sum(map(len, files.values())), compressed(files), compressed(lists)
    if as_json:
        each = {name: len(content) for name, content in files.items()}
        sizes = {"bytes": whole, "compressed": packed, "words_compressed": words_packed}
        said = {"folder": folder, **sizes, "version": json.loads(files[MARK])["version"], "files": each}
        click.echo(json.dumps(said, indent=2, ensure_ascii=False))
        return
    sizes_said = {"whole": megabytes(whole), "packed": megabytes(packed), "lists": megabytes(words_packed)}
    click.echo(translate(words, "site.written", folder=folder, n=len(files), **sizes_said))
    click.echo(translate(words, "site.limits"))


def compressed(files: dict[str, bytes]) -> int:
    """Bytes, as hosts usually send them."""
    return sum(len(gzip.compress(content, 6)) for content in files.values())


def megabytes(size: int) -> str:
    return f"{size / 1_000_000:.1f}"


def write(place: Path, files: dict[str, bytes]) -> None:
    """All of it or nothing: made beside the place, and put there when it is whole."""
    place = place.resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(dir=place.parent, prefix=f".{place.name}."))
    old = fresh.with_name(f"{fresh.name}.old")
    try:
        fresh.chmod(0o755)
        for name, content in files.items():
            target = fresh / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        if place.exists():
            place.rename(old)
        fresh.replace(place)
    except BaseException:
        shutil.rmtree(fresh, ignore_errors=True)
        if old.exists() and not place.exists():
            old.rename(place)
        raise
    if old.exists():
        for path in list(old.iterdir()):
            if path.name.startswith(HOSTS) or path.name == DOMAIN:
                path.rename(place / path.name)
        shutil.rmtree(old)


def site() -> dict[str, bytes]:
    """Every file of the site, by its name."""
    return with_keeper(parts())


def parts() -> dict[str, bytes]:
    """The same, before the service worker is told what it keeps."""
    found = {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in texts(PAGE)}
    found |= {path.name: path.read_bytes() for path in PAGE.parent.glob("icon*")}
    found["manifest.webmanifest"] = (PAGE.parent / "manifest.webmanifest").read_bytes()
    for path in (PACKAGE / "locales").glob("*.json"):
        found[f"locales/{path.name}"] = path.read_bytes()
    catalogue = ours()
    found["api/games.json"] = wire.encoder.encode([game_info(catalogue, game) for game in catalogue.games])
    found["manifest.webmanifest"] = placed(found["manifest.webmanifest"])
    found["index.html"] = policed(found["index.html"])
    for name, content in pyodide.interpreter().items():
        found[f"python/{name}"] = content
    found["python/pyodide-lock.json"] = without_packages(found["python/pyodide-lock.json"])
    wheel = pyodide.wheel()
    found["python/box.zip"] = zipped({**page_sources(), **others_of_it(wheel)})
    found |= {f"licences/{name}.txt": text for name, text in licences(wheel)}
    found |= {f"{WORDS}{path.relative_to(LISTS).as_posix()}": path.read_bytes() for path in texts(LISTS)}
    return found


def texts(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def policed(page: bytes) -> bytes:
    """The page with its policy; a static host may add one, but need not."""
    meta = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />'.encode()
    page = page.replace(b'href="/', b'href="./')
    return page.replace(b'<meta charset="utf-8" />', b'<meta charset="utf-8" />\n    ' + meta, 1)


def placed(manifest: bytes) -> bytes:
    """The manifest of an app that lies in some folder. A name would be read from the root of the host, where another
    Polychrome may be: it is known by where it begins."""
    said = json.loads(manifest.replace(b'"/', b'"./'))
    del said["id"]
    return json.dumps(said, ensure_ascii=False, indent=2).encode()


def without_packages(lock: bytes) -> bytes:
    """Pyodide's list of packages that could be fetched from elsewhere: none will be."""
    return json.dumps({**json.loads(lock), "packages": {}}).encode()


def others_of_it(wheel: zipfile.ZipFile) -> dict[str, bytes]:
    found = {name: wheel.read(name) for name in wheel.namelist() if re.search(r"\.(py|so)$", name)}
    assert mypy_extensions.__file__ is not None
    found["mypy_extensions.py"] = Path(mypy_extensions.__file__).with_suffix(".py").read_bytes()
    return found


def zipped(files: dict[str, bytes]) -> bytes:
    """The same bytes for the same files, whenever it is made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def licences(wheel: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    for path in (PACKAGE / "web_dist" / "licences").glob("*.txt"):
        yield path.stem, path.read_bytes()
    notice = NOTICE.read_text(encoding="utf-8").replace("{name}", pyodide.PYODIDE.removesuffix(".tgz"))
    yield "pyodide", (notice + python_licence()).encode()
    for name in wheel.namelist():
        if "LICENSE" in name:
            yield "msgspec", wheel.read(name)
    for package in ("polychrome", "mypy_extensions"):
        try:
            parts = distribution(package).files or []
        except PackageNotFoundError:
            parts = []
        texts = [Path(str(part.locate())) for part in parts if "LICENSE" in part.name]
        own = PACKAGE.parents[1] / "LICENSE"  # in a clone of the sources
        texts += [own] if package == "polychrome" else []
        for text in texts:
            if text.is_file():
                yield package, text.read_bytes()
                break


def python_licence() -> str:
    """As this Python has it, which is made by the same people under the same licence."""
    places = [Path(sysconfig.get_path("stdlib")) / "LICENSE.txt", Path(sys.base_prefix) / "LICENSE.txt"]
    found = next((place for place in places if place.is_file()), None)
    return found.read_text(encoding="utf-8") if found else "https://docs.python.org/3.14/license.html\n"


def with_keeper(files: dict[str, bytes]) -> dict[str, bytes]:
    """The service worker is told what it keeps; its version changes with any of it."""
    name = version(files)
    files = versioned(files, name)
    listed = {name: (sha256(files[name]).hexdigest()[:SEAL], len(files[name])) for name in kept(files)}
    head = f"const __FILES__={json.dumps(listed)},__VERSION__={json.dumps(name)};".encode()
    mark = json.dumps({"polychrome": polychrome.__version__, "version": name}).encode()
    return {**files, "sw.js": head + files["sw.js"], MARK: mark}


def versioned(files: dict[str, bytes], name: str) -> dict[str, bytes]:
    """The page, its workers and Python know of which version they are: none goes on with another's."""
    page = files["index.html"].replace(b"<html", f'<html data-version="{name}"'.encode(), 1)
    box = sha256(files["python/box.zip"]).hexdigest()
    head = f"const __VERSION__={json.dumps(name)},__BOX__={json.dumps(box)};".encode()
    return {**files, "index.html": page, **{worker: head + files[worker] for worker in ("tables.js", "bots.js")}}


def kept(files: dict[str, bytes]) -> list[str]:
    return sorted(name for name in files if name not in ("sw.js", MARK))


def version(files: dict[str, bytes]) -> str:
    seal = sha256()
    for name in kept(files):
        seal.update(name.encode() + b"\0" + sha256(files[name]).digest())
    return seal.hexdigest()[:12]
