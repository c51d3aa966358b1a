"""The documentation site is built of what lies here, and every link in it leads somewhere."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import polychrome
from polychrome.games import GAMES

ROOT = Path(__file__).parents[1]
SITE = ROOT / "build" / "site"
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "video": "src"}


class Page(HTMLParser):
    """What a page points to, loads and can be pointed to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.ids |= {value for name in ("id", "name") if (value := values.get(name))}
        target = values.get("href" if tag in ("a", "link") else LOADED.get(tag, ""))
        if not target:
            return
        loaded = tag in LOADED or (tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"))
        (self.loads if loaded else self.links).append(target)


def test_the_site_is_built_and_its_links_lead_somewhere() -> None:
    built = subprocess.run([sys.executable, ROOT / "scripts" / "site"], capture_output=True, text=True)
    assert built.returncode == 0, built.stdout + built.stderr
    pages = {file: Page(file) for file in SITE.rglob("*.html") if file.name != "404.html"}
    assert {f"games/{game.name}.html" for game in GAMES} <= {file.relative_to(SITE).as_posix() for file in pages}
    lost, foreign = [], []
    for file, page in pages.items():
        for target in page.links + page.loads:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                foreign += [target] if target in page.loads else []
                continue
            there = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            there = there / "index.html" if there.is_dir() else there
            if not there.is_file() or (parts.fragment and there in pages and parts.fragment not in pages[there].ids):
                lost.append(f"{file.relative_to(SITE)}: {target}")
    assert lost == []
    assert foreign == []  # a reader's browser asks nobody else
    text = (SITE / "api.html").read_text(encoding="utf-8")
    assert [name for name in polychrome.HOMES if f"polychrome.{name}" not in text] == []
