"""The documentation site is built of what lies here, and every link in it leads somewhere."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import polychrome
import polychrome.client
from polychrome.registry import GAMES
from polychrome.words import LANGUAGES, catalogue

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
        self.language: str | None = None
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.language = values.get("lang") if tag == "html" else self.language
        self.ids |= {value for name in ("id", "name") if (value := values.get(name))}
        target = values.get("href" if tag in ("a", "link") else LOADED.get(tag, ""))
        if not target:
            return
        loaded = tag in LOADED or (tag == "link" and values.get("rel") in ("stylesheet", "icon", "preload"))
        (self.loads if loaded else self.links).append(target)


def test_the_site_is_built_and_whole() -> None:
    """One test, because all that look at the site wait until it is built, and must not build it for each other."""
    pages = built()
    every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(pages)
    every_guide_is_in_the_navigation(pages)
    the_reference_has_everything_that_is_offered()
    there_is_a_picture_of_every_game(pages)
    for language in LANGUAGES:
        players_read_in_their_language_and_screen_readers_are_told_which(language, pages)


def built() -> dict[str, Page]:
    """The pages by their place in the site."""
    done = subprocess.run([sys.executable, ROOT / "scripts" / "site"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = {file.relative_to(SITE).as_posix(): Page(file) for file in SITE.rglob("*.html")}
    return {name: page for name, page in found.items() if name != "404.html"}


def every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(pages: dict[str, Page]) -> None:
    lost, foreign = [], []
    for name, page in pages.items():
        for target in page.links + page.loads:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                foreign += [target] if target in page.loads else []
                continue
            there = ((SITE / name).parent / unquote(parts.path)).resolve() if parts.path else SITE / name
            there = there / "index.html" if there.is_dir() else there
            page_there = pages.get(place(there))
            if not there.is_file() or (parts.fragment and page_there and parts.fragment not in page_there.ids):
                lost.append(f"{name}: {target}")
    assert lost == []
    assert foreign == []  # a reader's browser asks nobody else


def place(file: Path) -> str:
    return file.relative_to(SITE).as_posix() if file.is_relative_to(SITE) else ""


def every_guide_is_in_the_navigation(pages: dict[str, Page]) -> None:
    """A page that only a search finds is found by nobody."""
    guides = {file.relative_to(ROOT / "docs").with_suffix(".html").as_posix() for file in (ROOT / "docs").rglob("*.md")}
    made = {"api.html", *(f"rules.{language}.html" for language in LANGUAGES)}
    assert {*pages} == guides | made
    navigation = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    assert sorted(listed(navigation)) == sorted(name.removesuffix("html") + "md" for name in pages)


def listed(entries: Any) -> list[str]:
    """The pages of a navigation, however deep."""
    if isinstance(entries, str):
        return [entries]
    return [page for entry in (entries.values() if isinstance(entries, dict) else entries) for page in listed(entry)]


def the_reference_has_everything_that_is_offered() -> None:
    text = (SITE / "api.html").read_text(encoding="utf-8")
    offered = [f"polychrome.{name}" for name in polychrome.HOMES]
    offered += [f"polychrome.client.{name}" for name in polychrome.client.__all__]
    assert [name for name in offered if name not in text] == []


def there_is_a_picture_of_every_game(pages: dict[str, Page]) -> None:
    for game in GAMES:
        picture = f"images/{game.name}.svg"
        assert f"../{picture}" in pages[f"games/{game.name}.html"].loads
        assert [language for language in LANGUAGES if picture not in pages[f"rules.{language}.html"].loads] == []


def players_read_in_their_language_and_screen_readers_are_told_which(language: str, pages: dict[str, Page]) -> None:
    play = "play.html" if language == "en" else f"play.{language}.html"
    for name in (play, f"rules.{language}.html"):
        assert pages[name].language == language
        assert name in pages["index.html"].links
    rules = (SITE / f"rules.{language}.html").read_text(encoding="utf-8")
    assert [game.name for game in GAMES if str(catalogue(language)[f"game.{game.name}"]) not in rules] == []


def test_the_pictures_show_the_games_as_they_look_now() -> None:
    drawn = subprocess.run([sys.executable, ROOT / "scripts" / "pictures", "--check"], capture_output=True, text=True)
    assert drawn.returncode == 0, drawn.stdout + drawn.stderr
