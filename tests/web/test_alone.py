"""The whole box in a page: a static site in a folder, played to the end after its host is gone, and updated."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from polychrome.cli.site import with_keeper, write
from polychrome.engine.record import read, resume
from polychrome.games.color_words.lexicon import SHELF
from polychrome.lexicon.shelf import hand_over
from polychrome.registry import GAMES, find
from polychrome.words import catalogue
from web.alone import SHOWN, Files, People, alone, as_elsewhere, begin, by_hand, home, kept_ready, named, play
from web.people import ROOT, Person, serving
from web.static_host import Host, SendingOn, hosting

NEW = "The next version"  # what the next version is called


def next_version(files: Files) -> Files:
    words = {**json.loads(files["locales/en.json"]), "page.welcome": NEW}
    return {**files, "locales/en.json": json.dumps(words, ensure_ascii=False).encode()}


def reopened(fox: Person, host: Host) -> None:
    """The tab is closed, and another one opened: the same browser on another day."""
    fox.page.close()
    fox.page = fox.context.new_page()
    fox.page.goto(host.address + "/")
    fox.page.locator(".tables li").first.wait_for()


def test_without_a_network_and_through_an_update(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """All eleven games begin, two are played to their end, a reload and a new version come in the middle of each."""
    with hosting(tmp_path, named(site_files, "two")) as host:
        fox = alone(visitor(host)).go("/")
        begin(fox, "coloretto")
        kept_ready(fox)
        fox.context.set_offline(True)
        play(fox, 5)
        fox.page.reload()
        fox.until(SHOWN)
        play(fox)
        assert as_elsewhere(fox) > 20
        fox.page.get_by_role("link", name="Replay").click()
        fox.page.locator("a[download]").wait_for(state="attached")
        text = fox.page.evaluate("downloaded()")
        assert not resume(read(text, find)).acting()
        home(fox)
        for game in GAMES:
            begin(fox, game.name)
            home(fox)
        fox.page.locator(".tables li").nth(len(GAMES) - 1).wait_for(state="attached")  # a phone shows few
        file = {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
        fox.page.locator("input[type=file]").set_input_files(file)
        fox.until("location.hash.startsWith('#/r/') && !!document.querySelector('.say')?.innerText")
        home(fox)

        begin(fox, "ronde")
        play(fox, 3)
        host.put(named(next_version(site_files), "two"))
        fox.context.set_offline(False)
        fox.page.evaluate("navigator.serviceWorker.ready.then((own) => void own.update())")
        fox.until("navigator.serviceWorker.ready.then((own) => !!own.waiting)")
        fox.page.reload()  # still the old one, all of it: another page might be open
        fox.until(SHOWN)
        play(fox, 3)
        assert NEW not in fox.page.evaluate("fetch('locales/en.json').then((answer) => answer.text())")
        place = fox.page.evaluate("location.hash")
        reopened(fox, host)
        assert fox.page.get_by_text(NEW).count() == 1
        fox.context.set_offline(True)
        fox.page.evaluate(f"location.hash = {json.dumps(place)}")
        fox.until(SHOWN)
        play(fox)
        assert as_elsewhere(fox) > 10
    fox.troubles.clear()  # that there is no network, the browser says as well


def test_half_a_new_version_is_none(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """Somebody uploads, and only the list has arrived: the old version stays until all has."""
    old, new = named(site_files, "half"), named(next_version(site_files), "half")
    with hosting(tmp_path, old) as host:
        fox = alone(visitor(host)).go("/")
        kept_ready(fox)
        host.put({"sw.js": new["sw.js"]})
        failing = """navigator.serviceWorker.ready.then(async (own) => {
            const found = new Promise((done) => (own.onupdatefound = () => done(own.installing)))
            void own.update()
            const fresh = await found
            const over = () => ['redundant', 'installed', 'activated'].includes(fresh.state)
            if (!over()) await new Promise((done) => (fresh.onstatechange = () => over() && done()))
            return fresh.state
        })"""
        assert fox.page.evaluate(failing) == "redundant"
        host.put(new)
        assert fox.page.evaluate(failing) == "installed"
        fox.page.close()
        fox.page = fox.context.new_page()
        fox.page.goto(host.address + "/")
        fox.page.get_by_text(NEW).wait_for(state="attached")  # a phone has no room for it
        fox.troubles.clear()  # the browser says that a service worker could not be installed


WHICH = """new BroadcastChannel('which').onmessage = ({ target }) => target.postMessage('%s')
"""


def marked(files: Files, name: str) -> Files:
    """The tables' worker says of which version it is, when it is asked."""
    return named({**files, "tables.js": (WHICH % name).encode() + files["tables.js"]}, "versions")


def test_a_page_of_one_version_never_has_tables_of_another(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """Whoever reloads past what is kept gets the new page from its host, and everything else from there, too."""
    old, new = marked(site_files, "old"), marked(next_version(site_files), "new")
    with hosting(tmp_path, old) as host:
        fox = alone(visitor(host)).go("/")
        kept_ready(fox)
        begin(fox, "coloretto")
        play(fox, 3)
        place = fox.page.evaluate("location.hash")
        home(fox)
        host.put(new)
        fox.context.new_cdp_session(fox.page).send("Page.reload", {"ignoreCache": True})
        fox.page.get_by_text(NEW).wait_for(state="attached")  # a phone has no room for it
        fox.page.evaluate(f"location.hash = {json.dumps(place)}")
        fox.until(SHOWN)
        play(fox, 3)
        which = """() => new Promise((done) => {
            const which = new BroadcastChannel('which')
            which.onmessage = ({ data }) => done(data)
            which.postMessage('')
        })"""
        assert fox.page.evaluate(which) == "new"


def test_a_host_that_sends_on_whoever_asks_for_its_page(visitor: People, site_files: Files, tmp_path: Path) -> None:
    """No browser opens a page with an answer that was sent on: it is kept as if it had come at once."""
    with hosting(tmp_path, named(site_files, "sent on"), kind=SendingOn) as host:
        fox = alone(visitor(host)).go("/")
        kept_ready(fox)
        fox.context.set_offline(True)
        fox.page.reload()
        begin(fox, "coloretto")
    fox.troubles.clear()  # that there is no network, the browser says as well


def test_with_its_server_gone_one_plays_on_this_device(visitor: People, site_files: Files, tmp_path: Path) -> None:
    write(tmp_path / "site", named(site_files, "gone"))
    said = catalogue("en")
    with serving(tmp_path, site=str(tmp_path / "site")) as server:
        fox = alone(visitor(server)).go("/")
        fox.page.get_by_text(str(said["page.alone.offer"])).wait_for()
        fox.page.get_by_role("link", name=str(said["page.alone.play"])).click()
        begin(fox, "coloretto")
        play(fox, 3)
        kept_ready(fox)
        fox.go("/")
        fox.page.get_by_text(str(said["page.alone.kept"])).wait_for()
        kept_ready(fox)
        server.kill()
        fox.go("/")
        fox.page.get_by_text(str(said["page.alone.gone"])).wait_for()
        fox.page.get_by_role("link", name=str(said["page.alone.play"])).click()
        fox.page.locator(".tables a").click()
        fox.until(SHOWN)
        play(fox, 3)
        fox.troubles.clear()  # its browser complains about the lost connection


@pytest.fixture
def shipped_lists(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Bots know the same words here as in the page."""
    monkeypatch.delenv("POLYCHROME_LISTS")
    hand_over()
    yield
    SHELF.fill_from(None)


@pytest.mark.long
@pytest.mark.usefixtures("shipped_lists")
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_is_played_to_its_end(visitor: People, site_files: Files, tmp_path: Path, game: str) -> None:
    with hosting(tmp_path, named(site_files, game)) as host:
        fox = alone(visitor(host)).go("/")
        begin(fox, game)
        kept_ready(fox)
        fox.context.set_offline(True)
        play(fox)
        assert as_elsewhere(fox)
        verbs = {action.split()[0] for action in by_hand(fox)}
        assert "submit" in verbs if game == "color_words" else verbs  # rounds passed are not all
        fox.troubles.clear()


def test_the_command_writes_it_all(site_files: Files, tmp_path: Path) -> None:
    place = tmp_path / "public"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-m", "polychrome", "site", str(place), "--json", "--lang", "en"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["compressed"] - said["words_compressed"] <= 8_000_000
    files = {path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file()}
    assert files == with_keeper(site_files)


def test_the_site_names_no_place_but_its_own(site_files: Files) -> None:
    page = site_files["index.html"].decode()
    assert "script-src 'self' 'wasm-unsafe-eval'" in page
    assert 'src="/' not in page
    assert 'href="/' not in page
    manifest = json.loads(site_files["manifest.webmanifest"])
    assert (manifest["start_url"], manifest["scope"]) == ("./", "./")
    assert "id" not in manifest  # it would be read from the root of the host, where another Polychrome may lie
    for name in ("polychrome", "pyodide", "msgspec", "mypy_extensions", "svelte", "nunito"):
        assert len(site_files[f"licences/{name}.txt"]) > 100
    linked = site_files["licences/pyodide.txt"].decode()
    for author in ("Emscripten authors", "Rich Felker", "Anthony Green", "Expat", "HACL* Contributors", "Stefan Krah"):
        assert author in linked
    for author in ("Meta Platforms", "Daan Leijen", "SQLite", "liblzma"):  # named in the machine code itself
        assert author in linked
    for asked in ("this permission notice shall be included", "must reproduce the above copyright"):
        assert asked in " ".join(linked.split())
    for name in ("NOTICE.md", "licences/MPL-2.0.txt", "licences/CC-BY-SA-4.0.txt", "en.words", "de.usual"):
        assert f"words/{name}" in site_files
    kept = with_keeper(site_files)
    assert all(f'"{name}"' in kept["sw.js"].decode() for name in kept.keys() - {"sw.js", "polychrome.json"})
