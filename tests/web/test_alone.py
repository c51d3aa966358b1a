"""The whole box in a page: a static site in a folder, played to the end after its host is gone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

from polychrome.engine.record import read, resume
from polychrome.registry import GAMES, find
from polychrome.words import catalogue
from web.conftest import missing
from web.people import ROOT, Person
from web.static_host import hosting

People = Callable[..., Person]
FOLDER = "/games/colours"  # of the host, where the site lies

# Somebody in a hurry: touches whatever can be touched, by a luck of their own, and looks for as long as they like.
HAND = """() => {
    if (document.querySelector('.verdict')) return 'over'
    dispatchEvent(new PointerEvent('pointerdown'))
    clock.breathe()
    const eye = document.querySelector('button.eye:not([disabled]):not([data-target])')
    const all = [...document.querySelectorAll('[data-target]')]
    const node = eye ?? document.querySelector('.armed') ?? oneOf(all)
    node?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    return node ? 'touched' : ''
}"""
SHOWN = "location.hash.startsWith('#/t/') && !!document.querySelector('.say')?.innerText"
RECORD = """async () => {
    const link = document.querySelector('a[download]')
    link.closest('details').open = true
    const made = URL.createObjectURL
    return new Promise((done) => {
        URL.createObjectURL = (blob) => (void blob.text().then(done), made(blob))
        link.click()
    })
}"""


@pytest.fixture(scope="module")
def site(page_files: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host's folder, with the site in a folder of it."""
    root = tmp_path_factory.mktemp("host")
    place = root / FOLDER.lstrip("/")
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "polychrome", "site", str(place), "--json", "--lang", "en"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8")
    if done.returncode and "could not be fetched" in done.stderr:
        missing(done.stderr)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["compressed"] <= 8_000_000
    return root


def begin(fox: Person, game: str) -> None:
    title = catalogue("en")[f"game.{game}"]
    card = fox.page.locator(".games li").filter(has=fox.page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name=f"Play now: {title}").click()
    fox.until(SHOWN)


def play(fox: Person, reload_after: int | None = None) -> None:
    """To the end; once in the middle the page is closed and comes back."""
    touches = count(1)
    while fox.look(lambda: fox.page.evaluate(HAND), "something to touch") != "over":
        if next(touches) == reload_after:
            fox.page.reload()
            fox.until(SHOWN)


@pytest.mark.long
def test_two_games_are_played_without_a_network(visitor: People, site: Path) -> None:
    with hosting(site, FOLDER) as host:
        fox = visitor(host, reduced_motion="reduce").go("/")
        begin(fox, "coloretto")
        fox.until("!!navigator.serviceWorker.controller")  # everything has been kept
        fox.context.set_offline(True)
    play(fox, reload_after=5)
    fox.page.get_by_role("link", name="Replay").click()
    fox.page.locator("a[download]").wait_for(state="attached")
    record = read(fox.page.evaluate(RECORD), find)
    assert not resume(record).acting()
    fox.page.get_by_role("link", name="All games").click()
    begin(fox, "ronde")
    play(fox)
    fox.troubles.clear()  # that there is no network, the browser says as well


@pytest.mark.long
def test_all_games_begin_and_are_found_again(visitor: People, site: Path) -> None:
    with hosting(site, FOLDER) as host:
        fox = visitor(host).go("/")
        for game in GAMES:
            begin(fox, game.name)
            fox.page.get_by_role("link", name="All games").click()
        fox.page.reload()
        tables = fox.page.locator(".tables li")
        fox.look(lambda: tables.count() == len(GAMES), "all tables")
        second = fox.context.new_page()  # of the same browser: the tables are the first one's
        second.goto(host.address + "/")
        second.get_by_role("alert").wait_for()
        assert "Another tab" in second.get_by_role("alert").inner_text()
        fox.page.close()
        second.locator(".tables li").first.wait_for()
        assert second.get_by_role("alert").count() == 0
        fox.page = second


def test_the_site_names_no_place_but_its_own(site: Path) -> None:
    place = site / FOLDER.lstrip("/")
    page = (place / "index.html").read_text(encoding="utf-8")
    assert "script-src 'self' 'wasm-unsafe-eval'" in page
    assert 'src="/' not in page
    assert 'href="/' not in page
    for name in ("polychrome", "pyodide", "msgspec", "mypy_extensions", "svelte", "nunito"):
        assert (place / "licences" / f"{name}.txt").stat().st_size > 100
    kept = (place / "sw.js").read_text(encoding="utf-8")
    files = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    assert all(f'"{name}"' in kept for name in files - {"sw.js", "polychrome.json"})
